// Runs a test program of the target wasm32-wasip1: `node wasi.mjs FILE [ARGUMENT]…`.

import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [file, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [file, ...rest] });
const { instance } = await WebAssembly.instantiate(readFileSync(file), wasi.getImportObject());
wasi.start(instance);
