// The page on a telephone, in dark and light colours, with a screen reader, and by the keyboard.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FIREFOX, GAMES, PICTURES, Setting, both, dice, expectAccessible, playByClicks, text } from "./browser.js";

const setting = new Setting();
before(() => setting.start());
after(() => setting.stop());

const LINK = "seed=7&agents=mc:rollouts=10";

for (const game of GAMES) {
  test(`${game} has room on 360 pixels`, async () => {
    const { page, close } = await setting.open(`game=${game}&${LINK}${both(game)}`, { width: 360, height: 740, dark: game === "threes" });
    await playByClicks(page, 3, 12);
    const check = async (/** @type {string} */ what) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360, `${what} scrolls sideways`);
    await check("the game");
    await page.screenshot({ path: join(PICTURES, `${game}-360.png`), fullPage: true });
    await page.click("#hint");
    await page.waitForSelector("#hint-action");
    await check("a hint");
    for (const id of ["new", "more", "help"]) {
      await page.click(`#${id}`);
      await page.waitForSelector("dialog[open]");
      await check(id);
      assert.ok(await page.$eval("dialog", (dialog) => dialog.scrollWidth <= dialog.clientWidth), `${id} scrolls sideways`);
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !document.querySelector("dialog"));
    }
    await close();
  });

  test(`${game} has no violations of accessibility, in light and dark`, async () => {
    const { page, close } = await setting.open(`game=${game}&${LINK}${both(game)}`, { width: 1360 });
    await playByClicks(page, 3, 13);
    await expectAccessible(page, game);
    await page.click("#hint");
    await page.waitForSelector("#hint-action");
    await expectAccessible(page, `${game} with a hint`);
    for (const opener of ["new", "more", "help"]) {
      await page.click(`#${opener}`);
      await expectAccessible(page, `${game}: ${opener}`, "dialog");
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !document.querySelector("dialog"));
    }
    await close();
  });
}

test("the start of a first visit and the documents have no violations of accessibility", async () => {
  const { page, close } = await setting.open("", { width: 390, height: 844 });
  await expectAccessible(page, "the start");
  for (const document of ["docs/guide/src/introduction.html", "docs/results/README.html", "docs/results/web.html"]) {
    await page.goto(setting.address + document);
    await expectAccessible(page, document);
  }
  await close();
});

test("the first move is possible soon after the page is opened", async () => {
  const { page, close } = await setting.open("");
  await playByClicks(page, 1, 2);
  const ms = await page.evaluate(() => performance.now());
  const ready = await page.evaluate(() => performance.getEntriesByName("ready")[0]?.startTime);
  console.log(`the page was ready after ${Math.round(ready ?? NaN)} ms; the first move was made after ${Math.round(ms)} ms`);
  assert.ok(ms < 20_000, `${ms} ms`);
  await close();
});

/**
 * Moves the focus on the board to a cell by the arrow keys.
 * @param {import("puppeteer-core").Page} page
 * @param {string} to
 */
async function walk(page, to) {
  const at = await page.evaluate(() => document.activeElement?.getAttribute("data-spot") ?? "");
  const [dx, dy] = [to.charCodeAt(0) - at.charCodeAt(0), Number(to.slice(1)) - Number(at.slice(1))];
  for (let step = 0; step < Math.abs(dx); step++) await page.keyboard.press(dx < 0 ? "ArrowLeft" : "ArrowRight");
  for (let step = 0; step < Math.abs(dy); step++) await page.keyboard.press(dy < 0 ? "ArrowUp" : "ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-spot")), to);
}

for (const game of GAMES) {
  test(`${game} is played by the keyboard alone, and spoken`, async () => {
    const { page, close } = await setting.open(`game=${game}&seed=6${both(game)}`);
    const roll = dice(4);
    const onBoard = () => page.evaluate(() => document.activeElement?.closest(".cells") !== null);
    for (let tabs = 0; !await onBoard(); tabs++) {
      assert.ok(tabs < 16, "the board is in the order of Tab");
      await page.keyboard.press("Tab");
    }
    await page.evaluate(() => {
      const spoken = /** @type {string[]} */ ([]);
      Object.assign(window, { spoken });
      const live = document.getElementById("live");
      if (live) new MutationObserver(() => spoken.push(live.textContent ?? "")).observe(live, { childList: true });
    });
    const targets = () => page.$$eval(".cell[data-target]", (cells) => cells.map((cell) => cell.getAttribute("data-spot") ?? ""));
    for (let move = 1; move <= 4; move++) {
      if (game === "threes") {
        const spot = (await page.$eval(".edge:not([disabled])", (edge) => edge.getAttribute("data-spot"))) ?? "";
        await page.keyboard.press(/** @type {any} */ (`Arrow${spot[0].toUpperCase()}${spot.slice(1)}`));
      } else {
        if (game === "tenten") {
          const piece = await page.$eval("#hand .piece:not([disabled]) kbd", (key) => key.textContent ?? "");
          await page.keyboard.press(/** @type {any} */ (piece));
        }
        for (let picks = game === "five-or-more" ? 2 : 1; picks > 0; picks--) {
          const list = await targets();
          await walk(page, list[roll(list.length)]);
          assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? ""), /^[a-j]\d+, (empty, legal|.* stone, can move)/);
          await page.keyboard.press("Enter");
        }
        if (game === "pentago-swap") for (const key of /** @type {import("puppeteer-core").KeyInput[]} */ (["b", "c"])) await page.keyboard.press(key);
      }
      await page.waitForFunction((move) => (new URLSearchParams(location.hash.slice(1)).get("moves")?.split(",").length ?? 0) === move, {}, move);
      assert.ok(await onBoard(), "the focus stays on the board");
    }
    const spoken = (await page.evaluate(() => /** @type {any} */ (window).spoken)).join("\n");
    if (game === "five-or-more") assert.match(spoken, /New: .* stone on [a-i]\d/);
    if (game === "tenten") assert.match(spoken, /New: .*(row|column|square|corner|cell)/);
    if (game === "threes") assert.match(spoken, /New: \d+ on [a-d]\d/);
    await page.keyboard.press("u");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open] .keys");
    await page.keyboard.press("Escape");
    await close();
  });
}

test("arrow keys, a mouse and a finger swipe in Threes!", async () => {
  const { page, close } = await setting.open("game=threes&seed=6", { touch: true });
  const moves = () => page.$$eval("#score .figure", (figures) => Number(figures[2].querySelector("b")?.textContent));
  const one = async (/** @type {() => Promise<void>} */ swipe) => {
    const before = await moves();
    await swipe();
    await page.waitForFunction((count) => Number(document.querySelectorAll("#score .figure")[2].querySelector("b")?.textContent) === count, {}, before + 1);
  };
  const legal = async () => (await page.$eval(".edge:not([disabled])", (edge) => edge.getAttribute("data-spot"))) ?? "";
  const ways = /** @type {Record<string, [number, number]>} */ ({ left: [-90, 0], right: [90, 0], up: [0, -90], down: [0, 90] });
  const box = await (await page.$(".cells"))?.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await one(async () => page.keyboard.press(/** @type {any} */ (`Arrow${(await legal()).replace(/^./, (sign) => sign.toUpperCase())}`)));
  await one(async () => {
    const [dx, dy] = ways[await legal()];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + dy, { steps: 4 });
    await page.mouse.up();
  });
  await one(async () => {
    const [dx, dy] = ways[await legal()];
    const touch = await page.touchscreen.touchStart(x, y);
    await touch.move(x + dx / 2, y + dy / 2);
    await touch.move(x + dx, y + dy);
    await touch.end();
  });
  await close();
});

test("a piece of 1010! is dragged onto the board, where it keeps its colour", async () => {
  const { page, close } = await setting.open("game=tenten&seed=6", { still: false });
  const colour = await page.$eval(".piece:not([disabled]) svg", (picture) => getComputedStyle(picture).fill);
  const piece = await (await page.$('.piece:not([disabled])'))?.boundingBox(), cell = await (await page.$('.cell[data-spot="e5"]'))?.boundingBox();
  assert.ok(piece && cell);
  await page.mouse.move(piece.x + piece.width / 2, piece.y + piece.height / 2);
  await page.mouse.down();
  await page.mouse.move(cell.x, cell.y, { steps: 8 });
  await page.waitForSelector('.cell[data-ghost="fits"]');
  const shown = await page.$$eval(".cell[data-ghost]", (cells) => cells.map((one) => one.getAttribute("data-spot")));
  await page.mouse.up();
  await page.waitForFunction((count) => document.querySelectorAll(".cell .block").length === count, {}, shown.length);
  assert.deepEqual(await page.$$eval(".cell:has(.block)", (cells) => cells.map((one) => one.getAttribute("data-spot"))), shown);
  const colours = () => page.$$eval(".block", (blocks) => [...new Set(blocks.map((block) => getComputedStyle(block).backgroundColor))]);
  assert.deepEqual(await colours(), [colour]);
  await page.reload();
  await page.waitForSelector(".block");
  assert.deepEqual(await colours(), [colour]);
  await close();
});

test("light and dark follow the system and the switch", { skip: FIREFOX && "it emulates no system colours" }, async () => {
  const { page, close } = await setting.open("game=match5", { dark: true });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "dark");
  await page.click("#theme");
  assert.equal(await theme(), "light");
  await page.reload();
  await page.waitForSelector("[data-ready]");
  assert.equal(await theme(), "light");
  assert.match(await text(page, "title"), /Match5/);
  await close();
});

test("a move has a tone once sounds are switched on", async () => {
  /** @type {(page: import("puppeteer-core").Page) => Promise<any>} */
  const before = (page) => page.evaluateOnNewDocument(() => {
    const spy = /** @type {any} */ (window), start = OscillatorNode.prototype.start;
    spy.tones = 0;
    OscillatorNode.prototype.start = function (at) { spy.tones += 1; start.call(this, at); };
  });
  const { page, close } = await setting.open("game=match5&seed=1&people=11", { before });
  const after = async (/** @type {string} */ cell) => {
    await page.click(`.cell[data-spot="${cell}"]`);
    await page.waitForFunction((cell) => location.hash.includes(cell), {}, cell);
    return page.evaluate(() => /** @type {any} */ (window).tones);
  };
  assert.equal(await after("e5"), 0);
  await page.click("#more");
  await page.evaluate(() => [...document.querySelectorAll("dialog label")].find((label) => label.textContent === "Sounds")?.querySelector("input")?.click());
  await page.keyboard.press("Escape");
  assert.equal(await after("e6"), 1);
  await close();
});

test("a puzzle can begin with the seed of today", async () => {
  const { page, close } = await setting.open("game=threes&seed=3");
  await page.click("#new");
  await page.click("#today");
  const seed = await page.$eval("#seed", (input) => /** @type {HTMLInputElement} */ (input).value);
  assert.match(seed, /^20\d{6}$/);
  await page.click("#begin");
  await page.waitForFunction((seed) => location.hash.includes(`seed=${seed}`), {}, seed);
  await close();
});
