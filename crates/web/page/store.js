// What the browser keeps between visits. Without storage, as in some private windows, nothing is kept.

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
 * Keeps a text; `null` forgets it.
 * @param {string} key
 * @param {string | null} text
 * @returns {boolean} whether it is kept
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
 * @param {string} key
 * @param {boolean} usual
 */
export const flag = (key, usual) => (load(key) ?? String(usual)) === "true";

/**
 * Bytes as text.
 * @param {Uint8Array} bytes
 */
export function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/**
 * Text as bytes; `null` if it is none.
 * @param {string} text
 */
export function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}
