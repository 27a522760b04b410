// Storage in the browser. Nothing is stored without access to it, as in some private windows.

const PREFIX = "gambol.";

/**
 * @param {string} key
 * @returns {string | null}
 */
export function load(key) {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/**
 * Stores a text; `null` removes it.
 * @param {string} key
 * @param {string | null} text
 * @returns {boolean} whether it was stored
 */
export function save(key, text) {
  try {
    if (text === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Listens to what other tabs store.
 * @param {(key: string) => void} act
 */
export function listenToStore(act) {
  addEventListener("storage", ({ key }) => { if (key?.startsWith(PREFIX)) act(key.slice(PREFIX.length)); });
}

/**
 * The game of this tab as it was left, if the page is reloaded: the last moves may not be in the
 * address yet.
 * @returns {string | null}
 */
export function reloaded() {
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  try {
    return visit?.type === "reload" ? sessionStorage.getItem(`${PREFIX}link`) : null;
  } catch {
    return null;
  }
}

/**
 * Stores the game of this tab.
 * @param {string} link
 */
export function saveTab(link) {
  try {
    sessionStorage.setItem(`${PREFIX}link`, link);
  } catch {
    // The address is enough.
  }
}

/**
 * @param {string} key
 * @param {boolean} usual
 */
export const flag = (key, usual) => (load(key) ?? String(usual)) === "true";

/**
 * Encodes bytes as base64.
 * @param {Uint8Array} bytes
 */
export function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/**
 * Decodes base64; `null` if it is invalid.
 * @param {string} text
 */
export function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}
