// The best scores of each puzzle, stored in the browser.

import { load, save } from "./store.js";

/** @typedef {import("./api.js").View} View */
/**
 * A score; an assisted one is not the user's own.
 * @typedef {{score: number, date: string, seed: string, moves: number, assisted: boolean}} ScoreLine
 */

/** Number of scores kept for each game. */
const KEPT = 10;

/**
 * Scores of a game, by its name with settings: the user's own first, best first.
 * @param {string} game
 * @returns {ScoreLine[]}
 */
export function scoresOf(game) {
  try {
    const list = JSON.parse(load(`scores.${game}`) ?? "[]");
    return Array.isArray(list) ? list.filter((line) => typeof line?.score === "number") : [];
  } catch {
    return [];
  }
}

/**
 * The best score that is the user's own.
 * @param {string} game
 * @returns {number | undefined}
 */
export const bestOf = (game) => scoresOf(game).find((line) => !line.assisted)?.score;

/**
 * Stores the score of a completed puzzle in which the user has played.
 * @param {View} view
 */
export function noteScore(view) {
  if (view.players !== 1 || !view.history.some((action) => action.person)) return;
  const line = { score: view.score, date: new Date().toISOString().slice(0, 10), seed: view.seed, moves: view.moves, assisted: view.assisted };
  const list = [...scoresOf(view.game), line];
  list.sort((one, other) => Number(one.assisted) - Number(other.assisted) || other.score - one.score);
  save(`scores.${view.game}`, JSON.stringify(list.slice(0, KEPT)));
}
