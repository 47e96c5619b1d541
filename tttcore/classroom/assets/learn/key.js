/* What the lines of a picture are. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.key = (() => {
  const { make } = TTT.dom;
  const { several } = TTT.words;

  /* Fill a list with names of colours and texts. */
  function tell(list, lines) {
    const line = (name) => make("span", { class: `learn-line ${name}`, "aria-hidden": "true" });
    list.replaceChildren(...lines.map(([name, text]) => make("li", {}, line(name), text)));
  }

  /* The stored runs, which a run with changes need not resemble: what is drawn of several, and of one `alone`. */
  function stored({ treatment, isChanged }, many, alone) {
    const [runs, text] = treatment.stored_runs === 1 ? ["the stored run", alone]
      : [several(treatment.stored_runs, "stored run"), many];
    return ["stored", isChanged ? `treatment as stored, without your changes: ${runs}, ${text}` : `${runs}: ${text}`];
  }

  /* The runs beside the one that is shown in detail, if there are any. */
  function others({ common }, colour, text) {
    const number = Number(common.runs ?? "1") - 1;
    return number ? [[`${colour} faint`, `the ${number} other runs: ${text}`]] : [];
  }

  /* The line at the step that is looked at, if that isn't the last one of a run. */
  const looked = (isLast, unit) => (isLast ? [] : [["at", `the ${unit} that is shown`]]);

  return { looked, others, stored, tell };
})();
