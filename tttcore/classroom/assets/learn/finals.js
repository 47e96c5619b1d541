/* What several runs come to: a table with a row for each, and their mean. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `columns` are {head, of, write}: `of` gives the number of a history. */
TTT.finals = (columns, histories, first) => {
  const { make } = TTT.dom;
  const found = columns.map(({ of }) => histories.map(of));
  const row = (name, values) => make("tr", {}, make("th", { scope: "row" }, name),
    ...values.map((value, at) => make("td", { class: "n" }, columns[at].write(value))));
  const mean = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  return make("table", {}, make("caption", {}, "At the end"),
    make("thead", {}, make("tr", {}, ...["Run", ...columns.map(({ head }) => head)].map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...histories.map((_, k) => row(String(first + k), found.map((numbers) => numbers[k]))),
      row("Mean", found.map(mean))));
};
