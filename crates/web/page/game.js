// The page of a game in play: draws the table's view, and passes the user's input to the table.

import { announce, by, el, hush, isStill, number, reason, remake, toast } from "./dom.js";
import { Actions } from "./actions.js";
import { BoardView } from "./board.js";
import { Hand, inWords, listenForSwipes } from "./hand.js";
import { called } from "./looks.js";
import { Motion, touched } from "./motion.js";
import { Panel } from "./panel.js";
import { Replay } from "./replay.js";
import { drawMessage, drawScore } from "./score.js";
import { flag, load, save, saveTab } from "./store.js";
import { gameIcon } from "./icons.js";
import { keepKnowledge, knowledgeDialog, restoreKnowledge } from "./knowledge.js";
import { keepScores, restoreScores } from "./scores.js";
import { play } from "./sounds.js";

/** @typedef {import("./api.js").Gambol} Gambol */
/** @typedef {import("./api.js").GameInfo} GameInfo */
/** @typedef {import("./api.js").Records} Records */
/** @typedef {import("./api.js").Frame} Frame */
/** @typedef {import("./api.js").Step} Step */
/** @typedef {import("./api.js").Table} Table */
/** @typedef {import("./api.js").View} View */
/** @typedef {import("./looks.js").Marks} Marks */

/** Duration of a step's motion, in milliseconds. */
const STEP = 190;
/** Pauses of watched games in milliseconds, by speed. */
const PAUSES = [3000, 2000, 1000, 500, 250, 120, 60, 30, 0];
/** Interval of updates of the address. Browsers reject more than some hundred updates a minute. */
const ADDRESS_MS = 400;

/**
 * A chance event for screen readers.
 * @param {View} view
 * @param {Step} step
 */
function chanceInWords(view, step) {
  if (view.base === "tenten") return view.hand.map(inWords);
  const cells = step.after.filter(({ cell }) => step.motion.appeared.includes(cell));
  return cells.map((cell) => `${called(view.base, cell)} on ${cell.cell}`);
}

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
    this.looks = { marks: /** @type {Marks} */ (load("marks") ?? "shapes"), values: flag("values", true), motion: flag("motion", true), sounds: flag("sounds", false) };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.addressTimer = undefined;
    this.address = "";
    /** The game of a link in which nothing has been played yet: it replaces no stored game. @type {string | null} */
    this.visited = null;
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
    this.actions = new Actions(by("actions"), () => this.table, { analyse: () => this.analyse(), explain: () => by("help").click() });
  }

  /** @returns {GameInfo} */
  get game() {
    return this.games.find(({ name }) => name === this.view?.base) ?? this.games[0];
  }

  /**
   * Runs a command, and shows the reason if it is rejected.
   * @param {() => void} act
   */
  attempt(act) {
    try {
      act();
    } catch (error) {
      toast(reason(error));
    }
  }

  /**
   * Replaces the current table.
   * @param {Table} table
   */
  sit(table) {
    this.table?.close();
    this.motion.finish();
    this.table = table;
    this.last = [];
    this.pointed = null;
    this.address = "";
    const [speed, limit, hintLimit, overChance] = ["speed", "limit", "hintLimit", "overChance"].map(load);
    if (speed !== null) table.setSpeed(Number(speed));
    if (limit !== null) table.setLimit(Number(limit));
    if (hintLimit !== null) table.setHintLimit(Number(hintLimit));
    if (overChance !== null) table.setOverChance(overChance === "true");
    this.visited = null;
    const { game, knows } = table.view();
    restoreScores(table, game);
    if (knows) restoreKnowledge(table);
    this.view = table.view();
    this.overBefore = this.view.over;
    table.listener = () => this.hear();
    this.draw();
    save("game", this.view.base);
  }

  /** Closes the replay, and stores the game before another one takes its place. */
  leave() {
    this.replay?.close();
    this.flushAddress();
  }

  /**
   * Opens a game as it was left, or from its start.
   * @param {string} base
   */
  openGame(base) {
    this.leave();
    const link = load(`link.${base}`);
    if (link !== null && this.openLink(link)) {
      this.visited = null;
      return;
    }
    this.sit(this.gambol.open({ game: this.games.find(({ name }) => name === base)?.start ?? base }));
  }

  /**
   * Opens the game of a link; that of a game's name alone as it was left. Shows the reason if it is
   * invalid.
   * @param {string} link
   * @returns {boolean} whether it was opened
   */
  openLink(link) {
    const base = /^game=([^&:%]+)$/.exec(link)?.[1];
    try {
      this.leave();
      if (base && load(`link.${base}`) !== null) {
        this.openGame(base);
        return true;
      }
      this.sit(this.gambol.openLink(link));
      this.visited = this.view?.link ?? null;
      return true;
    } catch (error) {
      toast(`This link cannot be opened: ${reason(error)}`);
      return false;
    }
  }

  /**
   * Starts a new game.
   * @param {string} game
   * @param {string} seed
   * @param {string} position
   */
  begin(game, seed, position) {
    this.replay?.close();
    const view = this.view;
    if (!view || (game === view.game && !position && !view.link.includes("&position="))) return this.table?.newGame(seed);
    // A position includes the settings.
    this.sit(this.gambol.open({ game: position ? game.split(":")[0] : game, seed, agents: view.agents.slice(0, view.players), people: view.people.slice(0, view.players), ...(position ? { position } : {}) }));
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

  /** Handles a change: schedules one update for all changes so far. */
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
    if (view.steps.length) this.last = view.steps.flatMap((step) => touched(view.base, step));
    if (view.over && !this.overBefore) keepScores(table, view.game);
    this.overBefore = view.over;
    this.pointed = null;
    this.draw(view.steps);
    this.say(before, view);
  }

  /**
   * Announces the changes to screen readers.
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
    if (this.looks.sounds && view.steps.length > 0) play(view.over ? "end" : gained ? "points" : "move");
    if (gained) this.floatScore(view, view.score - before.score);
    const chance = view.steps.filter((step) => step.by === "chance").flatMap((step) => chanceInWords(view, step));
    const parts = [moves.length ? `${moves.join(", ")}.` : "", chance.length ? `New: ${chance.join(", ")}.` : "", gained ? `Score ${number(view.score)}.` : "", view.message.text];
    const text = parts.filter(Boolean).join(" ");
    if (view.steps.length) hush();
    if (text) announce(text);
  }

  /**
   * Shows points rising from the cell of the last move.
   * @param {View} view
   * @param {number} points
   */
  floatScore(view, points) {
    const rect = this.board.rect(view.steps[0]?.motion.appeared[0] ?? this.last[0] ?? "");
    if (!rect || points <= 0 || !this.looks.motion || isStill() || view.swipes) return;
    const note = el("div", { class: "floating", "aria-hidden": "true", style: `left:${rect.x}px;top:${rect.y}px;min-width:${rect.width}px;text-align:center` }, `+${points}`);
    this.board.grid.append(note);
    const done = note.animate([{ transform: "none", opacity: 1 }, { transform: "translateY(-1.6em)", opacity: 1, offset: 0.7 }, { transform: "translateY(-2em)", opacity: 0 }], { duration: 900, easing: "ease-out" });
    done.finished.then(() => note.remove(), () => note.remove());
  }

  /** @param {Step[]} [steps] */
  draw(steps = []) {
    const view = this.view, table = this.table;
    if (!view || !table) return;
    const watched = view.flow === "auto" || (view.players === 2 && !view.people.includes(true));
    const time = !this.looks.motion ? 0 : watched ? Math.min(STEP, 0.7 * PAUSES[view.speed.place - 1]) : STEP;
    this.motion.show(steps, time, this.looks.marks, () => this.drawBoard());
    drawScore(view, this.looks.marks);
    drawMessage(view, this.actions.remedies(view));
    this.hand.draw(view);
    const knowledge = view.knows ? table.knowledge() : null;
    if (knowledge) keepKnowledge(table, knowledge);
    this.panel.draw(view, this.game, knowledge && view.agents.some((agent) => agent.startsWith("self-taught")) ? knowledge : null);
    this.actions.draw(view);
    this.writeAddress(view);
    const title = `${view.title} – Gambol`;
    if (document.title !== title) document.title = title;
    this.drawChooser(view.base);
  }

  /** Draws again with other looks. */
  redraw() {
    if (this.replay) this.replay.go(this.replay.step);
    else this.draw();
  }

  /** The link to the position on the board. */
  get link() {
    return this.replay?.link ?? this.view?.link ?? "";
  }

  drawBoard() {
    const view = this.replayed ?? this.view;
    if (view) this.board.draw(view, { marks: this.looks.marks, values: this.looks.values && !this.motion.cells, cells: this.motion.cells, last: this.motion.cells ? [] : this.last, pointed: this.pointed });
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
   * Writes the game to the address, and stores it for the next visit.
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

  /** Writes the address immediately. */
  flushAddress() {
    const view = this.view;
    if (!view || this.replay) return;
    saveTab(view.link);
    if (view.link !== this.visited) save(`link.${view.base}`, view.link);
    if (location.hash !== `#${view.link}`) history.replaceState(null, "", `#${view.link}`);
  }

  openKnowledge() {
    if (this.table && this.view?.knows) knowledgeDialog(this.table, () => by("file").click());
  }

  /** Replays the game so far, and judges its moves. */
  analyse() {
    if (!this.table) return;
    this.openRecords(this.table.record());
    this.replay?.analyse();
  }

  /**
   * Replays the games of a file, or the game so far.
   * @param {Records} records
   */
  openRecords(records) {
    const first = records.list().games.findIndex(({ replay }) => replay);
    try {
      if (first < 0) throw new Error("its games have no moves; gambol run stores them with --record-games");
      records.frame(first, 0);
    } catch (error) {
      records.free();
      throw error;
    }
    this.leave();
    const back = this.view?.link ?? "", list = records.list();
    const base = list.game.split(":")[0];
    if (this.view?.game !== list.game) this.sit(this.gambol.open({ game: list.game }));
    this.table?.hold(true);
    this.motion.finish();
    document.body.classList.add("replaying");
    this.replay = new Replay(this.panel.guest, records, first, {
      show: (frame, moved, pause, best) => this.showFrame(frame, moved, pause, best),
      playOn: (link) => this.openLink(link),
      sides: () => this.view?.players ?? 1,
      called: (by) => by === "chance" ? "chance" : this.view?.players === 2 ? this.view.sides[by === "first" ? 0 : 1].name : "move",
      close: () => {
        this.replay = null;
        this.replayed = null;
        this.pointed = null;
        this.motion.finish();
        document.body.classList.remove("replaying");
        if (base === this.view?.base && back.includes(`game=${base}`)) this.table?.hold(false);
        if (back) this.attempt(() => this.sit(this.gambol.openLink(back)));
      },
    });
    this.replay.go(0);
  }

  /**
   * @param {Frame} frame
   * @param {boolean} moved whether it follows the frame before
   * @param {number} pause until the next frame
   * @param {string[]} best the spots of the best move
   */
  showFrame(frame, moved, pause, best) {
    const view = this.view;
    if (!view) return;
    this.replayed = { ...view, size: frame.size, cells: frame.cells, hand: frame.hand, facts: frame.facts, score: frame.score, decisive: frame.decisive, moves: frame.step,
      spots: [], targets: [], picked: [], who: { by: "nobody", side: 0 }, turn: -1, flow: "free", people: [false, false], agents: this.replay?.players ?? view.agents, over: frame.step === frame.steps, hint: null, thinking: null, message: { text: "", wrong: false, topic: "plain" }, prompt: "Replay" };
    this.pointed = best.length ? best : null;
    this.last = frame.event ? touched(view.base, frame.event) : [];
    if (!moved) this.motion.finish();
    this.motion.show(moved && frame.event ? [frame.event] : [], this.looks.motion ? Math.min(STEP, 0.7 * pause) : 0, this.looks.marks, () => this.drawBoard());
    drawScore(this.replayed, this.looks.marks);
    drawMessage(this.replayed, []);
    this.hand.draw(this.replayed);
  }
}
