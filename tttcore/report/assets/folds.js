// Opens what a link leads to, and all but answers for print, which needs all images; searches long tables.
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
    for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    place.scrollIntoView();
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
    for (const fold of document.querySelectorAll("details:not(.answer)")) fold.open = true;
    for (const image of document.images) image.loading = "eager";
  });
  unfold();
})();
