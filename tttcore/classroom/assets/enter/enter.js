/* The page on which a player is entered: its rules in an order, or its program; how good it is, and a table to hand in. */
"use strict";

TTT.enter = (element, { players }) => {
  const { make, save } = TTT.dom;
  const { counted, ordinal, percent, several } = TTT.words;
  const { RULES, cellsBy } = TTT.rules;
  const { OPEN, POLICIES, against, blunders, met, neverLoses, player, signs, strength, table } = TTT.exact;
  const { free, seatOf, tables: { boards } } = TTT.classic;
  const OPPONENTS = { random: "random moves", careful: "careful moves", perfect: "perfect play" };
  const SEATS = ["X", "O"];
  const RESULTS = { "-1": "loses", 0: "draws", 1: "wins" }, KEPT = { 0: "would draw", 1: "would win" };
  const FIRST = ["corner", "win", "block"];
  const SHOWN = 3;
  let order = [...FIRST];

  const button = (text, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, text);
  const list = make("ol", { class: "enter-rules" });
  const others = make("div", { class: "match-actions" });
  const code = make("textarea", { rows: 12, spellcheck: "false", "aria-label": "Program" });
  code.value = TTT.program.FIRST;
  const fault = make("p", { class: "learn-blocked", role: "status" });
  const told = make("div", { role: "status" }), whose = make("h2");
  const name = make("input", { type: "text", maxlength: 40, pattern: "[A-Za-z0-9_\\-]+", title: "letters, digits, _ and -", required: "" });
  const text = make("textarea", { rows: 4, readonly: "", "aria-label": "Table to hand in" });

  function rule(key, at) {
    const [title] = RULES.get(key);
    const item = make("li", { "data-rule": key },
      make("span", { class: "enter-handle", "aria-hidden": "true", onpointerdown: (event) => drag(event, item) }, "⠿"),
      make("span", {}, title),
      button("↑", () => shift(at, -1), { "aria-label": `Up: ${title}` }),
      button("↓", () => shift(at, 1), { "aria-label": `Down: ${title}` }),
      button("×", () => { order = order.filter((each) => each !== key); begin(); }, { "aria-label": `Leave out: ${title}` }));
    return item;
  }

  function shift(at, by) {
    const to = at + by;
    if (to < 0 || to >= order.length) return;
    [order[at], order[to]] = [order[to], order[at]];
    begin();
    list.children[to].querySelectorAll("button")[by < 0 ? 0 : 1].focus();
  }

  /* Follow a finger or a mouse: a rule changes places with the one that it is drawn over. */
  function drag(event, item) {
    event.preventDefault();
    const move = ({ clientY }) => {
      const over = [...list.querySelectorAll("[data-rule]")].find((each) => {
        const { top, bottom } = each.getBoundingClientRect();
        return each !== item && top <= clientY && clientY <= bottom;
      });
      if (!over) return;
      if (over.compareDocumentPosition(item) & Node.DOCUMENT_POSITION_FOLLOWING) over.before(item);
      else over.after(item);
    };
    const end = () => {
      removeEventListener("pointermove", move);
      order = [...list.querySelectorAll("[data-rule]")].map((each) => each.dataset.rule);
      begin();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end, { once: true });
    addEventListener("pointercancel", end, { once: true });
  }

  /* Take up the rules as they stand. */
  function begin() {
    list.replaceChildren(...order.map(rule), make("li", { class: "quiet" }, "else any free cell"));
    others.replaceChildren(...[...RULES].filter(([key]) => !order.includes(key)).map(([key, [title]]) =>
      button(`+ ${title}`, () => { order.push(key); begin(); })));
    fault.textContent = "";
    judge(player((position) => cellsBy(order, position)), "Your rules");
  }

  async function ask() {
    try {
      const answers = await TTT.program.ask(code.value, OPEN);
      const given = new Map(OPEN.map((position, at) => [position, answers[at]]));
      const isLegal = (position) => free(position).includes(given.get(position));
      const asked = player((position) => (isLegal(position) ? [given.get(position)] : []));
      const wrong = met(asked).map(({ position }) => position).find((position) => !isLegal(position));
      judge(asked, "Your program");
      fault.textContent = wrong === undefined ? "" : `On ${signs(wrong)} it answers ` +
        `${JSON.stringify(given.get(wrong))}, which is no free cell from 0 to 8: it loses there.`;
    } catch (error) {
      fault.textContent = `The program can't be asked: ${error.message}.`;
      told.replaceChildren(make("p", {}, "Nothing is known of your program."));
      text.value = "";
      whose.textContent = "Your program";
    }
  }

  function judge(own, name) {
    whose.textContent = `${name}: how good`;
    const seats = SEATS.map((seat, at) => [seat, neverLoses(own, at), POLICIES.map((each) => against(each, own, at))]);
    const worth = strength(own);
    const better = players.filter((one) => one.strength > worth + 1e-9).length;
    const all = seats.every(([, isSafe]) => isSafe);
    const next = players[better - 1];
    const mistakes = blunders(own);
    told.replaceChildren(
      make("p", { class: "lead" }, all ? "It never loses." : seats.some(([, isSafe]) => isSafe)
        ? `It never loses as ${seats.find(([, isSafe]) => isSafe)[0][0]}, but can lose as ${seats.find(([, isSafe]) => !isSafe)[0][0]}.`
        : "It can lose in both seats."),
      make("p", {}, `Strength ${percent(worth)}: points against random and careful moves, 0% for as many as random moves get, 100% for as ` +
        `many as a perfect player that draws among its best moves; a good choice among these gets more. It would be ` +
        `${ordinal(better + 1)} of ${counted(players.length + 1)}, with all stored players.${next ? ` Next above it: ${next.name} (${percent(next.strength)}).` : ""}`),
      results(seats), make("p", { class: "quiet" }, "X moves first. Careful moves win or block, else they are random."),
      make("h3", {}, mistakes.length ? `What to improve first, of ${several(mistakes.length, "blunder")} against perfect play` : "No blunders"),
      make("div", { class: "learn-boards" }, ...mistakes.slice(0, SHOWN).map(blunder)));
    text.value = table(own);
  }

  function results(seats) {
    const cells = (ends) => ends.map((share) => make("td", { class: "n" }, percent(share)));
    const rows = seats.flatMap(([seat, , found]) => POLICIES.map((each, at) => make("tr", {},
      make("th", { scope: "row" }, seat), make("td", {}, OPPONENTS[each]), ...cells(found[at]))));
    const heads = ["As", "Against", "Wins", "Draws", "Loses"].map((head) => make("th", { scope: "col" }, head));
    return make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Exact results" },
      make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)));
  }

  function blunder({ position, cell, kept, best, lost }) {
    const moves = [cell, ...kept].map((to) =>
      ({ from: to, to, number: to === cell ? "✗" : "✓", share: to === cell ? 0 : 1, isChosen: to === cell }));
    return TTT.boardPicture({ board: boards[position], moves, caption: `${"XO"[seatOf[position]]} marks ${cell + 1} and ` +
      `${RESULTS[lost]}; ${kept.map((each) => each + 1).join(" or ")} ${KEPT[best]}` });
  }

  function hand(event) {
    event.preventDefault();
    save(new Blob([text.value], { type: "application/json" }), `${name.value}.json`);
  }

  element.classList.add("match", "enter");
  element.replaceChildren(
    make("div", {}, make("h2", {}, "Its rules"),
      make("p", {}, "The first rule that fits decides; of several cells it draws one. Change their order, leave some out, take others."),
      list, others,
      make("details", { class: "enter-program" }, make("summary", {}, "Or write a program"),
        make("p", {}, "In JavaScript. It is asked once on each board; cells count from 0, as programs do."),
        code, make("div", { class: "match-actions" }, button("Ask it", ask)), fault)),
    make("div", { class: "match-side" }, whose, told,
      make("h2", {}, "Hand it in"),
      make("form", { class: "match-actions", onsubmit: hand }, make("label", {}, "Name (letters, digits, _ and -) ", name),
        make("button", { type: "submit" }, "Save as a file"),
        button("Copy", () => navigator.clipboard?.writeText(text.value))),
      make("details", {}, make("summary", {}, "The table"), text)));
  begin();
};

TTT.enter(document.getElementById("enter"), JSON.parse(document.getElementById("data-enter").text));
