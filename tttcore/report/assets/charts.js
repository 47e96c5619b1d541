// Draws the charts of a page: their items are in it, and the library, Bokeh, is loaded before.
"use strict";
(() => {
  const STEP = 0.1; // of what is in view, for an arrow key
  const ZOOM = 1.25;
  const MOVES = {
    ArrowLeft: { x: -STEP }, ArrowRight: { x: STEP }, ArrowDown: { y: -STEP }, ArrowUp: { y: STEP },
    "+": { zoom: 1 / ZOOM }, "-": { zoom: ZOOM },
  };
  const plots = [];

  // Axes and grids in the colour of the page's text, light or dark.
  function dress({ plot, figure }) {
    const ink = getComputedStyle(figure).color;
    const text = { axis_label_text_color: ink, major_label_text_color: ink, group_text_color: ink };
    const line = { axis_line_color: ink, major_tick_line_color: ink, minor_tick_line_color: null };
    for (const axis of [...plot.below, ...plot.left]) {
      for (const [name, value] of Object.entries({ ...text, ...line })) {
        if (name in axis.properties) axis[name] = value;
      }
    }
    for (const grid of plot.center) grid.setv({ grid_line_color: ink, grid_line_alpha: 0.15 });
  }

  // Move a range by a share of what it shows, or zoom about its middle; categories stay as they are.
  function move(range, scale, shift, zoom) {
    if (range.factors) return;
    const [to, from] = scale.type === "LogScale" ? [Math.log10, (power) => 10 ** power] : [Number, Number];
    const [start, end] = [to(range.start), to(range.end)];
    const middle = (start + end) / 2 + shift * (end - start);
    const half = (zoom * (end - start)) / 2;
    range.setv({ start: from(middle - half), end: from(middle + half) });
  }

  function listen({ plot, figure, whole }) {
    for (const button of figure.querySelectorAll(".keys button")) {
      button.disabled = false;
      button.addEventListener("click", () => {
        const pressed = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(pressed));
        for (const drawn of plot.renderers) if (drawn.name === button.dataset.group) drawn.visible = pressed;
      });
    }
    figure.querySelector(".plot").addEventListener("keydown", (event) => {
      if (event.key === "0") {
        for (const [range, start, end] of whole) range.setv({ start, end });
      } else if (event.key in MOVES && !event.ctrlKey && !event.altKey && !event.metaKey) {
        const { x = 0, y = 0, zoom = 1 } = MOVES[event.key];
        move(plot.x_range, plot.x_scale, x, zoom);
        move(plot.y_range, plot.y_scale, y, zoom);
      } else return;
      event.preventDefault();
    });
  }

  async function draw(figure) {
    const place = figure.querySelector(".plot");
    const item = JSON.parse(figure.querySelector('script[type="application/json"]').textContent);
    place.replaceChildren();
    const [view] = await Bokeh.embed.embed_item(item, place);
    const plot = view.model;
    const ranges = [plot.x_range, plot.y_range].filter((range) => !range.factors);
    const drawn = { plot, figure, whole: ranges.map((range) => [range, range.start, range.end]) };
    dress(drawn);
    listen(drawn);
    plots.push(drawn);
  }

  // A chart in what is folded has no size: it is drawn when that opens.
  for (const figure of document.querySelectorAll("figure.chart")) {
    const fold = figure.closest("details");
    if (fold && !fold.open) fold.addEventListener("toggle", () => draw(figure), { once: true });
    else draw(figure);
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => plots.forEach(dress));
})();
