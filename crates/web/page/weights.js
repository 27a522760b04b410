// Learned weights: fetched on demand, verified by their hash, and cached.

/**
 * A weights file.
 * @typedef {object} WeightsFile
 * @property {string} name
 * @property {string} url - relative to the page
 * @property {number} bytes
 * @property {string} sha256
 */

/** Fetches weights files, each once. */
export class Weights {
    /** @type {(loaded: number, total: number, name: string) => void} */
    #onProgress;
    /** @type {Map<string, Promise<ArrayBuffer>>} */
    #known = new Map();
    /** @type {Promise<WeightsFile[]>|undefined} */
    #list;

    /** @param {(loaded: number, total: number, name: string) => void} onProgress */
    constructor(onProgress) {
        this.#onProgress = onProgress;
    }

    /**
     * @param {string} name
     * @returns {Promise<ArrayBuffer>}
     */
    get(name) {
        const known = this.#known.get(name);
        if (known) {
            return known;
        }
        const fetched = this.#fetch(name);
        this.#known.set(name, fetched);
        // A failed fetch is tried again on the next request.
        fetched.catch(() => this.#known.delete(name));
        return fetched;
    }

    /** @returns {Promise<WeightsFile[]>} */
    list() {
        const inline = document.getElementById('gambol-weights');
        this.#list ??= inline
            ? Promise.resolve(JSON.parse(inline.textContent ?? '[]'))
            : fetch(new URL('weights.json', document.baseURI)).then((response) => {
                  if (!response.ok) {
                      throw new Error(`weights.json: ${response.status} ${response.statusText}`);
                  }
                  return response.json();
              });
        this.#list.catch(() => (this.#list = undefined));
        return this.#list;
    }

    /**
     * @param {string} name
     * @returns {Promise<ArrayBuffer>}
     */
    async #fetch(name) {
        const file = (await this.list()).find((file) => file.name === name);
        if (!file) {
            throw new Error(`unknown weights ${name}`);
        }
        const bytes = await this.#bytes(file);
        // Only secure contexts support this; in some browsers, a local file is not one.
        if (globalThis.crypto?.subtle) {
            const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
            const found = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
            if (found !== file.sha256) {
                throw new Error(`${file.url}: SHA-256 is ${found}, not ${file.sha256}`);
            }
        }
        return bytes;
    }

    /**
     * @param {WeightsFile} file
     * @returns {Promise<ArrayBuffer>}
     */
    async #bytes(file) {
        const inline = document.getElementById(`gambol-weights-${file.name}`);
        if (inline) {
            const bytes = Uint8Array.from(atob((inline.textContent ?? '').trim()), (letter) => letter.charCodeAt(0));
            this.#onProgress(file.bytes, file.bytes, file.name);
            return bytes.buffer;
        }
        const response = await fetch(new URL(file.url, document.baseURI));
        if (!response.ok || !response.body) {
            throw new Error(`${file.url}: ${response.status} ${response.statusText}`);
        }
        const bytes = new Uint8Array(file.bytes);
        let loaded = 0;
        const reader = response.body.getReader();
        try {
            for (;;) {
                this.#onProgress(loaded, file.bytes, file.name);
                const { done, value } = await reader.read();
                if (done) {
                    break;
                }
                if (loaded + value.length > file.bytes) {
                    throw new Error(`${file.url}: it has more than ${file.bytes} bytes`);
                }
                bytes.set(value, loaded);
                loaded += value.length;
            }
        } finally {
            // Also of a connection that broke, which loads no more.
            this.#onProgress(file.bytes, file.bytes, file.name);
        }
        if (loaded !== file.bytes) {
            throw new Error(`${file.url}: it has ${loaded} of ${file.bytes} bytes`);
        }
        return bytes.buffer;
    }
}
