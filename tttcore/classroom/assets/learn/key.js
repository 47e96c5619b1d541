/* What the lines of a picture are. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.key = (() => {
  const { make } = TTT.dom;
  const { several } = TTT.words;

  /* Fill a list with texts, each behind samples of its lines: names of colours, with "dashed", "band" or "faint". */
  function tell(list, lines) {
    const line = (name) => make("span", { class: `learn-line ${name}`, "aria-hidden": "true" });
    list.replaceChildren(...lines.map(([names, text]) => make("li", {}, ...[names].flat().map(line), text)));
  }

  /* The stored runs, which a run with changes need not resemble: what is drawn of several, and of one `alone`. */
  function stored({ treatment, isChanged }, many, alone, drawn = ["stored"]) {
    const [samples, runs, text] = treatment.stored_runs === 1 ? [drawn, "the stored run", alone]
      : [[...drawn, "stored band"], several(treatment.stored_runs, "stored run"), many];
    return [samples, isChanged ? `treatment as stored, without your changes: ${runs}, ${text}` : `${runs}: ${text}`];
  }

  /* The runs beside the one that is shown in detail, if there are any. */
  function others({ common }, sample, text) {
    const number = Number(common.runs ?? "1") - 1;
    return number ? [[sample, `the ${number} other runs: ${text}`]] : [];
  }

  /* The guess of whoever watches, if there is one. */
  const guessed = ({ value }) => (value === null ? [] : [["guess", "your guess"]]);

  /* The line at the step that is looked at, if that isn't the last one of a run. */
  const looked = (isLast, unit) => (isLast ? [] : [["at", `the ${unit} that is shown`]]);

  return { guessed, looked, others, stored, tell };
})();
