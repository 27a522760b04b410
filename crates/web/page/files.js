// Files dropped onto the page or opened: records of games, and knowledge.

import { by, el, reason, toast } from "./dom.js";
import { takeKnowledge } from "./knowledge.js";

/** @typedef {import("./game.js").Page} Page */

/** Maximum size of a file of records, in bytes. */
const LARGEST = 200e6;

/**
 * Opens a file.
 * @param {Page} page
 * @param {File} file
 */
async function open(page, file) {
  try {
    if (file.size > LARGEST) throw new Error(`${file.name} is larger than ${LARGEST / 1e6} MB`);
    if (file.name.endsWith(".fivo")) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (!page.view?.knows) page.openGame("match5");
      const table = page.table;
      if (table && await takeKnowledge(table, bytes)) {
        const side = page.view?.people[0] ? 1 : 0;
        page.attempt(() => table.setAgent(side, "self-taught"));
      }
      return;
    }
    page.openRecords(page.gambol.records(await file.text()));
  } catch (error) {
    toast(`${file.name}: ${reason(error)}`);
  }
}

/**
 * Listens for files.
 * @param {Page} page
 */
export function listenForFiles(page) {
  const input = el("input", { type: "file", id: "file", hidden: true, accept: ".jsonl,.json,.fivo", "aria-label": "File" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) open(page, file);
    input.value = "";
  });
  document.body.append(input);
  const holds = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  let depth = 0;
  addEventListener("dragenter", (event) => {
    if (!holds(event)) return;
    depth++;
    by("drop").hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (holds(event) && --depth <= 0) by("drop").hidden = true;
  });
  addEventListener("dragover", (event) => { if (holds(event)) event.preventDefault(); });
  addEventListener("drop", (event) => {
    depth = 0;
    by("drop").hidden = true;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    open(page, file);
  });
}
