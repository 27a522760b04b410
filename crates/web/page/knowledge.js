// The patterns of Match5's self-learning player.

import { download, el, reason, toast } from "./dom.js";
import { askLine, confirmDialog, openDialog } from "./dialogs.js";
import { icon } from "./icons.js";
import { stone } from "./looks.js";
import { fromBase64, load, save, toBase64 } from "./store.js";

/** @typedef {import("./api.js").Table} Table */
/** @typedef {import("./api.js").Pattern} Pattern */
/** @typedef {import("./api.js").Knowledge} Knowledge */

/**
 * Where the knowledge is stored. Patterns of another winning row are apart.
 * @param {Table} table
 */
function keyOf(table) {
  const row = table.knowledge()?.row ?? 5;
  return row === 5 ? "knowledge" : `knowledge.${row}`;
}
const CALLED = "browser";

/**
 * @param {number} count
 * @param {string} thing
 */
const many = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

/**
 * Restores the knowledge of the last visit.
 * @param {Table} table
 */
export function restoreKnowledge(table) {
  const kept = load(keyOf(table)), bytes = kept === null ? null : fromBase64(kept);
  if (!bytes) return;
  try {
    table.openKnowledge(bytes);
  } catch (error) {
    toast(`The knowledge in this browser cannot be read: ${reason(error)}`);
  }
}

/**
 * Stores the knowledge, if it has changed.
 * @param {Table} table
 * @param {Knowledge} knowledge
 */
export function keepKnowledge(table, knowledge) {
  if (!knowledge.changed) return;
  try {
    const kept = save(keyOf(table), knowledge.level === 0 && !knowledge.name ? null : toBase64(table.knowledgeBytes(knowledge.name || CALLED)));
    if (!kept) toast("This browser does not keep the knowledge; store it as a file.");
  } catch (error) {
    toast(reason(error));
  }
}

/**
 * A pattern as a picture: its nine by nine fields, or fewer if that suffices.
 * @param {Pattern} pattern
 * @param {boolean} [small]
 */
function picture(pattern, small = false) {
  const fields = pattern.rows.flatMap((row) => [...row].map((sign) => {
    if (sign === "r" || sign === "b") return el("i", { class: "s" }, stone("match5", sign, small ? "plain" : "shapes"));
    return el("i", { class: sign === "." ? "e" : sign === "x" ? "x" : "" }, sign === "x" ? "X" : "");
  }));
  return el("div", { class: small ? "pattern small" : "pattern", role: "img", "aria-label": `Pattern: ${pattern.rows.map((row) => row.replaceAll(" ", "-")).join(" / ")}`,
    style: `grid-template-columns:repeat(${pattern.rows[0]?.length ?? 1},auto)` }, ...fields);
}

/**
 * Opens the knowledge in a file.
 * @param {Table} table
 * @param {Uint8Array} bytes
 * @returns {Promise<boolean>} whether it was opened
 */
export async function takeKnowledge(table, bytes) {
  try {
    if (table.knowledge()?.level && !await confirmDialog("Open knowledge", "Replace the current knowledge? It is lost unless it is saved in a file.", "Replace")) return false;
    table.openKnowledge(bytes);
    const knowledge = table.knowledge();
    if (knowledge?.password) {
      const password = await askLine("Password", "This knowledge has a password. Without it you can play against it, and it does not learn.", { type: "password", yes: "Open" });
      if (password) table.openKnowledge(bytes, password);
    }
    const opened = table.knowledge();
    save(keyOf(table), toBase64(bytes));
    toast(`${opened?.name || "The player"} knows ${many(opened?.level ?? 0, "pattern")}.`);
    return true;
  } catch (error) {
    toast(reason(error));
    return false;
  }
}

/**
 * The knowledge, pattern by pattern; the last lesson first, if there is one.
 * @param {Table} table
 * @param {() => void} openFile
 */
export function knowledgeDialog(table, openFile) {
  let at = 0, showLesson = Boolean(table.knowledge()?.lesson), images = false;
  const root = el("div");
  const { dialog } = openDialog("Knowledge of the self-learning player", [root], { wide: true });
  const button = (/** @type {string} */ name, /** @type {() => void} */ act, /** @type {Record<string, any>} */ more = {}) =>
    el("button", { type: "button", class: "button small", onclick: () => { act(); draw(); }, ...more }, name);
  const attempt = (/** @type {() => void} */ act) => { try { act(); } catch (error) { toast(reason(error)); } };

  /** @param {Knowledge} knowledge */
  const files = (knowledge) => el("footer", {},
    button("Open a file", () => { dialog.close(); openFile(); }),
    button("Save as a file", () => saveFile(knowledge), { disabled: knowledge.level === 0 }),
    button("Erase all", () => eraseAll(), { disabled: knowledge.level === 0 || knowledge.access === "user" }),
    button("New", () => begin(), { disabled: knowledge.level === 0 && !knowledge.name }));

  const saveFile = async (/** @type {Knowledge} */ knowledge) => {
    const name = await askLine("Save as a file", "The name of the player who teaches it", { value: knowledge.name && knowledge.name !== CALLED ? knowledge.name : "Ada", yes: "Save" });
    if (name) attempt(() => download(`${name}.fivo`, new Uint8Array(table.knowledgeBytes(name))));
  };
  const eraseAll = async () => {
    if (await confirmDialog("Erase all", "Erase all patterns?", "Erase")) attempt(() => table.eraseAll());
    draw();
  };
  const begin = async () => {
    if (await confirmDialog("New knowledge", "Start without patterns? The current knowledge is lost unless it is saved in a file.", "Start over")) {
      table.newKnowledge();
      save(keyOf(table), null);
    }
    draw();
  };

  const draw = () => {
    if (!dialog.isConnected) return;
    const knowledge = table.knowledge();
    if (!knowledge) return root.replaceChildren("This game has no self-learning player.");
    const lesson = showLesson ? knowledge.lesson : null;
    const list = lesson ? [lesson.learned, ...lesson.erased] : [];
    const count = lesson ? list.length : knowledge.level;
    at = Math.max(0, Math.min(at, count - 1));
    const pattern = lesson ? list[at] : count > 0 ? table.pattern(at) : null;
    const also = !lesson && images ? table.pattern(at)?.images ?? [] : [];
    const title = lesson ? (at === 0 ? `Learned from move ${lesson.move} of the last game` : `Removed: ${at} of ${list.length - 1}`) : `Pattern ${at + 1} of ${count}`;
    root.replaceChildren(
      el("p", { class: "faint", style: "margin-bottom:.6rem" }, `${knowledge.name && knowledge.name !== CALLED ? `${knowledge.name}, ` : ""}level ${knowledge.level}, for ${knowledge.row} in a row`
        + (knowledge.access === "user" ? "; opened without its password, so it does not learn" : "")),
      ...(pattern ? [el("div", { class: "knowledge" }, picture(pattern), el("div", {},
        el("h3", { style: "margin-top:0" }, title),
        el("p", { class: "faint" }, `Level ${pattern.level}: ${many(pattern.counts.blue, "stone")} of the opponent, ${many(pattern.counts.empty, "field")} that must be empty.`),
        el("div", { style: "display:flex;flex-wrap:wrap;gap:.35rem;margin-top:.6rem" },
          el("button", { type: "button", class: "button small", "aria-label": "Previous pattern", disabled: at === 0, onclick: () => { at--; draw(); } }, icon("left")),
          el("button", { type: "button", class: "button small", "aria-label": "Next pattern", disabled: at >= count - 1, onclick: () => { at++; draw(); } }, icon("right")),
          knowledge.lesson ? button(showLesson ? "All patterns" : "Last lesson", () => { showLesson = !showLesson; at = 0; }, { "aria-pressed": String(showLesson), id: "lesson" }) : null,
          lesson ? null : button("Mirror images", () => { images = !images; }, { "aria-pressed": String(images) }),
          lesson ? null : button("Erase", () => attempt(() => table.erase(at)), { disabled: knowledge.access === "user" })),
        el("div", { class: "images" }, ...also.map((image) => picture(image, true))))),
        el("p", { class: "legend" }, el("span", {}, "blue: the opponent's stone"), el("span", {}, "red: its own"), el("span", {}, "·: must be empty"), el("span", {}, "X: empty, and it answers here"), el("span", {}, "plain: no influence"))]
        : [el("p", {}, "It has no patterns yet. Choose Self-taught as your opponent and win: it learns the pattern that beat it, and answers it the next time.")]),
      files(knowledge));
  };
  draw();
}
