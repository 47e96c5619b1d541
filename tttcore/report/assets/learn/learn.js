/* The page that evolves populations before one's eyes: a treatment's run again, or with changes, generation by
   generation, beside what is stored of it. Its address follows what is set. */
"use strict";

TTT.learn = (element, data) => {
  const { make, choice } = TTT.dom;
  const { COMMON, START_SPEED, changed, format, parse } = TTT.setting;
  const BUDGET = 40, MILLISECONDS = 1000, MOST_AT_ONCE = 1000;
  const COLUMNS = ["Generation", "Best", "Mean", "Different genomes"];
  const KEYS = { p: () => play(), ".": () => step(1), ",": () => step(-1), n: () => restart() };
  let setting = null, playing = false, at = null, due = 0, before = 0, isDirty = true, detail = 0;

  const runs = TTT.runs(() => { isDirty = true; });
  const choices = TTT.learnChoices(data.studies, apply, (line) => { notice.textContent = line; });
  const button = (text, onclick) => make("button", { type: "button", onclick }, text);
  const notice = make("p", { class: "learn-notice", role: "status" });
  const verdict = make("p", { class: "learn-verdict", role: "status" });
  const now = make("p", { class: "learn-now" });
  const canvas = (name, label) => make("canvas", { class: `learn-${name}`, role: "img", "aria-label": label });
  const curves = canvas("curves", "Share of games lost by generation");
  const alleles = canvas("alleles", "How common each cell is in each state");
  const boards = make("div", { class: "learn-boards" });
  const run = button("Run", () => play());
  const back = button("Back", () => step(-1));
  const forward = button("Step", () => step(1));
  const again = button("From the beginning", () => restart());
  const scrub = make("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Generation shown",
    oninput: () => { pause(); at = Number(scrub.value); isDirty = true; } });
  const shown = choice("Shown in detail", [["0", ""]], () => {
    detail = Number(shown.value);
    at = null;
    isDirty = true;
  });
  const key = make("ul", { class: "learn-key" });
  const numbers = make("tbody");
  const table = make("details", { ontoggle: () => { isDirty = true; } }, make("summary", {}, "Numbers by generation"),
    make("div", { class: "wide tall", tabindex: 0, role: "region", "aria-label": "Numbers by generation" },
      make("table", {}, make("thead", {}, make("tr", {}, ...COLUMNS.map((text) =>
        make("th", { scope: "col", class: "n" }, text)))), numbers)));

  element.classList.add("match", "learn");
  element.replaceChildren(
    make("div", { class: "learn-stage" },
      make("div", { class: "match-actions" }, run, back, forward, again, shown.element), scrub, now, verdict,
      make("figure", {}, curves, key,
        make("figcaption", {}, "Share of games lost over every line of play: less is better.")),
      make("figure", {}, alleles, make("figcaption", {}, "The population's alleles: a column for each state up to " +
        "symmetry, in order of marks on the board, a row for each cell; the stronger its colour, the more organisms mark it.")),
      table),
    make("div", { class: "match-side" }, notice, choices.element,
      make("details", { class: "learn-changes" }, make("summary", {}, "Change it"), choices.changes),
      make("h2", {}, "The best organism"), boards,
      make("details", { class: "match-keys" }, make("summary", {}, "Keys"), make("p", {}, "P runs and pauses, full stop " +
        "steps to the next generation, comma back, N begins anew."))));

  /* Set what is run; `keeps` if only its speed is another. */
  function apply(next, keeps = false) {
    setting = next;
    choices.show(setting);
    history.replaceState(null, "", format(setting));
    notice.textContent = setting.ignored.length
      ? `The address holds what can't be used, which is left out: ${setting.ignored.join(", ").slice(0, 80)}` : "";
    if (!keeps) restart();
  }

  const first = () => setting.common.replicate ?? COMMON.replicate.held;
  const number = () => Number(setting.common.runs ?? "1");
  const recipe = () => changed(setting.treatment.recipe, setting.changes);
  const isChanged = () => TTT.setting.differ(recipe(), setting.treatment.recipe);

  function restart() {
    const own = recipe();
    runs.begin(Array.from({ length: number() }, (_, k) => ({
      recipe: own, seed: data.seed, path: [setting.study.key, setting.treatment.key, first() + k],
    })));
    pause();
    at = null;
    detail = 0;
    verdict.textContent = "";
    shown.fill(Array.from({ length: number() }, (_, k) => [String(k), `run ${first() + k}`]));
    shown.element.hidden = number() === 1;
    TTT.learnKey(key, setting);
    isDirty = true;
  }

  function play() {
    if (playing) return pause();
    if (runs.ended && lastShown()) restart();
    playing = true;
    at = null;
    due = 0;
    before = performance.now();
    isDirty = true;
    return undefined;
  }

  function pause() {
    playing = false;
    isDirty = true;
  }

  const current = () => runs.histories[detail];
  const lastShown = () => at === null || at >= current().reports.length - 1;

  function step(by) {
    pause();
    const last = current().reports.length - 1;
    if (by > 0 && lastShown()) {
      at = null;
      runs.advance(1, MILLISECONDS);
    } else {
      at = Math.max(0, (at ?? last) + by);
    }
  }

  /* Ask for the generations that are due; more than a few at once are no longer seen. */
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
    if (isDirty && current()?.reports.length) draw();
    requestAnimationFrame(frame);
  }

  function draw() {
    isDirty = false;
    const { reports } = current();
    const place = Math.min(at ?? reports.length - 1, reports.length - 1);
    const report = reports[place];
    const { treatment } = setting;
    scrub.max = reports.length - 1;
    scrub.value = place;
    scrub.setAttribute("aria-valuetext", `generation ${report.generation}`);
    run.textContent = playing ? "Pause" : "Run";
    back.disabled = place === 0;
    forward.disabled = runs.ended && lastShown();
    now.textContent = `Generation ${report.generation}: the best loses ${percent(report.best)} of its games, the ` +
      `mean ${percent(report.mean)}; ${report.distinct.toLocaleString("en")} different genomes.`;
    TTT.pictures.courses(curves, {
      live: runs.histories, shown: detail, published: treatment.published, stored: treatment.courses,
      at: lastShown() ? null : report.generation,
    });
    TTT.pictures.alleles(alleles, report.shares);
    TTT.bestPlayer.show(report.champion, treatment.recipe.seat, boards);
    if (table.open) fill(reports);
    if (runs.ended) verdict.replaceChildren(...TTT.learnVerdict(setting, runs.histories, first(), isChanged()));
  }

  const percent = (share) => `${(100 * share).toFixed(2)}%`;

  function fill(reports) {
    const cell = (value) => make("td", { class: "n" }, String(value));
    numbers.replaceChildren(...reports.map(({ generation, best, mean, distinct }) =>
      make("tr", {}, ...[generation, percent(best), percent(mean), distinct.toLocaleString("en")].map(cell))));
  }

  const follow = () => {
    const asked = location.hash.slice(1);
    const found = parse(asked, data.studies);
    const [study] = data.studies, [treatment] = study.treatments;
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
  addEventListener("hashchange", follow);
  addEventListener("resize", () => { isDirty = true; });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { isDirty = true; });
  follow();
  requestAnimationFrame(frame);
};

{
  const data = JSON.parse(document.getElementById("data-learn").text);
  if (data.studies.length) TTT.learn(document.getElementById("learn"), data);
}
