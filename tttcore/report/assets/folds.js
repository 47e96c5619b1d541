// Opens what a link leads to, and all for print; searches long tables.
"use strict";
(() => {
  function unfold() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    target.scrollIntoView();
  }

  function search(label) {
    const rows = [...label.closest("details").querySelectorAll("tbody tr")];
    label.addEventListener("input", () => {
      const wanted = label.querySelector("input").value.trim().toLowerCase();
      for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
    label.hidden = false;
  }

  document.querySelectorAll("label.search").forEach(search);
  addEventListener("hashchange", unfold);
  addEventListener("beforeprint", () => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
  });
  unfold();
})();
