// The search worker: one search at a time, beside the page.

/** @typedef {import('./weights.js').Weights} Weights */

/**
 * A search that is asked for.
 * @typedef {object} Request
 * @property {number} id
 * @property {string[]} weights - that the agent needs
 * @property {string} question - for the worker
 */

/** Runs one search at a time in a web worker. A search that is given up ends with its worker. */
export class Engine {
    /** @type {WebAssembly.Module} */
    #module;
    /** @type {Weights} */
    #weights;
    /** @type {Worker} */
    #worker;
    /** Weights that the worker has. @type {Set<string>} */
    #there = new Set();
    /** The search that runs. @type {{id: number, tell: (answer: string) => void}|undefined} */
    #job;

    /**
     * @param {WebAssembly.Module} module
     * @param {Weights} weights
     */
    constructor(module, weights) {
        this.#module = module;
        this.#weights = weights;
        this.#worker = this.#start();
    }

    /** The number of the search that runs. @returns {number|undefined} */
    get running() {
        return this.#job?.id;
    }

    /**
     * Begins a search; one that runs is given up.
     * @param {Request} request
     * @param {(answer: string) => void} tell - hears of each snapshot and of the decision
     */
    async ask(request, tell) {
        this.halt();
        const job = { id: request.id, tell };
        this.#job = job;
        try {
            for (const name of request.weights) {
                if (!this.#there.has(name)) {
                    const bytes = await this.#weights.get(name);
                    if (this.#job !== job) {
                        return;
                    }
                    this.#worker.postMessage({ name, bytes });
                    this.#there.add(name);
                }
            }
        } catch (error) {
            this.#fail(job, error instanceof Error ? error.message : String(error));
            return;
        }
        this.#worker.postMessage({ question: request.question });
    }

    /** Gives up the search that runs. */
    halt() {
        if (this.#job) {
            this.#job = undefined;
            this.#worker.terminate();
            this.#worker = this.#start();
        }
    }

    /**
     * A number of rollouts or nodes per second of a fixed work, measured in the worker.
     * @param {string} name
     * @returns {Promise<string>}
     */
    bench(name) {
        this.halt();
        return new Promise((resolve) => {
            this.#job = { id: -1, tell: resolve };
            this.#worker.postMessage({ bench: name });
        });
    }

    /** @returns {Worker} */
    #start() {
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
        this.#there.clear();
        worker.postMessage({ module: this.#module });
        return worker;
    }

    /**
     * @param {Worker} worker
     * @param {{answer: string, last: boolean}} data
     */
    #hear(worker, { answer, last }) {
        const job = this.#job;
        if (worker === this.#worker && job) {
            if (last) {
                this.#job = undefined;
            }
            job.tell(answer);
        }
    }

    /**
     * @param {{id: number, tell: (answer: string) => void}} job
     * @param {string} reason
     */
    #fail(job, reason) {
        this.halt();
        job.tell(JSON.stringify({ id: job.id, failed: reason }));
    }
}
