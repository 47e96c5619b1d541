/* Pictures of runs: shares by step beside stored and published runs, and how common each allele is. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.pictures = (() => {
  const { CELLS } = TTT.classic;
  const { counted } = TTT.words;
  const RESULTS = ["win", "draw", "loss"]; // colours of a player's results
  const DASHES = { draw: [7, 3], loss: [3, 2] };
  const LEFT = 64, RIGHT = 30, TOP = 8, BOTTOM = 34;
  const SHADES = 255;
  const FONT = "12px system-ui, sans-serif";
  const TICKS = [1, 2, 5];
  const CLOSEST = 1.6;

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

  /* Steps that are named, evenly or on a logarithmic scale. */
  function ticksTo(last, most, isLogarithmic) {
    if (isLogarithmic) {
      const powers = Array.from({ length: Math.ceil(Math.log10(last + 1)) }, (_, k) => 10 ** k);
      const named = TICKS.length * powers.length > CLOSEST * most ? [1] : TICKS;
      return [0, ...powers.flatMap((power) => named.map((tick) => tick * power)).filter((tick) => tick <= last)];
    }
    const step = Math.max(1, tickStep(last, most));
    return Array.from({ length: Math.floor(last / step) + 1 }, (_, k) => k * step);
  }

  /* Draw shares of `what` by step up to `last` and `most`, a step being a `unit`: `lines` are {steps, shares, colour, width,
     dash, alpha}, `bands` the stored runs' {step, median, low, high, dash}; `at` is the step that is looked at, or
     null, `guess` a guess as `guess.js` gives it. */
  function courses(canvas, { lines, bands, at, last, most, unit, what, isLogarithmic, guess }) {
    const { context, wide, high } = surface(canvas);
    const colour = colours(canvas);
    const scaled = isLogarithmic ? Math.log1p : (step) => step;
    const x = (step) => LEFT + ((wide - LEFT - RIGHT) * scaled(step)) / scaled(last);
    const y = (share) => high - BOTTOM - ((high - TOP - BOTTOM) * share) / most;
    const ticks = ticksTo(last, wide / 70, isLogarithmic);
    axes({ context, wide, high, colour, ticks, most, x, y, unit: isLogarithmic ? `${unit} (logarithmic)` : unit, what });
    const line = ({ steps, shares, colour: name, width, dash = DASHES[name] ?? [], alpha = 1 }) => {
      context.beginPath();
      steps.forEach((step, k) => context.lineTo(x(step), y(shares[k])));
      Object.assign(context, { strokeStyle: colour(name), lineWidth: width, lineJoin: "round", globalAlpha: alpha });
      context.setLineDash(dash);
      context.stroke();
      context.setLineDash([]);
      context.globalAlpha = 1;
    };
    context.save();
    context.beginPath();
    context.rect(LEFT, 0, wide - LEFT - RIGHT + 4, high - BOTTOM + 1);
    context.clip();
    for (const { step, low, high: upper, median, dash } of bands) {
      context.beginPath();
      step.forEach((each, k) => context.lineTo(x(each), y(low[k])));
      [...step.keys()].reverse().forEach((k) => context.lineTo(x(step[k]), y(upper[k])));
      context.globalAlpha = 0.16;
      context.fillStyle = colour("stored");
      context.fill();
      line({ steps: step, shares: median, colour: "stored", width: 1.5, dash });
    }
    lines.forEach(line);
    if (guess.value !== null) {
      const [steps, shares] = guess.isStep ? [[guess.value, guess.value], [0, most]] : [[0, last], [guess.value, guess.value]];
      line({ steps, shares, colour: "published", width: 2, dash: [1, 4] });
    }
    if (at !== null) line({ steps: [at, at], shares: [0, most], colour: "quiet", width: 1, dash: [2, 3] });
    context.restore();
  }

  function axes({ context, wide, high, colour, ticks, most, x, y, unit, what }) {
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
    ticks.forEach((tick) => context.fillText(counted(tick), x(tick), high - BOTTOM + 5));
    context.fillText(unit, (LEFT + wide) / 2, high - 14);
    context.save();
    context.translate(2, (TOP + high - BOTTOM) / 2);
    context.rotate(-Math.PI / 2);
    context.fillText(what, 0, 0);
    context.restore();
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

  return { DASHES, RESULTS, alleles, courses };
})();
