// Dialogs over the page, closed by Escape, the cross, or a click outside.

import { el } from "./dom.js";
import { icon } from "./icons.js";

/**
 * Opens a dialog. It is removed from the page when closed.
 * @param {string} title
 * @param {(string | Node | null | false)[]} body
 * @param {{wide?: boolean, closed?: () => void}} [options]
 */
export function openDialog(title, body, { wide = false, closed } = {}) {
  const heading = el("h2", { id: `dialog-${++opened}` }, title);
  const content = el("div", { class: "body" }, ...body);
  const dialog = el("dialog", { class: wide ? "wide" : "", "aria-labelledby": heading.id },
    el("header", {}, heading, el("button", { type: "button", class: "tool", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"))),
    content);
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed?.();
  });
  let pressed = false;
  dialog.addEventListener("pointerdown", (event) => { pressed = event.target === dialog; });
  dialog.addEventListener("click", (event) => { if (pressed && event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, content };
}
let opened = 0;

/** Whether a dialog is open. */
export const isDialogOpen = () => document.querySelector("dialog[open]") !== null;

/**
 * Asks a yes-or-no question.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmDialog(title, text, yes) {
  return new Promise((done) => {
    let answer = false;
    const { dialog } = openDialog(title, [el("p", {}, text), el("footer", {},
      el("button", { type: "button", class: "button", onclick: () => dialog.close() }, "Cancel"),
      el("button", { type: "button", class: "button main", onclick: () => { answer = true; dialog.close(); } }, yes))],
    { closed: () => done(answer) });
  });
}

/**
 * Asks for a line of text.
 * @param {string} title
 * @param {string} text
 * @param {{value?: string, type?: string, list?: {name: string, about: string}[], yes?: string}} [options]
 * @returns {Promise<string | null>}
 */
export function askLine(title, text, { value = "", type = "text", list = [], yes = "OK" } = {}) {
  return new Promise((done) => {
    /** @type {string | null} */
    let answer = null;
    const options = list.length ? el("datalist", { id: "ask-list" }, ...list.map(({ name, about }) => el("option", { value: name }, about))) : null;
    const input = el("input", { type, value, id: "ask-line", autocomplete: "off", spellcheck: "false", list: options ? "ask-list" : undefined });
    const { dialog } = openDialog(title, [
      el("form", { method: "dialog", onsubmit: () => { answer = input.value; } },
        el("label", { for: "ask-line" }, text), input, options,
        list.length ? el("div", { class: "games" }, ...list.map(({ name, about }) => el("button", { type: "button", style: "grid-template-columns: 9rem 1fr",
          onclick: () => { input.value = name; input.focus(); } }, el("code", {}, name), el("span", { class: "faint" }, about)))) : null,
        el("footer", {}, el("button", { type: "button", class: "button", onclick: () => dialog.close() }, "Cancel"),
          el("button", { type: "submit", class: "button main" }, yes)))],
    { closed: () => done(answer) });
    input.focus();
    input.select();
  });
}

/**
 * A row of a form: a name and a control.
 * @param {string} name
 * @param {HTMLElement} control
 */
export const field = (name, control) => el("label", { class: "field" }, el("span", {}, name), control);

/**
 * A checkbox.
 * @param {string} name
 * @param {boolean} checked
 * @param {(on: boolean) => void} changed
 */
export function tick(name, checked, changed) {
  const input = el("input", { type: "checkbox", checked });
  input.addEventListener("change", () => changed(input.checked));
  return el("label", { class: "check" }, input, el("span", {}, name));
}

/**
 * A drop-down list.
 * @param {{value: string, text: string, disabled?: boolean}[]} options
 * @param {string} value
 * @param {(value: string) => void} changed
 * @param {Record<string, any>} [attributes]
 */
export function choice(options, value, changed, attributes = {}) {
  const select = el("select", attributes, ...options.map((option) => el("option", { value: option.value, disabled: option.disabled }, option.text)));
  select.value = value;
  select.addEventListener("change", () => changed(select.value));
  return select;
}
