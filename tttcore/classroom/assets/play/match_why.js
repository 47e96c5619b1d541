/* Why a player made its last move: what it looked up, in a sentence, and what else is known of the move. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* Returns {reason, facts, show(record, sides)}: elements, and how to fill them; of the two sides the person is null. */
TTT.matchWhy = (game) => {
  const { make } = TTT.dom;
  const reason = make("p", { class: "match-why", tabindex: -1 });
  const facts = make("dl", { class: "match-facts" });

  /* Of the move that led to the position that is looked at; of the one before if the person has answered it. */
  function show(record, sides) {
    const sideAt = (at) => (at > 0 ? sides[game.mover(record.positions[at - 1])] : null);
    const at = [record.at, record.at - 1].find(sideAt);
    facts.replaceChildren();
    reason.textContent = "The reason for a player's mark appears here.";
    if (!at) return;
    const before = record.positions[at - 1], move = record.made[at - 1], name = game.name(move);
    const told = game.explain(before, move, sideAt(at)), does = game.verbs?.(move)?.[0] ?? `mark ${name}`;
    reason.replaceChildren(make("strong", {}, `Why did ${"XO"[game.mover(before)]} ${does}? `), `${told.why}.`);
    const rows = [["Last mark", name], ...told.facts];
    facts.replaceChildren(...rows.flatMap(([label, text]) => [make("dt", {}, label), make("dd", {}, text)]));
  }

  return { facts, reason, show };
};
