// The best scores of each puzzle, stored in the browser.

import { load, save } from "./store.js";

/** @typedef {import("./api.js").Table} Table */

/**
 * Restores the best scores of a game.
 * @param {Table} table
 * @param {string} game with its settings
 */
export function restoreScores(table, game) {
  const kept = load(`scores.${game}`);
  if (kept === null) return;
  try {
    table.setScores(JSON.parse(kept));
  } catch {
    // Not a list of scores: the next one starts it anew.
  }
}

/**
 * Stores the best scores of a game.
 * @param {Table} table
 * @param {string} game with its settings
 */
export function keepScores(table, game) {
  const scores = table.scores();
  if (scores.length) save(`scores.${game}`, JSON.stringify(scores));
}
