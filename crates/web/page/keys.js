// Keys of the page, which follow those of the terminal game where possible.

import { isDialogOpen } from "./dialogs.js";

/** @typedef {import("./game.js").Page} Page */

/** The arrow keys, as swipes. */
const SWIPES = /** @type {Record<string, string>} */ ({ ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" });

/**
 * Listens to the keyboard.
 * @param {Page} page
 * @param {Record<string, () => void>} dialogs by their keys
 */
export function listenToKeys(page, dialogs) {
  addEventListener("keydown", (event) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const { table, view } = page;
    if (isDialogOpen() || !table || !view || event.altKey) return;
    if (target.matches("input, select, textarea")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (key !== "z") return;
      event.preventDefault();
      return event.shiftKey ? table.redo() : table.undo();
    }
    if (page.replay) return replayKey(page, event);
    const act = /** @type {Record<string, () => void>} */ ({
      Escape: () => table.escape(),
      h: () => table.hint(),
      a: () => table.toggleAuto(),
      s: () => table.step(),
      u: () => table.undo(),
      r: () => table.redo(),
      "+": () => table.setSpeed(Math.min(view.speed.place + 1, view.speed.count)),
      "-": () => table.setSpeed(Math.max(view.speed.place - 1, 1)),
      ...dialogs,
    });
    const quadrant = view.base === "pentago-swap" && view.picked.length > 0 ? "abcd".indexOf(key) : -1;
    const piece = view.base === "tenten" ? "123".indexOf(key) : -1;
    const swipe = view.swipes ? SWIPES[event.key] : undefined;
    if (swipe) page.choose(swipe);
    else if (key.length === 1 && quadrant >= 0) page.choose(`q${quadrant}`);
    else if (key.length === 1 && piece >= 0 && piece < view.hand.length) page.choose(`p${piece}`);
    else if (act[key]) act[key]();
    else return;
    event.preventDefault();
  });
}

/**
 * @param {Page} page
 * @param {KeyboardEvent} event
 */
function replayKey(page, event) {
  const replay = page.replay;
  if (!replay) return;
  const act = /** @type {Record<string, () => void>} */ ({
    ArrowLeft: () => { replay.pause(); replay.go(replay.step - 1); },
    ArrowRight: () => { replay.pause(); replay.go(replay.step + 1); },
    Home: () => { replay.pause(); replay.go(0); },
    End: () => { replay.pause(); replay.go(Infinity); },
    Escape: () => replay.close(),
  });
  if (!act[event.key]) return;
  event.preventDefault();
  act[event.key]();
}
