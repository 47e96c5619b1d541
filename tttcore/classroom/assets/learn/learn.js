/* The page on which players learn before one's eyes: a treatment's run again, or with changes, step by step, beside
   what is stored of it. Its address follows what is set.

   What it asks of a view, in `TTT.views` by an engine's name, beside `changed`, a treatment's recipe with changes, and
   `changes`, what can be changed in it, given what is changed already:

     unit              what a step is called
     columns           of the table of steps: {name, head, of, write}, its name in files and for people, its value in a
                       report, undefined where there is none, and that in words
     named, says       name of a report's step, and the line about it
     outcome           what runs come to, a sentence from their histories and a setting
     question          of a setting, what one can guess beforehand, see guess.js
     finals            of a setting: columns {head, of, write} of the table of runs, `of` a history
     pictured          optional: {against: {options, held}}, opponents of which the picture shows one
     described         a recipe in a few sentences: the first, and the others
     fingerprint       of a history and a setting, see stored.js; `alike` says what two runs share whose fingerprints are the same
     show              makes {stage, side, begin(setting), draw(state)}: elements below the slider and beside it,
                       which show runs that begin, if need be, and a state {setting, histories, shown, report, isLast, guess}: all
                       runs, the number of the one that is shown in detail, its report that is looked at, whether that is
                       its last one, and what was guessed. A setting here has the changed `recipe`, and `isChanged`, too; `show` gets a
                       function by which it asks to be drawn, and one that takes a key of the address that a choice
                       changes, its value, and that of an address without it */
"use strict";

/* `place` is the part of the address that says what is set: {text, write(text)}. Returns follow(), which takes it up. */
TTT.learn = (element, data, place) => {
  const { make, choice } = TTT.dom;
  const { COMMON, START_SPEED, format, parse, taken } = TTT.setting;
  const BUDGET = 40, MILLISECONDS = 1000, MOST_AT_ONCE = 1000;
  const KEYS = { p: () => play(), ".": () => step(1), ",": () => step(-1), n: () => restart() };
  let setting = null, playing = false, at = null, due = 0, before = 0, isDirty = true;
  let view = null, pictures = null;

  const redraw = () => { isDirty = true; };
  const runs = TTT.runs(redraw, fail);
  const choices = TTT.learnChoices(data, apply);
  const guess = TTT.guess(redraw);
  const button = (text, onclick) => make("button", { type: "button", onclick }, text);
  const notice = make("p", { class: "learn-notice", role: "status" });
  const verdict = make("p", { class: "learn-verdict", role: "status" });
  const now = make("p", { class: "learn-now" });
  const run = button("Run", () => play());
  const back = button("Back", () => step(-1));
  const forward = button("Step", () => step(1));
  const again = button("Restart", () => restart());
  const scrub = make("input", { type: "range", min: 0, max: 0, value: 0,
    oninput: () => { pause(); at = Number(scrub.value); redraw(); } });
  const shown = choice("Shown in detail", [["0", ""]], () => {
    at = null;
    choose("detail", shown.value, "0");
  });
  const blocked = make("p", { class: "learn-blocked", role: "status" });
  const finals = make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Results of the runs" });
  const files = make("div", { class: "match-actions" },
    button("Save numbers (CSV)", () => TTT.downloads.csv(whole(), view.columns, runs.histories, first())),
    button("Save picture (PNG)", () => TTT.downloads.png(whole(), ...drawing(), runs.histories, first())));
  const drawing = () => [".learn-curves", ".learn-key"].map((name) => stage.querySelector(name));
  const [stage, side, keys] = ["div", "div", "p"].map((tag) => make(tag));
  const [heads, numbers, summary] = ["tr", "tbody", "summary"].map((tag) => make(tag));
  const region = make("div", { class: "wide tall", tabindex: 0, role: "region" },
    make("table", {}, make("thead", {}, heads), numbers));
  const table = make("details", { class: "learn-numbers", ontoggle: redraw }, summary, region);

  element.classList.add("match", "learn");
  element.addEventListener("change", redraw);
  element.replaceChildren(
    make("div", { class: "learn-settings" }, notice, choices.treatment, blocked,
      make("div", { class: "match-actions" }, run, back, forward, again, ...choices.pace, shown.element), guess.element,
      make("div", { class: "learn-folds" },
        make("details", {}, make("summary", {}, "Its rules"), choices.rules),
        make("details", { class: "learn-changes" }, make("summary", {}, "Change it"), choices.changes))),
    make("div", { class: "learn-stage" }, scrub, now, verdict, stage, files, table),
    make("div", { class: "match-side" }, side, finals,
      make("details", { class: "match-keys" }, make("summary", {}, "Keys"), keys)));

  /* Show what another engine's view has. */
  function look(next) {
    if (next === view) return;
    view = next;
    pictures = view.show(redraw, choose);
    const { columns, unit } = view;
    stage.replaceChildren(...pictures.stage);
    side.replaceChildren(...pictures.side);
    heads.replaceChildren(...columns.map(({ head }) => make("th", { scope: "col", class: "n" }, head)));
    summary.textContent = `Numbers by ${unit}`;
    region.setAttribute("aria-label", summary.textContent);
    scrub.setAttribute("aria-label", `${unit[0].toUpperCase()}${unit.slice(1)} shown`);
    keys.textContent = `P runs and pauses, full stop steps to the next ${unit}, comma back, N begins anew.`;
  }

  /* Take what is shown of the runs into the setting, or out of it if it is what is shown without it. */
  function choose(key, value, held) {
    apply({ ...setting, common: taken(setting.common, key, value, held) }, true);
  }

  /* Set what is run; `keeps` if only its speed or what is shown of it is another. */
  function apply(next, keeps = false) {
    setting = next;
    look(TTT.views[setting.study.engine]);
    choices.show(setting);
    place.write(format(setting));
    notice.textContent = setting.ignored.length
      ? `The address holds what can't be used, which is left out: ${setting.ignored.join(", ").slice(0, 200)}` : "";
    if (!keeps) restart();
    redraw();
  }

  const first = () => setting.common.replicate ?? COMMON.replicate.held;
  const number = () => Number(setting.common.runs ?? "1");
  const detail = () => Math.min(Number(setting.common.detail ?? "0"), number() - 1);
  const isBlocked = () => Boolean(element.querySelector("[aria-invalid=true]"));
  const recipe = () => view.changed(setting.treatment.recipe, setting.changes);
  const whole = () => {
    const own = recipe();
    return { ...setting, recipe: own, isChanged: TTT.setting.differ(own, setting.treatment.recipe) };
  };

  function restart() {
    const { study, treatment } = setting;
    const own = recipe();
    runs.begin(Array.from({ length: number() }, (_, k) => ({
      engine: study.engine, recipe: own, seed: data.seed, path: [study.key, treatment.key, first() + k],
    })));
    pause();
    at = null;
    verdict.textContent = "";
    finals.replaceChildren();
    shown.fill(Array.from({ length: number() }, (_, k) => [String(k), `run ${first() + k}`]));
    shown.value = String(detail());
    shown.element.hidden = number() === 1;
    pictures.begin?.(whole());
    redraw();
  }

  function play() {
    if (playing) return pause();
    if (isBlocked()) return undefined;
    if (runs.hasFailed || (runs.ended && lastShown())) restart();
    playing = true;
    at = null;
    due = 0;
    before = performance.now();
    redraw();
    return undefined;
  }

  function pause() {
    playing = false;
    redraw();
  }

  function fail(line) {
    pause();
    notice.textContent = `This run can't go on, by a fault of this page: ${line}`;
  }

  const current = () => runs.histories[detail()];
  const lastShown = () => at === null || at >= current().length - 1;

  function step(by) {
    pause();
    const last = current().length - 1;
    if (by > 0 && lastShown()) {
      at = null;
      runs.advance(1, MILLISECONDS);
    } else {
      at = Math.max(0, (at ?? last) + by);
    }
  }

  /* Ask for the steps that are due; more than a few at once are no longer seen. */
  function ask(time) {
    const speed = setting.common.speed ?? START_SPEED;
    if (speed === "fastest") {
      runs.advance(MOST_AT_ONCE, BUDGET);
      return;
    }
    due = Math.min(due + ((time - before) * Number(speed)) / MILLISECONDS, Number(speed));
    if (due >= 1 && runs.idle) {
      runs.advance(Math.floor(due), BUDGET);
      due -= Math.floor(due);
    }
  }

  function frame(time) {
    if (playing) ask(time);
    before = time;
    if (playing && runs.ended) pause();
    if (isDirty && current()?.length) draw();
    requestAnimationFrame(frame);
  }

  function draw() {
    isDirty = false;
    const reports = current();
    const place = Math.min(at ?? reports.length - 1, reports.length - 1);
    const report = reports[place];
    scrub.max = reports.length - 1;
    scrub.value = place;
    scrub.setAttribute("aria-valuetext", view.named(report));
    run.textContent = playing ? "Pause" : "Run";
    run.disabled = !playing && isBlocked();
    blocked.textContent = run.disabled ? "A field marked red can't be used. Mend it to run." : "";
    back.disabled = place === 0;
    forward.disabled = runs.ended && lastShown();
    now.textContent = view.says(report);
    const set = whole();
    if (runs.ended) guess.reveal(set);
    guess.show(set);
    pictures.draw({
      setting: set, histories: runs.histories, shown: detail(), report, isLast: lastShown(), guess: guess.of(set),
    });
    if (table.open) fill(reports);
    if (!runs.ended) return;
    verdict.replaceChildren(...TTT.learnVerdict(set, runs.histories, first()), guess.told(set, runs.histories));
    finals.replaceChildren(...(number() > 1 ? [TTT.finals(view.finals(set), runs.histories, first())] : []));
  }

  function fill(reports) {
    const cell = (value, write) => make("td", { class: "n" }, value === undefined ? "" : write(value));
    const row = (report) => make("tr", {}, ...view.columns.map(({ of, write }) => cell(of(report), write)));
    numbers.replaceChildren(...reports.map(row));
  }

  const follow = () => {
    const asked = place.text;
    const [story] = data.stories, [study] = data.studies, [treatment] = study.treatments;
    const found = parse(asked || story?.watch || "", data.studies);
    apply(found ?? { study, treatment, common: {}, changes: {}, ignored: asked ? ["its treatment"] : [] });
  };

  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = KEYS[event.key.toLowerCase()];
    if (act) {
      event.preventDefault();
      act();
    }
  });
  addEventListener("resize", redraw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  follow();
  requestAnimationFrame(frame);
  return follow;
};

/* One machine, or two side by side, each with its part of the address, between which a "+" stands. */
TTT.learnPage = (element, data) => {
  const { make } = TTT.dom;
  const BETWEEN = "+";
  const MOST = 2;
  const texts = () => location.hash.slice(1).split(BETWEEN).slice(0, MOST);
  const beside = make("button", { type: "button", onclick: toggle });
  const machines = make("div", { class: "learn-machines" });

  const placeOf = (at) => ({
    get text() { return texts()[at] ?? ""; },
    write(text) {
      history.replaceState(null, "", `#${Object.assign(texts(), { [at]: text }).join(BETWEEN)}`);
    },
  });

  /* Take up another address; the page is made anew for another number of machines. */
  function follow() {
    if (texts().length === follows.length) follows.forEach((each) => each());
    else location.reload();
  }

  function toggle() {
    const [first, second] = texts();
    location.hash = second === undefined ? [first, first].join(BETWEEN) : first;
  }

  const { length } = texts();
  beside.textContent = length === MOST ? "Watch one alone" : "Watch another beside it";
  machines.replaceChildren(...texts().map(() => make("div")));
  machines.classList.toggle("two", length === MOST);
  element.replaceChildren(machines, make("div", { class: "match-actions learn-beside" }, beside));
  const follows = [...machines.children].map((each, at) => TTT.learn(each, data, placeOf(at)));
  addEventListener("hashchange", follow);
};

{
  const data = JSON.parse(document.getElementById("data-learn").text), element = document.getElementById("learn");
  const left = [];
  /* True for treatments that the page has scripts for; others are told of below it. */
  const isOffered = (study) => ({ name, recipe }) => {
    const model = TTT.models[study.engine];
    const unknown = model ? model.unknown?.(recipe) ?? [] : [`engine: ${study.engine}`];
    if (unknown.length) left.push(`${name} of ${study.name} (${unknown.join(", ")})`);
    return !unknown.length;
  };
  const studies = data.studies
    .map((study) => ({ ...study, treatments: study.treatments.filter(isOffered(study)) }))
    .filter(({ treatments }) => treatments.length);
  if (left.length) {
    element.after(TTT.dom.make("p", { class: "learn-about" },
      `Left out, since this page has no script for what they name: ${left.join("; ")}.`));
  }
  const stories = data.stories.filter(({ watch }) => TTT.setting.parse(watch, studies));
  if (studies.length) TTT.learnPage(element, { ...data, studies, stories });
}
