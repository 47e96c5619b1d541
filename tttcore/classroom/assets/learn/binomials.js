/* Binomial and multinomial numbers: those of numpy's Generator, and the package's own by inversion.

   numpy's use an exponential and logarithms, whose last bit may be another than here. That changes a number only if the
   uniform number behind it lies within 2^-52 of the border between two of them. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

TTT.binomials = (() => {
  const FEW = 30;

  /* Number of successes in `trials`, as numpy's Generator.binomial draws it. */
  function binomial(stream, trials, chance) {
    if (trials === 0 || chance === 0) return 0;
    if (chance > 0.5) return trials - rarer(stream, trials, 1 - chance);
    return rarer(stream, trials, chance);
  }

  const rarer = (stream, trials, chance) =>
    trials * chance <= FEW ? inverted(stream, trials, chance) : squeezed(stream, trials, chance);

  /* By inversion of the distribution function. */
  function inverted(stream, trials, chance) {
    const other = 1 - chance;
    const mean = trials * chance;
    const none = Math.exp(trials * Math.log1p(-chance));
    const bound = Math.floor(Math.min(trials, mean + 10 * Math.sqrt(mean * other + 1)));
    let successes = 0, mass = none, left = stream.random();
    while (left > mass) {
      successes++;
      if (successes > bound) {
        successes = 0;
        mass = none;
        left = stream.random();
      } else {
        left -= mass;
        mass = ((trials - successes + 1) * chance * mass) / (successes * other);
      }
    }
    return successes;
  }

  /* By rejection from a triangle, parallelograms and exponential tails (BTPE: Kachitvichyanukul and Schmeiser 1988). */
  function squeezed(stream, trials, chance) {
    const r = Math.min(chance, 1 - chance), q = 1 - r;
    const middle = trials * r + r;
    const m = Math.floor(middle);
    const p1 = Math.floor(2.195 * Math.sqrt(trials * r * q) - 4.6 * q) + 0.5;
    const xm = m + 0.5, xl = xm - p1, xr = xm + p1;
    const c = 0.134 + 20.5 / (15.3 + m);
    const slope = (a) => a * (1 + a / 2);
    const left = slope((middle - xl) / (middle - xl * r));
    const right = slope((xr - middle) / (xr * q));
    const p2 = p1 * (1 + 2 * c), p3 = p2 + c / left, p4 = p3 + c / right;
    const variance = trials * r * q;
    for (;;) {
      const u = stream.random() * p4;
      let v = stream.random();
      let y;
      if (u <= p1) return Math.floor(xm - p1 * v + u);
      if (u <= p2) {
        const x = xl + (u - p1) / c;
        v = v * c + 1 - Math.abs(m - x + 0.5) / p1;
        if (v > 1) continue;
        y = Math.floor(x);
      } else if (u <= p3) {
        y = Math.floor(xl + Math.log(v) / left);
        if (y < 0 || v === 0) continue;
        v = v * (u - p2) * left;
      } else {
        y = Math.floor(xr - Math.log(v) / right);
        if (y > trials || v === 0) continue;
        v = v * (u - p3) * right;
      }
      if (isTaken(v, y)) return y;
    }

    /* True if `v` lies under the distribution, relative to its mode, at `y`. */
    function isTaken(v, y) {
      const k = Math.abs(y - m);
      if (k <= 20 || k >= variance / 2 - 1) {
        const s = r / q, a = s * (trials + 1);
        let ratio = 1;
        for (let i = m + 1; i <= y; i++) ratio *= a / i - s;
        for (let i = y + 1; i <= m; i++) ratio /= a / i - s;
        return v <= ratio;
      }
      const rho = (k / variance) * ((k * (k / 3 + 0.625) + 0.16666666666666666) / variance + 0.5);
      const t = (-k * k) / (2 * variance);
      const logarithm = Math.log(v);
      if (logarithm < t - rho) return true;
      if (logarithm > t + rho) return false;
      const x1 = y + 1, f1 = m + 1, z = trials + 1 - m, w = trials - y + 1;
      const tail = (x) => {
        const squared = x * x;
        return (13680 - (462 - (132 - (99 - 140 / squared) / squared) / squared) / squared) / x / 166320;
      };
      const most = xm * Math.log(f1 / x1) + (trials - m + 0.5) * Math.log(z / w) +
        (y - m) * Math.log((w * r) / (x1 * q));
      return logarithm <= most + tail(f1) + tail(z) + tail(x1) + tail(w);
    }
  }

  /* Number of each of some outcomes in `trials`, as numpy's Generator.multinomial draws them. */
  function multinomial(stream, trials, chances) {
    const drawn = chances.map(() => 0);
    let left = trials, remaining = 1;
    for (let k = 0; k < chances.length - 1; k++) {
      drawn[k] = binomial(stream, left, chances[k] / remaining);
      left -= drawn[k];
      if (left <= 0) return drawn;
      remaining -= chances[k];
    }
    drawn[chances.length - 1] = left;
    return drawn;
  }

  /* Numbers of successes in `trials` (at most 1,000), one for each chance: `binomials` of tttcore/pipeline/rng.py. */
  function binomials(stream, trials, chances) {
    const steps = new Float64Array(trials + 4);
    for (let k = 0; k < trials; k++) steps[k] = (trials - k) / (k + 1);
    const successes = new Int32Array(chances.length);
    for (let k = 0; k < chances.length; k++) successes[k] = inverse(trials, chances[k], stream.random(), steps);
    return successes;
  }

  /* P(0), P(1), ... are taken from a uniform number, four at once, until it is used up. */
  function inverse(trials, chance, uniform, steps) {
    const least = Math.min(chance, 1 - chance);
    const odds = least / (1 - least);
    let mass = power(1 - least, trials), left = uniform, successes = 0;
    const last = Math.min(trials, Math.trunc(trials * least + 10 * Math.sqrt(trials * least) + 40));
    while (successes < last) {
      const second = steps[successes] * odds;
      const third = second * (steps[successes + 1] * odds);
      const fourth = third * (steps[successes + 2] * odds);
      const four = mass * (1 + second + third + fourth);
      if (left < four) break;
      left -= four;
      mass *= fourth * (steps[successes + 3] * odds);
      successes += 4;
    }
    while (left >= mass && successes < last) {
      left -= mass;
      mass *= steps[successes] * odds;
      successes++;
    }
    successes = Math.min(successes, last);
    return chance <= 0.5 ? successes : trials - successes;
  }

  /* By squares, as the package computes it. */
  function power(base, exponent) {
    let found = 1;
    for (let left = exponent; left > 0; left >>= 1) {
      if (left & 1) found *= base;
      base *= base;
    }
    return found;
  }

  return { binomial, binomials, multinomial };
})();
