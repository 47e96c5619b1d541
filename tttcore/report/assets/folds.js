// Opens what a link leads to, and figures for print, which needs all images; other folds print as they are. Searches tables.
"use strict";
(() => {
  function target() {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return null; // of an address that can't be decoded, such as #%
    }
  }

  function unfold() {
    const place = target();
    if (!place) return;
    for (const fold of place.matches("[data-unfolds]") ? place.parentElement.querySelectorAll("details") : []) fold.open = true;
    for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    place.scrollIntoView();
  }

  function search(label) {
    const place = label.closest("details, section");
    const rows = [...place.querySelectorAll("tbody tr")];
    label.addEventListener("input", () => {
      const wanted = label.querySelector("input").value.trim().toLowerCase();
      for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
      for (const fold of place.querySelectorAll("details.fold")) {
        const [all, found] = ["tbody tr", "tbody tr:not([hidden])"].map((which) => fold.querySelectorAll(which).length);
        fold.hidden = !found;
        fold.open = wanted !== "";
        fold.querySelector("summary .quiet").textContent = found < all ? `${found} of ${all}` : all;
      }
      const none = place.querySelector(".none");
      if (none) none.hidden = rows.some((row) => !row.hidden);
    });
    label.hidden = false;
  }

  document.querySelectorAll("label.search").forEach(search);
  addEventListener("hashchange", unfold);
  addEventListener("beforeprint", () => {
    for (const fold of document.querySelectorAll(".gallery details:not(.links)")) fold.open = true;
    for (const image of document.images) image.loading = "eager";
  });
  unfold();
})();
