// The analysis of a game, move by move.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Setting, expectAccessible, text } from "./browser.js";

const setting = new Setting();
before(() => setting.start());
after(() => setting.stop());

/** Blue lets red complete a row. */
const LOST = "game=match5&seed=1&people=11&moves=e5,a1,e6,a3,e7,a5,e8,a7,e9";

/**
 * Waits for the number of judged moves.
 * @param {import("puppeteer-core").Page} page
 * @param {number} count
 */
const judged = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".judged li").length >= count, {}, count);

/** The marks of the judged moves. @param {import("puppeteer-core").Page} page */
const marks = (page) => page.$$eval(".judged button", (buttons) => buttons.map((button) => button.getAttribute("data-mark")));

/** @param {import("puppeteer-core").Page} page */
const stones = (page) => page.$$eval(".cell .stone", (stones) => stones.length);

test("the moves of a finished game in a link are judged, and its mistakes shown", async () => {
  const { page, close } = await setting.open(LOST);
  await page.click("#analyse");
  await judged(page, 9);
  await page.waitForFunction(() => document.querySelector("#replay-analyse")?.textContent === "Analyse");
  const found = await marks(page);
  assert.deepEqual([found[5], found[8]], ["mistake", "best"], "an open three is not blocked; a row is completed");
  assert.match(await text(page, "#judged-counts"), /^red \(you\): \d best, \d good, \d mistakes?; blue \(you\): .* [1-4] mistakes?$/);
  await page.click(".judged li:nth-child(6) button");
  assert.match(await text(page, "#verdict"), /^Next: a5 is a mistake: .* Best is [a-i]\d\.$/);
  assert.equal(await stones(page), 5, "the state before the move");
  const best = /Best is (..)\./.exec(await text(page, "#verdict"))?.[1];
  assert.deepEqual(await page.$$eval(".cell[data-hint]", (cells) => cells.map((cell) => cell.getAttribute("data-spot"))), [best]);
  assert.match(await text(page, "#live"), /a5 is a mistake/);
  await expectAccessible(page, "an analysis");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 6);
  await page.click("#next-mistake");
  assert.match(await text(page, "#verdict"), /is a mistake/);
  assert.match(await page.$eval("#replay-here", (link) => /** @type {HTMLAnchorElement} */ (link).href), /#game=match5&seed=1&position=/);
  await page.click("#replay-close");
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 9);
  assert.match(await text(page, "#message"), /over/);
  await close();
});

test("recorded games are judged, and the analysis is stopped", async () => {
  for (const game of ["five-or-more", "threes", "pentago-swap"]) {
    const { page, close } = await setting.open("game=match5&people=11");
    const input = await page.$("#file");
    await /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (input).uploadFile(join(import.meta.dirname, "records", `${game}.jsonl`));
    await page.waitForSelector("#replay-analyse");
    await page.click("#replay-analyse");
    await judged(page, 3);
    assert.deepEqual((await marks(page)).filter((mark) => !mark), [], game);
    // Searches of the others take milliseconds, so that they may be over.
    if (game === "pentago-swap") {
      await page.click("#replay-analyse");
      assert.equal(await text(page, "#replay-analyse"), "Analyse");
      const count = (await marks(page)).length;
      await new Promise((done) => setTimeout(done, 700));
      assert.equal((await marks(page)).length, count, "it has ended");
    }
    await close();
  }
});
