// The hand of 1010!: pieces to tap or to drag onto the board. Also swipes over the board of
// Threes!.

import { el, remake, svg } from "./dom.js";
import { cellName } from "./board.js";

/** @typedef {import("./api.js").View} View */
/** @typedef {{rows: boolean[][], colour: string}} HandPiece */
/** @typedef {import("./board.js").BoardView} BoardView */

/** Minimum distance of a drag. */
const THRESHOLD = 7;

/**
 * A piece as a picture, with cells of this size.
 * @param {HandPiece} piece
 * @param {number} size
 * @param {number} gap
 */
function picture(piece, size, gap) {
  const rows = piece.rows.length, columns = Math.max(...piece.rows.map((row) => row.length));
  const squares = piece.rows.flatMap((row, y) => row.flatMap((filled, x) => filled
    ? [svg("rect", { x: x * size + gap / 2, y: y * size + gap / 2, width: size - gap, height: size - gap, rx: size * 0.16 })] : []));
  return svg("svg", { viewBox: `0 0 ${columns * size} ${rows * size}`, width: columns * size, height: rows * size, fill: piece.colour, "aria-hidden": "true" }, ...squares);
}

/**
 * A piece as text.
 * @param {HandPiece} piece
 */
export function inWords(piece) {
  const rows = piece.rows.length, columns = Math.max(...piece.rows.map((row) => row.length));
  const cells = piece.rows.flat().filter(Boolean).length;
  if (cells === 1) return "one cell";
  if (cells === rows * columns) return rows === 1 ? `row of ${columns}` : columns === 1 ? `column of ${rows}` : `square of ${rows} by ${columns}`;
  const corner = [[0, 0, "top left"], [0, columns - 1, "top right"], [rows - 1, 0, "bottom left"], [rows - 1, columns - 1, "bottom right"]];
  const at = corner.find(([y, x]) => {
    const row = Number(y), column = Number(x);
    return piece.rows[row].every(Boolean) && piece.rows.every((cells) => cells[column]);
  });
  return `corner of ${cells} cells, ${at?.[2] ?? ""}`;
}

export class Hand {
  /**
   * @param {HTMLElement} root
   * @param {BoardView} board
   * @param {(spot: string) => void} choose
   */
  constructor(root, board, choose) {
    this.root = root;
    this.board = board;
    this.choose = choose;
    /** @type {View | null} */
    this.view = null;
    this.dragged = false;
  }

  /** @param {View} view */
  draw(view) {
    this.view = view;
    this.root.hidden = view.base !== "tenten";
    if (this.root.hidden) return;
    const hinted = view.hint?.spots ?? [];
    const focused = this.root.contains(document.activeElement) ? document.activeElement?.getAttribute("data-spot") : null;
    const shown = view.hand.map((piece, at) => ({ ...piece, spot: `p${at}`, picked: view.picked.includes(`p${at}`), hinted: hinted.includes(`p${at}`),
      legal: view.who.by === "person" && (view.picked.length > 0 || view.targets.includes(`p${at}`)) }));
    const changed = remake(this.root, shown, () => shown.map((piece, at) => {
      const button = el("button", { type: "button", class: "piece", "data-spot": piece.spot, "data-pick": piece.picked, "data-hint": piece.hinted, disabled: !piece.legal,
        "aria-pressed": String(piece.picked), "aria-label": `Piece ${at + 1}: ${inWords(piece)}${piece.hinted ? ", hint" : ""}` },
        el("kbd", { "aria-hidden": "true" }, String(at + 1)), picture(piece, 19, 2));
      button.addEventListener("click", () => { if (!this.dragged) this.choose(piece.spot); });
      button.addEventListener("pointerdown", (event) => this.press(event, button, piece));
      return button;
    }));
    if (changed && focused) /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-spot="${focused}"]`))?.focus();
  }

  /**
   * @param {PointerEvent} event
   * @param {HTMLElement} button
   * @param {HandPiece & {spot: string}} piece
   */
  press(event, button, piece) {
    this.dragged = false;
    if (!event.isPrimary || event.button !== 0 || this.view?.who.by !== "person") return;
    const touch = event.pointerType !== "mouse";
    /** @type {HTMLElement | null} */
    let held = null;
    let at = "", size = 20;
    const move = (/** @type {PointerEvent} */ moved) => {
      if (!held) {
        if (Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) < THRESHOLD) return;
        this.dragged = true;
        if (!this.view?.picked.includes(piece.spot)) this.choose(piece.spot);
        const [one, two] = [this.board.rect("a1"), this.board.rect("b1")];
        size = one && two ? two.x - one.x : 20;
        held = el("div", { class: "held", "aria-hidden": "true" }, picture(piece, size, Math.max(1, size * 0.06)));
        document.body.append(held);
      }
      const columns = Math.max(...piece.rows.map((row) => row.length)), rows = piece.rows.length;
      const left = moved.clientX - columns * size / 2, top = moved.clientY - rows * size / 2 - (touch ? rows * size / 2 + size * 1.2 : 0);
      held.style.transform = `translate(${left}px, ${top}px)`;
      const grid = this.board.grid.getBoundingClientRect(), first = this.board.rect("a1");
      const column = Math.round((left - grid.left - (first?.x ?? 0)) / size), row = Math.round((top - grid.top - (first?.y ?? 0)) / size);
      const inside = column >= 0 && row >= 0 && column < 10 && row < 10;
      const cell = inside ? cellName(column, row) : "";
      if (cell !== at) {
        at = cell;
        this.board.showGhost(cell);
      }
    };
    const end = (/** @type {PointerEvent} */ up) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      held?.remove();
      if (!held) return;
      const ghost = at && up.type === "pointerup" ? this.board.showGhost(at) : null;
      this.board.showGhost("");
      if (ghost?.fits) this.choose(at);
      setTimeout(() => { this.dragged = false; }, 50);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    if (button.hasPointerCapture(event.pointerId)) button.releasePointerCapture(event.pointerId);
  }
}

/**
 * Calls `swiped` for swipes over the board of a game that is played by them.
 * @param {HTMLElement} room
 * @param {() => boolean} wanted
 * @param {(direction: string) => void} swiped
 */
export function listenForSwipes(room, wanted, swiped) {
  /** @type {{x: number, y: number} | null} */
  let start = null;
  room.addEventListener("pointerdown", (event) => {
    const edge = event.target instanceof Element && event.target.closest(".edge");
    start = wanted() && event.isPrimary && !edge ? { x: event.clientX, y: event.clientY } : null;
  });
  addEventListener("pointermove", (event) => {
    if (!start || !event.isPrimary) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    const [wide, high] = [Math.abs(x), Math.abs(y)];
    if (Math.max(wide, high) < 26 || Math.min(wide, high) > 0.75 * Math.max(wide, high)) return;
    start = null;
    swiped(wide > high ? (x > 0 ? "right" : "left") : y > 0 ? "down" : "up");
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { start = null; });
}
