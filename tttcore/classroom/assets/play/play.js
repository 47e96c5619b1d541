/* Tabs, each put up when it is first opened, and addresses: #nine_board opens a tab, #nine_board?moves=5.5&seat=o a game on
   it, #study/treatment/replicate the tab that has this agent. An address that can't be read whole is ignored with a notice;
   one of an element, such as a heading to skip to, is left to the browser. The address follows the game that is shown. */
"use strict";

TTT.start = () => {
  const { Fault, format, parse, quoted } = TTT.address;
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const mounts = { classic: TTT.mountClassic, nine_board: TTT.mountNineBoard, lattice: TTT.mountLattice };
  const mounted = new Map();
  const notice = TTT.notice(document.querySelector(".play-notice"));
  const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
  const data = new Map(tabs.map(panelOf).map(({ id }) => [id, JSON.parse(document.getElementById(`data-${id}`).text)]));
  const shown = () => tabs.find((tab) => !panelOf(tab).hidden);

  /* The game of a tab, which need not be shown. */
  const matchOf = (tab) => {
    const { id } = panelOf(tab);
    if (!mounted.has(id)) mounted.set(id, mounts[id](panelOf(tab).querySelector("div"), data.get(id)));
    return mounted.get(id);
  };

  const open = (tab) => {
    tabs.forEach((each) => {
      each.setAttribute("aria-selected", String(each === tab));
      each.tabIndex = each === tab ? 0 : -1;
      panelOf(each).hidden = each !== tab;
    });
    matchOf(tab).refresh();
  };

  /* Open what an address names, or a Fault and no change. */
  const follow = (text) => {
    const { tab, values } = parse(text);
    const named = tabs.find((each) => panelOf(each).id === tab);
    const holder = tabs.find((each) => data.get(panelOf(each).id).agents?.some((agent) => agent.id === text));
    if (!named && document.getElementById(text)) return;
    if (!named && !holder) throw new Fault(`It names no game and no player of this page: ${quoted(text)}.`);
    if (holder) matchOf(holder).meet(text);
    else if (values) matchOf(named).restore(values);
    open(named ?? holder);
  };

  /* The address that was asked for: the page's own may have followed a move since. */
  const ask = (asked) => {
    const text = new URL(asked).hash.slice(1);
    try {
      notice.hide();
      if (text) follow(text);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      notice.show(`This address was ignored, and no game has changed. ${fault.message}`);
      if (shown()) open(shown());
    }
    if (!shown()) open(tabs.find((tab) => panelOf(tab).id === parse(text).tab) ?? tabs[0]);
  };

  const write = ({ target, detail }) => {
    const panel = target.closest("[role=tabpanel]");
    if (!panel.hidden) history.replaceState(null, "", format(panel.id, detail));
  };

  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const other = tabs[(at + step + tabs.length) % tabs.length];
      open(other);
      other.focus();
    });
  });
  ask(location.href);
  document.addEventListener("played", write);
  addEventListener("hashchange", (event) => ask(event.newURL));
};

TTT.start();
