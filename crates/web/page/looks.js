// Appearance and names of stones, tiles and blocks. Shapes or letters distinguish the colours, too.

import { el, svg } from "./dom.js";

/** @typedef {import("./api.js").CellLook} Cell */
/** @typedef {"shapes" | "letters" | "plain"} Marks */

/**
 * Okabe and Ito's palette, which is distinguishable with all kinds of colour vision, and more
 * colours for larger sets.
 */
const STONES = [
  { name: "vermilion", fill: "#d55e00", ink: "#fff", shape: "circle" },
  { name: "sky blue", fill: "#56b4e9", ink: "#08263a", shape: "square" },
  { name: "green", fill: "#009e73", ink: "#fff", shape: "triangle" },
  { name: "yellow", fill: "#f0e442", ink: "#403b00", shape: "diamond" },
  { name: "blue", fill: "#0072b2", ink: "#fff", shape: "cross" },
  { name: "pink", fill: "#cc79a7", ink: "#35121f", shape: "star" },
  { name: "orange", fill: "#f3a712", ink: "#3a2500", shape: "ring" },
  { name: "grey", fill: "#9a9a9a", ink: "#111", shape: "bar" },
  { name: "violet", fill: "#6a4fb3", ink: "#fff", shape: "saltire" },
  { name: "brown", fill: "#7d4a1c", ink: "#fff", shape: "drop" },
];
/** @type {Record<string, {name: string, fill: string, ink: string, shape: string}>} */
const MATCH5 = {
  r: { name: "red", fill: "#d0431f", ink: "#fff", shape: "saltire" },
  b: { name: "blue", fill: "#0a6cb4", ink: "#fff", shape: "ring" },
};
/** @type {Record<string, {name: string, fill: string, ink: string, shape: string}>} */
const PENTAGO = {
  w: { name: "white", fill: "#faf8f2", ink: "#777", shape: "none" },
  b: { name: "black", fill: "#2b2b30", ink: "#ccc", shape: "none" },
};

/** Shapes on the stones, in a box from -10 to 10. */
const SHAPES = /** @type {Record<string, string>} */ ({
  circle: "M-4.2 0A4.2 4.2 0 1 0 4.2 0A4.2 4.2 0 1 0 -4.2 0Z",
  square: "M-3.7 -3.7H3.7V3.7H-3.7Z",
  triangle: "M0 -5L4.7 3.3H-4.7Z",
  diamond: "M0 -5.4L4.2 0L0 5.4L-4.2 0Z",
  cross: "M-1.6 -5H1.6V-1.6H5V1.6H1.6V5H-1.6V1.6H-5V-1.6H-1.6Z",
  star: "M0 -5.6L1.6 -1.9L5.4 -1.7L2.4 0.8L3.4 4.6L0 2.5L-3.4 4.6L-2.4 0.8L-5.4 -1.7L-1.6 -1.9Z",
  ring: "M-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0ZM-2.3 0A2.3 2.3 0 1 1 2.3 0A2.3 2.3 0 1 1 -2.3 0Z",
  bar: "M-5 -1.7H5V1.7H-5Z",
  saltire: "M-2.4 -4.6L0 -2.2L2.4 -4.6L4.6 -2.4L2.2 0L4.6 2.4L2.4 4.6L0 2.2L-2.4 4.6L-4.6 2.4L-2.2 0L-4.6 -2.4Z",
  drop: "M0 -5.5C3 -1.8 4 -0.2 4 1.4A4 4 0 0 1 -4 1.4C-4 -0.2 -3 -1.8 0 -5.5Z",
});

/**
 * @param {string} base the game without its settings
 * @param {string} text
 */
function stoneOf(base, text) {
  const known = base === "match5" ? MATCH5[text] : base === "pentago-swap" ? PENTAGO[text] : undefined;
  const at = text.toLowerCase().charCodeAt(0) - 97;
  return known ?? STONES[((at % STONES.length) + STONES.length) % STONES.length];
}

/**
 * A stone as a picture.
 * @param {string} base
 * @param {string} text
 * @param {Marks} marks
 */
export function stone(base, text, marks) {
  const look = stoneOf(base, text);
  const shape = marks === "plain" ? null
    : marks === "letters" ? svg("text", { y: 3.3, class: "letter", fill: look.ink }, text.toUpperCase())
    : look.shape === "none" ? null
    : svg("path", { d: SHAPES[look.shape], fill: look.ink, "fill-rule": "evenodd", opacity: 0.82 });
  return svg("svg", { viewBox: "-10 -10 20 20", class: `stone ${look.name === "white" ? "pale" : look.name === "black" ? "dark" : ""}`, "aria-hidden": "true" },
    svg("circle", { r: 8.4, fill: look.fill, class: "body" }),
    svg("path", { d: "M-6.6 -1.6A6.8 6.8 0 0 1 4 -5.5", class: "shine" }),
    shape);
}

/** Blue, red, and paper with a warmer tint for higher values. */
const PAPER = ["#fdfbf4", "#fff0b8", "#ffe08a", "#ffcb66", "#ffb454", "#fb9a4b", "#f17f4a", "#e2634f", "#cc4d68", "#a94486", "#7f4396", "#58429a"];

/**
 * Colours of a card of Threes!.
 * @param {number} value
 */
export function cardColours(value) {
  if (value === 1) return { fill: "#4aa3df", ink: "#06253b" };
  if (value === 2) return { fill: "#ee7d90", ink: "#3c0814" };
  const step = Math.max(0, Math.round(Math.log2(value / 3)));
  return { fill: PAPER[Math.min(step, PAPER.length - 1)], ink: step >= 8 ? "#fff" : "#33260f" };
}

/**
 * A card of Threes!, or any other tile.
 * @param {string} text
 */
export function tile(text) {
  const value = Number(text);
  const known = Number.isFinite(value) && value > 0;
  const { fill, ink } = known ? cardColours(value) : { fill: "var(--card)", ink: "var(--ink)" };
  return el("span", { class: `tile digits-${Math.min(text.length, 5)}`, style: `--fill:${fill};--on:${ink}`, "data-value": text }, text);
}

/**
 * The picture of a cell's contents.
 * @param {string} base
 * @param {Cell} cell
 * @param {Marks} marks
 * @returns {Element | null}
 */
export function piece(base, cell, marks) {
  if (!cell.text) return null;
  if (cell.always) return tile(cell.text);
  if (base === "tenten") return el("span", { class: "block", style: `--fill:${cell.colour}` });
  return stone(base, cell.text, marks);
}

/**
 * The name of a cell's contents.
 * @param {string} base
 * @param {Cell} cell
 */
export function called(base, cell) {
  if (!cell.text) return "empty";
  if (cell.always) return cell.text;
  if (base === "tenten") return "filled";
  return `${stoneOf(base, cell.text).name} stone`;
}

/**
 * The name of a stone's colour.
 * @param {string} base
 * @param {string} text
 */
export const colourName = (base, text) => stoneOf(base, text).name;
