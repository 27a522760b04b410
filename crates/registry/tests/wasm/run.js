// Runs the searches of this folder's crate in Node.js: `node run.js GLUE.js`. `scripts/wasm.sh` calls it.
"use strict";

const assert = require("node:assert/strict");
const path = require("node:path");

const MILLIS = 500;
const SEARCHES = ["alpha_beta", "mcts", "flat_monte_carlo"];

const glue = path.resolve(process.argv[2]);
const now = Date.now;

/** A fresh instance of the module: what one instance has read of the host is not known to the next. */
function load() {
    delete require.cache[glue];
    return require(glue);
}

/** Runs a search; the nodes, the time that it measured (-1 if none), and the time that passed here. */
function run(module, name, millis) {
    const start = now();
    const [nodes, measured] = module[name](millis);
    const passed = now() - start;
    const measuredText = measured < 0 ? "not measured" : `${measured.toFixed(1)} ms measured`;
    console.log(`${name.padEnd(17)} ${String(nodes).padStart(9)} nodes in ${String(passed).padStart(4)} ms, ${measuredText}`);
    return { nodes, measured, passed };
}

console.log(`with ${MILLIS} ms:`);
let module_ = load();
for (const name of SEARCHES) {
    const { nodes, measured, passed } = run(module_, name, MILLIS);
    assert.ok(passed >= 300 && passed <= 1500, `${name}: ${passed} ms`);
    assert.ok(measured >= 300 && measured <= passed + 5, `${name}: ${measured} ms measured`);
    assert.ok(nodes > 0, `${name}: no nodes`);
}

console.log("without time, in a host without a clock:");
delete globalThis.performance;
module_ = load();
for (const name of SEARCHES) {
    const { nodes, measured } = run(module_, name, undefined);
    assert.ok(nodes > 0, `${name}: no nodes`);
    assert.equal(measured, -1, `${name}: the clock was read`);
}
// The host has indeed no clock: what limits time fails there.
assert.throws(() => load().mcts(MILLIS));
console.log("passed");
