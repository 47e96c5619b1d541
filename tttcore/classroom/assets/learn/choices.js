/* Controls of the page on which players learn: treatment, run and speed, and what is changed. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `chosen` is called with a setting, `refused` with a line about a value that can't be used. Returns {element, changes,
   show(setting)}. */
TTT.learnChoices = (studies, chosen, refused) => {
  const { choice, make } = TTT.dom;
  const { COMMON, RUNS, SPEEDS, START_SPEED, checked } = TTT.setting;
  let setting = null;

  const group = ({ key, name, treatments }) => make("optgroup", { label: name },
    ...treatments.map((one) => make("option", { value: `${key}/${one.key}` }, one.name)));
  const list = make("select", { onchange: () => choose(list.value) }, ...studies.map(group));
  const replicate = make("input", { type: "number", min: 0, max: COMMON.replicate.most, step: 1, inputmode: "numeric",
    onchange: () => typed("common", "replicate", "Run", COMMON.replicate, replicate) });
  const runs = choice("At once", RUNS.map((key) => [key, key === "1" ? "one run" : `${key} runs`]), () =>
    set("common", "runs", runs.value, RUNS[0]));
  const speed = choice("Speed", [], () => set("common", "speed", speed.value, START_SPEED));
  const changes = make("div", { class: "match-settings" });
  const element = make("div", { class: "match-settings" },
    make("label", {}, "Treatment ", list), make("label", {}, "Run ", replicate), runs.element, speed.element);

  function speedLabel(key, unit) {
    return key === "fastest" ? "as fast as it can" : `${key} ${unit}${key === "1" ? "" : "s"} a second`;
  }

  function choose(place) {
    const [named, key] = place.split("/");
    const study = studies.find((one) => one.key === named);
    const treatment = study.treatments.find((one) => one.key === key);
    chosen({ study, treatment, common: setting.common, changes: {}, ignored: [] });
  }

  /* Take a value into the setting, or out of it if it is the one that is held without it. */
  function set(side, key, value, held) {
    const { [key]: _, ...others } = setting[side];
    chosen({ ...setting, ignored: [], [side]: value === held ? others : { ...others, [key]: value } }, key === "speed");
  }

  function typed(side, key, label, field, input) {
    const value = checked(field, input.value);
    if (value === undefined) {
      const most = field.most.toLocaleString("en");
      refused(`${label}: ${input.value || "nothing"} can't be used; allowed: ${field.least} to ${most}`);
      show(setting);
    } else {
      set(side, key, value, field.held);
    }
  }

  /* What can be changed, by key; limits and what is held may depend on what is changed already. */
  const fields = () => TTT.views[setting.study.engine].changes(setting.treatment.recipe, setting.changes);

  /* A control of a change: its element, and a function that shows what is set. */
  function changeOf([key, field]) {
    const { label, options, step } = field;
    if (options) {
      const made = choice(label, [["", "as in the treatment"], ...options], () => set("changes", key, made.value, ""));
      return { element: made.element, tell: () => { made.value = setting.changes[key] ?? ""; } };
    }
    const input = make("input", { type: "number", step,
      onchange: () => typed("changes", key, label, fields()[key], input) });
    const tell = ({ [key]: { held, least, most } }) =>
      Object.assign(input, { min: least, max: most, value: setting.changes[key] ?? held });
    return { element: make("label", {}, `${label} `, input), tell };
  }

  let shown = null, controls = [];

  /* Show a setting in the controls; those of changes are made anew only for another treatment. */
  function show(next) {
    setting = next;
    const { common, study, treatment } = setting;
    list.value = `${study.key}/${treatment.key}`;
    replicate.value = common.replicate ?? COMMON.replicate.held;
    runs.value = common.runs ?? RUNS[0];
    if (treatment !== shown) {
      const { unit } = TTT.views[study.engine];
      shown = treatment;
      speed.fill(SPEEDS.map((key) => [key, speedLabel(key, unit)]));
      controls = Object.entries(fields()).map(changeOf);
      changes.replaceChildren(...controls.map(({ element: made }) => made));
    }
    speed.value = common.speed ?? START_SPEED;
    const now = fields();
    controls.forEach(({ tell }) => tell(now));
  }

  return { changes, element, show };
};
