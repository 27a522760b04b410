// Runs the searches of a game's module. `engine.js` is the other side.

import { initSync, Searcher, bench } from './gambol_worker.js';

/** @type {Searcher|undefined} */
let searcher;

/**
 * @param {string} answer
 * @param {boolean} last
 * @param {string[]} [missing] - weights without which the search cannot run
 */
const tell = (answer, last, missing = []) => postMessage({ answer, last, missing });

onmessage = ({ data }) => {
    if (data.module) {
        initSync({ module: data.module });
        searcher = new Searcher();
    } else if (!searcher) {
        throw new Error('the worker has no module yet');
    } else if (data.bytes) {
        searcher.load_weights(data.name, new Uint8Array(data.bytes));
    } else if (data.bench) {
        tell(bench(data.bench), true);
    } else {
        const answer = searcher.search(data.question, (/** @type {string} */ snapshot) => tell(snapshot, false));
        tell(answer, true, searcher.missing());
    }
};
