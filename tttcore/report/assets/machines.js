/* Page of machines: a guess before the answer, and a slider along the games of all learners. */
"use strict";

(() => {
  const POINTS = 10; // a decade
  const NEVER = 9 * POINTS + 1; // place of the slider after a billion
  const SVG = "http://www.w3.org/2000/svg";

  /* Number of games with two digits, as people say it. */
  function about(games) {
    const rounded = Number(games.toPrecision(2));
    const [size, name] = rounded >= 1e9 ? [1e9, " billion"] : rounded >= 1e6 ? [1e6, " million"] : [1, ""];
    return `${(rounded / size).toLocaleString("en")}${name}`;
  }

  const gamesAt = (place) => Math.round(10 ** (place / POINTS));
  const percent = (share) => `${Math.round(100 * share)}%`;

  function element(name, text = "", attributes = {}) {
    const made = document.createElement(name);
    made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  /* A guess for each machine; the answer, and all that follows, is hidden from its beginning to its end. */
  function guess(form) {
    const machines = JSON.parse(form.querySelector("script").textContent);
    const answers = document.querySelectorAll("#answer, #answer ~ section");
    const { begin, end, rows } = form.elements;
    const sliders = machines.map(({ name }) => {
      const label = element("label", name);
      const slider = element("input", "", { type: "range", min: 0, max: NEVER, value: 4 * POINTS });
      const said = element("output");
      label.append(slider, said);
      rows.querySelector("legend").after(label);
      const say = () => (Number(slider.value) === NEVER ? "never" : about(gamesAt(slider.value)));
      const show = () => slider.setAttribute("aria-valuetext", (said.value = say()));
      slider.addEventListener("input", show);
      show();
      return { slider, said, say };
    });

    function start() {
      if (rows.hidden) for (const one of answers) one.hidden = true;
      rows.hidden = false;
      begin.hidden = true;
      rows.querySelector("input").focus();
    }

    begin.addEventListener("click", start);
    end.addEventListener("click", () => {
      machines.forEach(({ needs }, place) => {
        const { slider, said, say } = sliders[place];
        slider.disabled = true;
        said.value = `you: ${say()}; measured: ${needs}`;
      });
      end.hidden = true;
      for (const one of answers) one.hidden = false;
      form.scrollIntoView();
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.hidden = false;
    if (location.hash === "#guess") start();
  }

  /* A board whose mark in lower case is the mistake. */
  function board(text) {
    const drawing = document.createElementNS(SVG, "svg");
    const add = (name, attributes, content = "") => {
      const part = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
      part.textContent = content;
      drawing.append(part);
    };
    const said = [...text].map((sign) => ({ "-": "free", x: "X by mistake", o: "O by mistake" })[sign] ?? sign);
    drawing.setAttribute("viewBox", "0 0 30 30");
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", said.join(", "));
    add("path", { d: "M10 1V29M20 1V29M1 10H29M1 20H29" });
    [...text].forEach((sign, cell) => {
      if (sign === "-") return;
      const [x, y] = [10 * (cell % 3), 10 * Math.floor(cell / 3)];
      if (sign !== sign.toUpperCase()) add("rect", { x: x + 0.8, y: y + 0.8, width: 8.4, height: 8.4 });
      add("text", { x: x + 5, y: y + 7.6, "data-sign": sign.toUpperCase() }, sign.toUpperCase());
    });
    return drawing;
  }

  /* What all learners of a seat do after some games. */
  function moment(form) {
    const lines = JSON.parse(form.querySelector("script").textContent);
    const { games, seat } = form.elements;
    const body = form.querySelector("tbody");

    function row(line) {
      const at = line.games.findLastIndex((each) => each <= gamesAt(games.value));
      const made = element("tr");
      const name = element("th", "", { scope: "row" });
      const place = form.dataset.watch && line.watch && `${form.dataset.watch}#${line.watch}`;
      name.append(place ? element("a", line.name, { href: place }) : line.name);
      const stage = line.stored.findLast((each) => each <= gamesAt(games.value));
      if (form.dataset.play && stage !== undefined) {
        const game = `${form.dataset.play}#classic?opponent=${line.player}@${stage}`;
        name.append(" ", element("a", "play", { href: game, "aria-label": `Play ${line.name} after ${about(stage)} games` }));
      }
      made.append(name);
      if (at < 0) {
        made.append(element("td", `first looked at after ${about(line.games[0])} ${line.unit}`, { colspan: 3 }));
        return made;
      }
      const ended = at === line.games.length - 1 ? ` (its runs end at ${about(line.games[at])})` : "";
      const runs = (share) => `${Math.round(share * line.n)} of ${line.n}`;
      made.append(element("td", runs(line.unbeaten[at]) + ended));
      const opens = ["centre", "corner", "side"].filter((kind) => line[kind] && line[kind][at] >= 0.005);
      if (line.centre) made.append(element("td", opens.map((kind) => `${kind} ${percent(line[kind][at])}`).join(", ")));
      const worst = element("td", line.mistake[at] ? "" : "none", { class: "board" });
      const gives = line.mistake[at] === "---------";
      if (line.mistake[at]) {
        worst.append(gives ? "gives up at once: " : board(line.mistake[at]), element("span", runs(line.mistaken[at])));
      }
      made.append(worst);
      return made;
    }

    function show() {
      const number = gamesAt(games.value);
      const told = number === 1 ? "1 game or line of play" : `${about(number)} games or lines of play`;
      games.setAttribute("aria-valuetext", told);
      form.querySelector("output").value = told;
      form.querySelector(".opens").hidden = seat.value === "second";
      body.replaceChildren(...lines.filter((line) => line.seat === seat.value).map(row));
    }

    form.addEventListener("input", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.hidden = false;
    show();
  }

  document.querySelectorAll("form.guess").forEach(guess);
  document.querySelectorAll("form.moment").forEach(moment);
})();
