// Light and dark colours: the system's, until switched.

import { by } from "./dom.js";
import { icon } from "./icons.js";
import { load, save } from "./store.js";

const system = matchMedia("(prefers-color-scheme: dark)");

/** Applies the current colours. */
function show() {
  const chosen = load("theme");
  const dark = chosen === "dark" || (chosen !== "light" && system.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  const button = by("theme");
  button.replaceChildren(icon(dark ? "sun" : "moon"));
  button.setAttribute("aria-pressed", String(dark));
  button.title = dark ? "Light colours" : "Dark colours";
}

/** Switches between light and dark. Choosing the system's own colours follows the system again. */
export function switchTheme() {
  const dark = document.documentElement.dataset.theme === "dark";
  const wanted = dark ? "light" : "dark";
  save("theme", system.matches === (wanted === "dark") ? null : wanted);
  show();
}

/** Follows the system and the button. */
export function startTheme() {
  system.addEventListener("change", show);
  by("theme").addEventListener("click", switchTheme);
  show();
}
