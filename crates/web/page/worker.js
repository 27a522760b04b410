// Runs searches of the wasm module; `engine.js` is its other side.

import { initSync, Searcher, bench } from './gambol_web.js';

/** @type {Searcher|undefined} */
let searcher;

/**
 * @param {string} answer
 * @param {boolean} last
 */
const tell = (answer, last) => postMessage({ answer, last });

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
        tell(searcher.search(data.question, (/** @type {string} */ snapshot) => tell(snapshot, false)), true);
    }
};
