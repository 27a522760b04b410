// Dialogs of the page: new game, menu, help, rules, scores.

import { el, isSingle, number, reason } from "./dom.js";
import { choice, field, openDialog, tick } from "./dialogs.js";
import { icon } from "./icons.js";

/** @typedef {import("./api.js").View} View */
/** @typedef {import("./api.js").GameInfo} GameInfo */
/** @typedef {import("./api.js").ScoreLine} ScoreLine */

/** A random seed with few digits, which is easy to pass on. */
const anySeed = () => 1 + Math.floor(Math.random() * 999_999);

/** The seed of today, the same for everyone: the date as eight digits. */
const seedOfToday = () => new Date().toISOString().slice(0, 10).replaceAll("-", "");

/**
 * Parses a seed: a whole number up to 2⁶⁴ − 1.
 * @param {string} text
 * @returns {string | null}
 */
function seedOf(text) {
  if (!/^\d{1,20}$/.test(text.trim())) return null;
  const seed = BigInt(text.trim());
  return seed < 1n << 64n ? String(seed) : null;
}

/**
 * Asks for the next game.
 * @param {View} view
 * @param {GameInfo} game
 * @param {(game: string, seed: string, position: string) => void} begin
 */
export function newGameDialog(view, game, begin) {
  let name = view.game;
  const seed = el("input", { type: "text", inputmode: "numeric", id: "seed", value: String(anySeed()), autocomplete: "off" });
  const position = el("input", { type: "text", id: "position", autocomplete: "off", spellcheck: "false", placeholder: "start of the game" });
  const wrong = el("p", { class: "message wrong", role: "alert" });
  const variants = game.variants.length > 1
    ? field("Board", choice(game.variants.map((variant) => ({ value: variant.name, text: variant.title })), name, (value) => { name = value; }, { id: "variant" })) : null;
  const { dialog } = openDialog(`New game of ${game.title}`, [
    el("form", { onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const chosen = seedOf(seed.value);
      if (chosen === null) wrong.textContent = "The seed is a whole number below 2⁶⁴.";
      else {
        try {
          begin(name, chosen, position.value.trim());
          dialog.close();
        } catch (error) {
          wrong.textContent = reason(error);
        }
      }
    } },
    variants,
    field("Seed", seed),
    el("p", { class: "faint" }, "The same seed gives the same luck."),
    view.players === 1 ? el("button", { type: "button", class: "button small", id: "today", onclick: () => { seed.value = seedOfToday(); } }, "Today's seed, the same for everyone") : null,
    el("details", {}, el("summary", { class: "faint" }, "Start from a position"), field("Position", position)),
    wrong,
    el("footer", {}, el("button", { type: "button", class: "button", onclick: () => dialog.close() }, "Cancel"), el("button", { type: "submit", class: "button main", id: "begin" }, "Begin")))]);
  dialog.querySelector(".main")?.dispatchEvent(new Event("focus"));
  /** @type {HTMLElement | null} */ (dialog.querySelector("#begin"))?.focus();
}

const KEYS = [
  ["Arrows", "move over the board; in Threes!, swipe"],
  ["Space, Return", "pick, or place the pick"],
  ["1 2 3", "1010!: a piece of the hand"],
  ["A to D", "Pentago-Swap: a quadrant, once a piece is placed"],
  ["Esc", "unpick; stop a hint or autoplay"],
  ["H", "a hint; again to stop its search"],
  ["A", "autoplay, until A again; pause when players play each other"],
  ["S", "one move of the player"],
  ["+ −", "faster, slower"],
  ["U, Ctrl+Z", "undo"],
  ["R, Ctrl+Shift+Z", "redo"],
  ["N", "a new game"],
  ["M", "the menu"],
  ["K", "Match5: knowledge of the self-learning player"],
  ["L", "copy a link to the position"],
  ["?", "this help"],
];

const REPOSITORY = "https://github.com/gambol-rs/gambol";
/**
 * A link to a document, which is beside the page or, for the single file, in the repository.
 * @param {string} path
 * @param {string} title
 */
const documentLink = (path, title) => el("a", { href: isSingle ? `${REPOSITORY}/blob/main/${path}.md` : `${path}.html` }, title);

/**
 * Help: the rules of the game, the keys, and the documents.
 * @param {GameInfo} game
 * @param {string} rules
 */
export function helpDialog(game, rules) {
  const paragraphs = rules.split(/\n\s*\n/).map((text) => el("p", {}, text.trim()));
  openDialog(game.title, [
    el("div", { class: "rules" }, el("h3", {}, "Rules"), ...paragraphs),
    el("h3", {}, "Keys"),
    el("dl", { class: "keys" }, ...KEYS.flatMap(([keys, does]) => [el("dt", {}, el("kbd", {}, keys)), el("dd", {}, does)])),
    el("h3", {}, "Files"),
    el("p", { class: "rules" }, "Drop a record of gambol run --record-games onto the page to replay its games, or a .fivo file onto Match5 to play against its player."),
    el("h3", {}, "More"),
    el("p", { class: "rules" }, "Gambol is a library for games with chance, in Rust. ", documentLink("docs/guide/src/introduction", "Guide"), " · ", documentLink("docs/results/README", "Results"), " · ", el("a", { href: REPOSITORY }, "Source")),
  ]);
}

/**
 * The best scores.
 * @param {GameInfo} game
 * @param {ScoreLine[]} scores
 */
export function scoresDialog(game, scores) {
  const rows = scores.map((score, at) => el("tr", {}, el("td", {}, String(at + 1)), el("td", {}, number(score.score)), el("td", {}, score.date),
    el("td", {}, score.seed), el("td", {}, String(score.moves)), el("td", {}, score.assisted ? "chance undone or moves of a player" : "")));
  openDialog(`Best scores of ${game.title}`, [scores.length === 0 ? el("p", {}, "No game has been completed yet.")
    : el("table", {}, el("thead", {}, el("tr", {}, ...["", "Score", "Date", "Seed", "Moves", "Help"].map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, ...rows))]);
}

const LIMITS = [0, 50, 100, 300, 1000, 3000, 10_000, 30_000, 60_000, 300_000];
const limits = (/** @type {string} */ none) => LIMITS.map((ms) => ({ value: String(ms), text: ms === 0 ? none : ms < 1000 ? `${ms} ms` : ms < 60_000 ? `${ms / 1000} s` : `${ms / 60_000} min` }));

/**
 * @typedef {object} MenuDoer
 * @property {(ms: number) => void} setLimit
 * @property {(ms: number) => void} setHintLimit
 * @property {(on: boolean) => void} setOverChance
 * @property {(marks: string) => void} setMarks
 * @property {(on: boolean) => void} setValues
 * @property {(on: boolean) => void} setMotion
 * @property {(on: boolean) => void} setSounds
 * @property {() => void} scores
 * @property {() => void} help
 * @property {() => void} knowledge
 * @property {() => void} openFile
 */

/**
 * The menu.
 * @param {View} view
 * @param {{marks: string, values: boolean, motion: boolean, sounds: boolean}} looks
 * @param {MenuDoer} doer
 */
export function menuDialog(view, looks, doer) {
  const { dialog } = openDialog("Menu", [
    el("div", { style: "display:flex;flex-wrap:wrap;gap:.4rem" },
      ...[["Rules and keys", "help", doer.help], ["Best scores", "file", view.players === 1 ? doer.scores : null], ["Open a file", "file", doer.openFile], ["Knowledge", "bulb", view.base === "match5" ? doer.knowledge : null]].map(([name, sign, act]) => typeof act === "function"
        ? el("button", { type: "button", class: "button small", onclick: () => { dialog.close(); act(); } }, icon(String(sign)), String(name)) : null)),
    el("h3", {}, "Time"),
    field("For a move", choice(limits("the player's own"), String(view.limit), (ms) => doer.setLimit(Number(ms)))),
    field("For a hint", choice(limits("").slice(1), String(view.hintLimit), (ms) => doer.setHintLimit(Number(ms)))),
    el("h3", {}, "Board"),
    field("On the stones", choice([["shapes", "shapes"], ["letters", "letters"], ["plain", "nothing"]].map(([value, text]) => ({ value, text })), looks.marks, doer.setMarks, { id: "marks" })),
    tick("Values of a hint on the board", looks.values, doer.setValues),
    tick("Show moves as motion", looks.motion, doer.setMotion),
    tick("Sounds", looks.sounds, doer.setSounds),
    tick("Undo also undoes chance", view.overChance, doer.setOverChance),
    el("p", { class: "faint" }, `${view.game}, seed ${view.seed}`),
  ]);
}
