// The panel beside the board: players, the hint, the evaluation, the moves.

import { el, remake } from "./dom.js";
import { bars, effort, plot } from "./charts.js";
import { drawPlayers } from "./players.js";

/** @typedef {import("./api.js").View} View */
/** @typedef {import("./api.js").GameInfo} GameInfo */
/** @typedef {import("./api.js").Knowledge} Knowledge */
/**
 * @typedef {import("./players.js").PlayersDoer & {
 *   point: (spots: string[] | null) => void,
 *   openKnowledge: () => void,
 * }} PanelDoer
 */

export class Panel {
  /**
   * @param {HTMLElement} root
   * @param {PanelDoer} doer
   */
  constructor(root, doer) {
    this.doer = doer;
    this.fetching = el("div", { class: "card fetch", hidden: true });
    this.players = el("section", { class: "card", "aria-label": "Players" });
    this.knowledge = el("section", { class: "card", "aria-label": "Knowledge", hidden: true });
    this.hintHead = el("h2", {}, "Hint");
    this.hintBody = el("div");
    this.hint = el("section", { class: "card", id: "hint-card", "aria-label": "Hint" }, this.hintHead, this.hintBody);
    this.plotBody = el("div");
    this.evaluation = el("section", { class: "card", "aria-label": "Evaluation", hidden: true }, el("h2", {}, "Evaluation after each move"), this.plotBody);
    this.moveList = el("ol", { class: "moves", id: "moves", tabindex: 0, "aria-label": "Moves so far" });
    this.moveCount = el("span", {}, "Moves");
    this.moves = el("details", { class: "card" }, el("summary", {}, this.moveCount), this.moveList);
    /** A place for temporary content of the panel. */
    this.guest = el("section", { class: "card", hidden: true });
    root.replaceChildren(this.guest, this.fetching, this.players, this.hint, this.evaluation, this.knowledge, this.moves);
    this.moves.addEventListener("toggle", () => { this.moveKey = ""; });
    this.moveKey = "";
  }

  /**
   * @param {View} view
   * @param {GameInfo} game
   * @param {Knowledge | null} knowledge
   */
  draw(view, game, knowledge) {
    drawPlayers(this.players, view, game, this.doer);
    this.drawHint(view);
    const values = view.evaluations.flatMap((value, move) => value === null ? [] : [{ move, value }]);
    this.evaluation.hidden = values.length < 2;
    if (values.length > 1) remake(this.plotBody, values, () => [plot(values, view.players === 2, view.players === 2 ? `Value for ${view.sides[0].name}` : "Expected score")]);
    this.drawKnowledge(knowledge);
    this.drawMoves(view);
  }

  /** @param {View} view */
  drawHint(view) {
    const hint = view.hint;
    if (!hint) {
      remake(this.hintHead, "", () => ["Hint"]);
      const text = view.who.by === "agent" ? "The player's results are shown here." : "Ask for a hint to see the value of every action, on the board and here.";
      remake(this.hintBody, text, () => [el("p", { class: "empty" }, text)]);
      return;
    }
    const head = [hint.early ? "Hint so far: " : "Hint: ", hint.action];
    remake(this.hintHead, [head, hint.text], () => [el("span", {}, head[0], el("strong", { id: "hint-action" }, head[1])), " ", el("span", { class: "end" }, hint.text)]);
    remake(this.hintBody, [hint.actions, hint.pv, hint.action, effort(hint)], () => [el("p", { class: "effort" }, effort(hint)), ...bars(hint, this.doer.point),
      hint.pv.length > 1 ? el("p", { class: "pv", title: "Principal variation of the search" }, hint.pv.slice(0, 12).join(" ")) : null]);
  }

  /** @param {Knowledge | null} knowledge */
  drawKnowledge(knowledge) {
    this.knowledge.hidden = !knowledge;
    if (!knowledge) return;
    remake(this.knowledge, knowledge, () => [el("h2", {}, "Knowledge of Self-taught", el("span", { class: "end" }, knowledge.name)),
      el("p", { class: "empty", style: "margin-bottom:.5rem" }, knowledge.level === 0 ? "Nothing yet. It learns from every game that it loses to you." : `Level ${knowledge.level}: ${knowledge.level === 1 ? "one pattern" : `${knowledge.level} patterns`}.`),
      el("button", { type: "button", class: "button small", id: "knowledge", onclick: () => this.doer.openKnowledge() }, knowledge.lesson ? "Show what it learned" : "Show its knowledge")]);
  }

  /** @param {View} view */
  drawMoves(view) {
    this.moveCount.textContent = `Moves (${view.moves})`;
    if (!this.moves.open) return;
    const key = JSON.stringify(view.history.length ? [view.history.length, view.history[view.history.length - 1]] : []);
    if (key === this.moveKey) return;
    this.moveKey = key;
    this.moveList.replaceChildren(...view.history.map(({ text, person }, at) => el("li", { class: person ? "" : "agent" }, el("span", { class: "at" }, `${at + 1}. `), text)));
    this.moveList.scrollTop = this.moveList.scrollHeight;
  }

  /**
   * Shows the progress of a download; `null` hides it.
   * @param {{name: string, loaded: number, total: number} | null} progress
   */
  drawFetch(progress) {
    this.fetching.hidden = !progress;
    if (!progress) return;
    const { name, loaded, total } = progress;
    const bar = el("progress", { max: total || 1, value: loaded, "aria-label": `Loading ${name}` });
    this.fetching.replaceChildren(`Loading ${name}: ${(loaded / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`, bar);
  }
}
