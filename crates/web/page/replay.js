// Recorded games: a list, and a replay of each.

import { el, number, remake } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./api.js").Records} Records */
/** @typedef {import("./api.js").RecordList} RecordList */
/** @typedef {import("./api.js").Frame} Frame */

/** Milliseconds between two steps of automatic play. */
const PAUSES = [1500, 900, 500, 280, 140, 60];
/** A step beyond the end of every game. */
const LAST = 0xffff_ffff;

export class Replay {
  /**
   * @param {HTMLElement} root
   * @param {Records} records
   * @param {{show: (frame: Frame, moved: boolean, pause: number) => void, close: () => void, playOn: (link: string) => void, called: (by: "first" | "second" | "chance") => string}} doer
   */
  constructor(root, records, doer) {
    this.root = root;
    this.records = records;
    /** @type {RecordList} */
    this.content = records.list();
    this.steps = 0;
    this.doer = doer;
    this.game = 0;
    this.step = 0;
    this.speed = 2;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.slider = el("input", { type: "range", min: 0, "aria-label": "Step", id: "replay-step" });
    this.slider.addEventListener("input", () => { this.pause(); this.go(Number(this.slider.value)); });
    this.where = el("p", { class: "faint", style: "text-align:center" });
    this.event = el("p", { id: "replay-event", style: "text-align:center;font-weight:650" });
    const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      el("button", { type: "button", class: "button small", "aria-label": name, title: name, onclick: act }, icon(sign));
    this.playing = button("Play", "play", () => this.toggle());
    this.playing.id = "replay-play";
    const speed = el("input", { type: "range", min: 0, max: PAUSES.length - 1, value: this.speed, "aria-label": "Speed" });
    speed.addEventListener("input", () => { this.speed = Number(speed.value); });
    this.list = el("div", { class: "games", role: "group", "aria-label": "Games" });
    root.replaceChildren(
      el("h2", {}, `Replay: ${this.content.game}`, el("span", { class: "end" }, el("button", { type: "button", class: "button small plain", id: "replay-close", onclick: () => this.close() }, "Close"))),
      el("div", { class: "replay" }, this.event, this.slider, this.where,
        el("div", { class: "row" }, button("First", "first", () => { this.pause(); this.go(0); }), button("Back", "back", () => { this.pause(); this.go(this.step - 1); }), this.playing,
          button("Forward", "step", () => { this.pause(); this.go(this.step + 1); }), button("Last", "last", () => { this.pause(); this.go(Infinity); })),
        el("label", { class: "speed", style: "justify-content:center" }, "Speed", speed)),
      el("div", { class: "row", style: "display:flex;justify-content:center;margin-top:.5rem" },
        el("button", { type: "button", class: "button small", id: "replay-here", onclick: () => doer.playOn(records.link(this.game, this.step)) }, "Play on from here")),
      this.list);
    root.hidden = false;
    this.choose(0);
  }

  /** @param {number} game */
  choose(game) {
    this.pause();
    this.game = game;
    this.step = 0;
    remake(this.list, game, () => this.content.games.map((line, at) => el("button", { type: "button", "aria-current": at === game ? "true" : null, disabled: !line.replay, onclick: () => this.choose(at) },
      el("span", {}, `#${line.index}`), el("span", { class: "faint" }, line.players.join(" – ")), el("span", {}, `${number(line.score)} · ${line.moves} moves`))));
    this.go(0);
  }

  /** @param {number} step */
  go(step) {
    const frame = this.records.frame(this.game, Math.max(0, Math.min(step, LAST)));
    const to = frame.step, last = frame.steps;
    const moved = to === this.step + 1;
    this.step = to;
    this.steps = last;
    this.slider.max = String(last);
    this.slider.value = String(to);
    this.where.textContent = `${to} of ${last}`;
    this.event.textContent = frame.event ? `${this.doer.called(frame.event.by)}: ${frame.event.text}` : "Start";
    this.doer.show(frame, moved, this.timer ? PAUSES[this.speed] : 500);
    if (to === last) this.pause();
  }

  /** Names of the game's players; one name stands for both sides. */
  get players() {
    const players = this.content.games[this.game]?.players ?? [];
    return players.length === 1 ? [players[0], players[0]] : players;
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.step >= this.steps) this.go(0);
    const next = () => {
      this.timer = setTimeout(next, PAUSES[this.speed]);
      this.go(this.step + 1);
    };
    this.timer = setTimeout(next, PAUSES[this.speed]);
    this.playing.replaceChildren(icon("pause"));
    this.playing.setAttribute("aria-label", "Pause");
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.playing.replaceChildren(icon("play"));
    this.playing.setAttribute("aria-label", "Play");
  }

  close() {
    this.pause();
    this.root.hidden = true;
    this.root.replaceChildren();
    this.records.free();
    this.doer.close();
  }
}
