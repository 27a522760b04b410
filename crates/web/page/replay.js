// Recorded games: a list, a replay of each, and its analysis.

import { announce, el, hush, number, reason, remake, toast } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./api.js").Records} Records */
/** @typedef {import("./api.js").RecordList} RecordList */
/** @typedef {import("./api.js").Frame} Frame */
/** @typedef {import("./api.js").Judged} Judged */

/** Milliseconds between two steps of automatic play. */
const PAUSES = [1500, 900, 500, 280, 140, 60];
/** Time for the judgement of a move. */
const JUDGE_MS = 500;
/** Players whose searches judge moves, where the default one does not give every move a value. */
const JUDGES = /** @type {Record<string, string>} */ ({
  "five-or-more": "expectimax:eval=network,depth=1", match5: "alpha-beta:eval=threats", tenten: "expectimax:eval=network,depth=1" });
const STRONG = "strong";
/** A smaller loss is not shown as a number. */
const SHOWN_LOSS = 0.005;

/**
 * A judgement in words.
 * @param {Judged} judged
 */
function inWords({ action, best, loss, mark, gives_away, texts }) {
  const less = gives_away ? `gives a ${gives_away} away` : loss && loss >= SHOWN_LOSS ? `loses ${number(loss)}` : `value ${texts[0]}`;
  if (mark === "best") return `${action} is the best move.`;
  return mark ? `${action} is a ${mark === "good" ? "good move" : "mistake"}: ${less}. Best is ${best}.` : `${action} has no value of the search. Best is ${best}.`;
}

/** A step beyond the end of every game. */
const LAST = 0xffff_ffff;

export class Replay {
  /**
   * @param {HTMLElement} root
   * @param {Records} records
   * @param {number} first the game to begin with
   * @param {{show: (frame: Frame, moved: boolean, pause: number, best: string[]) => void, close: () => void, playOn: (link: string) => void, called: (by: "first" | "second" | "chance") => string, sides: () => number}} doer
   */
  constructor(root, records, first, doer) {
    this.root = root;
    this.records = records;
    /** @type {RecordList} */
    this.content = records.list();
    this.steps = 0;
    this.doer = doer;
    this.game = first;
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
    /** The judged moves of the game by their steps. @type {Map<number, Judged>} */
    this.judged = new Map();
    /** Ends the analysis. @type {AbortController | null} */
    this.analysis = null;
    this.here = el("a", { class: "button small", id: "replay-here", title: "A link to this position" }, "Play on from here");
    this.here.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      doer.playOn(this.link);
    });
    this.judging = el("button", { type: "button", class: "button small", id: "replay-analyse", onclick: () => this.analysis ? this.halt() : this.analyse() }, "Analyse");
    this.nextMistake = el("button", { type: "button", class: "button small", id: "next-mistake", hidden: true, onclick: () => this.goToMistake() }, "Next mistake");
    this.verdict = el("p", { id: "verdict", class: "verdict" });
    this.counts = el("p", { id: "judged-counts", class: "faint" });
    this.moves = el("ol", { class: "judged", "aria-label": "Judged moves" });
    root.replaceChildren(
      el("h2", {}, `Replay: ${this.content.game}`, el("span", { class: "end" }, el("button", { type: "button", class: "button small plain", id: "replay-close", onclick: () => this.close() }, "Close"))),
      el("div", { class: "replay" }, this.event, this.slider, this.where,
        el("div", { class: "row" }, button("First", "first", () => { this.pause(); this.go(0); }), button("Back", "back", () => { this.pause(); this.go(this.step - 1); }), this.playing,
          button("Forward", "step", () => { this.pause(); this.go(this.step + 1); }), button("Last", "last", () => { this.pause(); this.go(Infinity); })),
        el("label", { class: "speed", style: "justify-content:center" }, "Speed", speed)),
      this.verdict,
      el("div", { class: "replay" }, el("div", { class: "row" }, this.judging, this.nextMistake, this.here)),
      this.counts, this.moves, this.list);
    root.hidden = false;
    this.choose(first);
  }

  /** @param {number} game */
  choose(game) {
    try {
      this.records.frame(game, 0);
    } catch (error) {
      return toast(reason(error));
    }
    this.pause();
    this.halt();
    this.game = game;
    this.step = 0;
    this.judged.clear();
    this.drawAnalysis();
    this.list.hidden = this.content.games.length === 1;
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
    const judged = this.judged.get(to + 1);
    this.doer.show(frame, moved, this.timer ? PAUSES[this.speed] : 500, judged && judged.mark !== "best" ? judged.spots : []);
    this.here.href = `#${this.link}`;
    this.drawVerdict();
    if (!this.timer) {
      hush();
      announce(`${this.event.textContent}. ${this.verdict.textContent}`);
    }
    if (to === last) this.pause();
  }

  /** Judges the moves of the game. */
  async analyse() {
    const analysis = this.analysis = new AbortController();
    this.judged.clear();
    this.drawAnalysis();
    const judge = (/** @type {string} */ agent) => this.records.analyse(this.game, agent, JUDGE_MS, analysis.signal, (step, judged) => {
      this.judged.set(step, judged);
      this.drawAnalysis();
      if (step === this.step + 1) this.go(this.step);
    });
    try {
      // Variants may lack the network.
      await judge(JUDGES[this.content.game.split(":")[0]] ?? STRONG).catch((error) => this.judged.size ? Promise.reject(error) : judge(STRONG));
    } catch (error) {
      toast(reason(error));
    }
    if (this.analysis !== analysis) return;
    this.analysis = null;
    this.drawAnalysis();
    announce(`The analysis is complete. ${this.counts.textContent}`);
  }

  /** Ends the analysis. */
  halt() {
    this.analysis?.abort();
    this.analysis = null;
    this.drawAnalysis();
  }

  /** Shows the state before the next mistake, or else before the first. */
  goToMistake() {
    const mistakes = [...this.judged].flatMap(([step, { mark }]) => mark === "mistake" ? [step - 1] : []);
    this.pause();
    this.go(mistakes.find((step) => step > this.step) ?? mistakes[0] ?? this.step);
  }

  /** The judgement of the move that follows. */
  drawVerdict() {
    const judged = this.judged.get(this.step + 1);
    this.verdict.hidden = !judged;
    this.verdict.dataset.mark = judged?.mark ?? "";
    this.verdict.textContent = judged ? `Next: ${inWords(judged)}` : "";
    for (const button of this.moves.querySelectorAll("button")) {
      const isNext = button.dataset.step === String(this.step + 1);
      if (isNext !== button.hasAttribute("aria-current")) isNext ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current");
      if (isNext) this.moves.scrollTop = button.offsetTop - this.moves.offsetTop - 40;
    }
  }

  /** The list of judged moves, and their counts. */
  drawAnalysis() {
    const judged = [...this.judged];
    this.judging.textContent = this.analysis ? "Stop the analysis" : "Analyse";
    this.nextMistake.hidden = !judged.some(([, { mark }]) => mark === "mistake");
    const players = this.players, two = players.length === 2;
    const count = (/** @type {number} */ side, /** @type {string} */ mark) => judged.filter(([, one]) => one.side === side && one.mark === mark).length;
    const lines = players.map((player, side) => {
      const name = two ? `${this.doer.called(side ? "second" : "first")} (${player}): ` : "";
      const mistakes = count(side, "mistake");
      return `${name}${count(side, "best")} best, ${count(side, "good")} good, ${mistakes} ${mistakes === 1 ? "mistake" : "mistakes"}`;
    });
    this.counts.hidden = this.moves.hidden = !judged.length;
    this.counts.textContent = lines.join("; ");
    while (this.moves.children.length > judged.length) this.moves.lastChild?.remove();
    for (const [step, { action, mark, loss, gives_away, side }] of judged.slice(this.moves.children.length)) {
      const lost = gives_away ? `a ${gives_away}` : loss && loss >= SHOWN_LOSS ? `−${number(loss)}` : "";
      this.moves.append(el("li", {}, el("button", { type: "button", "data-step": step, "data-mark": mark ?? "", onclick: () => { this.pause(); this.go(step - 1); } },
        el("span", {}, `${this.moves.children.length + 1}.`), el("code", {}, two ? `${this.doer.called(side ? "second" : "first")} ${action}` : action),
        el("span", { class: "lost" }, lost), el("span", { class: "mark" }, mark ?? "unknown"))));
    }
    this.drawVerdict();
  }

  /** A link to the position. */
  get link() {
    return this.records.link(this.game, this.step);
  }

  /** Names of the game's players; one name stands for both sides. */
  get players() {
    const players = this.content.games[this.game]?.players ?? [];
    return players.length === 1 && this.doer.sides() === 2 ? [players[0], players[0]] : players;
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
    this.halt();
    this.root.hidden = true;
    this.root.replaceChildren();
    this.records.free();
    this.doer.close();
  }
}
