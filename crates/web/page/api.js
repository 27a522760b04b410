// Typed access to the wasm modules: games, tables, records, and the searches in a web worker.

import init, * as wasm from './gambol_page.js';
import { Engine, NO_TABLE } from './engine.js';
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
 * @property {AgentText} agent - the level's agent
 * @property {boolean} weights - whether it needs learned weights, which are fetched when it plays
 */

/**
 * @typedef {object} AgentInfo
 * @property {string} name
 * @property {string} about
 * @property {boolean} weights - whether it needs learned weights, which are fetched when it plays
 * @property {{key: string, default: string, about: string}[]} parameters
 */

/**
 * @typedef {object} GameInfo
 * @property {string} name - `threes`
 * @property {string} title - `Threes!`
 * @property {string} about
 * @property {string} rules - paragraphs, separated by blank lines
 * @property {string} settings - possible settings after the name and a colon; may be empty
 * @property {{name: string, title: string}[]} variants - names with settings: `five-or-more:large`
 * @property {number} players
 * @property {string} start - the name with the default settings for play: `tenten:paper`
 * @property {string} level - the default level of the agents
 * @property {LevelInfo[]} levels
 * @property {AgentInfo[]} agents
 */

/**
 * Appearance of a cell.
 * @typedef {object} CellLook
 * @property {string} cell - `a1` is top left
 * @property {string} text - `a`…, `w`, `b`, `r`, `x`, a number; empty if the cell is
 * @property {string} colour - `#rrggbb`; empty if the cell is
 * @property {boolean} always - whether the text is always shown, or only with letters switched on
 * @property {number} shade - shade of the empty cell, from 0 to 3
 */

/** @typedef {{text: string, ink: string|null, ground: string|null}} Words */

/**
 * The motion from the board before a step to the board after it.
 * @typedef {object} Motion
 * @property {{from: string, to: string}[]} moved - moved stones and tiles; both tiles of a merge
 * @property {string[]} appeared - cells with new contents; in Pentago-Swap, before the swap
 * @property {string[]} removed - cells that have become empty
 * @property {number[]} swapped - two swapped quadrants, or none
 */

/**
 * An action, or all chance events between two actions.
 * @typedef {object} Step
 * @property {'first'|'second'|'chance'} by
 * @property {boolean} person
 * @property {string} text - the action; chance outcomes are separated by blanks
 * @property {CellLook[]} before
 * @property {CellLook[]} after
 * @property {Motion} motion
 * @property {string|null} colour - colour of the piece that was placed, `#rrggbb`
 */

/**
 * @typedef {object} ActionValue
 * @property {string} action
 * @property {number} value - for the player to move
 * @property {string} text - the value as text: `12.40 ± 0.80`, `win in 3 plies`, `≤ 0.40`
 * @property {'exact'|'at-most'|'at-least'|'unsearched'} bound
 * @property {number} visits
 * @property {Spot[]} spots - the spots to pick in order, then the cells that a piece would cover
 */

/**
 * @typedef {object} Hint
 * @property {boolean} early - whether a better decision may follow
 * @property {string} action
 * @property {Spot[]} spots
 * @property {number} value - for the player to move
 * @property {string} text - the value as text
 * @property {number} depth
 * @property {number} nodes
 * @property {number} simulations
 * @property {number|null} perSecond - nodes per second, or simulations per second if there are any
 * @property {string[]} pv
 * @property {ActionValue[]} actions - best first, at most 100
 * @property {number} total - number of actions
 */

/**
 * @typedef {object} View
 * @property {string} game - the name with settings: `five-or-more:large`
 * @property {string} base - `five-or-more`
 * @property {string} title
 * @property {string} rules
 * @property {string} seed - a decimal number of up to 64 bits
 * @property {number} players
 * @property {string} position - the state as text
 * @property {{columns: number, rows: number}} size
 * @property {boolean} swipes - whether a direction alone is an action
 * @property {boolean} list - whether the cells are a list of actions
 * @property {CellLook[]} cells - in row-major order, from the top
 * @property {{rows: boolean[][], colour: string}[]} hand
 * @property {Words[][]} facts
 * @property {string} prompt
 * @property {{text: string, wrong: boolean, topic: 'plain'|'ended'|'over'|'agents-turn'|'paused'|'autoplay'|'chance-moved'}} message
 * @property {Spot[]} spots - all spots that the user can point at now
 * @property {Spot[]} targets - the spots that lead to an action
 * @property {Spot[]} picked
 * @property {{by: 'person'|'agent'|'nobody', side: number}} who - the player who decides next
 * @property {number} turn - the side to move, 0 or 1; −1 for none
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
 * @property {boolean} overChance - whether undo may cross chance events
 * @property {string|null} level - the level of the agents, if they have one
 * @property {AgentText[]} agents - of both sides
 * @property {boolean[]} people - whether each side is a human player
 * @property {Hint|null} hint
 * @property {{purpose: 'move'|'hint', agent: string, ms: number, limit: number|null, depth: number, nodes: number}|null} thinking
 * @property {(number|null)[]} evaluations - before move 0, 1, …: the value for the first player, if a search found one
 * @property {{text: string, side: number, person: boolean}[]} history - the actions so far
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {boolean} assisted - whether the score is not the user's own
 * @property {string} link - the fragment of the address after `#`
 * @property {boolean} reset - whether to redraw the board without motion, as no steps lead to it
 * @property {Step[]} steps - the steps since the last view
 * @property {boolean} knows - whether the game has a self-learning player with knowledge
 */

/**
 * A score of a completed puzzle.
 * @typedef {{score: number, date: string, seed: string, moves: number, assisted: boolean}} ScoreLine - an assisted one is not the user's own
 */

/**
 * @typedef {object} TableOptions
 * @property {string} game - with settings after a colon
 * @property {string} [seed] - a decimal number of up to 64 bits [default: random]
 * @property {string} [position] - a start position [default: the start of the game]
 * @property {AgentText[]} [agents] - for both sides, or for each [default: the default level]
 * @property {boolean[]} [people] - whether each side is a human player [default: one human player]
 */

/**
 * A frame of a replay.
 * @typedef {object} Frame
 * @property {number} step - from 0, the start
 * @property {number} steps - the last step
 * @property {{columns: number, rows: number}} size
 * @property {CellLook[]} cells
 * @property {{rows: boolean[][], colour: string}[]} hand
 * @property {Words[][]} facts
 * @property {number} score
 * @property {string[]} decisive
 * @property {string} position
 * @property {Step|null} event - the step that led to it; `null` for the start
 */

/**
 * A move, compared with the best one by a search of the state before it. Values are for the player
 * who moved.
 * @typedef {object} Judged
 * @property {string} action
 * @property {number} side - the side that moved, 0 or 1
 * @property {string} best - the best action
 * @property {Spot[]} spots - the spots of the best action
 * @property {[string, string]} texts - the values of the action and of the best one, as text
 * @property {number|null} loss - the difference of the values, if they are comparable
 * @property {'win'|'draw'} [gives_away] - the proven result that the move gave away
 * @property {'best'|'good'|'mistake'|null} mark - `null` if unknown
 */

/**
 * @typedef {object} RecordList
 * @property {string} game
 * @property {string[]} agents
 * @property {{index: number, seed: string, score: number, moves: number, players: string[], replay: boolean}[]} games
 */

/**
 * A pattern of the self-learning player. A row has a letter for each field: `r` its own stone, `b`
 * the opponent's, `.` must be empty, `x` empty and the answer goes here, ` ` no influence.
 * @typedef {object} Pattern
 * @property {number} level
 * @property {string} text
 * @property {string[]} rows
 * @property {{red: number, blue: number, empty: number, any: number}} counts
 */

/**
 * @typedef {object} Knowledge
 * @property {string} name - the name of its teacher; empty if it has none yet
 * @property {'new'|'owner'|'user'} access - a user cannot change it
 * @property {boolean} password - whether its file has a password
 * @property {boolean} changed - whether it has changed since it was opened or given as bytes
 * @property {number} level - number of patterns
 * @property {number} row - length of a winning row
 * @property {Lesson|null} lesson - changes after the last lost game
 */

/**
 * @typedef {object} Lesson
 * @property {number} move - the number of the wrong move, from 1
 * @property {Pattern} learned
 * @property {Pattern[]} erased
 */

/**
 * @typedef {object} LoadOptions
 * @property {(loaded: number, total: number, name: string) => void} [onProgress] - of weights
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
     * Opens a new game. Throws an `Error` that describes an invalid option.
     * @param {TableOptions} options
     * @returns {Table}
     */
    open(options) {
        const seed = options.seed ?? randomSeed();
        return this.#table(wasm.Table.open(JSON.stringify({ ...options, seed })), options.game);
    }

    /**
     * Opens the game of a link, the fragment of the address after `#`. Throws an `Error` that names
     * an invalid part.
     * @param {string} link
     * @returns {Table}
     */
    openLink(link) {
        const text = link.replace(/^#/, '');
        return this.#table(wasm.Table.of_link(text, randomSeed()), new URLSearchParams(text).get('game') ?? '');
    }

    /**
     * A table, whose searches are fetched in advance.
     * @param {wasm.Table} table
     * @param {string} game
     * @returns {Table}
     */
    #table(table, game) {
        this.engine.prepare(game.split(':')[0]);
        return new Table(table, this);
    }

    /**
     * Opens a file of records. Throws an `Error` that describes an invalid file.
     * @param {string} text
     * @returns {Records}
     */
    records(text) {
        return new Records(new wasm.Records(text), this.engine);
    }
}

/**
 * A game in play. Its `listener` is called after every change and every command; it can then get
 * the new {@link view}.
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

    /** Ends the game's searches. No other method may be called afterwards. */
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

    /** The best scores of this game: the user's own first, best first. @returns {ScoreLine[]} */
    scores() {
        return JSON.parse(this.#table.scores());
    }

    /** Replaces the best scores, as by those of an earlier visit. @param {ScoreLine[]} scores */
    setScores(scores) {
        this.#do(() => this.#table.set_scores(JSON.stringify(scores)));
    }

    /** The game so far, for a replay. @returns {Records} */
    record() {
        return new Records(this.#table.record(), this.#gambol.engine);
    }

    /**
     * Picks a spot, takes back the last pick, or plays the action that the spot completes.
     * @param {Spot} spot
     * @returns {boolean} whether a human player is to move; otherwise the spot is ignored
     */
    choose(spot) {
        return this.#do(() => this.#table.choose(spot));
    }

    /**
     * The cells that would be covered if this spot were picked next, and whether that is legal.
     * @param {Spot} spot
     * @returns {{cells: string[], fits: boolean}}
     */
    ghost(spot) {
        return JSON.parse(this.#table.ghost(spot));
    }

    /**
     * Spots of an action.
     * @param {string} action
     * @returns {Spot[]}
     */
    spotsOf(action) {
        return JSON.parse(this.#table.spots_of(action));
    }

    /**
     * Plays an action for the human player. Throws an `Error` that names the broken rule.
     * @param {string} action
     */
    play(action) {
        this.#do(() => this.#table.play(action));
    }

    /** Starts the search for a hint, or stops it. */
    hint() {
        this.#do(() => this.#table.hint());
    }

    /** Ends the current activity: a search, picking, or autoplay. */
    escape() {
        this.#do(() => this.#table.escape());
    }

    /** Starts or stops autoplay. Pauses or resumes agents that play each other. */
    toggleAuto() {
        this.#do(() => this.#table.toggle_auto());
    }

    /** Lets an agent play the next move, also on a human player's turn. */
    step() {
        this.#do(() => this.#table.step());
    }

    /** Holds the agents, as while a dialog is open, or releases them. @param {boolean} held */
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
     * Starts another game from the same start.
     * @param {string} [seed] - random by default
     */
    newGame(seed = randomSeed()) {
        this.#do(() => this.#table.new_game(seed));
    }

    /** @param {boolean[]} people - whether each side is a human player */
    setPeople(people) {
        this.#do(() => this.#table.set_people(people[0] ?? true, people[1] ?? people[0] ?? true));
    }

    /**
     * Sets the agent of a side. Throws an `Error` that describes an invalid agent.
     * @param {number} side
     * @param {AgentText} agent
     */
    setAgent(side, agent) {
        this.#do(() => this.#table.set_agent(side, agent));
    }

    /** Sets the agents of both sides. @param {string} level */
    setLevel(level) {
        this.#do(() => {
            this.#table.set_agent(0, level);
            this.#table.set_agent(1, level);
        });
    }

    /** @param {number} place - from 1, the slowest, to `view.speed.count` */
    setSpeed(place) {
        this.#do(() => this.#table.set_speed(place));
    }

    /** @param {number} ms - for an agent's move; 0 for the agent's own time */
    setLimit(ms) {
        this.#do(() => this.#table.set_limit(ms));
    }

    /** @param {number} ms - for a hint */
    setHintLimit(ms) {
        this.#do(() => this.#table.set_hint_limit(ms));
    }

    /** @param {boolean} allowed - whether undo may cross chance events */
    setOverChance(allowed) {
        this.#do(() => this.#table.set_over_chance(allowed));
    }

    // Match5's self-learning player, if `view.knows` is set.

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

    /** Erases a pattern. Throws an `Error` if it must not be changed. @param {number} index */
    erase(index) {
        this.#do(() => this.#table.erase(index));
    }

    eraseAll() {
        this.#do(() => this.#table.erase_all());
    }

    /**
     * The knowledge as a `.fivo` file, to be called `NAME.fivo`. Throws an `Error` if the name is
     * not valid for a file.
     * @param {string} name
     * @returns {Uint8Array}
     */
    knowledgeBytes(name) {
        return this.#table.knowledge_bytes(name);
    }

    /**
     * Opens the knowledge in a `.fivo` file. Throws an `Error` that describes an invalid file.
     * @param {Uint8Array} bytes
     * @param {string} [password] - without the right password, the access is that of a user
     */
    openKnowledge(bytes, password = '') {
        this.#do(() => this.#table.open_knowledge(bytes, password));
    }

    /** Replaces the knowledge by an empty one. */
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

    /** Handles the passage of time: moves of agents, and requests for searches. */
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
        } else if (engine.running !== undefined && engine.running >= 0 && engine.running !== this.#table.running()) {
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

/** The games of a file of records, or the game of a table. */
export class Records {
    /** @type {wasm.Records} */
    #records;
    /** @type {Engine} */
    #engine;

    /**
     * @param {wasm.Records} records
     * @param {Engine} engine
     */
    constructor(records, engine) {
        this.#records = records;
        this.#engine = engine;
    }

    /** @returns {RecordList} */
    list() {
        return JSON.parse(this.#records.list());
    }

    /**
     * A frame of a game. Throws an `Error` that names an illegal event.
     * @param {number} game - index in the list
     * @param {number} step - from 0, the start; the last step if beyond the end
     * @returns {Frame}
     */
    frame(game, step) {
        return JSON.parse(this.#records.frame(game, step));
    }

    /**
     * The link that opens the game at a step.
     * @param {number} game
     * @param {number} step
     * @returns {string}
     */
    link(game, step) {
        return this.#records.link(game, step);
    }

    /**
     * Judges the moves of a game, one after the other. Throws an `Error` that describes a failed
     * search.
     * @param {number} game
     * @param {AgentText} agent - whose search judges
     * @param {number} ms - per move
     * @param {AbortSignal} signal - ends the analysis
     * @param {(step: number, judged: Judged) => void} tell - called with each move's step
     */
    async analyse(game, agent, ms, signal, tell) {
        const { steps } = this.frame(game, 0);
        for (let step = 1; step <= steps && !signal.aborted; step++) {
            const request = this.#records.question(game, step, agent, ms);
            if (request === undefined) {
                continue;
            }
            const answer = await new Promise((resolve) => {
                signal.addEventListener('abort', () => resolve(''), { once: true });
                this.#engine.ask({ ...JSON.parse(request), id: NO_TABLE }, (answer) => JSON.parse(answer).early || resolve(answer));
            });
            if (signal.aborted) {
                this.#engine.halt();
                return;
            }
            tell(step, JSON.parse(this.#records.judge(game, step, answer)));
        }
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
