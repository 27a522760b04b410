// Typed access to the wasm modules: games, tables, records, and the searches in a web worker.

import init, * as wasm from './gambol_page.js';
import { Engine } from './engine.js';
import { pageModule } from './modules.js';
import { Weights } from './weights.js';

/**
 * A place on the board as text: a cell (`c3`), a quadrant (`q0` top left, `q1` top right, `q2`
 * bottom left, `q3` bottom right), a piece of the hand from the left (`p0`), or an edge (`left`,
 * `right`, `up`, `down`).
 * @typedef {string} Spot
 */

/**
 * An agent as text, as on the command line: `mc:rollouts=100`; or a level: `easy`, `medium`,
 * `hard`, `strong`.
 * @typedef {string} AgentText
 */

/**
 * @typedef {object} LevelInfo
 * @property {string} name - `easy`, `medium`, `hard` or `strong`
 * @property {AgentText} agent - what it stands for
 * @property {boolean} weights - whether its learned weights are fetched when it plays
 */

/**
 * @typedef {object} AgentInfo
 * @property {string} name
 * @property {string} about
 * @property {boolean} weights - whether its learned weights are fetched when it plays
 * @property {{key: string, default: string, about: string}[]} parameters
 */

/**
 * @typedef {object} GameInfo
 * @property {string} name - `threes`
 * @property {string} title - `Threes!`
 * @property {string} about
 * @property {string} rules - paragraphs, with a blank line between
 * @property {string} settings - what can follow the name after a colon; empty if nothing can
 * @property {{name: string, title: string}[]} variants - whole names: `five-or-more:large`
 * @property {number} players
 * @property {string} start - the whole name with which people begin: `tenten:paper`
 * @property {string} level - the level of the agents that people play with if they name none
 * @property {LevelInfo[]} levels
 * @property {AgentInfo[]} agents
 */

/**
 * How a cell looks.
 * @typedef {object} CellLook
 * @property {string} cell - `a1` is top left
 * @property {string} text - `a`…, `w`, `b`, `r`, `x`, a number; empty if nothing is there
 * @property {string} colour - `#rrggbb`; empty if nothing is there
 * @property {boolean} always - whether the text always shows, or only where letters are asked for
 * @property {number} shade - which of four shades the empty cell has
 */

/** @typedef {{text: string, ink: string|null, ground: string|null}} Words */

/**
 * How the board of the step before became that of the step after.
 * @typedef {object} Motion
 * @property {{from: string, to: string}[]} moved - stones and tiles that went elsewhere; of a merge, both parts
 * @property {string[]} appeared - cells with something new; of Pentago-Swap, before the swap
 * @property {string[]} removed - cells that were emptied
 * @property {number[]} swapped - two quadrants that changed places, or none
 */

/**
 * An action, or all that chance did between two actions.
 * @typedef {object} Step
 * @property {'first'|'second'|'chance'} by
 * @property {boolean} person
 * @property {string} text - the action; outcomes with blanks between
 * @property {CellLook[]} before
 * @property {CellLook[]} after
 * @property {Motion} motion
 */

/**
 * @typedef {object} ActionValue
 * @property {string} action
 * @property {number} value - for the player to move
 * @property {string} text - the value as people read it: `12.40 ± 0.80`, `win in 3 plies`, `≤ 0.40`
 * @property {'exact'|'at-most'|'at-least'|'unsearched'} bound
 * @property {number} visits
 * @property {Spot[]} spots - where it is: what to point at in order, then the cells that a piece would cover
 */

/**
 * @typedef {object} Hint
 * @property {boolean} early - whether a better one may follow
 * @property {string} action
 * @property {Spot[]} spots
 * @property {number} value - for the player to move
 * @property {string} text - the value as people read it
 * @property {number} depth
 * @property {number} nodes
 * @property {number} simulations
 * @property {number|null} perSecond - nodes, or simulations if there are any, per second
 * @property {string[]} pv
 * @property {ActionValue[]} actions - best first, at most 100
 * @property {number} total - how many actions there are
 */

/**
 * @typedef {object} View
 * @property {string} game - the whole name: `five-or-more:large`
 * @property {string} base - `five-or-more`
 * @property {string} title
 * @property {string} rules
 * @property {string} seed - a decimal number of up to 64 bits
 * @property {number} players
 * @property {string} position - the state as text
 * @property {{columns: number, rows: number}} size
 * @property {boolean} swipes - whether a direction alone is an action
 * @property {boolean} list - whether the cells are a list of actions
 * @property {CellLook[]} cells - row by row from the top
 * @property {{rows: boolean[][]}[]} hand
 * @property {Words[][]} facts
 * @property {string} prompt
 * @property {{text: string, wrong: boolean, topic: 'plain'|'ended'|'over'|'agents-turn'|'paused'|'autoplay'|'chance-moved'}} message
 * @property {Spot[]} spots - all that can be pointed at now
 * @property {Spot[]} targets - those of them that lead to an action
 * @property {Spot[]} picked
 * @property {{by: 'person'|'agent'|'nobody', side: number}} who - who is to decide
 * @property {number} turn - whose turn it is, 0 or 1; −1 if nobody's
 * @property {{name: string, colour: string}[]} sides
 * @property {number} score
 * @property {number|null} best
 * @property {number} moves
 * @property {boolean} over
 * @property {string[]} decisive - the cells that decided the game
 * @property {'free'|'auto'|'paused'} flow
 * @property {{place: number, count: number}} speed
 * @property {number} limit - milliseconds for an agent's move; 0 for its own
 * @property {number} hintLimit - milliseconds for a hint
 * @property {boolean} overChance - whether luck can be taken back
 * @property {string|null} level - the level of the agents, if they have one
 * @property {AgentText[]} agents - of both sides
 * @property {boolean[]} people - which sides people play
 * @property {Hint|null} hint
 * @property {{purpose: 'move'|'hint', agent: string, ms: number, limit: number|null, depth: number, nodes: number}|null} thinking
 * @property {(number|null)[]} evaluations - before move 0, 1, …: the value for the first player, if a search found one
 * @property {{text: string, side: number, person: boolean}[]} history - the actions so far
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {boolean} assisted - whether the score is not a person's own
 * @property {string} link - what follows `#` in the address
 * @property {boolean} reset - whether there is a new board without steps to it: draw it at once
 * @property {Step[]} steps - what has happened since the last view
 * @property {boolean} knows - whether the game has a self-taught player with knowledge
 */

/**
 * @typedef {object} TableOptions
 * @property {string} game - with settings after a colon
 * @property {string} [seed] - a decimal number of up to 64 bits; random if left out
 * @property {string} [position] - a state to begin from
 * @property {AgentText[]} [agents] - one for both sides, or one for each; else the default level
 * @property {boolean[]} [people] - which sides people play; else one person
 * @property {number} [best] - the best score so far
 */

/**
 * A frame of a replay.
 * @typedef {object} Frame
 * @property {number} step - from 0, the start
 * @property {number} steps - the last step
 * @property {{columns: number, rows: number}} size
 * @property {CellLook[]} cells
 * @property {{rows: boolean[][]}[]} hand
 * @property {Words[][]} facts
 * @property {number} score
 * @property {string[]} decisive
 * @property {string} position
 * @property {Step|null} event - what led to it; none for the start
 */

/**
 * @typedef {object} RecordList
 * @property {string} game
 * @property {string[]} agents
 * @property {{index: number, seed: string, score: number, moves: number, players: string[], replay: boolean}[]} games
 */

/**
 * A pattern of the self-taught player. A row has a letter for each field: `r` its own stone, `b`
 * the opponent's, `.` must be empty, `x` empty and the answer goes here, ` ` no influence.
 * @typedef {object} Pattern
 * @property {number} level
 * @property {string} text
 * @property {string[]} rows
 * @property {{red: number, blue: number, empty: number, any: number}} counts
 */

/**
 * @typedef {object} Knowledge
 * @property {string} name - the player who teaches it; empty if it has no name yet
 * @property {'new'|'owner'|'user'} access - a user may not change it
 * @property {boolean} password - whether its file has a password
 * @property {boolean} changed - whether it has changed since it was opened or given as bytes
 * @property {number} level - how many patterns
 * @property {number} row - how many in a row win
 * @property {Lesson|null} lesson - what the last lost game has changed
 */

/**
 * @typedef {object} Lesson
 * @property {number} move - the number of the wrong move, from 1
 * @property {Pattern} learned
 * @property {Pattern[]} erased
 */

/**
 * @typedef {object} LoadOptions
 * @property {(loaded: number, total: number, name: string) => void} [onProgress] - weights that are fetched
 */

/** The module, its games and its search worker. */
export class Gambol {
    /** @type {Engine} */
    engine;
    /** @type {Weights} */
    weights;

    /**
     * @param {Engine} engine
     * @param {Weights} weights
     */
    constructor(engine, weights) {
        this.engine = engine;
        this.weights = weights;
    }

    /** @returns {GameInfo[]} */
    games() {
        return JSON.parse(wasm.games());
    }

    /**
     * A new game. Throws an `Error` that says what is wrong with the options.
     * @param {TableOptions} options
     * @returns {Table}
     */
    open(options) {
        const seed = options.seed ?? randomSeed();
        return this.#table(wasm.Table.open(JSON.stringify({ ...options, seed })), options.game);
    }

    /**
     * The game of a link: what follows `#` in the address. Throws an `Error` that says what is
     * wrong with it.
     * @param {string} link
     * @returns {Table}
     */
    openLink(link) {
        const text = link.replace(/^#/, '');
        return this.#table(wasm.Table.of_link(text, randomSeed()), new URLSearchParams(text).get('game') ?? '');
    }

    /**
     * A table, whose searches will be there when they are needed.
     * @param {wasm.Table} table
     * @param {string} game
     * @returns {Table}
     */
    #table(table, game) {
        this.engine.prepare(game.split(':')[0]);
        return new Table(table, this);
    }

    /**
     * The games of a file of records. Throws an `Error` that says what is wrong with it.
     * @param {string} text
     * @returns {Records}
     */
    records(text) {
        return new Records(new wasm.Records(text));
    }
}

/**
 * A game in play. Its `listener` is told whenever there is something new to see; then ask for the
 * {@link view}. Commands tell it, too.
 */
export class Table {
    /** @type {wasm.Table} */
    #table;
    /** @type {Gambol} */
    #gambol;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    #timer;
    #closed = false;
    /** @type {() => void} */
    listener = () => {};

    /**
     * @param {wasm.Table} table
     * @param {Gambol} gambol
     */
    constructor(table, gambol) {
        this.#table = table;
        this.#gambol = gambol;
        this.#later(0);
    }

    /** Ends the game's searches. Nothing else may be called after this. */
    close() {
        this.#closed = true;
        clearTimeout(this.#timer);
        this.#gambol.engine.halt();
        this.#table.free();
    }

    /** @returns {View} */
    view() {
        return JSON.parse(this.#table.view());
    }

    /**
     * Points at a spot: picks it, takes it back, or plays the action that it completes.
     * @param {Spot} spot
     * @returns {boolean} whether a person is to move, and so it was heeded
     */
    choose(spot) {
        return this.#do(() => this.#table.choose(spot));
    }

    /**
     * The cells that would be covered if this spot were picked next, and whether that is allowed.
     * @param {Spot} spot
     * @returns {{cells: string[], fits: boolean}}
     */
    ghost(spot) {
        return JSON.parse(this.#table.ghost(spot));
    }

    /**
     * Where an action is.
     * @param {string} action
     * @returns {Spot[]}
     */
    spotsOf(action) {
        return JSON.parse(this.#table.spots_of(action));
    }

    /**
     * Plays an action as a person. Throws an `Error` that names the rule that it breaks.
     * @param {string} action
     */
    play(action) {
        this.#do(() => this.#table.play(action));
    }

    /** Looks for a hint, or ends the look with what it has. */
    hint() {
        this.#do(() => this.#table.hint());
    }

    /** Ends what goes on: a search, picking, or autoplay. */
    escape() {
        this.#do(() => this.#table.escape());
    }

    /** Begins or ends autoplay; pauses agents that play each other, or lets them go on. */
    toggleAuto() {
        this.#do(() => this.#table.toggle_auto());
    }

    /** Lets an agent play one move, whoever's turn it is. */
    step() {
        this.#do(() => this.#table.step());
    }

    /** Lets agents wait, as under a dialog, or go on. @param {boolean} held */
    hold(held) {
        this.#do(() => this.#table.hold(held));
    }

    undo() {
        this.#do(() => this.#table.undo());
    }

    redo() {
        this.#do(() => this.#table.redo());
    }

    /**
     * Another game from the same start.
     * @param {string} [seed] - random if left out
     */
    newGame(seed = randomSeed()) {
        this.#do(() => this.#table.new_game(seed));
    }

    /** @param {boolean[]} people - which sides people play */
    setPeople(people) {
        this.#do(() => this.#table.set_people(people[0] ?? true, people[1] ?? people[0] ?? true));
    }

    /**
     * Throws an `Error` that says what is wrong with the agent.
     * @param {number} side
     * @param {AgentText} agent
     */
    setAgent(side, agent) {
        this.#do(() => this.#table.set_agent(side, agent));
    }

    /** The agents of both sides. @param {string} level */
    setLevel(level) {
        this.#do(() => {
            this.#table.set_agent(0, level);
            this.#table.set_agent(1, level);
        });
    }

    /** @param {number} place - from 1, slow, to `view.speed.count` */
    setSpeed(place) {
        this.#do(() => this.#table.set_speed(place));
    }

    /** @param {number} ms - for an agent's move; 0 for the agent's own */
    setLimit(ms) {
        this.#do(() => this.#table.set_limit(ms));
    }

    /** @param {number} ms - for a hint */
    setHintLimit(ms) {
        this.#do(() => this.#table.set_hint_limit(ms));
    }

    /** @param {boolean} allowed - whether luck can be taken back */
    setOverChance(allowed) {
        this.#do(() => this.#table.set_over_chance(allowed));
    }

    // The self-taught player of Match5, where `view.knows`.

    /** @returns {Knowledge|null} */
    knowledge() {
        return JSON.parse(this.#table.knowledge());
    }

    /**
     * @param {number} index
     * @returns {(Pattern & {images: Pattern[]})|null}
     */
    pattern(index) {
        return JSON.parse(this.#table.pattern(index));
    }

    /** Throws an `Error` if it may not be changed. @param {number} index */
    erase(index) {
        this.#do(() => this.#table.erase(index));
    }

    eraseAll() {
        this.#do(() => this.#table.erase_all());
    }

    /**
     * The knowledge as a `.fivo` file, whose name should be `NAME.fivo`. Throws an `Error` if the
     * name is not one for a file.
     * @param {string} name
     * @returns {Uint8Array}
     */
    knowledgeBytes(name) {
        return this.#table.knowledge_bytes(name);
    }

    /**
     * Takes the knowledge of a `.fivo` file. Throws an `Error` that says what is wrong with it.
     * @param {Uint8Array} bytes
     * @param {string} [password] - without the right one, one is a user
     */
    openKnowledge(bytes, password = '') {
        this.#do(() => this.#table.open_knowledge(bytes, password));
    }

    /** New knowledge without patterns. */
    newKnowledge() {
        this.#do(() => this.#table.new_knowledge());
    }

    /**
     * @template T
     * @param {() => T} command
     * @returns {T}
     */
    #do(command) {
        try {
            return command();
        } finally {
            this.#pump();
            this.listener();
        }
    }

    /** Lets time pass: agents move, and searches are asked for. */
    #pump() {
        if (this.#closed) {
            return;
        }
        const engine = this.#gambol.engine;
        const news = this.#table.tick();
        const request = this.#table.request();
        if (request !== undefined) {
            engine.ask(JSON.parse(request), (answer) => {
                if (!this.#closed) {
                    this.#table.answer(answer);
                    this.#pump();
                }
            });
        } else if (engine.running !== undefined && engine.running !== this.#table.running()) {
            engine.halt();
        }
        const idle = this.#table.idle();
        this.#later(idle);
        if (news) {
            this.listener();
        }
    }

    /** @param {number} ms */
    #later(ms) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#pump(), ms);
    }
}

/** The games of a file of records. */
export class Records {
    /** @type {wasm.Records} */
    #records;

    /** @param {wasm.Records} records */
    constructor(records) {
        this.#records = records;
    }

    /** @returns {RecordList} */
    list() {
        return JSON.parse(this.#records.list());
    }

    /**
     * A frame of a game. Throws an `Error` that names the event that is not possible.
     * @param {number} game - its place in the list
     * @param {number} step - from 0, the start; beyond the end, the last
     * @returns {Frame}
     */
    frame(game, step) {
        return JSON.parse(this.#records.frame(game, step));
    }

    /**
     * The link that opens the game at a step, to play on.
     * @param {number} game
     * @param {number} step
     * @returns {string}
     */
    link(game, step) {
        return this.#records.link(game, step);
    }

    free() {
        this.#records.free();
    }
}

/** @returns {string} */
function randomSeed() {
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    // Short enough to be read aloud.
    return String((BigInt(high) * 4294967296n + BigInt(low)) % 1000000000n);
}

/**
 * Loads the module of the page.
 * @param {LoadOptions} [options]
 * @returns {Promise<Gambol>}
 */
export async function load(options = {}) {
    await init({ module_or_path: await pageModule() });
    const weights = new Weights(options.onProgress ?? (() => {}));
    return new Gambol(new Engine(weights), weights);
}
