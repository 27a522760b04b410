// Links, records and the single file.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { FOLDER, GAMES, Setting, board, both, click, link, playByClicks, text } from "./browser.js";

const setting = new Setting();
before(() => setting.start());
after(() => setting.stop());

for (const game of GAMES) {
  test(`a link reproduces a position of ${game}`, async () => {
    const first = await setting.open(`game=${game}&seed=21${both(game)}`);
    await playByClicks(first.page, 2, 18);
    const [seen, address] = [await board(first.page), await link(first.page)];
    assert.match(address, /seed=21/);
    const second = await setting.open(address);
    assert.equal(await board(second.page), seen);
    assert.equal(await second.page.$eval("#undo", (button) => button.hasAttribute("disabled")), false, "its moves can be taken back");
    await first.close();
    await second.close();
  });
}

test("what was played stays for the next visit, and moves of a link are taken back", async () => {
  const { page, close } = await setting.open("game=match5&seed=1&people=11");
  for (const spot of ["e5", "d4", "f6"]) await click(page, spot);
  const address = await link(page);
  await page.goto(setting.address);
  await page.waitForSelector("[data-ready]");
  assert.equal(await page.$$eval(".cell .stone", (stones) => stones.length), 3);
  assert.equal(await link(page), address);
  await page.click("#undo");
  await page.click("#undo");
  assert.deepEqual(await page.$$eval(".cell:has(.stone)", (cells) => cells.map((cell) => cell.getAttribute("data-spot"))), ["e5"]);
  await close();
});

test("a link that is wrong is refused with the reason", async () => {
  const { page, close } = await setting.open("game=chess");
  await page.waitForFunction(() => document.querySelector("#toasts, .toast")?.textContent?.includes("cannot be opened"));
  assert.ok(await page.$(".board"), "a game is there all the same");
  await close();
});

test("what is wrong with an agent is said at once, or where it is to move", async () => {
  const { page, close } = await setting.open("game=threes&agents=nobody");
  await page.waitForFunction(() => document.querySelector("#toasts, .toast")?.textContent?.includes("unknown agent"));
  await close();
  const other = await setting.open("game=threes&agents=mc:rollouts=x");
  await other.page.click("#hint");
  await other.page.waitForFunction(() => document.body.textContent?.includes("rollouts must be a number from 1 to"));
  await other.close();
});

test("records are replayed step by step", async () => {
  for (const game of ["five-or-more", "threes", "pentago-swap"]) {
    const { page, close } = await setting.open("game=match5&people=11");
    await click(page, "e5");
    const input = await page.$("#file");
    await /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (input).uploadFile(join(import.meta.dirname, "records", `${game}.jsonl`));
    await page.waitForSelector("#replay-step");
    const start = await board(page);
    await page.keyboard.press("End");
    await page.waitForFunction(() => { const slider = /** @type {HTMLInputElement} */ (document.querySelector("#replay-step")); return slider.value === slider.max && Number(slider.max) > 5; });
    const end = await board(page);
    assert.notEqual(start, end);
    await page.keyboard.press("Home");
    assert.equal(await board(page), start);
    await page.click("#replay-play");
    await page.waitForFunction(() => Number(/** @type {HTMLInputElement} */ (document.querySelector("#replay-step")).value) > 1);
    await page.click("#replay-close");
    await page.waitForFunction(() => document.querySelector(".board")?.getAttribute("data-base") === "match5");
    assert.equal(await page.$$eval(".cell .stone", (stones) => stones.length), 1, "back in the game before");
    await close();
  }
});

/** The text of a file of records. @param {string} game */
const records = (game) => readFileSync(join(import.meta.dirname, "records", `${game}.jsonl`), "utf8");

/**
 * Drops a file onto the page.
 * @param {import("puppeteer-core").Page} page
 * @param {string} content
 */
const drop = (page, content) => page.evaluate((content) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([content], "games.jsonl"));
  for (const type of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}, content);

test("records without moves leave the game as it is", async () => {
  const { page, close } = await setting.open("game=match5&people=11");
  await click(page, "e5");
  await drop(page, records("threes-scores"));
  await page.waitForFunction(() => document.querySelector(".toast")?.textContent?.includes("--record-games"));
  await click(page, "d4");
  assert.match(await link(page), /moves=e5,d4/);
  await close();
});

test("the link of a replay is that of its position, and a new game leaves it", async () => {
  const { page, close } = await setting.open("game=match5&people=11", { before: async (page) => {
    await page.evaluateOnNewDocument(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: (/** @type {string} */ text) => { document.body.dataset.copied = text; } } }));
  } });
  await drop(page, records("threes"));
  await page.waitForSelector("#replay-step");
  await page.click("#share");
  assert.match(await page.$eval("body", ({ dataset }) => dataset.copied ?? ""), /#game=threes.*position=/);
  const shown = await board(page);
  await page.click("#more");
  await page.select("#marks", "plain");
  assert.equal(await board(page), shown, "the replay is still there");
  await page.keyboard.press("Escape");
  await page.click("#new");
  await page.click("#begin");
  await page.waitForFunction(() => !document.querySelector("#replay-step"));
  await close();
});

test("a new game of a position begins at the start", async () => {
  const { page, close } = await setting.open("game=match5&people=11&position=9/9/9/9/4rb3/9/9/9/9%20r");
  await page.click("#new");
  await page.click("#begin");
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 0);
  assert.doesNotMatch(await link(page), /position/);
  await close();
});

test("a link replaces no game in play before a move", async () => {
  const { page, close } = await setting.open("game=match5&seed=1&people=11");
  await click(page, "e5");
  // At once, before the address is written.
  await page.click('[data-game="threes"]');
  await page.waitForSelector('.board[data-base="threes"]');
  for (const address of ["game=match5&seed=2&people=11&moves=a1,a2", "game=threes", "game=match5"]) {
    await page.evaluate((address) => { location.hash = address; }, address);
    await page.waitForSelector(`.board[data-base="${address.includes("threes") ? "threes" : "match5"}"]`);
    await link(page);
  }
  assert.deepEqual(await page.$$eval(".cell:has(.stone)", (cells) => cells.map((cell) => cell.getAttribute("data-spot"))), ["e5"]);
  await close();
});

test("a file is dropped onto the page", async () => {
  const { page, close } = await setting.open("game=match5&people=11");
  await drop(page, records("threes"));
  await page.waitForSelector("#replay-step");
  await page.keyboard.press("ArrowRight");
  assert.match(await text(page, "#replay-event"), /^(move|chance): ./);
  await page.click("#replay-here");
  await page.waitForFunction(() => !document.querySelector("#replay-step") && document.querySelector(".board")?.getAttribute("data-base") === "threes");
  assert.match(await link(page), /position=/);
  await close();
});

test("a file that is none is refused", async () => {
  const { page, close } = await setting.open("game=match5");
  const input = await page.$("#file");
  await /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (input).uploadFile(join(import.meta.dirname, "package.json"));
  await page.waitForSelector(".toast");
  assert.match(await text(page, ".toast"), /package\.json: ./);
  await close();
});

test("the single file opens without a server, and plays", async () => {
  const file = join(FOLDER, "gambol.html");
  assert.ok(existsSync(file), file);
  const { page, close } = await setting.open("game=threes&seed=3&agents=mc:rollouts=20", { address: pathToFileURL(file).href });
  const before = await board(page);
  await playByClicks(page, 1, 3);
  assert.notEqual(await board(page), before);
  await page.click("#hint");
  await page.waitForSelector("#hint-action");
  await page.click('[data-game="pentago-swap"]');
  await page.waitForSelector('.board[data-base="pentago-swap"]');
  await close();
});

test("the page runs no script but its own", async () => {
  for (const address of [undefined, pathToFileURL(join(FOLDER, "gambol.html")).href]) {
    const { page, problems, close } = await setting.open("game=threes&seed=3", { address });
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "globalThis.slipped = true";
      document.body.append(script);
    });
    assert.equal(await page.evaluate(() => "slipped" in globalThis), false, address);
    assert.match(problems.splice(0).join(), /Content[ -]Security[ -]Policy/);
    await close();
  }
});
