// The wasm modules, fetched on demand and compiled once.

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const known = new Map();

/** The module of the main thread. @returns {Promise<WebAssembly.Module>} */
export const pageModule = () => compiled('gambol_page_bg.wasm');

/**
 * The module with the searches of a game.
 * @param {string} game
 * @returns {Promise<WebAssembly.Module>}
 */
export const workerModule = (game) => compiled(`gambol_worker_${game}.wasm`);

/**
 * @param {string} name
 * @returns {Promise<WebAssembly.Module>}
 */
function compiled(name) {
    const there = known.get(name);
    if (there) {
        return there;
    }
    const compiling = compile(name);
    known.set(name, compiling);
    // A failed fetch is tried again on the next request.
    compiling.catch(() => known.delete(name));
    return compiling;
}

/**
 * @param {string} name
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(name) {
    const inline = document.getElementById(name);
    if (inline) {
        return WebAssembly.compile(await unpacked(inline.textContent ?? ''));
    }
    const response = await fetch(new URL(name, document.baseURI));
    if (!response.ok) {
        throw new Error(`${name}: ${response.status} ${response.statusText}`);
    }
    try {
        return await WebAssembly.compileStreaming(response.clone());
    } catch {
        // For hosts that do not send `application/wasm`.
        return WebAssembly.compile(await response.arrayBuffer());
    }
}

/**
 * Decompresses gzip in base64.
 * @param {string} text
 * @returns {Promise<ArrayBuffer>}
 */
async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).arrayBuffer();
}
