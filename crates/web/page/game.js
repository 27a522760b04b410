// The page of a game in play: what the table says is drawn, what people do goes to the table.

import { announce, by, el, hush, number, remake, toast } from "./dom.js";
import { BoardView } from "./board.js";
import { Hand, listenForSwipes } from "./hand.js";
import { Motion } from "./motion.js";
import { Panel } from "./panel.js";
import { Replay } from "./replay.js";
import { drawMessage, drawScore } from "./score.js";
import { flag, load, save } from "./store.js";
import { gameIcon, icon } from "./icons.js";
import { keepKnowledge, knowledgeDialog, restoreKnowledge } from "./knowledge.js";
import { bestOf, noteScore } from "./scores.js";

/** @typedef {import("./api.js").Gambol} Gambol */
/** @typedef {import("./api.js").GameInfo} GameInfo */
/** @typedef {import("./api.js").Records} Records */
/** @typedef {import("./api.js").Frame} Frame */
/** @typedef {import("./api.js").Table} Table */
/** @typedef {import("./api.js").View} View */
/** @typedef {import("./looks.js").Marks} Marks */

/** How long a step is seen to move, in milliseconds. */
const STEP = 190;
/** The pauses of games that are watched, by the place of their speed. */
const PAUSES = [3000, 2000, 1000, 500, 250, 120, 60, 30, 0];
/** How often the address is written; browsers refuse more than some hundred times a minute. */
const ADDRESS_MS = 400;

export class Page {
  /** @param {Gambol} gambol */
  constructor(gambol) {
    this.gambol = gambol;
    this.games = gambol.games();
    /** @type {Table | null} */
    this.table = null;
    /** @type {View | null} */
    this.view = null;
    this.waiting = false;
    this.overBefore = false;
    /** @type {string[]} */
    this.last = [];
    /** @type {string[] | null} */
    this.pointed = null;
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {View | null} */
    this.replayed = null;
    this.looks = { marks: /** @type {Marks} */ (load("marks") ?? "shapes"), values: flag("values", true), motion: flag("motion", true) };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.addressTimer = undefined;
    this.address = "";
    const choose = (/** @type {string} */ spot) => this.choose(spot);
    this.board = new BoardView(by("room"), { choose, ghost: (spot) => this.table?.ghost(spot) ?? { cells: [], fits: false } });
    this.hand = new Hand(by("hand"), this.board, choose);
    this.motion = new Motion(this.board);
    listenForSwipes(by("room"), () => Boolean(this.view?.swipes) && !this.replay, choose);
    this.panel = new Panel(by("panel"), {
      setPeople: (people) => this.attempt(() => this.table?.setPeople(people)),
      setAgent: (side, agent) => this.attempt(() => this.table?.setAgent(side, agent)),
      point: (spots) => { this.pointed = spots; this.drawBoard(); },
      openKnowledge: () => this.openKnowledge(),
    });
    this.buttons = this.makeActions();
  }

  /** @returns {GameInfo} */
  get game() {
    return this.games.find(({ name }) => name === this.view?.base) ?? this.games[0];
  }

  makeActions() {
    const make = (/** @type {string} */ id, /** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ act) => {
      const button = el("button", { type: "button", class: "button", id, onclick: act }, icon(sign), el("span", {}, name));
      return button;
    };
    const buttons = {
      undo: make("undo", "Undo", "undo", () => this.undo()),
      redo: make("redo", "Redo", "redo", () => this.table?.redo()),
      hint: make("hint", "Hint", "bulb", () => this.table?.hint()),
      auto: make("auto", "Autoplay", "play", () => this.table?.toggleAuto()),
      step: make("step", "One move", "step", () => this.table?.step()),
      speed: el("input", { type: "range", id: "speed", min: 1, max: 9, value: 5, "aria-label": "Speed of autoplay" }),
    };
    buttons.speed.addEventListener("input", () => {
      this.table?.setSpeed(Number(buttons.speed.value));
      save("speed", buttons.speed.value);
    });
    by("actions").replaceChildren(buttons.undo, buttons.redo, buttons.hint, buttons.auto, buttons.step, el("label", { class: "speed", id: "speed-label" }, "Speed", buttons.speed));
    return buttons;
  }

  /**
   * Does something that may be refused, and says why if it is.
   * @param {() => void} act
   */
  attempt(act) {
    try {
      act();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Puts a table in place of the one before.
   * @param {Table} table
   */
  sit(table) {
    this.table?.close();
    this.motion.finish();
    this.table = table;
    this.last = [];
    this.pointed = null;
    this.address = "";
    const [speed, hintLimit, overChance] = ["speed", "hintLimit", "overChance"].map(load);
    if (speed !== null) table.setSpeed(Number(speed));
    if (hintLimit !== null) table.setHintLimit(Number(hintLimit));
    if (overChance !== null) table.setOverChance(overChance === "true");
    restoreKnowledge(table);
    this.view = table.view();
    this.overBefore = this.view.over;
    table.listener = () => this.hear();
    this.draw();
    save("game", this.view.base);
  }

  /**
   * Opens a game: as it was left, or from its start.
   * @param {string} base
   */
  openGame(base) {
    this.replay?.close();
    const link = load(`link.${base}`);
    if (link !== null) {
      try {
        return this.sit(this.gambol.openLink(link));
      } catch {
        save(`link.${base}`, null);
      }
    }
    this.sit(this.gambol.open({ game: base }));
  }

  /**
   * Opens the game of a link; says what is wrong with it, if it is.
   * @param {string} link
   * @returns {boolean} whether it could be opened
   */
  openLink(link) {
    try {
      this.replay?.close();
      this.sit(this.gambol.openLink(link));
      return true;
    } catch (error) {
      toast(`This link cannot be opened: ${error instanceof Error ? error.message : error}`);
      return false;
    }
  }

  /**
   * Begins a new game.
   * @param {string} game
   * @param {string} seed
   * @param {string} position
   */
  begin(game, seed, position) {
    const view = this.view;
    if (!view || (game === view.game && !position)) return this.table?.newGame(seed);
    this.sit(this.gambol.open({ game, seed, agents: view.agents.slice(0, view.players), people: view.people.slice(0, view.players), ...(position ? { position } : {}) }));
  }

  /** @param {string} spot */
  choose(spot) {
    if (this.replay) return;
    if (this.motion.cells) {
      this.motion.finish();
      this.drawBoard();
    }
    this.table?.choose(spot);
  }

  undo() {
    this.table?.undo();
  }

  /** Hears that there is something new, and looks at it once for all that has happened. */
  hear() {
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => {
      this.waiting = false;
      this.look();
    });
  }

  look() {
    const table = this.table;
    if (!table) return;
    const before = this.view, view = table.view();
    this.view = view;
    if (this.replay) return;
    if (view.reset) {
      this.motion.finish();
      this.last = [];
    }
    if (view.steps.length) this.last = view.steps.flatMap((step) => [...step.motion.moved.map(({ to }) => to), ...(step.motion.swapped.length ? [] : step.motion.appeared)]);
    if (view.over && !this.overBefore && !view.reset) noteScore(view);
    this.overBefore = view.over;
    this.pointed = null;
    this.draw(view.steps);
    this.say(before, view);
  }

  /**
   * Says what has happened to those who do not see it.
   * @param {View | null} before
   * @param {View} view
   */
  say(before, view) {
    if (view.flow === "auto" && !view.over) return;
    const moves = view.steps.filter((step) => !step.person && step.by !== "chance").map((step) => {
      const side = view.players === 2 ? view.sides[step.by === "first" ? 0 : 1].name : "";
      return `${side} ${step.text}`.trim();
    });
    const gained = before && view.players === 1 && view.score !== before.score && view.steps.length > 0;
    if (gained) this.floatScore(view.score - before.score);
    const parts = [moves.length ? `${moves.join(", ")}.` : "", gained ? `Score ${number(view.score)}.` : "", view.message.text];
    const text = parts.filter(Boolean).join(" ");
    if (view.steps.length) hush();
    if (text) announce(text);
  }

  /**
   * Shows points rise from the cell of the last move.
   * @param {number} points
   */
  floatScore(points) {
    const rect = this.board.rect(this.last[0] ?? "");
    if (!rect || points <= 0 || !this.looks.motion || this.view?.swipes) return;
    const note = el("div", { class: "floating", "aria-hidden": "true", style: `left:${rect.x}px;top:${rect.y}px;min-width:${rect.width}px;text-align:center` }, `+${points}`);
    this.board.grid.append(note);
    const done = note.animate([{ transform: "none", opacity: 1 }, { transform: "translateY(-1.6em)", opacity: 1, offset: 0.7 }, { transform: "translateY(-2em)", opacity: 0 }], { duration: 900, easing: "ease-out" });
    done.finished.then(() => note.remove(), () => note.remove());
  }

  /** @param {import("./api.js").Step[]} [steps] */
  draw(steps = []) {
    const view = this.view, table = this.table;
    if (!view || !table) return;
    const watched = view.flow === "auto" || (view.players === 2 && !view.people.includes(true));
    const time = !this.looks.motion ? 0 : watched ? Math.min(STEP, 0.7 * PAUSES[view.speed.place - 1]) : STEP;
    this.motion.show(steps, time, this.looks.marks, () => this.drawBoard());
    const best = bestOf(view.game);
    view.best = Math.max(view.best ?? -Infinity, best ?? -Infinity);
    if (view.best === -Infinity) view.best = null;
    drawScore(view, this.looks.marks);
    drawMessage(view, this.remedy(view));
    this.hand.draw(view);
    const knowledge = view.knows ? table.knowledge() : null;
    if (knowledge) keepKnowledge(table, knowledge);
    this.panel.draw(view, this.game, knowledge && view.agents.some((agent) => agent.startsWith("self-taught")) ? knowledge : null);
    this.drawActions(view);
    this.writeAddress(view);
    const title = `${view.title} – Gambol`;
    if (document.title !== title) document.title = title;
    this.drawChooser(view.base);
  }

  drawBoard() {
    const view = this.replayed ?? this.view;
    if (view) this.board.draw(view, { marks: this.looks.marks, values: this.looks.values && !this.motion.cells, cells: this.motion.cells, last: this.last, pointed: this.pointed });
  }

  /** @param {View} view */
  drawActions(view) {
    const { undo, redo, hint, auto, step, speed } = this.buttons;
    const alone = view.players === 2 && !view.people.includes(true);
    const hinting = view.thinking?.purpose === "hint";
    undo.disabled = !view.canUndo && view.history.length === 0;
    redo.disabled = !view.canRedo;
    hint.disabled = view.over || (view.who.by !== "person" && !hinting);
    hint.classList.toggle("hinting", hinting);
    remake(hint, hinting, () => [icon(hinting ? "stop" : "bulb"), el("span", {}, hinting ? "Stop" : "Hint")]);
    auto.disabled = view.over;
    const going = alone ? view.flow !== "paused" : view.flow === "auto";
    auto.setAttribute("aria-pressed", String(going && !view.over));
    remake(auto, [going, alone], () => [icon(going ? "pause" : "play"), el("span", {}, alone ? (going ? "Pause" : "Go on") : "Autoplay")]);
    step.disabled = view.over;
    if (document.activeElement !== speed) speed.value = String(view.speed.place);
    speed.max = String(view.speed.count);
  }

  /**
   * What can be done about a message.
   * @param {View} view
   */
  remedy(view) {
    const button = (/** @type {string} */ text, /** @type {() => void} */ act) => el("button", { type: "button", class: "button small", onclick: act }, text);
    switch (view.message.topic) {
      case "ended":
      case "over":
        return button("New game", () => this.table?.newGame());
      case "chance-moved":
        return button("Undo all the same", () => {
          this.table?.setOverChance(true);
          this.table?.undo();
          this.table?.setOverChance(load("overChance") === "true");
        });
      case "paused":
        return button("Go on", () => this.table?.toggleAuto());
      default:
        return view.who.by === "agent" && view.thinking && view.thinking.ms > 1500 ? button("Move now", () => this.table?.escape()) : null;
    }
  }

  /** @param {string} base */
  drawChooser(base) {
    remake(by("chooser"), base, () => this.games.map(({ name, title }) => {
      const link = el("a", { href: `#game=${name}`, "data-game": name, title, "aria-label": title, "aria-current": name === base ? "page" : null }, gameIcon(name), el("span", {}, title));
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        if (name !== this.view?.base || this.replay) this.openGame(name);
        by("chooser").querySelector(`[data-game="${name}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
      });
      return link;
    }));
  }

  /**
   * Writes the game into the address, and keeps it for the next visit.
   * @param {View} view
   */
  writeAddress(view) {
    if (view.link === this.address) return;
    this.address = view.link;
    if (this.addressTimer !== undefined) return;
    this.addressTimer = setTimeout(() => {
      this.addressTimer = undefined;
      this.flushAddress();
    }, ADDRESS_MS);
  }

  /** Writes the address now. */
  flushAddress() {
    const view = this.view;
    if (!view || this.replay) return;
    save(`link.${view.base}`, view.link);
    if (location.hash !== `#${view.link}`) history.replaceState(null, "", `#${view.link}`);
  }

  openKnowledge() {
    if (this.table && this.view?.knows) knowledgeDialog(this.table, () => by("file").click());
  }

  /**
   * Replays the games of a file.
   * @param {Records} records
   */
  openRecords(records) {
    this.replay?.close();
    this.flushAddress();
    const back = this.view?.link ?? "", list = records.list();
    const base = list.game.split(":")[0];
    if (this.view?.game !== list.game) this.sit(this.gambol.open({ game: list.game }));
    this.table?.hold(true);
    this.motion.finish();
    document.body.classList.add("replaying");
    this.replay = new Replay(this.panel.guest, records, {
      show: (frame, moved, pause) => this.showFrame(frame, moved, pause),
      playOn: (link) => this.openLink(link),
      close: () => {
        this.replay = null;
        this.replayed = null;
        this.motion.finish();
        document.body.classList.remove("replaying");
        if (base === this.view?.base && back.includes(`game=${base}`)) this.table?.hold(false);
        if (back) this.attempt(() => this.sit(this.gambol.openLink(back)));
      },
    });
  }

  /**
   * @param {Frame} frame
   * @param {boolean} moved whether it is the next one
   * @param {number} pause until the one after it
   */
  showFrame(frame, moved, pause) {
    const view = this.view;
    if (!view) return;
    this.replayed = { ...view, size: frame.size, cells: frame.cells, hand: frame.hand, facts: frame.facts, score: frame.score, decisive: frame.decisive, moves: frame.step,
      spots: [], targets: [], picked: [], who: { by: "nobody", side: 0 }, turn: -1, over: frame.step === frame.steps, hint: null, thinking: null, message: { text: "", wrong: false, topic: "plain" }, prompt: "Replay" };
    this.last = frame.event ? [...frame.event.motion.moved.map(({ to }) => to), ...(frame.event.motion.swapped.length ? [] : frame.event.motion.appeared)] : [];
    if (!moved) this.motion.finish();
    this.motion.show(moved && frame.event ? [frame.event] : [], this.looks.motion ? Math.min(STEP, 0.7 * pause) : 0, this.looks.marks, () => this.drawBoard());
    drawScore(this.replayed, this.looks.marks);
    drawMessage(this.replayed, null);
    this.hand.draw(this.replayed);
  }
}
