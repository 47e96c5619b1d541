/* A notice above the games that stays until it is closed or a later one takes its place. */
"use strict";
globalThis.TTT = globalThis.TTT || {};

/* `element` is told as soon as it holds a text, which is shown as it is. Returns {show(text), hide()}. */
TTT.notice = (element) => {
  const { make } = TTT.dom;
  const hide = () => element.replaceChildren();
  const show = (text) => element.replaceChildren(make("p", {}, text),
    make("button", { type: "button", onclick: hide }, "Close"));
  return { hide, show };
};
