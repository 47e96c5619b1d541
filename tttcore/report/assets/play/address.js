/* Addresses of games: a tab, then who plays, who the person is, and the moves. All of it stays in the browser. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.address = (() => {
  const PLAIN = { "%2F": "/", "%2C": ",", "%40": "@" };
  const written = (text) => encodeURIComponent(text).replace(/%2F|%2C|%40/g, (code) => PLAIN[code]);

  /* "#tab?key=value&…"; values that are empty are left out. */
  const format = (tab, values) => {
    const pairs = Object.entries(values).filter(([, value]) => value);
    return `#${tab}?${pairs.map(([key, value]) => `${key}=${written(value)}`).join("&")}`;
  };

  /* {tab, values} of an address without its "#". */
  const parse = (text) => {
    const [tab, query = ""] = text.split("?");
    return { tab, values: Object.fromEntries(new URLSearchParams(query)) };
  };

  return { format, parse };
})();
