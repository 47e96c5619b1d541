/* The worker of the page that evolves populations before one's eyes: it makes generations as it is asked to, and tells
   of each.

   Messages to it are {begin, token}, with {recipe, seed, path} for each run, or {advance, budget}: up to so many more
   generations of each run, for so many milliseconds. It answers with {token, reports, ended}. A report has the number
   of its `run`, what `Run.next` returns, the best organism's marks and the `shares` of alleles. */
"use strict";

(() => {
  let runs = [], token = null, prepared = new Map();

  const hasEnded = () => runs.every(({ ended }) => ended);

  const reported = (run, at, found) => {
    const { first, recipe, coding, decided } = run;
    const shares = TTT.generation.shares(run.population, first, recipe.population, coding, decided);
    return { run: at, ...found, champion: run.champion(), shares };
  };

  function begin(asked) {
    runs = asked.map(({ recipe, seed, path }) => {
      const key = JSON.stringify(recipe);
      if (!prepared.has(key)) prepared = new Map([[key, TTT.evolution.prepare(recipe)]]);
      return { run: new TTT.evolution.Run(prepared.get(key), new TTT.streams.Stream(seed, path)), ended: false };
    });
    tell(runs.map((one, at) => step(one, at, (run) => run.begin())));
  }

  function step(one, at, make) {
    const report = reported(one.run, at, make(one.run));
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
    postMessage(answer, reports.map(({ shares }) => shares.buffer));
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
