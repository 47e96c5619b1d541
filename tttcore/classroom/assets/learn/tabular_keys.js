/* Which positions of 3x3 share an estimate, see tttcore/engines/tabular/keys.py. Among so few positions the hashes that
   keys are made of never collide, nor do those of Python's sets, so that keys tell apart what they are made of: marks
   with their owners or without. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.tabularKeys = (() => {
  const { boards, stateOf } = TTT.classic.tables;
  const unowned = boards.map((board) => board.replaceAll("2", "1"));
  const NAMES = { "owned": boards, "python": boards, unowned, "python-unowned": unowned, "canonical": stateOf };

  /* Number of the entry of each position in a table of estimates, by the kind of keys. */
  return (kind) => {
    const numbers = new Map();
    return Int16Array.from(NAMES[kind], (name) => {
      if (!numbers.has(name)) numbers.set(name, numbers.size);
      return numbers.get(name);
    });
  };
})();
