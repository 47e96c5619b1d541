/* Runs in a worker of the page's own scripts, and what they have reported so far, step by step. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `told` is called whenever there is more to show, `failed` with a line if the worker ends in an error. Returns {begin,
   advance, histories, ended, hasFailed, idle}; a history is the list of a run's reports, see worker.js. */
TTT.runs = (told, failed) => {
  const texts = [...document.querySelectorAll("script[data-worker]")].map(({ text }) => text);
  const address = URL.createObjectURL(new Blob([texts.join("\n")], { type: "text/javascript" }));
  const worker = new Worker(address);
  let token = 0, waiting = false, ended = false, hasFailed = false, histories = [];

  worker.addEventListener("message", ({ data }) => {
    if (data.token !== token) return;
    waiting = false;
    ({ ended } = data);
    for (const report of data.reports) histories[report.run].push(report);
    told();
  });
  worker.addEventListener("error", ({ message }) => {
    hasFailed = true;
    failed(message);
  });

  /* Begin anew with a list of {engine, recipe, seed, path}; what still comes of earlier runs is not listened to. */
  function begin(asked) {
    token++;
    waiting = true;
    ended = hasFailed = false;
    histories = asked.map(() => []);
    worker.postMessage({ begin: asked, token });
  }

  /* Ask for some more steps of each run, within a budget of milliseconds, if none are awaited. */
  function advance(steps, budget) {
    if (waiting || ended) return;
    waiting = true;
    worker.postMessage({ advance: steps, budget });
  }

  return {
    begin, advance,
    get histories() { return histories; },
    get ended() { return ended; },
    get hasFailed() { return hasFailed; },
    get idle() { return !waiting; },
  };
};
