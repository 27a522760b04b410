// The strip over the board: score, sides, upcoming pieces, and the message.

import { announce, by, el, number, remake } from "./dom.js";
import { cardColours, colourName, stone } from "./looks.js";

/** @typedef {import("./api.js").View} View */
/** @typedef {import("./api.js").Words} Words */
/** @typedef {import("./looks.js").Marks} Marks */

/**
 * @param {string} name
 * @param {string} value
 * @param {boolean} [small]
 */
const figure = (name, value, small = false) =>
  el("div", { class: small ? "figure small" : "figure" }, el("span", {}, name), el("b", {}, value));

/**
 * The words of a fact, with stones and cards as pictures.
 * @param {Words} words
 * @param {View} view
 * @param {Marks} marks
 * @returns {Node[]}
 */
function wordsOf({ text, ground }, view, marks) {
  const dot = /^●(.)\s*$/.exec(text);
  if (dot) {
    const picture = stone(view.base, dot[1], marks);
    picture.removeAttribute("aria-hidden");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", colourName(view.base, dot[1]));
    return [picture];
  }
  const value = Number(text);
  if (ground && (value || text.trim() === "+")) {
    const { fill, ink } = cardColours(value || 6);
    return [el("span", { class: "chip", style: `background:${fill};color:${ink}` }, text.trim())];
  }
  return [document.createTextNode(text)];
}

/**
 * The facts of the state, such as the next stones or the deck.
 * @param {View} view
 * @param {Marks} marks
 */
function facts(view, marks) {
  if (view.list || view.base === "pentago-swap") return null;
  const lines = view.facts.filter((fact) => fact.length > 0);
  return el("div", { class: "facts" }, ...lines.map((fact) => {
    const [first, ...rest] = fact;
    const named = rest.length > 0 && !first.ground;
    return el("div", { class: "fact" }, named ? el("span", { class: "fact-name" }, first.text.trim()) : null,
      ...(named ? rest : fact).flatMap((words) => wordsOf(words, view, marks)));
  }));
}

/**
 * A short name of a side's player.
 * @param {View} view
 * @param {number} side
 */
export const playerName = (view, side) => view.people[side] && view.flow !== "auto" ? "you" : view.agents[side];

/**
 * Draws the strip.
 * @param {View} view
 * @param {Marks} marks
 */
export function drawScore(view, marks) {
  const two = view.players === 2;
  remake(by("score"), [view.game, view.score, view.best, view.moves, view.facts, view.turn, view.over, view.people, view.agents, view.flow, marks], () => {
    if (!two) return [figure("Score", number(view.score)), figure("Best", view.best === null ? "–" : number(view.best), true), figure("Moves", String(view.moves), true), facts(view, marks)];
    const sides = view.sides.map((side, at) => el("div", { class: "side", "data-turn": !view.over && view.turn === at },
      stone(view.base, side.name[0], "plain"), el("div", {}, side.name, el("small", {}, playerName(view, at)))));
    return [el("div", { class: "sides" }, ...sides), figure("Moves", String(view.moves), true), facts(view, marks)];
  });
}

/**
 * The message, or else the prompt.
 * @param {View} view
 */
function line(view) {
  const side = view.sides[view.turn]?.name ?? "";
  if (view.message.text) return view.message.text;
  if (view.over) return "The game is over.";
  if (view.thinking?.purpose === "hint") return `Looking for a hint with ${view.thinking.agent}`;
  if (view.who.by === "agent") return view.players === 2 ? `${side[0]?.toUpperCase()}${side.slice(1)} (${view.agents[view.turn]}) is thinking` : `${view.agents[0]} is playing`;
  return view.prompt;
}

/**
 * Draws and announces the message.
 * @param {View} view
 * @param {(Node | null)[]} buttons the buttons that follow the message
 */
export function drawMessage(view, buttons) {
  const text = line(view), message = by("message");
  message.classList.toggle("wrong", view.message.wrong);
  message.classList.toggle("ended", view.message.topic === "ended" || view.over);
  const busy = view.thinking !== null && (view.thinking.purpose === "hint" || view.thinking.ms > 250);
  remake(message, [text, busy, buttons.map((button) => button?.textContent)], () => [busy ? el("span", { class: "spin", "aria-hidden": "true" }) : null, text, ...buttons]);
  if (view.message.text || view.over) announce(text);
}
