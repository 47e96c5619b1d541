/* What is run on the page: a treatment, the numbers of its runs, and what is changed in its recipe; and the part of the
   page's address that says so. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.setting = (() => {
  const MOST_REPLICATE = 999999;
  const SPEEDS = ["1", "2", "5", "20", "fastest"];
  const START_SPEED = "2";
  const RUNS = ["1", "10"];
  /* A number that can be changed, its meaning, what it is without a change, and its limits. */
  const number = (label, about, held, least, most, step) => ({ label, about, held, least, most, step });

  /* Values that are given, of some by name. */
  const given = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

  /* Values with one more, or without the one that is held if none is given. */
  function taken(values, key, value, held) {
    const { [key]: _, ...others } = values;
    return value === held ? others : { ...others, [key]: value };
  }

  /* Text of a value that an address may hold, checked: undefined if it may not be. */
  function checked({ options, least, most, step }, text) {
    if (options) return options.some(([key]) => key === text) ? text : undefined;
    if (!/^\d{1,8}(\.\d{1,6})?$/.test(text)) return undefined;
    const value = Number(text);
    const isWhole = step < 1 || Number.isInteger(value);
    return isWhole && value >= least && value <= most ? value : undefined;
  }

  /* What a value may be, in words. */
  function limits({ options, least, most, step }) {
    if (options) return options.map(([key]) => key).join(", ");
    return `${step < 1 ? "" : "whole numbers "}from ${least} to ${most.toLocaleString("en")}`.trim();
  }

  const COMMON = {
    replicate: number("Run number", "Number of the first run, which names its random numbers.", 0, 0, MOST_REPLICATE, 1),
    runs: { options: RUNS.map((key) => [key]) },
    speed: { options: SPEEDS.map((key) => [key]) },
    detail: { options: Array.from({ length: Math.max(...RUNS) }, (_, place) => [String(place)]) },
  };

  /* What an address may hold of every treatment of a study: where its picture can show one of several, which. */
  const common = ({ engine }) => ({ ...COMMON, ...TTT.views[engine].pictured });

  /* {study, treatment, common, changes, ignored} of an address without its "#"; `ignored` says what couldn't be used.
     */
  function parse(text, studies) {
    const [place, query = ""] = text.split("?");
    const [named, key] = place.split("/");
    const study = studies.find((one) => one.key === named);
    const treatment = study?.treatments.find((one) => one.key === key);
    if (!treatment) return null;
    const found = { study, treatment, common: {}, changes: {}, ignored: [] };
    for (const [name, value] of new URLSearchParams(query)) {
      const known = TTT.views[study.engine].changes(treatment.recipe, found.changes);
      const side = Object.hasOwn(common(study), name) ? ["common", common(study)[name]] : Object.hasOwn(known, name)
        ? ["changes", known[name]] : null;
      const read = side ? checked(side[1], value) : undefined;
      if (read === undefined) found.ignored.push(side ? `${name} (allowed: ${limits(side[1])})` : name);
      else found[side[0]][name] = read;
    }
    return found;
  }

  /* "study/treatment?key=value&…" */
  function format({ study, treatment, common, changes: own }) {
    const pairs = Object.entries({ ...common, ...own }).map(([key, value]) => `${key}=${value}`);
    return `${study.key}/${treatment.key}${pairs.length ? "?" : ""}${pairs.join("&")}`;
  }

  /* True if two recipes are not the same, in whatever order their keys are. */
  function differ(one, other) {
    if (typeof one !== "object" || one === null || other === null) return one !== other;
    const keys = Object.keys(one);
    return keys.length !== Object.keys(other).length || keys.some((key) => differ(one[key], other[key]));
  }

  return { COMMON, RUNS, SPEEDS, START_SPEED, checked, common, differ, format, given, limits, number, parse, taken };
})();
