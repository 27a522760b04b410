// The board: cells as buttons, their contents, and the targets.

import { compared } from "./charts.js";
import { el, number, remake, svg } from "./dom.js";
import { icon } from "./icons.js";
import { called, piece } from "./looks.js";

/** @typedef {import("./api.js").View} View */
/** @typedef {import("./api.js").CellLook} Cell */
/** @typedef {import("./looks.js").Marks} Marks */
/**
 * Commands of the board to the game.
 * @typedef {object} Doer
 * @property {(spot: string) => void} choose
 * @property {(spot: string) => {cells: string[], fits: boolean}} ghost
 */
/**
 * Settings and data to draw besides the view.
 * @typedef {object} Extras
 * @property {Marks} marks
 * @property {boolean} values whether the values of a hint are shown on the board
 * @property {Cell[] | null} cells contents of the board during a motion
 * @property {string[]} last the cells that the last move touched
 * @property {string[] | null} pointed the spots of a highlighted action
 */

const QUADRANTS = ["a, top left", "b, top right", "c, bottom left", "d, bottom right"];
const SWIPES = [["left", "left"], ["right", "right"], ["up", "up"], ["down", "down"]];

/**
 * The name of the cell at a column and a row, counted from 0 at the top left.
 * @param {number} column
 * @param {number} row
 */
export const cellName = (column, row) => String.fromCharCode(97 + column) + (row + 1);

/**
 * The column and the row of a cell.
 * @param {string} name
 */
export const placeOf = (name) => ({ column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - 1 });

export class BoardView {
  /**
   * @param {HTMLElement} room
   * @param {Doer} doer
   */
  constructor(room, doer) {
    this.room = room;
    this.doer = doer;
    /** @type {View | null} */
    this.view = null;
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {HTMLElement[]} */
    this.quadrants = [];
    /** @type {HTMLElement[]} */
    this.edges = [];
    /** The cell that Tab focuses. */
    this.focus = "";
    this.root = el("div");
    this.grid = el("div");
    this.shape = "";
    /** The visible arrow. */
    this.arrow = "";
    /** Whether the click after a drag is to be ignored. */
    this.dragged = false;
  }

  /**
   * Builds an empty board for a view.
   * @param {View} view
   */
  build(view) {
    const { columns, rows } = view.size;
    const swipes = view.swipes;
    const named = !swipes && !view.list;
    this.cells.clear();
    this.quadrants = [];
    this.edges = [];
    this.arrow = "";
    this.grid = el("div", { class: "cells" });
    this.root = el("div", { class: `board${named ? " named" : ""}${view.list ? " list" : ""}`, "data-base": view.base,
      style: `--cols:${columns};--rows:${swipes ? columns * 1.25 : rows}` });
    if (named) {
      const across = Array.from({ length: columns }, (_, at) => el("span", {}, cellName(at, 0)[0]));
      const down = Array.from({ length: rows }, (_, at) => el("span", {}, String(at + 1)));
      this.root.append(el("div", { class: "names across", "aria-hidden": "true" }, ...across),
        el("div", { class: "names down", "aria-hidden": "true" }, ...down));
    }
    this.root.append(this.grid);
    if (view.base === "pentago-swap") this.grid.append(el("div", { class: "plates" }, ...QUADRANTS.map(() => el("div"))));
    for (const { cell, shade } of view.cells) {
      const spot = swipes ? el("div", { class: "cell", "data-spot": cell, "data-shade": shade })
        : el("button", { type: "button", class: "cell", "data-spot": cell, "data-shade": shade, tabindex: -1 });
      this.cells.set(cell, spot);
      this.grid.append(spot);
    }
    if (swipes) {
      this.grid.setAttribute("role", "img");
      this.grid.tabIndex = 0;
      this.edges = SWIPES.map(([spot, name]) => el("button", { type: "button", class: "edge", "data-spot": spot, "aria-label": `Swipe ${name}` }, icon(name)));
      this.root.append(...this.edges);
    } else {
      this.grid.setAttribute("role", "group");
      this.grid.setAttribute("aria-label", `Board, ${columns} columns and ${rows} rows`);
      this.focus = cellName(columns >> 1, rows >> 1);
    }
    this.listen();
    this.room.replaceChildren(this.root);
  }

  listen() {
    const spotOf = (/** @type {Event} */ event) => {
      const target = event.target instanceof Element ? event.target.closest("[data-spot]") : null;
      return target instanceof HTMLElement && this.root.contains(target) ? target.dataset.spot ?? "" : "";
    };
    this.root.addEventListener("click", (event) => {
      const spot = spotOf(event);
      if (spot && !this.dragged && !(this.edges.length && this.cells.has(spot))) this.doer.choose(spot);
    });
    this.grid.addEventListener("focusin", (event) => {
      const spot = spotOf(event);
      if (this.cells.has(spot)) this.setFocus(spot);
      this.showGhost(spot);
    });
    this.grid.addEventListener("focusout", () => this.showGhost(""));
    this.grid.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") this.showGhost(spotOf(event)); });
    this.grid.addEventListener("pointerleave", () => this.showGhost(""));
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.dragStones(spotOf);
  }

  /**
   * Lets a stone be dragged to its target.
   * @param {(event: Event) => string} spotOf
   */
  dragStones(spotOf) {
    this.grid.addEventListener("pointerdown", (event) => {
      this.dragged = false;
      const from = spotOf(event), view = this.view;
      if (view?.base !== "five-or-more" || !event.isPrimary || event.pointerType !== "mouse") return;
      if (!this.cells.get(from)?.querySelector(".stone")) return;
      const end = (/** @type {PointerEvent} */ up) => {
        this.root.removeEventListener("pointermove", move);
        const at = document.elementFromPoint(up.clientX, up.clientY)?.closest("[data-spot]");
        const to = at instanceof HTMLElement ? at.dataset.spot ?? "" : "";
        if (this.dragged && to && to !== from) this.doer.choose(to);
        // The click that follows belongs to the drag.
        setTimeout(() => { this.dragged = false; }, 50);
      };
      const move = (/** @type {PointerEvent} */ moved) => {
        if (this.dragged || Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) < 8) return;
        this.dragged = true;
        if (!this.view?.picked.includes(from)) this.doer.choose(from);
      };
      this.root.addEventListener("pointermove", move);
      addEventListener("pointerup", end, { once: true });
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const list = this.shownQuadrants();
    const at = list.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way && !["Home", "End"].includes(event.key)) return;
    if (this.edges.length) return;
    event.preventDefault();
    if (at >= 0 && way) {
      list[way[0] ? (at & 2) | (way[0] > 0 ? 1 : 0) : (at & 1) | (way[1] > 0 ? 2 : 0)].focus();
      return;
    }
    const { column, row } = placeOf(this.focus), { columns, rows } = this.view?.size ?? { columns: 1, rows: 1 };
    const to = way ? [column + way[0], row + way[1]] : event.key === "Home" ? [0, row] : [columns - 1, row];
    const name = cellName(Math.max(0, Math.min(columns - 1, to[0])), Math.max(0, Math.min(rows - 1, to[1])));
    this.setFocus(name);
    this.cells.get(name)?.focus();
  }

  /** @param {string} name */
  setFocus(name) {
    for (const [cell, tab] of [[this.focus, -1], [name, 0]]) {
      const button = this.cells.get(String(cell));
      if (button) button.tabIndex = Number(tab);
    }
    this.focus = name;
  }

  /**
   * Draws a view.
   * @param {View} view
   * @param {Extras} extras
   */
  draw(view, extras) {
    const shape = `${view.game} ${view.size.columns}x${view.size.rows} ${view.list ? view.cells.length : ""}`;
    if (shape !== this.shape) {
      this.shape = shape;
      this.view = view;
      this.build(view);
    }
    this.view = view;
    const targets = new Set(view.targets), picked = new Set(view.picked), wins = new Set(view.decisive);
    const hinted = new Set(extras.pointed ?? view.hint?.spots ?? []), last = new Set(extras.last);
    const values = extras.values ? valuesOf(view) : new Map();
    const mine = view.who.by === "person";
    this.root.classList.toggle("mine", mine);
    this.root.toggleAttribute("data-picked", picked.size > 0);
    const mover = view.sides[view.turn]?.name === "black" ? "#2b2b30" : "#faf8f2";
    this.root.style.setProperty("--mover", mover);
    for (const cell of extras.cells ?? view.cells) {
      const spot = this.cells.get(cell.cell);
      if (!spot) continue;
      const value = values.get(cell.cell);
      remake(spot, [cell.text, cell.colour, cell.always, extras.marks, value ?? null, view.base], () => [piece(view.base, cell, extras.marks), value && valueMark(value)]);
      mark(spot, "target", mine && targets.has(cell.cell));
      mark(spot, "pick", picked.has(cell.cell));
      mark(spot, "hint", hinted.has(cell.cell));
      mark(spot, "win", wins.has(cell.cell));
      mark(spot, "last", last.has(cell.cell) && !wins.has(cell.cell) && !hinted.has(cell.cell) && !picked.has(cell.cell));
      if (!this.edges.length) {
        const parts = [cell.cell, view.list ? cell.text : called(view.base, cell)];
        if (picked.has(cell.cell)) parts.push("picked");
        else if (mine && targets.has(cell.cell)) parts.push(picked.size ? "legal target" : cell.text && view.base === "five-or-more" ? "can move" : "legal");
        if (hinted.has(cell.cell)) parts.push("hint");
        if (wins.has(cell.cell)) parts.push("in the winning row");
        if (value) parts.push(`value ${value.text}`);
        label(spot, parts.join(", "));
        const tab = cell.cell === this.focus ? 0 : -1;
        if (spot.tabIndex !== tab) spot.tabIndex = tab;
      }
    }
    for (const edge of this.edges) {
      const spot = edge.dataset.spot ?? "", value = values.get(spot);
      edge.toggleAttribute("disabled", !mine || !targets.has(spot));
      mark(edge, "hint", hinted.has(spot));
      remake(edge, [spot, value ?? null], () => [icon(spot), value && valueMark(value)]);
      label(edge, `Swipe ${spot}${hinted.has(spot) ? ", hint" : ""}${value ? `, value ${value.text}` : ""}`);
    }
    if (this.edges.length) label(this.grid, `Board, row by row: ${inWords(view)}. Swipe with the arrow keys.`);
    this.drawQuadrants(view, targets, hinted, values);
    this.drawArrow(view, extras.pointed ?? view.hint?.spots ?? []);
  }

  /**
   * Draws the arrow of a hint: from a stone to its target, or between two quadrants.
   * @param {View} view
   * @param {string[]} spots
   */
  drawArrow(view, spots) {
    const quadrants = spots.filter((spot) => /^q\d$/.test(spot)).map((spot) => ["b2", "e2", "b5", "e5"][Number(spot[1])]);
    const ends = quadrants.length === 2 && !view.picked.length ? quadrants : view.base === "five-or-more" && spots.length === 2 ? spots : [];
    // The arrow scales with the board.
    const key = ends.join(" ");
    if (key === this.arrow) return;
    this.arrow = key;
    this.grid.querySelector(".arrow")?.remove();
    const [one, other] = ends.map((name) => this.rect(name));
    if (!one || !other) return;
    const middle = (/** @type {{x: number, y: number, width: number, height: number}} */ rect) => /** @type {[number, number]} */ ([rect.x + rect.width / 2, rect.y + rect.height / 2]);
    this.grid.append(arrow(middle(one), middle(other), { width: this.grid.clientWidth, height: this.grid.clientHeight, cell: one.width, both: quadrants.length === 2 }));
  }

  shownQuadrants() {
    return this.quadrants.filter((quadrant) => quadrant.isConnected);
  }

  /**
   * @param {View} view
   * @param {Set<string>} targets
   * @param {Set<string>} hinted
   * @param {Map<string, {text: string, part: number}>} values
   */
  drawQuadrants(view, targets, hinted, values) {
    const wanted = view.who.by === "person" && view.picked.length > 0 && view.base === "pentago-swap";
    const had = this.grid.querySelector(".quadrants");
    if (!wanted) {
      const within = had?.contains(document.activeElement);
      had?.remove();
      if (within) this.cells.get(this.focus)?.focus();
      return;
    }
    if (!had) {
      const within = this.grid.contains(document.activeElement);
      this.quadrants = QUADRANTS.map((_, at) => el("button", { type: "button", class: "quadrant", "data-spot": `q${at}`, "data-name": "ABCD"[at] }));
      this.grid.append(el("div", { class: "quadrants", role: "group", "aria-label": "Quadrants to swap" }, ...this.quadrants));
      if (within) this.quadrants[0].focus();
    }
    this.quadrants.forEach((quadrant, at) => {
      const spot = `q${at}`, value = values.get(spot), picked = view.picked.includes(spot);
      quadrant.toggleAttribute("disabled", !picked && !targets.has(spot));
      mark(quadrant, "pick", picked);
      mark(quadrant, "hint", hinted.has(spot));
      remake(quadrant, [value ?? null], () => [value && valueMark(value)]);
      label(quadrant, `quadrant ${QUADRANTS[at]}${picked ? ", picked" : ", legal target"}${value ? `, value ${value.text}` : ""}`);
    });
  }

  /**
   * Shows the cells that a piece would cover from here.
   * @param {string} spot
   */
  showGhost(spot) {
    for (const cell of this.grid.querySelectorAll("[data-ghost]")) cell.removeAttribute("data-ghost");
    const view = this.view;
    if (!view || view.base !== "tenten" || !view.picked.length || view.who.by !== "person" || !this.cells.has(spot)) return null;
    const ghost = this.doer.ghost(spot);
    for (const cell of ghost.cells) this.cells.get(cell)?.setAttribute("data-ghost", ghost.fits ? "fits" : "misfit");
    return ghost;
  }

  /**
   * Rectangle of a cell within the grid.
   * @param {string} name
   */
  rect(name) {
    const cell = this.cells.get(name);
    return cell ? { x: cell.offsetLeft, y: cell.offsetTop, width: cell.offsetWidth, height: cell.offsetHeight } : null;
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {boolean} on
 */
function mark(element, name, on) {
  if (on !== element.hasAttribute(`data-${name}`)) element.toggleAttribute(`data-${name}`, on);
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
function label(element, text) {
  if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text);
}

/** @param {{text: string, part: number}} value */
const valueMark = (value) => el("span", { class: "value", style: `--part:${value.part.toFixed(2)}`, "aria-hidden": "true" }, value.text);

/**
 * Best value of a hint for each spot that can be picked next.
 * @param {View} view
 * @returns {Map<string, {text: string, part: number}>}
 */
function valuesOf(view) {
  /** @type {Map<string, number>} */
  const best = new Map();
  for (const { value, spots } of view.hint ? compared(view.hint) : []) {
    if (!view.picked.every((spot, at) => spots[at] === spot)) continue;
    const next = spots[view.picked.length];
    if (next !== undefined) best.set(next, Math.max(best.get(next) ?? -Infinity, value));
  }
  const all = [...best.values()].filter(Number.isFinite);
  const least = Math.min(...all), span = Math.max(...all) - least || 1;
  return new Map([...best].map(([spot, value]) => [spot, { text: number(value), part: Number.isFinite(value) ? (value - least) / span : value > 0 ? 1 : 0 }]));
}

/**
 * A board of cards as text.
 * @param {View} view
 */
function inWords(view) {
  const rows = Array.from({ length: view.size.rows }, (_, row) =>
    view.cells.filter((cell) => placeOf(cell.cell).row === row).map((cell) => cell.text || "empty").join(" "));
  return rows.join("; ");
}

/**
 * An arrow between two points on a board of this size, with two heads if `both` is set.
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {{width: number, height: number, cell: number, both: boolean}} size
 */
function arrow([x, y], [u, v], { width, height, cell, both }) {
  const length = Math.hypot(u - x, v - y) || 1, [dx, dy] = [(u - x) / length, (v - y) / length];
  const [back, side, gap] = [cell * 0.26, cell * 0.18, both ? 0 : cell * 0.3];
  const [ax, ay, bx, by] = [x + dx * gap, y + dy * gap, u - dx * gap * 0.6, v - dy * gap * 0.6];
  const head = (/** @type {number} */ px, /** @type {number} */ py, /** @type {number} */ sign) =>
    `M${px - sign * dx * back - dy * side} ${py - sign * dy * back + dx * side}L${px} ${py}L${px - sign * dx * back + dy * side} ${py - sign * dy * back - dx * side}`;
  return svg("svg", { class: "arrow", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("path", { d: `M${ax} ${ay}L${bx} ${by}${head(bx, by, 1)}${both ? head(ax, ay, -1) : ""}`, "stroke-width": Math.max(2.5, cell * 0.07) }));
}
