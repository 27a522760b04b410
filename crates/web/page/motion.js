// Motion of moves: stones walk, tiles slide and merge, lines vanish, quadrants are swapped.

import { el, isStill } from "./dom.js";
import { cellName, placeOf } from "./board.js";
import { piece } from "./looks.js";

/** @typedef {import("./api.js").Step} Step */
/** @typedef {import("./api.js").CellLook} Cell */
/** @typedef {import("./board.js").BoardView} BoardView */
/** @typedef {import("./looks.js").Marks} Marks */

const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";
/** Maximum number of queued steps. With more, the board jumps to the last. */
const MOST = 6;

export class Motion {
  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
    /** Contents of the board during a motion; `null` without one. @type {Cell[] | null} */
    this.cells = null;
    this.turn = 0;
    /** Steps to be shown. @type {{step: Step, time: number}[]} */
    this.queue = [];
    /** @type {Animation[]} */
    this.running = [];
    /** @type {Element[]} */
    this.overlays = [];
    /** @type {Marks} */
    this.marks = "shapes";
  }

  /** Ends the motion immediately. */
  finish() {
    this.turn++;
    this.cells = null;
    this.queue = [];
    for (const animation of this.running) animation.cancel();
    for (const overlay of this.overlays) overlay.remove();
    this.running = [];
    this.overlays = [];
  }

  /**
   * Shows steps, one after the other, after those in the queue. `redraw` is called whenever the
   * board must be redrawn.
   * @param {Step[]} steps
   * @param {number} time of each, in milliseconds; too short steps are not shown
   * @param {Marks} marks
   * @param {() => void} redraw
   */
  show(steps, time, marks, redraw) {
    if (isStill() || time < 40 || !steps.length || document.hidden || this.queue.length + steps.length > MOST) {
      if (steps.length) this.finish();
      return redraw();
    }
    this.marks = marks;
    const idle = this.cells === null;
    this.queue.push(...steps.map((step) => ({ step, time })));
    if (idle) this.run(redraw);
    else redraw();
  }

  /** @param {() => void} redraw */
  async run(redraw) {
    const turn = this.turn;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      for (const phase of this.phases(next.step)) {
        this.cells = phase.cells;
        redraw();
        this.running = phase.run(next.time);
        await Promise.allSettled(this.running.map((animation) => animation.finished));
        if (turn !== this.turn) return;
        for (const overlay of this.overlays) overlay.remove();
        this.overlays = [];
      }
    }
    this.cells = null;
    this.running = [];
    redraw();
  }

  /**
   * Phases of a step: the visible cells, and their motion.
   * @param {Step} step
   * @returns {{cells: Cell[], run: (time: number) => Animation[]}[]}
   */
  phases(step) {
    const { moved, removed, appeared, swapped } = step.motion;
    if (swapped.length === 2) {
      const placed = step.before.map((cell) => appeared.includes(cell.cell) ? lookAt(step.after, swappedPlace(cell.cell, swapped), cell.cell) : cell);
      return [
        { cells: placed, run: (time) => this.pop(appeared, time * 0.6) },
        { cells: step.after, run: (time) => this.swap(swapped, time * 2.2) },
      ];
    }
    if (removed.length && appeared.length) {
      // Pieces that vanish immediately are first shown in place.
      const placed = withPlaced(step, appeared);
      return [
        { cells: placed, run: (time) => this.pop(appeared, time * 0.6) },
        { cells: step.after, run: (time) => this.vanish(placed, removed, time) },
      ];
    }
    if (removed.length && moved.length) {
      const placed = step.before.map((cell) => {
        if (moved.some(({ from }) => from === cell.cell)) return { ...cell, text: "" };
        const move = moved.find(({ to }) => to === cell.cell);
        return move ? lookAt(step.before, move.from, cell.cell) : cell;
      });
      return [
        { cells: placed, run: (time) => this.slide(step.before, placed, moved, time) },
        { cells: step.after, run: (time) => this.vanish(placed, removed, time) },
      ];
    }
    return [{
      cells: step.after,
      run: (time) => [...this.slide(step.before, step.after, moved, time), ...this.vanish(step.before, removed, time), ...this.pop(appeared, time * 0.8)],
    }];
  }

  /**
   * A picture of a cell's contents over the board.
   * @param {Cell | undefined} cell
   */
  overlay(cell) {
    const rect = cell && this.board.rect(cell.cell);
    if (!cell || !rect) return null;
    const overlay = el("div", { class: "moving", style: `left:${rect.x}px;top:${rect.y}px;width:${rect.width}px;height:${rect.height}px`, "aria-hidden": "true" },
      piece(this.board.view?.base ?? "", cell, this.marks));
    this.board.grid.append(overlay);
    this.overlays.push(overlay);
    return overlay;
  }

  /** @param {string} name */
  pieceAt(name) {
    return this.board.cells.get(name)?.firstElementChild ?? null;
  }

  /**
   * @param {Cell[]} before
   * @param {Cell[]} after
   * @param {{from: string, to: string}[]} moved
   * @param {number} time
   */
  slide(before, after, moved, time) {
    /** @type {Animation[]} */
    const waits = [];
    const walks = this.board.view?.base === "five-or-more";
    for (const { from, to } of moved) {
      const cell = before.find((other) => other.cell === from), start = this.board.rect(from);
      const overlay = this.overlay(cell), landing = this.pieceAt(to);
      if (!overlay || !start || !cell) continue;
      const frames = (walks ? walk(before, from, to) : [from, to]).map((name) => {
        const rect = this.board.rect(name) ?? start;
        return { transform: `translate(${rect.x - start.x}px, ${rect.y - start.y}px)` };
      });
      const duration = walks ? Math.min(time * 0.5 + 45 * frames.length, time * 2.4) : time * 0.8;
      const walked = overlay.animate(frames, { duration, easing: walks ? "ease-in-out" : EASE, fill: "both" });
      waits.push(walked);
      // The target of a merge stays in place until the other tile arrives.
      const under = moved.some((other) => other.from === to) ? null : before.find((other) => other.cell === to && other.text !== "");
      const lying = under ? this.overlay(under) : null;
      if (lying) lying.style.zIndex = "5";
      walked.finished.then(() => { overlay.remove(); lying?.remove(); }, () => {});
      if (!landing || landing.classList.contains("value")) continue;
      waits.push(landing.animate([{ opacity: 0 }, { opacity: 0 }], { duration }));
      const merged = after.find((other) => other.cell === to)?.text !== cell.text;
      if (merged) waits.push(landing.animate([{ transform: "scale(1)" }, { transform: "scale(1.14)" }, { transform: "scale(1)" }], { delay: duration, duration: time * 0.7 }));
    }
    return waits;
  }

  /**
   * @param {Cell[]} before
   * @param {string[]} removed
   * @param {number} time
   */
  vanish(before, removed, time) {
    return removed.flatMap((name, at) => {
      const overlay = this.overlay(before.find((cell) => cell.cell === name));
      if (!overlay) return [];
      const frames = [{ transform: "scale(1)", opacity: 1 }, { transform: "scale(1.12)", opacity: 1, offset: 0.35 }, { transform: "scale(0)", opacity: 0 }];
      return [overlay.animate(frames, { duration: time * 1.3, delay: Math.min(at, 12) * 14, easing: "ease-in", fill: "both" })];
    });
  }

  /**
   * @param {string[]} appeared
   * @param {number} time
   */
  pop(appeared, time) {
    return appeared.flatMap((name, at) => {
      const piece = this.pieceAt(name);
      if (!piece || piece.classList.contains("value")) return [];
      const frames = [{ transform: "scale(0.2)", opacity: 0 }, { transform: "scale(1.08)", opacity: 1, offset: 0.7 }, { transform: "scale(1)" }];
      return [piece.animate(frames, { duration: time, delay: Math.min(at, 6) * 22, easing: "ease-out", fill: "backwards" })];
    });
  }

  /**
   * @param {number[]} swapped
   * @param {number} time
   */
  swap(swapped, time) {
    /** @type {Animation[]} */
    const waits = [];
    const plates = this.board.grid.querySelectorAll(".plates > *");
    for (const [quadrant, other, way] of [[swapped[0], swapped[1], 1], [swapped[1], swapped[0], -1]]) {
      const [here, there] = [quadrantCells(quadrant)[0], quadrantCells(other)[0]].map((name) => this.board.rect(name));
      if (!here || !there) continue;
      const [x, y] = [there.x - here.x, there.y - here.y];
      const bow = x && y ? 0 : 26 * way;
      const zIndex = way > 0 ? 4 : 3;
      const frames = [
        { transform: `translate(${x}px, ${y}px)`, zIndex },
        { transform: `translate(${x / 2 + (y ? bow : 0)}px, ${y / 2 + (x ? bow : 0)}px) scale(${way > 0 ? 1.03 : 0.97})`, zIndex },
        { transform: "none", zIndex },
      ];
      const moving = [plates[quadrant], ...quadrantCells(quadrant).map((name) => this.board.cells.get(name))];
      for (const element of moving) if (element) waits.push(element.animate(frames, { duration: time, easing: "ease-in-out", fill: "backwards" }));
    }
    return waits;
  }
}

/**
 * The board with the pieces that a step puts down, before any vanish. A piece that vanishes
 * immediately is a block of 1010!, in the colour of its piece.
 * @param {Step} step
 * @param {string[]} appeared
 */
const withPlaced = (step, appeared) => step.before.map((cell) => {
  if (cell.text || !appeared.includes(cell.cell)) return cell;
  const after = lookAt(step.after, cell.cell, cell.cell);
  return after.text ? after : { ...cell, text: "x", colour: step.colour ?? "" };
});

/**
 * Cells of a quadrant of Pentago-Swap.
 * @param {number} quadrant
 */
const quadrantCells = (quadrant) => Array.from({ length: 9 }, (_, at) => cellName(3 * (quadrant % 2) + at % 3, 3 * (quadrant >> 1) + Math.floor(at / 3)));

/**
 * Cells that a step touched, at their positions after it; none in games in which everything moves.
 * @param {string} base
 * @param {Step} step
 */
export function touched(base, { motion: { moved, appeared, swapped } }) {
  if (base === "threes" || base === "tenten") return [];
  return [...moved.map(({ to }) => to), ...appeared.map((name) => swapped.length === 2 ? swappedPlace(name, swapped) : name)];
}

/**
 * Position of a cell after a swap.
 * @param {string} name
 * @param {number[]} swapped
 */
function swappedPlace(name, [one, other]) {
  const { column, row } = placeOf(name);
  const quadrant = Math.floor(column / 3) + 2 * Math.floor(row / 3);
  const to = quadrant === one ? other : quadrant === other ? one : quadrant;
  return cellName(column % 3 + 3 * (to % 2), row % 3 + 3 * (to >> 1));
}

/**
 * Contents of one cell, with the name of another.
 * @param {Cell[]} cells
 * @param {string} from
 * @param {string} name
 * @returns {Cell}
 */
function lookAt(cells, from, name) {
  const found = cells.find((cell) => cell.cell === from) ?? cells[0];
  return { ...found, cell: name };
}

/**
 * Shortest path over empty cells, reduced to its corners.
 * @param {Cell[]} cells
 * @param {string} from
 * @param {string} to
 * @returns {string[]}
 */
function walk(cells, from, to) {
  const free = new Set(cells.filter((cell) => !cell.text).map((cell) => cell.cell)).add(to);
  /** @type {Map<string, string>} */
  const came = new Map([[from, ""]]);
  for (const name of came.keys()) {
    if (name === to) break;
    const { column, row } = placeOf(name);
    for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const next = cellName(column + x, row + y);
      if (free.has(next) && !came.has(next)) came.set(next, name);
    }
  }
  const path = [];
  for (let name = to; name; name = came.get(name) ?? "") path.unshift(name);
  return path[0] === from ? path : [from, to];
}
