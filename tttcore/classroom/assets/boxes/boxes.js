/* Matchboxes that a person trains by playing against them: Hexapawn and 3x3, every box in sight. `machines` are {name, recipe,
   printed}, the last the file of boxes to build from paper, if there is one. */
"use strict";

TTT.boxes = (element, { machines, seed }) => {
  const { choice, make } = TTT.dom;
  const { percent, several } = TTT.words;
  const { POLICIES } = TTT.gameGraph;
  const { RESIGNED, Run, SIGNS: RESULTS, prepare } = TTT.models.matchboxes;
  const { SYMMETRIES } = TTT.classic;
  const EDGE = 3, CELLS = EDGE * EDGE, LOST = 2, FEW = 24, QUICK = 20;
  const KINDS = ["won", "drawn", "lost", "lost"];
  const SIGNS = { hexapawn: ["", "○", "●"], "3x3": ["", "X", "O"] };
  const GAMES = { hexapawn: "Hexapawn", "3x3": "Tic-tac-toe" };
  const MIRRORED = [SYMMETRIES[0], SYMMETRIES[4]]; // as it is, and left for right
  const TRAINERS = { random: "random moves", careful: "careful moves", perfect: "perfect play", person: "a simulated person" };
  let run = null, recipe = null, sessions = 0;
  let board = "", node = 0, drawn = [], held = null, over = "", past = [];

  const button = (text, onclick) => make("button", { type: "button", onclick }, text);
  const game = choice("Game", machines.map(({ name, recipe: { game: key } }, at) => [String(at), `${GAMES[key]}: ${name}`]), start);
  const trainer = choice("against", Object.entries(TRAINERS), () => {});
  const places = SYMMETRIES[0].map((cell) => make("button", { type: "button", class: "place", "data-number": cell + 1, onclick: () => touch(cell) }));
  const [status, chances, rules] = ["p", "p", "p"].map((tag) => make(tag));
  const results = make("ol", { class: "boxes-games", "aria-label": "Games of the machine in turn" });
  const opened = make("div", { class: "learn-boards" }), every = make("div", { class: "learn-boards" });
  const counts = make("summary");
  const all = make("details", { ontoggle: () => draw() }, counts, every);
  const paper = make("a", {}, "Boxes to build from paper");
  status.setAttribute("role", "status");
  status.className = "match-status";

  const isPawns = () => recipe.game === "hexapawn";
  const ownTurn = () => run.isOwn[node];

  function start() {
    const { printed, recipe: own } = machines[Number(game.value)];
    recipe = own;
    paper.hidden = !printed;
    paper.href = printed;
    reset();
    told();
    all.open = nodes().length <= FEW;
  }

  /* A machine with its first beads. */
  function reset() {
    run = new Run(prepare(recipe), new TTT.streams.Stream(seed, ["boxes", game.value, Date.now() % 2 ** 31, sessions++]));
    past = [];
    begin();
  }

  function begin() {
    [board, node, drawn, held, over] = [isPawns() ? "222000111" : "0".repeat(CELLS), 0, [], null, ""];
    reply();
  }

  /* Permutation p by which the board of a node shows the board in play: a cell c of it is the cell p[c] here. */
  const view = () => (isPawns() ? MIRRORED : SYMMETRIES).find((seen) =>
    seen.map((cell) => board[cell]).join("") === run.graph.boards[node]);

  const here = (moves) => moves.map(({ from, to, node: after }) => ({ from: view()[from], to: view()[to], after }));

  function advance({ from, to, after }) {
    const cells = [...board];
    cells[to] = "12"[run.graph.seats[node]];
    if (from !== to) cells[from] = "0";
    board = cells.join("");
    node = after;
  }

  /* The machine's moves as far as it is its turn. */
  function reply() {
    while (run.graph.results[node] === null && ownTurn()) {
      const moves = here(run.moves[node]);
      const bead = run.hasBox[node] ? run.open(node) : 0;
      if (bead === null) return end(RESIGNED);
      if (run.hasBox[node]) drawn.push({ node, bead, change: 0 });
      advance(moves[bead]);
    }
    return run.graph.results[node] === null ? draw() : end(run.resultAt(node));
  }

  function end(result) {
    run.finish({ result, drawn });
    past.push(KINDS[result]);
    const isStuck = isPawns() && result === LOST && !board.slice(0, EDGE).includes("1");
    over = { 0: "The machine has won.", 1: "A draw.", 2: isStuck ? "Black has no move: you have won." : "You have won.", 3: "Its box is empty: it resigns, and you have won." }[result];
    const change = drawn.reduce((sum, one) => sum + one.change, 0);
    over += change ? ` Its boxes have ${several(Math.abs(change), "bead")} ${change > 0 ? "more" : "fewer"}.` : " Its beads stay as they are.";
    draw();
  }

  const options = () => (over || ownTurn() ? [] : here(run.graph.moves[node]));

  /* A mark, or first a pawn and then where it goes. */
  function touch(cell) {
    const moves = options();
    const move = moves.find(({ from, to }) => to === cell && (from === to || from === held));
    if (move) {
      held = null;
      advance(move);
      reply();
    } else {
      held = moves.some(({ from, to }) => from === cell && from !== to) && held !== cell ? cell : null;
      draw();
    }
  }

  function quickly() {
    const opponent = trainer.value === "person" ? recipe.opponent
      : { ...Object.fromEntries(POLICIES.map((name) => [name, Number(name === trainer.value)])), drawn_by: "game" };
    run.meet(opponent);
    for (let played = 0; played < QUICK; played++) past.push(KINDS[RESULTS.indexOf(run.next().result)]);
    begin();
  }

  function box(node, caption, { bead, change = 0 } = {}) {
    const beads = run.held(node), by = change ? `${change > 0 ? "+" : "−"}${Math.abs(change)}` : "";
    return TTT.boxPicture(run, { node, beads, bead }, [caption, by, beads.some(Boolean) ? "" : "empty"].filter(Boolean).join(", "));
  }

  const nodes = () => [...run.hasBox.keys()].filter((at) => run.hasBox[at]);

  function draw() {
    const moves = options(), signs = SIGNS[recipe.game];
    places.forEach((place, cell) => {
      const sign = signs[Number(board[cell])];
      const isTarget = moves.some(({ from, to }) => to === cell && (from === to || from === held));
      const canLift = moves.some(({ from, to }) => from === cell && from !== to);
      place.textContent = sign;
      place.dataset.sign = isPawns() ? "" : sign;
      place.setAttribute("aria-disabled", String(!isTarget && !canLift));
      place.setAttribute("aria-pressed", String(held === cell));
      place.setAttribute("aria-label", `Cell ${cell + 1}: ${sign || "free"}${isTarget ? ", you can go here" : ""}`);
      place.classList.toggle("line", held === cell || (isTarget && isPawns()));
    });
    status.textContent = over || (isPawns() && held === null ? "Your turn: choose a white pawn." : isPawns() ? "Choose where it goes." : "Your turn.");
    const [won, drew, lost, resigned] = run.counts;
    const chance = percent(run.evaluate()[LOST + (LOST + 1) * POLICIES.indexOf("perfect")]);
    chances.textContent = run.game ? `The machine has played ${several(run.game, "game")}: ${won} won, ${isPawns() ? "" : `${drew} drawn, `}` +
      `${lost + resigned} lost. Against perfect play it now loses ${chance} of its games.`
      : `Untrained, it loses ${chance} of its games against perfect play.`;
    results.replaceChildren(...past.slice(-100).map((kind) => make("li", { class: kind, "aria-label": kind })));
    opened.replaceChildren(...drawn.map((one, turn) => box(one.node, `turn ${turn + 1}`, one)));
    const shown = nodes();
    counts.textContent = `All ${shown.length} boxes`;
    if (all.open) every.replaceChildren(...shown.map((at) => box(at, "")));
  }

  function told() {
    const by = (change) => change.map((each) => `${each > 0 ? "+" : each < 0 ? "−" : ""}${Math.abs(each)}`).join(", ");
    const { win, draw: drawn_, loss, learns } = recipe;
    rules.textContent = `${isPawns() ? "Pawns move a cell straight ahead or take diagonally. Who reaches the other side, or leaves the other without a move, wins. You are white and begin. " : "The machine is X and begins. "}` +
      `Every board has a box with beads for its moves; the machine draws one. After a game ${learns === "all" ? "the beads of all its moves change" : "the bead of its last move changes"}: win ${by(win)}` +
      `${isPawns() ? "" : `, draw ${by(drawn_)}`}, loss ${by(loss)}. Boards that are ${isPawns() ? "" : "turned or "}mirrored share a box. An empty box ${recipe.empty === "refilled" ? "is filled again" : "resigns"}.`;
  }

  element.classList.add("match", "boxes-page");
  element.replaceChildren(
    make("div", { class: "boxes-rules" }, game.element, rules),
    make("div", { class: "match-stage" }, status, make("div", { class: "match-board classic", role: "group", "aria-label": "Board" }, ...places),
      make("div", { class: "match-actions" }, button("New game", begin), button("First beads again", reset)),
      make("div", { class: "match-actions" }, button(`Play ${QUICK} quickly`, quickly), trainer.element),
      chances, results, make("p", { class: "quiet" }, "One bar a game: dark, the machine has won; grey, a draw; orange, it has lost.")),
    make("div", { class: "match-side" }, make("h2", {}, "Its boxes in this game"), opened, all,
      make("p", {}, paper)));
  start();
};

TTT.boxes(document.getElementById("boxes"), JSON.parse(document.getElementById("data-boxes").text));
