// The buttons under the board: undo, hint, autoplay, and a button that follows a message.

import { el, remake } from "./dom.js";
import { icon } from "./icons.js";
import { load, save } from "./store.js";

/** @typedef {import("./api.js").Table} Table */
/** @typedef {import("./api.js").View} View */

export class Actions {
  /**
   * @param {HTMLElement} root
   * @param {() => Table | null} table the current table
   * @param {{analyse: () => void, explain: () => void}} doer opens the analysis of the game, and its rules
   */
  constructor(root, table, doer) {
    this.table = table;
    this.doer = doer;
    const make = (/** @type {string} */ id, /** @type {string} */ name, /** @type {string} */ sign, /** @type {(table: Table) => void} */ act) =>
      el("button", { type: "button", class: "button", id, onclick: () => { const now = table(); if (now) act(now); } }, icon(sign), el("span", {}, name));
    this.undo = make("undo", "Undo", "undo", (table) => table.undo());
    this.redo = make("redo", "Redo", "redo", (table) => table.redo());
    this.hint = make("hint", "Hint", "bulb", (table) => table.hint());
    this.auto = make("auto", "Autoplay", "play", (table) => table.toggleAuto());
    this.step = make("step", "One move", "step", (table) => table.step());
    this.speed = el("input", { type: "range", id: "speed", min: 1, max: 9, value: 5, "aria-label": "Speed of autoplay" });
    this.speed.addEventListener("input", () => {
      table()?.setSpeed(Number(this.speed.value));
      save("speed", this.speed.value);
    });
    root.replaceChildren(this.undo, this.redo, this.hint, this.auto, this.step, el("label", { class: "speed" }, "Speed", this.speed));
  }

  /** @param {View} view */
  draw(view) {
    const alone = view.players === 2 && !view.people.includes(true);
    const hinting = view.thinking?.purpose === "hint";
    this.undo.disabled = !view.canUndo && view.history.length === 0;
    this.redo.disabled = !view.canRedo;
    this.hint.disabled = view.over || (view.who.by !== "person" && !hinting);
    this.hint.classList.toggle("hinting", hinting);
    remake(this.hint, hinting, () => [icon(hinting ? "stop" : "bulb"), el("span", {}, hinting ? "Stop" : "Hint")]);
    const going = alone ? view.flow !== "paused" : view.flow === "auto";
    this.auto.disabled = view.over;
    this.auto.setAttribute("aria-pressed", String(going && !view.over));
    remake(this.auto, [going, alone], () => [icon(going ? "pause" : "play"), el("span", {}, alone ? (going ? "Pause" : "Continue") : "Autoplay")]);
    this.step.disabled = view.over;
    this.speed.max = String(view.speed.count);
    if (document.activeElement !== this.speed) this.speed.value = String(view.speed.place);
  }

  /**
   * The buttons that follow a message.
   * @param {View} view
   * @returns {(HTMLElement | null)[]}
   */
  remedies(view) {
    const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ act) => el("button", { type: "button", class: "button small", id, onclick: act }, text);
    if (view.over) return [this.remedy("New game", (table) => table.newGame()), view.history.length ? button("analyse", "Analyse", this.doer.analyse) : null];
    if (view.moves === 0 && view.message.topic === "plain" && view.who.by === "person") return [button("rules", "How to play", this.doer.explain)];
    switch (view.message.topic) {
      case "chance-moved":
        return [this.remedy("Undo anyway", (table) => {
          table.setOverChance(true);
          table.undo();
          table.setOverChance(load("overChance") === "true");
        })];
      case "paused":
        return [this.remedy("Continue", (table) => table.toggleAuto())];
      default:
        return [view.who.by === "agent" && view.thinking && view.thinking.ms > 1500 ? this.remedy("Move now", (table) => table.escape()) : null];
    }
  }

  /**
   * @param {string} text
   * @param {(table: Table) => void} act
   */
  remedy(text, act) {
    return el("button", { type: "button", class: "button small", onclick: () => { const now = this.table(); if (now) act(now); } }, text);
  }
}
