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
  const pick = async (/** @type {number[]} */ sides, /** @type {string} */ value) => {
    const agent = value === OTHER ? await askAgent(game, view.agents[sides[0]]) : value;
    if (agent) for (const side of sides) doer.setAgent(side, agent);
    else doer.setAgent(sides[0], view.agents[sides[0]]);
  };
  remake(root, [view.game, view.people, view.agents, game.levels.length], () => {
    const heading = el("h2", {}, view.players === 2 ? "Players" : "Player of hints and autoplay");
    if (view.players === 1) {
      return [heading, choice(agentOptions(game, view.agents[0]), view.agents[0], (value) => pick([0, 1], value), { "aria-label": "Player of hints and autoplay", id: "agent" })];
    }
    const rows = view.sides.map((side, at) => {
      const person = view.people[at];
      const select = choice([{ value: PERSON, text: "You" }, ...agentOptions(game, view.agents[at])], person ? PERSON : view.agents[at], (value) => {
        const people = [...view.people];
        people[at] = value === PERSON;
        doer.setPeople(people);
        if (value !== PERSON) pick([at], value);
      }, { "aria-label": `Who plays ${side.name}`, id: `player-${at}` });
      return el("div", { class: "player" }, stone(view.base, side.name[0], "plain"), select);
    });
    const people = [0, 1].filter((at) => view.people[at]);
    const hints = people.length === 0 ? null : field("Hints by", choice(agentOptions(game, view.agents[people[0]]), view.agents[people[0]], (value) => pick(people, value), { id: "hints" }));
    return [heading, ...rows, hints];
  });
}
