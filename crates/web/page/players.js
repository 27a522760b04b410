// The card of the players and their levels.

import { el, remake } from "./dom.js";
import { askLine, choice, field } from "./dialogs.js";
import { stone } from "./looks.js";

/** @typedef {import("./api.js").View} View */
/** @typedef {import("./api.js").GameInfo} GameInfo */
/**
 * @typedef {object} PlayersDoer
 * @property {(people: boolean[]) => void} setPeople
 * @property {(side: number, agent: string) => void} setAgent
 */

const OTHER = " other";
const PERSON = " person";

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The options of a player: the levels, the self-learning player, and the current agent.
 * @param {GameInfo} game
 * @param {string} agent
 */
function agentOptions(game, agent) {
  const levels = game.levels.map(({ name }) => ({ value: name, text: capital(name) }));
  const learner = game.agents.some(({ name }) => name === "self-taught") ? [{ value: "self-taught", text: "Self-taught" }] : [];
  const known = [...levels, ...learner];
  const own = known.some(({ value }) => value === agent) ? [] : [{ value: agent, text: agent }];
  return [...known, ...own, { value: OTHER, text: "Another player…" }];
}

/**
 * Asks for an agent by its text.
 * @param {GameInfo} game
 * @param {string} agent
 */
const askAgent = (game, agent) =>
  askLine("Another player", "A player by name, with its settings after a colon, such as mcts:ms=500.", { value: agent, list: game.agents, yes: "Play" });

/**
 * The card of the players.
 * @param {HTMLElement} root
 * @param {View} view
 * @param {GameInfo} game
 * @param {PlayersDoer} doer
 */
export function drawPlayers(root, view, game, doer) {
  // A list of players. It shows the one that plays until another one is named.
  const list = (/** @type {{value: string, text: string}[]} */ first, /** @type {number} */ side, /** @type {string} */ shown, /** @type {(value: string) => void} */ take, /** @type {Record<string, string>} */ attributes) => {
    const select = choice([...first, ...agentOptions(game, view.agents[side])], shown, async (value) => {
      if (value === OTHER) select.value = shown;
      const named = value === OTHER ? await askAgent(game, view.agents[side]) : value;
      if (named) take(named);
    }, attributes);
    return select;
  };
  remake(root, [view.game, view.people, view.agents, game.levels.length], () => {
    const heading = el("h2", {}, view.players === 2 ? "Players" : "Player of hints and autoplay");
    const setAll = (/** @type {number[]} */ sides) => (/** @type {string} */ agent) => { for (const side of sides) doer.setAgent(side, agent); };
    if (view.players === 1) {
      return [heading, list([], 0, view.agents[0], setAll([0, 1]), { "aria-label": "Player of hints and autoplay", id: "agent" })];
    }
    const rows = view.sides.map((side, at) => {
      const select = list([{ value: PERSON, text: "You" }], at, view.people[at] ? PERSON : view.agents[at], (value) => {
        doer.setPeople(view.people.map((person, other) => other === at ? value === PERSON : person));
        if (value !== PERSON) doer.setAgent(at, value);
      }, { "aria-label": `Who plays ${side.name}`, id: `player-${at}` });
      return el("div", { class: "player" }, stone(view.base, side.name[0], "plain"), select);
    });
    const people = [0, 1].filter((at) => view.people[at]);
    const hints = people.length === 0 ? null : field("Hints by", list([], people[0], view.agents[people[0]], setAll(people), { id: "hints" }));
    return [heading, ...rows, hints];
  });
}
