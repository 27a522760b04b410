// The search worker: one search at a time, beside the page.

import { workerModule } from './modules.js';

/** @typedef {import('./weights.js').Weights} Weights */

/**
 * A search that is asked for.
 * @typedef {object} Request
 * @property {number} id
 * @property {string} game - whose searches are needed
 * @property {string} question - for the worker
 */

/**
 * @typedef {object} Job
 * @property {number} id
 * @property {{question: string}|{bench: string}} message - for the worker
 * @property {(answer: string) => void} tell - hears of each snapshot and of the decision
 */

/** The works of `bench` that are not a game's name. @type {Record<string, string>} */
const WORKS = { 'alpha-beta': 'pentago-swap' };

/** Runs one search at a time in a web worker. A search that is given up ends with its worker. */
export class Engine {
    /** @type {Weights} */
    #weights;
    /** The game whose searches the worker has. */
    #game = '';
    /** @type {Worker|undefined} */
    #worker;
    /** Settles when the worker has its module. @type {Promise<void>} */
    #ready = Promise.resolve();
    /** Weights that the worker has. @type {Set<string>} */
    #there = new Set();
    /** The search that runs. @type {Job|undefined} */
    #job;

    /** @param {Weights} weights */
    constructor(weights) {
        this.#weights = weights;
    }

    /** The number of the search that runs. @returns {number|undefined} */
    get running() {
        return this.#job?.id;
    }

    /** Fetches the searches of a game, so that they are there when they are needed. @param {string} game */
    prepare(game) {
        if (game !== this.#game) {
            this.#job = undefined;
            this.#game = game;
            this.#start();
        }
    }

    /**
     * Begins a search; one that runs is given up.
     * @param {Request} request
     * @param {(answer: string) => void} tell - hears of each snapshot and of the decision
     */
    ask({ id, game, question }, tell) {
        this.prepare(game);
        this.#run({ id, message: { question }, tell });
    }

    /**
     * A number of rollouts or nodes per second of a fixed work, measured in the worker.
     * @param {string} name
     * @returns {Promise<string>}
     */
    bench(name) {
        this.prepare(WORKS[name] ?? name);
        return new Promise((resolve) => this.#run({ id: -1, message: { bench: name }, tell: resolve }));
    }

    /** Gives up the search that runs. */
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

    /** A new worker in place of the one that there may be. */
    #start() {
        this.#worker?.terminate();
        const inline = document.getElementById('gambol-worker');
        const worker = inline
            ? new Worker(URL.createObjectURL(new Blob([inline.textContent ?? ''], { type: 'text/javascript' })))
            : new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
        worker.onmessage = ({ data }) => this.#hear(worker, data);
        worker.onerror = (event) => {
            if (worker === this.#worker && this.#job) {
                this.#fail(this.#job, event.message || 'the search worker broke off');
            }
        };
        this.#worker = worker;
        this.#there.clear();
        this.#ready = workerModule(this.#game).then((module) => worker.postMessage({ module }));
        // Whoever asks for a search hears of it.
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
     * Gives the worker the weights that a search lacks, and asks again.
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
