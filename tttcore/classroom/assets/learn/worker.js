/* The worker of the page on which players learn before one's eyes: it makes steps of runs as it is asked to, and tells
   of each.

   A model in `TTT.models`, by an engine's name, has `prepare(recipe)`, which makes what all runs of a recipe share, and
   `Run`, a class made of that and a stream: its `begin` and `next` return reports, objects with `ended`, whose typed
   arrays are handed over. `unknown(recipe)`, if it has that, says what the recipe names and no script makes. Messages to
   the worker are {begin, token}, with {engine, recipe, seed, path} for each run, or {advance, budget}: up to so many
   more steps of each run, for so many milliseconds. It answers with {token, reports, ended}; a report has the number of
   its `run`, too. */
"use strict";

(() => {
  let runs = [], token = null, prepared = new Map();

  const hasEnded = () => runs.every(({ ended }) => ended);

  function begin(asked) {
    runs = asked.map(({ engine, recipe, seed, path }) => {
      const model = TTT.models[engine], key = JSON.stringify([engine, recipe]);
      if (!prepared.has(key)) prepared = new Map([[key, model.prepare(recipe)]]);
      return { run: new model.Run(prepared.get(key), new TTT.streams.Stream(seed, path)), ended: false };
    });
    tell(runs.map((one, at) => step(one, at, (run) => run.begin())));
  }

  function step(one, at, make) {
    const report = { run: at, ...make(one.run) };
    one.ended = report.ended;
    return report;
  }

  function advance(most, budget) {
    const reports = [], begun = performance.now();
    for (let made = 0; made < most && !hasEnded() && performance.now() - begun < budget; made++) {
      runs.forEach((one, at) => {
        if (!one.ended) reports.push(step(one, at, (run) => run.next()));
      });
    }
    tell(reports);
  }

  function tell(reports) {
    const answer = { token, reports, ended: hasEnded() };
    const arrays = reports.flatMap((report) => Object.values(report).filter(ArrayBuffer.isView));
    postMessage(answer, arrays.map(({ buffer }) => buffer));
  }

  addEventListener("message", ({ data }) => {
    if (data.begin) {
      ({ token } = data);
      begin(data.begin);
    } else {
      advance(data.advance, data.budget);
    }
  });
})();
