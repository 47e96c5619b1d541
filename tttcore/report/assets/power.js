/* Sliders over a grid of power that was computed beforehand. */
"use strict";

for (const form of document.querySelectorAll("form.power")) {
  const grid = JSON.parse(form.querySelector("script").textContent);
  const { alpha, per_group: runs, f: effect } = form.elements;

  function show() {
    const power = grid.power[alpha.value][runs.value][effect.value];
    const size = grid.per_group[runs.value].toLocaleString("en");
    const f = grid.f[effect.value].toFixed(2);
    const apart = grid.difference[effect.value].toFixed(2);
    runs.setAttribute("aria-valuetext", `${size} runs`);
    effect.setAttribute("aria-valuetext", `f ${f}`);
    form.querySelector("meter").value = power;
    form.querySelector("output").value = `${size} runs of each treatment find an effect of f = ${f} with a chance of ` +
      `${(100 * power).toFixed(1)}%. With the spread of the document's runs the outermost means are then ${apart} ` +
      "generations apart, if the others lie halfway.";
  }

  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  show();
}
