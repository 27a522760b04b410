// Icons as inline SVG: tools, and a small board for each game.

import { svg } from "./dom.js";

/** Paths on a grid of 24, drawn as lines. */
const LINES = /** @type {Record<string, string>} */ ({
  plus: "M12 5V19M5 12H19",
  link: "M10 14A4 4 0 0 0 15.7 14.3L18.7 11.3A4 4 0 0 0 13 5.6L11.8 6.8M14 10A4 4 0 0 0 8.3 9.7L5.3 12.7A4 4 0 0 0 11 18.4L12.2 17.2",
  sun: "M12 8A4 4 0 1 0 12 16A4 4 0 1 0 12 8ZM12 2.5V4.5M12 19.5V21.5M2.5 12H4.5M19.5 12H21.5M5.3 5.3L6.7 6.7M17.3 17.3L18.7 18.7M5.3 18.7L6.7 17.3M17.3 6.7L18.7 5.3",
  moon: "M20 14.2A8.2 8.2 0 1 1 9.8 4A6.6 6.6 0 0 0 20 14.2Z",
  help: "M9 9.2A3 3 0 1 1 13.4 11.8C12.4 12.4 12 13 12 14.2M12 17.6V17.9",
  menu: "M4 7H20M4 12H20M4 17H20",
  undo: "M8 5L4 9L8 13M4.5 9H14A5.5 5.5 0 0 1 14 20H9",
  redo: "M16 5L20 9L16 13M19.5 9H10A5.5 5.5 0 0 0 10 20H15",
  bulb: "M9.5 18H14.5M10.2 21H13.8M9 15.2C7.2 14 6 12.2 6 10A6 6 0 0 1 18 10C18 12.2 16.8 14 15 15.2V16H9Z",
  play: "M7 4.8V19.2L19 12Z",
  pause: "M8 5V19M16 5V19",
  stop: "M6.5 6.5H17.5V17.5H6.5Z",
  step: "M6 5V19L15 12ZM18.5 5V19",
  back: "M18 5V19L9 12ZM5.5 5V19",
  first: "M19 5V19L11 12ZM11 5V19L3.5 12Z",
  last: "M5 5V19L13 12ZM13 5V19L20.5 12Z",
  close: "M6 6L18 18M18 6L6 18",
  left: "M15 5L8 12L15 19",
  right: "M9 5L16 12L9 19",
  up: "M5 15L12 8L19 15",
  down: "M5 9L12 16L19 9",
  trash: "M5 7H19M10 7V4.5H14V7M7 7L8 19.5H16L17 7",
  file: "M7 3.5H14L18 7.5V20.5H7ZM13.5 3.5V8H18",
  save: "M12 4V15M7.5 11L12 15.5L16.5 11M5 20H19",
});

/**
 * An icon of this name.
 * @param {string} name
 */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": 1.9,
    "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" }, svg("path", { d: LINES[name] }));
}

const box = (/** @type {string} */ fill, /** @type {(SVGElement)[]} */ ...inside) =>
  svg("svg", { viewBox: "0 0 30 30", "aria-hidden": "true" }, svg("rect", { width: 30, height: 30, fill }), ...inside);
const dot = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ fill, r = 3.6) => svg("circle", { cx: x, cy: y, r, fill });
const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ fill, size = 6.4, rx = 1.4) =>
  svg("rect", { x, y, width: size, height: size, rx, fill });

/** The small board of each game. */
const BOARDS = /** @type {Record<string, () => SVGElement>} */ ({
  "five-or-more": () => box("#e4dfd1", dot(7, 7, "#d55e00"), dot(15, 7, "#0072b2"), dot(23, 15, "#f0e442"), dot(7, 23, "#009e73"),
    dot(15, 15, "#0072b2"), dot(23, 23, "#0072b2"), dot(7, 15, "#cc79a7")),
  tenten: () => box("#dce8ec", ...[[3, 3], [3, 11.8], [3, 20.6], [11.8, 20.6], [20.6, 20.6]].map(([x, y]) => square(x, y, "#1c7f8c")),
    square(20.6, 3, "#8fbfc6"), square(11.8, 3, "#8fbfc6")),
  threes: () => box("#cfe3e0", svg("rect", { x: 3, y: 3, width: 11, height: 11, rx: 2.4, fill: "#4aa3df" }),
    svg("rect", { x: 16, y: 3, width: 11, height: 11, rx: 2.4, fill: "#ee7d90" }),
    svg("rect", { x: 3, y: 16, width: 24, height: 11, rx: 2.4, fill: "#fdfbf4" }),
    svg("path", { d: "M12.6 18.6H17.2L14.9 20.9A1.9 1.9 0 1 1 12.7 23.4", fill: "none", stroke: "#33260f", "stroke-width": 1.5, "stroke-linecap": "round", "stroke-linejoin": "round" })),
  "pentago-swap": () => box("#e2d3b4", ...[[2, 2], [16, 2], [2, 16], [16, 16]].map(([x, y]) => square(x, y, "#b98f55", 12, 2)),
    dot(6, 6, "#fff", 2.5), dot(20, 10, "#2b2b30", 2.5), dot(10, 20, "#2b2b30", 2.5), dot(24, 24, "#fff", 2.5), dot(10, 10, "#fff", 2.5)),
  match5: () => box("#dde3ea", svg("path", { d: "M5 0V30M15 0V30M25 0V30M0 5H30M0 15H30M0 25H30", stroke: "#aab4c0", "stroke-width": 1 }),
    dot(5, 5, "#d0431f", 3.8), dot(15, 15, "#d0431f", 3.8), dot(25, 25, "#d0431f", 3.8), dot(15, 5, "#0a6cb4", 3.8), dot(25, 5, "#0a6cb4", 3.8), dot(5, 15, "#0a6cb4", 3.8)),
});

/**
 * A game's small board; empty for an unknown game.
 * @param {string} name
 */
export const gameIcon = (name) => (BOARDS[name] ?? (() => box("#dddddd")))();
