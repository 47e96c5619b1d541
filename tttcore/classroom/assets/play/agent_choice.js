/* Choose the agent that plays: its study and treatment, its run, and its stage of learning. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `data` holds `agents` and the name of each of `studies`; `changed` is called after each choice by a person.
   Returns a player as `match_view.js` needs it, its {agent, snapshot}, and stepText(): how far it had learnt. What it
   finds for a key are such an agent and snapshot. */
TTT.agentChoice = ({ agents, studies }, changed, labels = { agent: "Opponent", run: "Run", step: "After" }) => {
  const { choice, slider } = TTT.dom;
  const SEATS = { first: [0], second: [1], both: [0, 1] };
  const seatsOf = ({ agent }) => SEATS[agent.seat];
  const unique = (values) => [...new Set(values)];
  const kindOf = (agent) => `${agent.study}/${agent.treatment}`;
  const documentOf = ({ study }) => studies[study] ?? study;
  const runsOf = (kind) => agents.filter((agent) => kindOf(agent) === kind);
  const chosen = () => agents.find((agent) => agent.id === run.value);

  const kind = choice(labels.agent, [], () => settle(offerRuns));
  const run = choice(labels.run, [], () => settle(offerSteps));
  const step = slider(labels.step, { least: 0, most: 0, start: 0, text: stepText }, changed);

  function stepText(at = step.value) {
    const agent = chosen();
    if (!agent?.unit) return "";
    const number = agent.snapshots[at].step;
    return `${TTT.words.counted(number)} ${number === 1 ? agent.unit.replace(/s$/, "") : agent.unit}`;
  }

  /* Offer the agents that can play in a seat; in any, if none is named. */
  function offer(seat) {
    const able = agents.filter((agent) => seat === undefined || seatsOf({ agent }).includes(seat));
    const before = kind.value;
    kind.fill(unique(able.map(kindOf)).map((each) => [each, runsOf(each)[0].name, documentOf(runsOf(each)[0])]));
    if (kind.value !== before) offerRuns();
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

  function settle(offered) {
    offered();
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
    kind.value = kindOf(agent);
    offerRuns();
    run.value = agent.id;
    offerSteps();
    step.value = agent.snapshots.indexOf(snapshot);
  }

  /* The agent in words: its study, what it is called there, and which run after how much learning. */
  function name() {
    const { replicate, snapshots } = chosen();
    const several = runsOf(kind.value).length > 1 ? `, run ${replicate}` : "";
    return `${documentOf(chosen())}: ${chosen().name}${several}${snapshots.length > 1 ? ` after ${stepText()}` : ""}`;
  }

  offer();
  return {
    settings: [kind, run, step].map(({ element }) => element),
    choose, find, name, offer, stepText,
    key: () => chosen().id + (chosen().snapshots.length > 1 ? `@${chosen().snapshots[step.value].step}` : ""),
    seats: seatsOf,
    get agent() { return chosen(); },
    get snapshot() { return chosen().snapshots[step.value]; },
  };
};
