/* Choose the agent that plays: by its level, by a search, or from a list; then its run, and its stage of learning. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `data` holds `agents`, the name of each of `studies`, `groups` of its treatments, what `abouts` say of them and, if there are any, `levels` as `level_choice.js` needs them;
   `changed` is called after each choice by a person; `about` tells of an {agent, snapshot} in a line; `whose` ends the
   labels of a second player.
   Returns a player as `match_view.js` needs it, its {agent, snapshot}, and stepText(): how far it had learnt. What it
   finds for a key are such an agent and snapshot. */
TTT.agentChoice = ({ agents, studies, groups = {}, abouts = {}, levels = { players: [], rule: "" } }, changed, { about, label = "Player", whose = "" }) => {
  const { choice, make, slider } = TTT.dom;
  const SEATS = { first: [0], second: [1], both: [0, 1] };
  const FEW = 12, TALL = 8;
  const NAMED = "A player's name says what was varied: “as described” follows the document's text, “the authors' program” their code.";
  const seatsOf = ({ agent }) => SEATS[agent.seat];
  const unique = (values) => [...new Set(values)];
  const kindOf = (agent) => `${agent.study}/${agent.treatment}`;
  const documentOf = ({ study }) => studies[study] ?? study;
  /* A document with the abbreviations that are spelt out in what is said about it. */
  const headingOf = ({ study, treatment }) => {
    const spelt = [...(abouts[study] ?? "").matchAll(/((?:[A-Z][a-z]+ )+)\(([A-Z]{2,})\)/g)];
    const short = spelt.map(([, words, letters]) => `${letters}: ${words.trim()}`).join("; ");
    const group = groups[study]?.[treatment];
    return `${documentOf({ study })}${short && ` (${short})`}${group ? `: ${group}` : ""}`;
  };
  const runsOf = (kind) => agents.filter((agent) => kindOf(agent) === kind);
  const chosen = () => agents.find((agent) => agent.id === run.value);
  let able = agents;

  const level = TTT.levelChoice(levels, (id) => settle(() => choose(id)));
  const found = make("output");
  const sought = make("input", { type: "search", oninput: list, onkeydown: take });
  const search = make("label", {}, `Search for a ${label.toLowerCase()} `, sought, " ", found);
  const kind = choice(label, [], () => settle(() => { clear(); offerRuns(); }));
  const run = choice(`Run${whose}`, [], () => settle(offerSteps));
  const step = slider(`Training${whose}`, { least: 0, most: 0, start: 0, text: stepText }, () => settle(() => {}));
  const line = make("p", { class: "match-about" });
  const [cited, document] = ["summary", "p"].map((tag) => make(tag));
  const context = make("details", { class: "match-about" }, cited, document);
  level.element.hidden = !levels.players.length;
  search.hidden = unique(agents.map(kindOf)).length <= FEW;

  function stepText(at = step.value) {
    const agent = chosen();
    if (!agent?.unit) return "";
    const number = agent.snapshots[at].step;
    if (!number) return `0 ${agent.unit} (untrained)`;
    return `${TTT.words.counted(number)} ${number === 1 ? agent.unit.replace(/s$/, "") : agent.unit}`;
  }

  /* Offer the agents that can play in a seat; in any, if none is named. */
  function offer(seat) {
    able = agents.filter((agent) => seat === undefined || seatsOf({ agent }).includes(seat));
    const before = kind.value;
    clear();
    if (kind.value !== before) offerRuns();
    tell();
  }

  const textOf = (kind) => `${documentOf(runsOf(kind)[0])} ${runsOf(kind)[0].name} ${kind}`.toLowerCase();
  const words = () => sought.value.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = () => unique(able.map(kindOf)).filter((each) => words().every((word) => textOf(each).includes(word)));

  /* List what is sought; what is chosen stays among it. */
  function list() {
    const kinds = unique(able.map(kindOf)), shown = matching();
    const listed = kinds.filter((each) => shown.includes(each) || each === kind.value);
    kind.fill(listed.map((each) => [each, runsOf(each)[0].name, headingOf(runsOf(each)[0])]));
    kind.size = words().length ? Math.min(TALL, Math.max(2, listed.length)) : 1;
    found.textContent = words().length ? `${shown.length} of ${kinds.length} players` : "";
  }

  function clear() {
    sought.value = "";
    list();
  }

  /* Enter takes the first that is found. */
  function take(event) {
    const [first] = matching();
    if (event.key !== "Enter" || !words().length || first === undefined) return;
    settle(() => choose(runsOf(first)[0].id));
  }

  function offerRuns() {
    const runs = runsOf(kind.value);
    run.fill(runs.map(({ id, replicate, snapshots }) =>
      [id, `${replicate}${snapshots.length > 1 ? ", with stages of learning" : ""}`]));
    run.element.hidden = runs.length === 1;
    offerSteps();
  }

  function offerSteps() {
    step.limit(chosen().snapshots.length - 1);
  }

  const key = () => chosen().id + (chosen().snapshots.length > 1 ? `@${chosen().snapshots[step.value].step}` : "");

  /* Mark the level of what is chosen, and tell of it. */
  function tell() {
    const agent = chosen();
    level.show(key(), agent.name + (agent.snapshots.length > 1 ? `, after ${stepText()}` : ""));
    context.hidden = !abouts[agent.study];
    cited.textContent = `About ${documentOf(agent)}`;
    document.textContent = `${abouts[agent.study]} ${NAMED}`;
    line.textContent = about({ agent, snapshot: agent.snapshots[step.value] });
  }

  function settle(choosing) {
    choosing();
    tell();
    changed();
  }

  /* A key is the id of an agent, and after "@" the step of its snapshot, by default the last. */
  function find(key) {
    const named = (id) => agents.find((agent) => agent.id === id);
    const whole = named(key), at = key.lastIndexOf("@");
    if (whole) return { agent: whole, snapshot: whole.snapshots.at(-1) };
    const agent = named(key.slice(0, Math.max(at, 0)));
    const snapshot = agent?.snapshots.find(({ step }) => String(step) === key.slice(at + 1));
    return snapshot ? { agent, snapshot } : null;
  }

  function choose(key) {
    const { agent, snapshot } = find(key);
    clear();
    kind.value = kindOf(agent);
    offerRuns();
    run.value = agent.id;
    offerSteps();
    step.value = agent.snapshots.indexOf(snapshot);
    tell();
  }

  /* The agent in words: its study, what it is called there, and which run after how much learning. */
  function name() {
    const { replicate, snapshots } = chosen();
    const several = runsOf(kind.value).length > 1 ? `, run ${replicate}` : "";
    return `${documentOf(chosen())}: ${chosen().name}${several}${snapshots.length > 1 ? ` after ${stepText()}` : ""}`;
  }

  offer();
  if (levels.players.length) choose(levels.players[0][1]);
  return {
    settings: [level.element, search, kind.element, line, context, run.element, step.element],
    choose, find, key, name, offer, stepText,
    seats: seatsOf,
    get agent() { return chosen(); },
    get snapshot() { return chosen().snapshots[step.value]; },
  };
};
