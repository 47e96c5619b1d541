/* What comes of runs in words: that they end as the stored ones do, and what the lines of the picture are. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Children of the line about finished runs of a setting, from run number `first`. */
TTT.learnVerdict = ({ treatment }, histories, first, isChanged) => {
  const { make } = TTT.dom;
  const UNSOLVED = "The run ends without a player that loses no game. ";
  const found = histories.map(({ reports }, k) => ({
    own: TTT.stored.ofRun(reports), stored: TTT.stored.ofReplicate(treatment, first + k), best: reports.at(-1).best,
  }));
  const solved = found.filter(({ best }) => best === 0);
  const lengths = solved.map(({ own }) => own.generations).sort((one, other) => one - other);
  const outcome = found.length === 1
    ? (solved.length ? `Generation ${lengths[0]} has a player that loses no game. ` : UNSOLVED)
    : `${solved.length} of ${found.length} runs find a player that loses no game` +
      (lengths.length ? `, in ${lengths.join(", ")} generations. ` : ". ");
  const sign = (mark, name) => make("strong", { class: `learn-${name}` }, `${mark} `);
  if (isChanged) return [outcome, "No stored run has these settings, so there is nothing to check it against."];
  const checked = found.filter(({ stored }) => stored);
  if (!treatment.covered) return [outcome, "No run of this treatment is stored."];
  if (!checked.length) return [outcome, `This page holds what runs 0 to ${treatment.covered - 1} come to, no others.`];
  const same = checked.filter(({ own, stored }) => TTT.stored.same(own, stored));
  if (same.length < checked.length) {
    const differing = checked.length - same.length;
    return [sign("✗", "differs"), outcome, `${differing} of ${checked.length} runs differ from the stored ones.`];
  }
  const all = checked.length === found.length;
  const whose = found.length === 1 ? "As the stored run" : all ? `As the ${checked.length} stored runs`
    : `${checked.length} of them are held here, and are as the stored runs`;
  const alike = "the same best and mean fitness in every generation, and the same champion.";
  return [sign("✓", "same"), outcome, `${whose}: ${alike}`];
};

/* Fill the list that says what the lines of the picture are. */
TTT.learnKey = (list, { treatment, study }) => {
  const { make } = TTT.dom;
  const line = (name) => make("span", { class: `learn-line ${name}`, "aria-hidden": "true" });
  const entry = (name, text) => make("li", {}, line(name), text);
  const { published, stored_runs: stored } = treatment;
  const theirs = `the ${published.length} runs`;
  list.replaceChildren(
    entry("live", "this run: best (line), mean (dashes)"),
    entry("stored", `${stored.toLocaleString("en")} stored runs: medians of those still going, with the middle 95%`),
    ...(published.length ? [entry("published", `${published.length === 1 ? "the run" : theirs} of ${study.name}`)] : []));
};
