// The values of a hint as bars, and the running evaluation as a line.

import { count, el, number, svg } from "./dom.js";

/** @typedef {import("./api.js").Hint} Hint */

/** Maximum number of listed actions. */
const MOST = 12;

/**
 * The statistics of a search in one line.
 * @param {{depth: number, nodes: number, simulations: number, perSecond: number | null}} stats
 */
export function effort({ depth, nodes, simulations, perSecond }) {
  const parts = [];
  if (depth) parts.push(`depth ${depth}`);
  if (simulations) parts.push(`${count(simulations)} simulations`);
  else if (nodes) parts.push(`${count(nodes)} nodes`);
  if (perSecond) parts.push(`${count(perSecond)} per second`);
  return parts.join(" · ");
}

/**
 * The actions with comparable values: if the chosen one was searched, all that were searched and
 * not only estimated.
 * @param {Hint} hint
 */
export function compared(hint) {
  const searched = (hint.actions.find(({ action }) => action === hint.action)?.visits ?? 0) > 0;
  return hint.actions.filter(({ bound, visits }) => bound !== "unsearched" && (visits > 0 || !searched));
}

/**
 * The bars of a hint: the chosen action first, then the others, best first.
 * @param {Hint} hint
 * @param {(spots: string[] | null) => void} point called with the highlighted action
 */
export function bars(hint, point) {
  const known = compared(hint);
  const chosen = hint.actions.find((action) => action.action === hint.action);
  const rest = known.filter((action) => action.action !== hint.action);
  const shown = [...(chosen ? [chosen] : []), ...rest].slice(0, MOST);
  const values = known.map((action) => action.value).filter(Number.isFinite);
  const least = Math.min(...values), span = Math.max(...values) - least;
  const rows = shown.map(({ action, value, text, bound, visits, spots }) => {
    const part = bound === "unsearched" ? 0 : Number.isFinite(value) ? (span > 0 ? 0.06 + 0.94 * (value - least) / span : 1) : value > 0 ? 1 : 0;
    return el("li", { class: action === hint.action ? "bar best" : "bar", style: `--part:${part.toFixed(3)}`,
      onpointerenter: () => point(spots), onpointerleave: () => point(null) },
      el("span", { class: "name" }, action), el("span", { class: "track", "aria-hidden": "true" }, el("i")),
      el("span", { class: "number", title: text }, bound === "unsearched" ? "–" : text.split(" ±")[0]),
      el("span", { class: "visits" }, visits ? `${count(visits)}×` : ""));
  });
  const more = hint.total - shown.length;
  return [el("ol", { class: "bars", "aria-label": "Values of the actions" }, ...rows), more > 0 && el("p", { class: "faint" }, `and ${count(more)} more`)];
}

/**
 * The running evaluation: a line over the moves, with a zero line in two-player games.
 * @param {{move: number, value: number}[]} points
 * @param {boolean} two
 * @param {string} name the plotted quantity
 */
export function plot(points, two, name) {
  const wide = 300, high = 92, pad = 6;
  const values = points.map(({ value }) => Math.max(-1e6, Math.min(1e9, value)));
  let least = Math.min(...values, two ? 0 : Infinity), most = Math.max(...values, two ? 0 : -Infinity);
  if (two) {
    most = Math.max(most, -least, 1e-9);
    least = -most;
  }
  const span = most - least || 1, last = Math.max(points[points.length - 1]?.move ?? 1, 1), from = Math.min(points[0]?.move ?? 0, last - 1);
  const x = (/** @type {number} */ move) => pad + (wide - 2 * pad) * (move - from) / (last - from || 1);
  const y = (/** @type {number} */ value) => high - pad - (high - 2 * pad) * (value - least) / span;
  const line = points.map(({ move }, at) => `${at ? "L" : "M"}${x(move).toFixed(1)} ${y(values[at]).toFixed(1)}`).join("");
  const base = y(two ? 0 : least);
  const area = points.length > 1 ? `${line}L${x(last).toFixed(1)} ${base}L${x(points[0].move).toFixed(1)} ${base}Z` : "";
  const latest = points[points.length - 1];
  const title = latest ? `${name}: ${number(latest.value)} after ${latest.move} moves` : name;
  return el("figure", { class: "plot" },
    svg("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": title, preserveAspectRatio: "none" },
      svg("path", { d: area, class: "area" }),
      svg("path", { d: `M${pad} ${base}H${wide - pad}`, class: "axis" }),
      svg("path", { d: line, class: "line" }),
      latest ? svg("circle", { cx: x(latest.move), cy: y(values[values.length - 1]), r: 3.5, class: "now" }) : null),
    el("figcaption", {}, el("span", {}, `${number(least)} to ${number(most)}`),
      el("span", {}, latest ? `now ${number(latest.value)}` : "")));
}
