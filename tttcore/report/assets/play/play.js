/* Tabs, each put up when it is first opened, and addresses: #nine_board opens a tab, #study/treatment/replicate the tab
   that has this agent; whatever else there is in an address, such as a heading to skip to, changes nothing. */
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
    if (!mounted.has(id)) mounted.set(id, mounts[id](panelOf(tab).querySelector("div"), data.get(id)));
    return mounted.get(id);
  };

  const follow = () => {
    const address = location.hash.slice(1);
    const named = tabs.find((tab) => panelOf(tab).id === address);
    const holder = tabs.find((tab) => data.get(panelOf(tab).id).agents?.some((agent) => agent.id === address));
    if (named) open(named);
    else if (holder) open(holder).choose(address);
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
  open(tabs[0]);
  follow();
  addEventListener("hashchange", follow);
};

TTT.start();
