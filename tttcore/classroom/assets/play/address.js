/* Addresses of games: a tab, then who plays, the moves, and the seat of the person. All of it stays in the browser. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.address = (() => {
  const PLAIN = { "%2F": "/", "%2C": ",", "%40": "@" };
  const SHOWN = 40;
  const written = (text) => encodeURIComponent(text).replace(/%2F|%2C|%40/g, (code) => PLAIN[code]);

  /* What is wrong with an address, as a sentence to be shown as text. */
  class Fault extends Error {}

  /* A foreign text in quotation marks, cut if it is long; whatever it says of directions ends with it. */
  const quoted = (text) => {
    const signs = [...text];
    return `“\u2068${signs.slice(0, SHOWN).join("")}${signs.length > SHOWN ? "…" : ""}\u2069”`;
  };

  /* "#tab?key=value&…"; values that are empty are left out. */
  const format = (tab, values) => {
    const pairs = Object.entries(values).filter(([, value]) => value);
    return `#${tab}?${pairs.map(([key, value]) => `${key}=${written(value)}`).join("&")}`;
  };

  /* {tab, values} of an address without its "#"; without values if it has no "?". */
  const parse = (text) => {
    const at = text.indexOf("?");
    if (at < 0) return { tab: text, values: null };
    return { tab: text.slice(0, at), values: Object.fromEntries(new URLSearchParams(text.slice(at + 1))) };
  };

  return { Fault, format, parse, quoted };
})();
