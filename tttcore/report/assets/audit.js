/* Shows the statements that fit the form, which the address holds, too, and counts them; without it all are shown. */
"use strict";

(() => {
  const form = document.getElementById("filter");
  const rows = [...document.querySelectorAll("section.statements details[data-study]")];
  const sections = [...document.querySelectorAll("section.statements")];
  const texts = new Map(rows.map((row) => [row, row.querySelector("summary").textContent.toLowerCase()]));

  function fits(row) {
    const chosen = [...form.querySelectorAll("select")].every(
      (select) => !select.value || row.dataset[select.name] === select.value);
    return chosen && texts.get(row).includes(form.elements.text.value.trim().toLowerCase());
  }

  /* What is said again is no sentence of its own. */
  const sentencesOf = (some) => new Set(some.map((row) => row.dataset.sentence).filter(Boolean)).size;
  const counted = (some) => [sentencesOf(some.filter((row) => !row.hidden)), sentencesOf(some)];
  const chosen = () => [...new FormData(form)].filter(([, value]) => value.trim());

  function show() {
    for (const row of rows) row.hidden = !fits(row);
    for (const section of sections) {
      const [found, all] = counted(rows.filter((row) => section.contains(row)));
      section.hidden = !section.querySelector("details[data-study]:not([hidden])");
      section.querySelector("summary .quiet").textContent = found < all ? `${found} of ${all}` : all;
      if (chosen().length) section.querySelector("details").open = true;
    }
    for (const group of document.querySelectorAll("section.statements .parts"))
      group.hidden = !group.querySelector("details[data-study]:not([hidden])");
    form.querySelector("output").value = `${counted(rows).join(" of ")} sentences`;
    document.querySelector(".none").hidden = rows.some((row) => !row.hidden);
  }

  /* An address without a statement's id, unless that is what is looked at. */
  function keep(id) {
    const query = new URLSearchParams(chosen()).toString();
    history.replaceState(null, "", location.pathname + (query && `?${query}`) + id);
  }

  /* A link to a statement shows it whatever was chosen before; folds.js opens it. */
  function follow() {
    const row = rows.find((each) => each.querySelector("a.here").hash === location.hash);
    if (!row?.hidden) return;
    form.reset();
    show();
    row.scrollIntoView();
  }

  for (const kind of ["input", "change"])
    form.addEventListener(kind, () => {
      show();
      keep("");
    });
  form.addEventListener("reset", () => setTimeout(() => {
    show();
    keep(location.hash);
  }));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", follow);
  form.hidden = false;
  /* On a phone the filters would be out of sight. */
  document.getElementById("meanings").open ||= matchMedia("(min-width: 48rem)").matches;
  const asked = new URLSearchParams(location.search);
  for (const field of form.elements) {
    if (asked.has(field.name)) field.value = asked.get(field.name);
    if (field.selectedIndex < 0) field.selectedIndex = 0; // an address of something that isn't there
    if (field.selectedIndex > 0 && field.closest("details")) field.closest("details").open = true;
  }
  show();
  follow();
})();
