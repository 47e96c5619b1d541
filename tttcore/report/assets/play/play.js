/* Tabs, each put up when it is first opened, and addresses: #nine_board opens a tab, #nine_board?moves=5.5 a game on it,
   #study/treatment/replicate the tab that has this agent; whatever else there is in an address, such as a heading to skip
   to, changes nothing. The address follows the game that is shown. */
"use strict";

TTT.start = () => {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const mounts = { classic: TTT.mountClassic, nine_board: TTT.mountNineBoard, lattice: TTT.mountLattice };
  const mounted = new Map();
  const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
  const data = new Map(tabs.map(panelOf).map(({ id }) => [id, JSON.parse(document.getElementById(`data-${id}`).text)]));

  const open = (tab) => {
    tabs.forEach((each) => {
      each.setAttribute("aria-selected", String(each === tab));
      each.tabIndex = each === tab ? 0 : -1;
      panelOf(each).hidden = each !== tab;
    });
    const { id } = panelOf(tab);
    if (mounted.has(id)) mounted.get(id).refresh();
    else mounted.set(id, mounts[id](panelOf(tab).querySelector("div"), data.get(id)));
    return mounted.get(id);
  };

  /* The address that was asked for: the page's own may have followed a move since. */
  const follow = (asked) => {
    const { tab, values } = TTT.address.parse(new URL(asked).hash.slice(1));
    const named = tabs.find((each) => panelOf(each).id === tab);
    const holder = tabs.find((each) => data.get(panelOf(each).id).agents?.some((agent) => agent.id === tab));
    if (named && Object.keys(values).length) open(named).restore(values);
    else if (named) open(named);
    else if (holder) open(holder).restore({ opponent: tab });
  };

  const address = ({ target, detail }) => {
    const panel = target.closest("[role=tabpanel]");
    if (!panel.hidden) history.replaceState(null, "", TTT.address.format(panel.id, detail));
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
  follow(location.href);
  if (!mounted.size) open(tabs[0]);
  document.addEventListener("played", address);
  addEventListener("hashchange", (event) => follow(event.newURL));
};

TTT.start();
