/* Which agent to play: its study, treatment and run, and how far it had learnt. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `data` holds `agents` and the title of each of `studies`; `changed` is called after each choice.
   Returns {settings, agent, snapshot, stepText(at), choose(id)}; `stepText` says how far a snapshot had learnt. */
TTT.agentChoice = ({ agents, studies }, changed) => {
  const { choice, slider } = TTT.dom;
  const unique = (values) => [...new Set(values)];
  const ofStudy = () => agents.filter((agent) => agent.study === study.value);
  const ofTreatment = () => ofStudy().filter((agent) => agent.treatment === treatment.value);
  const chosen = () => ofTreatment().find((agent) => agent.id === run.value);
  const runLabel = ({ id, replicate, snapshots }) =>
    [id, snapshots.length > 1 ? `run ${replicate}, watched as it learnt` : `run ${replicate}`];

  const study = choice("Opponent from", unique(agents.map((agent) => agent.study)).map((name) => [name, studies[name]]),
    () => settle(offerTreatments));
  const treatment = choice("Treatment", [], () => settle(offerRuns));
  const run = choice("Champion", [], () => settle(offerSteps));
  const step = slider("After", { least: 0, most: 0, start: 0, text: stepText }, changed);

  function stepText(at = step.value) {
    const agent = chosen();
    if (!agent?.unit) return "";
    const number = agent.snapshots[at].step;
    return `${number.toLocaleString("en")} ${number === 1 ? agent.unit.replace(/s$/, "") : agent.unit}`;
  }

  function offerTreatments() {
    treatment.fill(unique(ofStudy().map((agent) => agent.treatment)).map((name) => [name, name]));
    offerRuns();
  }

  function offerRuns() {
    run.fill(ofTreatment().map(runLabel));
    run.element.hidden = ofTreatment().length === 1;
    offerSteps();
  }

  function offerSteps() {
    step.limit(chosen().snapshots.length - 1);
  }

  function settle(offer) {
    offer();
    changed();
  }

  /* Choose an agent by its id. */
  function choose(id) {
    const agent = agents.find((each) => each.id === id);
    study.value = agent.study;
    offerTreatments();
    treatment.value = agent.treatment;
    offerRuns();
    run.value = id;
    settle(offerSteps);
  }

  offerTreatments();
  return {
    settings: [study, treatment, run, step].map(({ element }) => element),
    choose,
    stepText,
    get agent() { return chosen(); },
    get snapshot() { return chosen().snapshots[step.value]; },
  };
};
