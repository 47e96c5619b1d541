/* What comes of runs in words: that they end as the stored ones do. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Children of the line about finished runs of a setting, from run number `first`. */
TTT.learnVerdict = (setting, histories, first) => {
  const { study, treatment, isChanged } = setting;
  const { make } = TTT.dom;
  const { alike, fingerprint, outcome: outcomeOf } = TTT.views[study.engine];
  const found = histories.map((reports, k) => ({
    own: fingerprint(reports, setting), stored: TTT.stored.ofReplicate(treatment, first + k),
  }));
  const outcome = `${outcomeOf(histories, setting)} `;
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
  const whose = found.length === 1 ? "This is the stored run again" : all ? `These are the ${checked.length} stored runs again`
    : `${checked.length} of them are held here, and are as the stored runs`;
  return [sign("✓", "same"), outcome, `${whose}: ${alike}.`];
};
