// A browser with the page, and helpers of the tests.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import puppeteer from "puppeteer-core";

/** @typedef {import("puppeteer-core").Page} Page */
/** @typedef {import("puppeteer-core").Browser} Browser */

/** The folder built by `cargo run -p xtask -- web`. */
export const FOLDER = process.env.GAMBOL_PAGE ? resolve(process.env.GAMBOL_PAGE) : resolve(import.meta.dirname, "../../../target/web");
/** Whether the tests drive Firefox (`BROWSER=firefox`), by WebDriver BiDi. */
export const FIREFOX = process.env.BROWSER === "firefox";
/** The folder for screenshots. */
export const PICTURES = resolve(import.meta.dirname, "out");
/** All five games. */
export const GAMES = ["five-or-more", "tenten", "threes", "pentago-swap", "match5"];
/** The part of a link that makes both sides of a two-player game human. @param {string} game */
export const both = (game) => game === "pentago-swap" || game === "match5" ? "&people=11" : "";
/** Maximum time of an action on a busy machine, in milliseconds. */
export const PATIENCE = 60_000;

const TYPES = /** @type {Record<string, string>} */ ({ ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json" });

/**
 * Serves the folder.
 * @param {(name: string, bytes: Buffer) => Buffer | null} change called with each file; `null` cuts the connection
 * @param {boolean} gzip whether the files are compressed, as by most hosts
 */
async function serve(change, gzip) {
  assert.ok(existsSync(join(FOLDER, "index.html")), `no page in ${FOLDER}: run cargo run -p xtask -- web`);
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname).replace(/\/$/, "/index.html");
    const file = join(FOLDER, path);
    if (!file.startsWith(FOLDER) || !existsSync(file)) return response.writeHead(404).end();
    const bytes = change(path.slice(1), readFileSync(file));
    if (!bytes) return request.socket.destroy();
    const type = { "content-type": TYPES[extname(file)] ?? "application/octet-stream" };
    if (gzip) response.writeHead(200, { ...type, "content-encoding": "gzip" }).end(gzipSync(bytes, { level: 9 }));
    else response.writeHead(200, type).end(bytes);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(null)));
  const address = server.address();
  assert.ok(address && typeof address === "object");
  return { server, address: `http://127.0.0.1:${address.port}/` };
}

/** The server and the browser of a file of tests. */
export class Setting {
  /** @type {Browser | undefined} */
  browser;
  address = "";
  /** @type {import("node:http").Server | undefined} */
  server;
  /** Changes the files that are served; `null` is a network that is down. @type {(name: string, bytes: Buffer) => Buffer | null} */
  change = (_, bytes) => bytes;

  /** @param {{gzip?: boolean}} [options] */
  async start({ gzip = false } = {}) {
    mkdirSync(PICTURES, { recursive: true });
    ({ server: this.server, address: this.address } = await serve((name, bytes) => this.change(name, bytes), gzip));
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    this.browser = await puppeteer.launch(FIREFOX
      ? { browser: "firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", headless: true, protocolTimeout: 3 * PATIENCE, extraPrefsFirefox: { "ui.prefersReducedMotion": 1, "layout.css.prefers-color-scheme.content-override": 1 } }
      : { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: [...args, "--disable-dev-shm-usage"], protocolTimeout: 3 * PATIENCE });
  }

  async stop() {
    await this.browser?.close();
    this.server?.closeAllConnections();
    this.server?.close();
  }

  /**
   * The page in a new browser without stored data.
   * @param {string} link the fragment after `#`
   * @param {{width?: number, height?: number, still?: boolean, dark?: boolean, touch?: boolean, offline?: boolean, stored?: Record<string, string>, address?: string, before?: (page: Page) => Promise<void>}} [options]
   */
  async open(link, { width = 1280, height = 800, still = true, dark = false, touch = false, offline = false, stored = {}, address, before } = {}) {
    assert.ok(this.browser);
    const context = await this.browser.createBrowserContext();
    const page = await context.newPage();
    /** @type {string[]} */
    const problems = [];
    page.on("console", (message) => { if (["error", "warn"].includes(message.type())) problems.push(message.text()); });
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("requestfailed", (request) => problems.push(`${request.url()}: ${request.failure()?.errorText}`));
    page.on("response", (response) => { if (response.status() >= 400) problems.push(`${response.url()}: ${response.status()}`); });
    page.setDefaultTimeout(PATIENCE);
    await page.setViewport({ width, height, hasTouch: touch });
    if (!FIREFOX) await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: still ? "reduce" : "no-preference" }, { name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
    await page.evaluateOnNewDocument((entries, offline) => {
      if (location.protocol === "about:") return;
      // Else each test would fetch all files.
      if (!offline) Object.defineProperty(Navigator.prototype, "serviceWorker", { value: undefined });
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(`gambol.${key}`, value);
    }, stored, offline);
    await before?.(page);
    await page.goto(`${address ?? this.address}${link ? `#${link}` : ""}`);
    await page.waitForSelector("[data-ready]");
    return { page, problems, close: async () => {
      assert.deepEqual(problems, [], "the console is clean");
      await context.close();
    } };
  }
}

/**
 * The text of an element.
 * @param {Page} page
 * @param {string} selector
 */
export const text = (page, selector) => page.$eval(selector, (element) => element.textContent ?? "");

const AXE = readFileSync(resolve(import.meta.dirname, "node_modules/axe-core/axe.min.js"), "utf8");

/**
 * Fails on violations of accessibility that axe-core finds, in light and in dark colours.
 * @param {Page} page
 * @param {string} what
 * @param {string} [part] a selector
 */
export async function expectAccessible(page, what, part) {
  await page.evaluate(AXE);
  for (const theme of ["light", "dark"]) {
    if (FIREFOX) {
      await page.evaluate((theme) => { document.documentElement.dataset.theme = theme; }, theme);
      await new Promise((done) => setTimeout(done, 300));
    } else {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }, { name: "prefers-reduced-motion", value: "reduce" }]);
      await page.waitForFunction((theme) => (document.documentElement.dataset.theme ?? theme) === theme && document.getAnimations().every((one) => one.playState !== "running"), {}, theme);
    }
    const found = await page.evaluate(async (part) => {
      const { axe } = /** @type {any} */ (window);
      const { violations } = await axe.run(part ?? document, { resultTypes: ["violations"] });
      return violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.slice(0, 3).map((/** @type {any} */ node) => `${node.html} ${node.failureSummary}`).join("; ")}`);
    }, part);
    assert.deepEqual(found, [], `${what} in ${theme}`);
  }
}

/** The board's accessible text. @param {Page} page */
export const board = (page) => page.evaluate(() => document.querySelector(".cells[role=img]")?.getAttribute("aria-label")
  ?? [...document.querySelectorAll(".cell")].map((cell) => (cell.getAttribute("aria-label") ?? "").split(", ").slice(0, 2).join(" ")).join("; "));

/** The fragment of the address after `#`, once it is written. @param {Page} page */
export async function link(page) {
  await new Promise((done) => setTimeout(done, 700));
  return page.evaluate(() => location.hash.slice(1));
}

/** A generator of random numbers from 0 to the given bound, exclusive. @param {number} seed */
export function dice(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * below);
  };
}

/** Whether the game is over. @param {Page} page */
export const isOver = (page) => page.$eval("#message", (message) => message.classList.contains("ended"));

/** The spots that continue a move. @param {Page} page */
const choices = (page) => page.evaluate(() => {
  const shown = [...document.querySelectorAll(".quadrant:not([disabled])")].filter((one) => !one.hasAttribute("data-pick"));
  const targets = shown.length ? shown : [...document.querySelectorAll(".cell[data-target]")];
  const edges = [...document.querySelectorAll(".edge:not([disabled])")];
  const pieces = document.querySelector(".piece[data-pick]") ? [] : [...document.querySelectorAll("#hand:not([hidden]) .piece:not([disabled])")];
  const list = pieces.length ? pieces : edges.length ? edges : targets;
  return list.map((one) => one.getAttribute("data-spot") ?? "");
});

/**
 * Clicks a spot.
 * @param {Page} page
 * @param {string} spot
 */
export async function click(page, spot) {
  await page.click(/^q\d$/.test(spot) ? `.quadrant[data-spot="${spot}"]` : `:not(.quadrant)[data-spot="${spot}"]`);
}

/**
 * Of stones, those in the shortest lines of their colour; of a picked stone's targets, those that
 * make the longest lines, so that some lines are completed.
 * @param {Page} page
 * @param {string[]} spots
 */
const inLine = (page, spots) => page.evaluate((spots) => {
  const name = (/** @type {number} */ x, /** @type {number} */ y) => String.fromCharCode(97 + x) + (y + 1);
  const called = (/** @type {string} */ spot) => document.querySelector(`.cell[data-spot="${spot}"]`)?.getAttribute("aria-label")?.split(", ")[1];
  const from = document.querySelector(".cell[data-pick]")?.getAttribute("data-spot");
  const lengths = spots.map((spot) => Math.max(...[[1, 0], [0, 1], [1, 1], [1, -1]].map(([dx, dy]) => {
    let length = 1;
    for (const sign of [1, -1]) for (let step = sign; ; step += sign) {
      const next = name(spot.charCodeAt(0) - 97 + step * dx, Number(spot.slice(1)) - 1 + step * dy);
      if (next === from || called(next) !== called(from ?? spot)) break;
      length++;
    }
    return length;
  })));
  const best = from ? Math.max(...lengths) : Math.min(...lengths);
  return spots.filter((_, at) => lengths[at] === best);
}, spots);

/**
 * Plays by random clicks, to the end of the game or for a number of clicks.
 * @param {Page} page
 * @param {number} seed
 * @param {number} [most]
 */
export async function playByClicks(page, seed, most = Infinity) {
  const roll = dice(seed);
  let clicks = 0;
  while (clicks < most && !await isOver(page)) {
    let spots = await choices(page);
    if (await page.$('.board[data-base="five-or-more"]')) spots = await inLine(page, spots);
    assert.ok(spots.length > 0, `there is something to click: ${await text(page, "#message")}`);
    await click(page, spots[roll(spots.length)]);
    clicks++;
  }
  return clicks;
}

/**
 * Output of the native library for a link.
 * @param {"replay" | "hint"} what
 * @param {string} game the fragment after `#`
 */
export function native(what, game) {
  const program = process.env.GAMBOL_LINK;
  assert.ok(program, "GAMBOL_LINK names the native example `link` of gambol-web");
  return JSON.parse(execFileSync(resolve(program), [what, game], { encoding: "utf8", timeout: 3 * PATIENCE }));
}
