/* Files of what is shown, which the page makes itself: numbers of all runs, and the picture with its key. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.downloads = (() => {
  const { make, save } = TTT.dom;
  const MARGIN = 16, LINE = 20, DASH = 24;
  const FONT = "13px system-ui, sans-serif";

  /* What is set, as the beginning of a file's name. */
  function named({ study, treatment, isChanged }, first, number) {
    const runs = number === 1 ? `run-${first}` : `runs-${first}-${first + number - 1}`;
    return `${study.key}-${treatment.key}${isChanged ? "-changed" : ""}-${runs}`;
  }

  const runsOf = (first, number) => (number === 1 ? `run ${first}` : `runs ${first} to ${first + number - 1}`);
  const changesOf = ({ changes }) => Object.entries(changes).map(([key, value]) => `${key}=${value}`).join("&");

  /* A row for each step of each run, the first of which has number `first`. */
  function csv(setting, columns, histories, first) {
    const { study, treatment } = setting;
    const changes = changesOf(setting);
    const heads = ["study", "treatment", "changes", "run", ...columns.map(({ name }) => name)];
    const rows = histories.flatMap((reports, k) => reports.map((report) =>
      [study.key, treatment.key, changes, first + k, ...columns.map(({ of }) => of(report) ?? "")]));
    const text = [heads, ...rows].map((row) => `${row.join(",")}\n`).join("");
    save(new Blob([text], { type: "text/csv" }), `${named(setting, first, histories.length)}.csv`);
  }

  /* Draw a sample of the key. */
  function sample(context, element, x, y) {
    const { color, height, opacity } = getComputedStyle(element);
    context.save();
    Object.assign(context, { strokeStyle: color, lineWidth: parseFloat(height), globalAlpha: Number(opacity) });
    const { draw, loss } = TTT.pictures.DASHES;
    const dashes = Object.entries({ dashed: [5, 3], drawn: draw, lost: loss });
    context.setLineDash(dashes.find(([name]) => element.classList.contains(name))?.[1] ?? []);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + DASH - 6, y);
    context.stroke();
    context.restore();
  }

  /* The picture of a canvas below what is set, and above its key. */
  function png(setting, curves, key, histories, first) {
    const style = getComputedStyle(curves);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const changes = changesOf(setting);
    const heads = [`${setting.study.name}: ${setting.treatment.name}, ${runsOf(first, histories.length)}`, ...(changes ? [`changed: ${changes}`] : [])];
    const items = [...key.children].map((item) => ({
      text: item.textContent, samples: [...item.querySelectorAll(".learn-line")],
    }));
    const canvas = make("canvas");
    const context = canvas.getContext("2d");
    const scale = devicePixelRatio || 1;
    context.font = FONT;
    const texts = [...heads, ...items.map(({ text }) => text)].map((text) => context.measureText(text).width);
    const wide = Math.max(curves.clientWidth, Math.max(...items.map(({ samples }) => DASH * samples.length)) + Math.max(...texts)) + 2 * MARGIN;
    const top = MARGIN + LINE * heads.length, below = top + curves.clientHeight + MARGIN;
    canvas.width = wide * scale;
    canvas.height = (below + LINE * items.length + MARGIN) * scale;
    context.scale(scale, scale);
    context.fillStyle = colour("paper");
    context.fillRect(0, 0, canvas.width, canvas.height);
    Object.assign(context, { font: FONT, textBaseline: "middle", fillStyle: colour("ink") });
    heads.forEach((text, k) => context.fillText(text, MARGIN, MARGIN + LINE * (k + 0.25)));
    context.drawImage(curves, MARGIN, top, curves.clientWidth, curves.clientHeight);
    items.forEach(({ text, samples }, k) => {
      const y = below + LINE * (k + 0.5);
      samples.forEach((one, at) => sample(context, one, MARGIN + DASH * at, y));
      context.fillText(text, MARGIN + DASH * samples.length, y);
    });
    canvas.toBlob((blob) => save(blob, `${named(setting, first, histories.length)}.png`));
  }

  return { csv, png };
})();
