// The search worker: runs one search at a time in the background.

import { workerModule } from './modules.js';

/** @typedef {import('./weights.js').Weights} Weights */

/**
 * A requested search.
 * @typedef {object} Request
 * @property {number} id - not negative if the search belongs to a table
 * @property {string} game - the game whose searches are needed
 * @property {string} question - the message for the worker
 */

/**
 * @typedef {object} Job
 * @property {number} id
 * @property {{question: string}|{bench: string}} message - for the worker
 * @property {(answer: string) => void} tell - called with each snapshot and with the decision
 */

/** Id of a search that belongs to no table. */
export const NO_TABLE = -1;

/** Benchmarks of `bench` that are not named after their game. @type {Record<string, string>} */
const WORKS = { 'alpha-beta': 'pentago-swap' };

/** Runs one search at a time in a web worker. A cancelled search ends with its worker. */
export class Engine {
    /** @type {Weights} */
    #weights;
    /** The game whose searches the worker has. */
    #game = '';
    /** @type {Worker|undefined} */
    #worker;
    /** Resolves when the worker has its module. @type {Promise<void>} */
    #ready = Promise.resolve();
    /** Weights that the worker has. @type {Set<string>} */
    #there = new Set();
    /** The running search. @type {Job|undefined} */
    #job;

    /** @param {Weights} weights */
    constructor(weights) {
        this.#weights = weights;
    }

    /** Id of the running search. @returns {number|undefined} */
    get running() {
        return this.#job?.id;
    }

    /** Fetches the searches of a game in advance. @param {string} game */
    prepare(game) {
        if (game !== this.#game) {
            this.#job = undefined;
            this.#game = game;
            this.#start();
        }
    }

    /**
     * Starts a search and cancels a running one.
     * @param {Request} request
     * @param {(answer: string) => void} tell - called with each snapshot and with the decision
     */
    ask({ id, game, question }, tell) {
        this.prepare(game);
        this.#run({ id, message: { question }, tell });
    }

    /**
     * Rollouts or nodes per second of a benchmark, measured in the worker.
     * @param {string} name
     * @returns {Promise<string>}
     */
    bench(name) {
        this.prepare(WORKS[name] ?? name);
        return new Promise((resolve) => this.#run({ id: NO_TABLE, message: { bench: name }, tell: resolve }));
    }

    /** Cancels the running search. */
    halt() {
        if (this.#job) {
            this.#job = undefined;
            this.#start();
        }
    }

    /** @param {Job} job */
    async #run(job) {
        this.halt();
        this.#job = job;
        try {
            await this.#ready;
            if (this.#job === job) {
                this.#worker?.postMessage(job.message);
            }
        } catch (error) {
            this.#fail(job, error);
        }
    }

    /** Replaces the worker by a new one. */
    #start() {
        this.#worker?.terminate();
        const inline = document.getElementById('gambol-worker');
        const worker = inline
            ? new Worker(URL.createObjectURL(new Blob([inline.textContent ?? ''], { type: 'text/javascript' })))
            : new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
        worker.onmessage = ({ data }) => this.#hear(worker, data);
        worker.onerror = (event) => {
            if (worker === this.#worker && this.#job) {
                this.#fail(this.#job, event.message || 'the search worker ended unexpectedly');
            }
        };
        this.#worker = worker;
        this.#there.clear();
        this.#ready = workerModule(this.#game).then((module) => worker.postMessage({ module }));
        // The error is reported to the next search.
        this.#ready.catch(() => {});
    }

    /**
     * @param {Worker} worker
     * @param {{answer: string, last: boolean, missing: string[]}} data
     */
    #hear(worker, { answer, last, missing }) {
        const job = this.#job;
        if (worker !== this.#worker || !job) {
            return;
        }
        if (missing.some((name) => !this.#there.has(name))) {
            this.#supply(worker, job, missing);
            return;
        }
        if (last) {
            this.#job = undefined;
        }
        job.tell(answer);
    }

    /**
     * Sends the worker the weights that a search lacks, and repeats the request.
     * @param {Worker} worker
     * @param {Job} job
     * @param {string[]} missing
     */
    async #supply(worker, job, missing) {
        try {
            for (const name of missing) {
                const bytes = await this.#weights.get(name);
                if (this.#job !== job) {
                    return;
                }
                worker.postMessage({ name, bytes });
                this.#there.add(name);
            }
            worker.postMessage(job.message);
        } catch (error) {
            this.#fail(job, error);
        }
    }

    /**
     * @param {Job} job
     * @param {unknown} error
     */
    #fail(job, error) {
        if (this.#job === job) {
            this.halt();
            job.tell(JSON.stringify({ id: job.id, failed: error instanceof Error ? error.message : String(error) }));
        }
    }
}
