// Creation of elements, and messages to the user.

/** @typedef {string | Node | null | undefined | false} Child */

/**
 * The element with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function by(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
}

/**
 * An HTML element: attributes (`onclick` and others add listeners), then children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  fill(element, attributes, children);
  return element;
}

/**
 * Replaces an element's children only if `key` has changed. The focus stays with the child of the
 * same id.
 * @param {Element} element
 * @param {unknown} key
 * @param {() => Child[]} make
 * @returns {boolean} whether the children were replaced
 */
export function remake(element, key, make) {
  const text = JSON.stringify(key);
  if (made.get(element) === text) return false;
  made.set(element, text);
  const focused = element.contains(document.activeElement) ? document.activeElement?.id : "";
  element.replaceChildren(...make().filter((child) => child !== null && child !== undefined && child !== false));
  if (focused) document.getElementById(focused)?.focus();
  return true;
}
/** @type {WeakMap<Element, string>} */
const made = new WeakMap();

/** Whether the page is the single file, which has no files beside it. */
export const isSingle = document.getElementById("gambol-worker") !== null;

/** Whether reduced motion is preferred. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

let said = "";
/**
 * Announces a text to screen readers, once even if it is repeated.
 * @param {string} text
 */
export function announce(text) {
  if (!text || text === said) return;
  said = text;
  by("live").textContent = text;
}

/** Allows the same text to be announced again. */
export function hush() {
  said = "";
}

/**
 * The reason of a failure in words.
 * @param {unknown} error
 */
export const reason = (error) => error instanceof Error ? error.message : String(error);

/**
 * Shows and announces a short notice.
 * @param {string} text
 */
export function toast(text) {
  const note = el("div", { class: "toast" }, text);
  by("toasts").append(note);
  setTimeout(() => note.remove(), 3200);
  hush();
  announce(text);
}

/**
 * Formats a number with few digits and a true minus sign.
 * @param {number} value
 * @param {boolean} [signed]
 */
export function number(value, signed = false) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "−∞" : "–";
  const size = Math.abs(value);
  const text = Number.isInteger(value) ? String(size)
    : size >= 100 ? size.toFixed(0) : size >= 10 ? size.toFixed(1) : size.toFixed(2);
  return (value < 0 && Number(text) !== 0 ? "−" : signed && value > 0 ? "+" : "") + text;
}

/**
 * Formats a count, abbreviated or with thousands separators.
 * @param {number} value
 */
export function count(value) {
  if (value >= 10_000_000) return `${(value / 1e6).toFixed(0)} M`;
  if (value >= 1_000_000) return `${(value / 1e6).toFixed(1)} M`;
  if (value >= 100_000) return `${(value / 1e3).toFixed(0)} k`;
  return Math.round(value).toLocaleString("en");
}

/**
 * Downloads bytes or text as a file.
 * @param {string} name
 * @param {BlobPart} content
 */
export function download(name, content) {
  const address = URL.createObjectURL(new Blob([content]));
  const link = el("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
