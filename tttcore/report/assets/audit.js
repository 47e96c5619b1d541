/* Shows the statements that fit what is chosen in the form, and counts their sentences; without it all are shown. */
"use strict";

(() => {
  const form = document.getElementById("filter");
  const rows = [...document.querySelectorAll("section.statements tr[data-study]")];
  const all = [...document.querySelectorAll(".judged tbody tr")];
  const sections = [...document.querySelectorAll("section.statements")];
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));

  function fits(row) {
    const chosen = [...form.querySelectorAll("select")].every(
      (select) => !select.value || row.dataset[select.name] === select.value);
    return chosen && texts.get(row).includes(form.elements.text.value.trim().toLowerCase());
  }

  /* What is said again is no sentence of its own. */
  const sentencesOf = (some) => new Set(some.map((row) => row.dataset.sentence).filter(Boolean)).size;

  function show() {
    for (const row of rows) row.hidden = !fits(row);
    const chosen = [...new FormData(form).values()].some(Boolean);
    for (const section of sections) {
      section.hidden = !section.querySelector("tr[data-study]:not([hidden])");
      if (chosen) section.querySelector("details").open = true;
    }
    for (const head of document.querySelectorAll("tr.sentence"))
      head.hidden = [...head.parentElement.children].every((row) => row === head || row.hidden);
    form.querySelector("output").value =
      `${sentencesOf(rows.filter((row) => !row.hidden))} of ${sentencesOf(rows)} sentences`;
  }

  /* A link to a statement opens its evidence, and shows it whatever was chosen before; folds.js opens what is around. */
  function follow() {
    const row = all.find((each) => each.querySelector("th a")?.hash === location.hash);
    if (!row) return;
    if (row.hidden) form.reset();
    show();
    row.querySelector("details").open = true;
    row.scrollIntoView();
  }

  form.addEventListener("input", show);
  form.addEventListener("reset", () => setTimeout(show));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", follow);
  form.hidden = false;
  show();
  follow();
})();
