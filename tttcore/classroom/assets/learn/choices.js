/* Controls of the page on which players learn: treatment, run and speed, and what is changed. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `stories` are named settings to begin with, {title, watch}; `chosen` is called with a setting. Returns {treatment, pace,
   rules, changes, show(setting)}: elements, `pace` being several. */
TTT.learnChoices = ({ studies, stories }, chosen) => {
  const { choice, make } = TTT.dom;
  const { COMMON, RUNS, SPEEDS, START_SPEED, checked, common, differ, format, parse, taken } = TTT.setting;
  let setting = null;

  const OWN = "";
  const named = ({ key, name, treatments }) => treatments.map((one) =>
    [`${key}/${one.key}`, one.name, `${name}${one.group && `: ${one.group}`}`]);
  const list = choice("", studies.flatMap(named), () => choose(list.value));
  const source = make("span");
  const story = choice("Begin with", [...stories.map(({ title, watch }) => [watch, title]), [OWN, "my own choice"]], () => {
    if (story.value !== OWN) chosen(parse(story.value, studies));
  });
  const replicate = TTT.numberField(COMMON.replicate.label, (number) =>
    set("common", "replicate", number, COMMON.replicate.held));
  const runs = choice("At once", RUNS.map((key) => [key, key === "1" ? "one run" : `${key} runs`]), () =>
    set("common", "runs", runs.value, RUNS[0]));
  const speed = choice("Speed", [], () => set("common", "speed", speed.value, START_SPEED));
  const changes = make("div", { class: "match-settings" });
  const restore = make("button", { type: "button", onclick: restored }, "Restore the treatment");
  const meanings = make("dl");
  const described = make("p", { class: "learn-described" });
  const rules = make("p", { class: "learn-rules" });
  list.element.prepend(source);
  story.element.hidden = !stories.length;
  const treatment = make("div", { class: "learn-treatment" }, story.element, list.element, described);
  const all = make("div", {}, changes,
    make("details", { class: "learn-meanings" }, make("summary", {}, "What these settings mean"), meanings));

  function speedLabel(key, unit) {
    return key === "fastest" ? "as fast as it can" : `${key} ${unit}${key === "1" ? "" : "s"} a second`;
  }

  function choose(place) {
    const [named, key] = place.split("/");
    const study = studies.find((one) => one.key === named);
    const treatment = study.treatments.find((one) => one.key === key);
    const known = common(study);
    const kept = Object.entries(setting.common).filter(([name, value]) =>
      name !== "detail" && name in known && checked(known[name], String(value)) !== undefined);
    chosen({ study, treatment, common: Object.fromEntries(kept), changes: {}, ignored: [] });
  }

  /* Take a value into the setting, or out of it if it is the one that is held without it. */
  function set(side, key, value, held) {
    chosen({ ...setting, ignored: [], [side]: taken(setting[side], key, value, held) }, key === "speed");
  }

  function restored() {
    shown = null;
    chosen({ ...setting, ignored: [], changes: {} });
    list.element.querySelector("select").focus();
  }

  /* What can be changed, by key; limits and what is held may depend on what is changed already. */
  const fields = () => TTT.views[setting.study.engine].changes(setting.treatment.recipe, setting.changes);

  /* A control of a change: its element, and a function that shows what is set. */
  function changeOf([key, field]) {
    if (field.options) return optionOf(key, field);
    const made = TTT.numberField(field.label, (number) => set("changes", key, number, fields()[key].held));
    return {
      element: made.element, tell: ({ [key]: now }) => made.show(now, setting.changes[key] ?? now.held),
    };
  }

  /* A list of options, of which the treatment's stands for no change; `own` is its name if it is none of them. */
  function optionOf(key, { label, options, own }) {
    const { study, treatment: { recipe } } = setting;
    const isHeld = ([each]) => !differ(TTT.views[study.engine].changed(recipe, { [key]: each }), recipe);
    const held = options.find(isHeld) ?? ["", own];
    const offered = options.includes(held) ? options : [held, ...options];
    const made = choice(label, offered, () => set("changes", key, made.value, held[0]));
    const note = make("span", { class: "learn-note" });
    made.element.append(note);
    const tell = () => {
      made.value = setting.changes[key] ?? held[0];
      note.textContent = made.value === held[0] ? "" : `In the treatment: ${held[1]}`;
    };
    return { element: made.element, tell };
  }

  let shown = null, controls = [];

  /* Show a setting in the controls; those of changes are made anew only for another treatment. */
  function show(next) {
    setting = next;
    const { common: held, study, treatment } = setting;
    list.value = `${study.key}/${treatment.key}`;
    story.value = stories.find(({ watch }) => format(parse(watch, studies)) === format(setting))?.watch ?? OWN;
    source.textContent = `Treatment of ${study.name} `;
    replicate.show(COMMON.replicate, held.replicate ?? COMMON.replicate.held);
    restore.hidden = !Object.keys(setting.changes).length;
    runs.value = held.runs ?? RUNS[0];
    if (treatment !== shown) {
      const { unit } = TTT.views[study.engine];
      shown = treatment;
      speed.fill(SPEEDS.map((key) => [key, speedLabel(key, unit)]));
      controls = Object.entries(fields()).map(changeOf);
      changes.replaceChildren(replicate.element, ...controls.map(({ element }) => element), restore);
      meanings.replaceChildren(...[COMMON.replicate, ...Object.values(fields())].flatMap(({ label, about }) =>
        [make("dt", {}, label), make("dd", {}, about)]));
    }
    speed.value = held.speed ?? START_SPEED;
    const { changed, described: words } = TTT.views[study.engine];
    const [first, others] = words(changed(treatment.recipe, setting.changes));
    described.replaceChildren(make("strong", {}, "Press Run"), `: ${first[0].toLowerCase()}${first.slice(1)}`);
    rules.textContent = others;
    const now = fields();
    controls.forEach(({ tell }) => tell(now));
  }

  return { changes: all, pace: [speed.element, runs.element], rules, show, treatment };
};
