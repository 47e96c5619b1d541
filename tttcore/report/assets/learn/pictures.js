/* Pictures of a run: fitness by generation beside stored and published runs, and how common each allele is. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.pictures = (() => {
  const { CELLS } = TTT.classic;
  const LEFT = 46, RIGHT = 16, TOP = 8, BOTTOM = 34;
  const SHADES = 255;
  const FONT = "12px system-ui, sans-serif";
  const TICKS = [1, 2, 5];
  const FEWEST = 10, LONG = 60;

  /* A drawing surface as sharp as the screen: {context, wide, high} in CSS pixels. */
  function surface(canvas) {
    const { clientWidth: wide, clientHeight: high } = canvas;
    const scale = devicePixelRatio || 1;
    if (canvas.width !== Math.round(wide * scale) || canvas.height !== Math.round(high * scale)) {
      canvas.width = Math.round(wide * scale);
      canvas.height = Math.round(high * scale);
    }
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, wide, high);
    return { context, wide, high };
  }

  const colours = (canvas) => {
    const style = getComputedStyle(canvas);
    return (name) => style.getPropertyValue(`--${name}`).trim();
  };

  /* Distance of ticks so that there are at most `most` up to `end`. */
  function tickStep(end, most) {
    const power = 10 ** Math.floor(Math.log10(end / most));
    const found = [...TICKS, 10].find((each) => (each * power * most) >= end * (1 - 1e-9));
    return found * power;
  }

  /* Generations that are named, evenly or, of long runs, on a logarithmic scale. */
  function generationTicks(last, most) {
    if (last > LONG) {
      const rising = [1, 10, 100, 1000].flatMap((power) => TICKS.map((tick) => tick * power));
      return [0, ...rising.filter((tick) => tick <= last)];
    }
    const step = Math.max(1, tickStep(last, most));
    return Array.from({ length: Math.floor(last / step) + 1 }, (_, k) => k * step);
  }

  /* Draw courses: `live` and `published` are lists of {generations, best, mean}, `band` the stored runs' {step, median,
     low, high}, each by name; `at` is the generation that is looked at. */
  function courses(canvas, { live, shown, published, stored, at }) {
    const { context, wide, high } = surface(canvas);
    const colour = colours(canvas);
    const last = Math.max(FEWEST, ...[...live, ...published].map(({ generations }) => generations.at(-1)));
    const starts = [...live, ...published].flatMap(({ best, mean }) => [best[0] ?? 0, ...(mean ?? [])]);
    const most = Math.max(0.1, ...starts, ...Object.values(stored).flatMap(({ high: upper }) => upper));
    const scaled = last > LONG ? Math.log1p : (generation) => generation;
    const x = (generation) => LEFT + ((wide - LEFT - RIGHT) * scaled(generation)) / scaled(last);
    const y = (share) => high - BOTTOM - ((high - TOP - BOTTOM) * share) / most;
    axes({ context, wide, high, colour, last, most, x, y });
    const line = (generations, values, style, width, dash = []) => {
      context.beginPath();
      generations.forEach((generation, k) => context.lineTo(x(generation), y(values[k])));
      Object.assign(context, { strokeStyle: style, lineWidth: width, lineJoin: "round" });
      context.setLineDash(dash);
      context.stroke();
      context.setLineDash([]);
    };
    context.save();
    context.beginPath();
    context.rect(LEFT, 0, wide - LEFT - RIGHT + 4, high - BOTTOM + 1);
    context.clip();
    for (const [name, { step, low, high: upper, median }] of Object.entries(stored)) {
      context.beginPath();
      step.forEach((generation, k) => context.lineTo(x(generation), y(low[k])));
      [...step.keys()].reverse().forEach((k) => context.lineTo(x(step[k]), y(upper[k])));
      context.globalAlpha = 0.16;
      context.fillStyle = colour("stored");
      context.fill();
      context.globalAlpha = 1;
      line(step, median, colour("stored"), 1.5, name === "mean" ? [5, 4] : []);
    }
    published.forEach(({ generations, best, mean }) => {
      context.globalAlpha = published.length > 3 ? 0.45 : 1;
      line(generations, best, colour("published"), published.length > 3 ? 1 : 2);
      if (mean) line(generations, mean, colour("published"), 1.5, [5, 4]);
      context.globalAlpha = 1;
    });
    live.forEach(({ generations, best, mean }, number) => {
      const own = number === shown;
      context.globalAlpha = own ? 1 : 0.5;
      line(generations, best, colour("live"), own ? 2.5 : 1.2);
      if (own) line(generations, mean, colour("live"), 2, [5, 4]);
      context.globalAlpha = 1;
    });
    if (at !== null) line([at, at], [0, most], colour("quiet"), 1, [2, 3]);
    context.restore();
  }

  function axes({ context, wide, high, colour, last, most, x, y }) {
    Object.assign(context, { fillStyle: colour("quiet"), strokeStyle: colour("line"), lineWidth: 1, font: FONT });
    context.textAlign = "right";
    context.textBaseline = "middle";
    const step = tickStep(most, 5);
    for (let k = 0; k * step <= most * (1 + 1e-9); k++) {
      context.fillText(`${+(100 * k * step).toPrecision(3)}%`, LEFT - 6, y(k * step));
      context.beginPath();
      context.moveTo(LEFT, y(k * step));
      context.lineTo(wide - RIGHT, y(k * step));
      context.stroke();
    }
    context.textAlign = "center";
    context.textBaseline = "top";
    for (const generation of generationTicks(last, wide / 70)) {
      context.fillText(String(generation), x(generation), high - BOTTOM + 5);
    }
    context.fillText("generation", (LEFT + wide) / 2, high - 14);
  }

  /* Draw how common each cell is: a column for each state that is decided, a row for each cell. */
  function alleles(canvas, shares) {
    const columns = shares.length / CELLS;
    canvas.width = columns;
    canvas.height = CELLS;
    const context = canvas.getContext("2d");
    const colour = colours(canvas);
    const [paper, ink] = ["paper", "live"].map((name) => rgb(colour(name)));
    const image = context.createImageData(columns, CELLS);
    shares.forEach((shade, place) => {
      const share = Math.sqrt(shade / SHADES);
      const at = 4 * ((place % CELLS) * columns + Math.floor(place / CELLS));
      for (let part = 0; part < 3; part++) image.data[at + part] = paper[part] + (ink[part] - paper[part]) * share;
      image.data[at + 3] = SHADES;
    });
    context.putImageData(image, 0, 0);
  }

  /* Red, green and blue of "#rgb" or "#rrggbb". */
  function rgb(text) {
    const digits = text.slice(1);
    const each = digits.length === 3 ? [...digits].map((digit) => digit + digit) : digits.match(/../g);
    return each.map((two) => parseInt(two, 16));
  }

  return { alleles, courses };
})();
