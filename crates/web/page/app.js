// Starts the page.

import { load as loadGambol } from "./api.js";
import { by, el, isSingle, reason, toast } from "./dom.js";
import { askLine } from "./dialogs.js";
import { icon } from "./icons.js";
import { Page } from "./game.js";
import { listenForFiles } from "./files.js";
import { listenToKeys } from "./keys.js";
import { helpDialog, menuDialog, newGameDialog, scoresDialog } from "./pages.js";
import { restoreScores } from "./scores.js";
import { startTheme } from "./theme.js";
import { listenToStore, load, reloaded, save } from "./store.js";

/** @typedef {import("./looks.js").Marks} Marks */

/** The game of a first visit. */
const FIRST = "five-or-more";

/** @param {Page} page */
async function share(page) {
  page.flushAddress();
  const link = new URL(`#${page.link}`, location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    toast("The link to this position is copied.");
  } catch {
    askLine("Link to this position", "Copy it from here:", { value: link });
  }
}

/** @param {Page} page */
function openMenu(page) {
  const { table, view } = page;
  if (!table || !view) return;
  const keep = (/** @type {string} */ key, /** @type {string} */ value) => { save(key, value); page.redraw(); };
  menuDialog(view, page.looks, {
    setLimit: (ms) => { table.setLimit(ms); save("limit", String(ms)); },
    setHintLimit: (ms) => { table.setHintLimit(ms); save("hintLimit", String(ms)); },
    setOverChance: (on) => { table.setOverChance(on); save("overChance", String(on)); },
    setMarks: (marks) => { page.looks.marks = /** @type {Marks} */ (marks); keep("marks", marks); },
    setValues: (on) => { page.looks.values = on; keep("values", String(on)); },
    setMotion: (on) => { page.looks.motion = on; keep("motion", String(on)); },
    setSounds: (on) => { page.looks.sounds = on; save("sounds", String(on)); },
    scores: () => scoresDialog(page.game, table.scores()),
    help: () => helpDialog(page.game, view.rules),
    knowledge: () => page.openKnowledge(),
    openFile: () => by("file").click(),
  });
}

/**
 * Keeps the page for use without a network. A new version, fetched during the last visit, takes
 * over at once; the game is in the address.
 */
async function keepOffline() {
  const { serviceWorker } = navigator;
  // The single file has no files beside it.
  if (!serviceWorker || isSingle) return;
  if (serviceWorker.controller) serviceWorker.addEventListener("controllerchange", () => location.reload());
  const registration = await serviceWorker.register("offline.js");
  registration.waiting?.postMessage("take over");
}

/** Loads the module, and opens the game of the address, or the last one. */
async function start() {
  startTheme();
  for (const [id, sign] of [["new", "plus"], ["share", "link"], ["more", "menu"], ["help", "help"]]) {
    by(id).replaceChildren(icon(sign));
    by(id).title = by(id).getAttribute("aria-label") ?? "";
  }
  /** @type {Page | null} */
  let page = null;
  const gambol = await loadGambol({ onProgress: (loaded, total, name) => page?.panel.drawFetch(loaded < total ? { name: `the weights ${name}`, loaded, total } : null) });
  const made = new Page(gambol);
  page = made;
  const link = reloaded() ?? location.hash.slice(1);
  if (!link || !made.openLink(link)) {
    const last = load("game") ?? FIRST;
    made.openGame(made.games.some(({ name }) => name === last) ? last : made.games[0].name);
  }
  const dialogs = {
    n: () => { if (made.view) newGameDialog(made.view, made.game, (game, seed, position) => made.begin(game, seed, position)); },
    m: () => openMenu(made),
    k: () => made.openKnowledge(),
    l: () => { share(made); },
    "?": () => { if (made.view) helpDialog(made.game, made.view.rules); },
  };
  by("new").addEventListener("click", dialogs.n);
  by("more").addEventListener("click", dialogs.m);
  by("share").addEventListener("click", dialogs.l);
  by("help").addEventListener("click", dialogs["?"]);
  listenToKeys(made, dialogs);
  listenForFiles(made);
  addEventListener("hashchange", () => { if (location.hash.slice(1) !== made.view?.link) made.openLink(location.hash.slice(1)); });
  listenToStore((key) => { if (made.table && key === `scores.${made.view?.game}`) restoreScores(made.table, key.slice("scores.".length)); });
  addEventListener("pagehide", () => made.flushAddress());
  performance.mark("ready");
  document.documentElement.dataset.ready = "true";
  // Without it, as in some private windows, the page works with a network.
  keepOffline().catch(() => {});
}

start().catch((error) => {
  by("room").replaceChildren(el("p", { class: "loading", role: "alert" }, `The page could not start: ${reason(error)}`));
});
