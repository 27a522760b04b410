// Match5: the self-learning player is beaten, learns, and keeps its knowledge after a reload.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PICTURES, Setting, isOver, text } from "./browser.js";

const setting = new Setting();
before(() => setting.start());
after(() => setting.stop());

/** @typedef {import("puppeteer-core").Page} Page */

/** Plays for the row that is closest to five, until a side wins. @param {Page} page */
async function win(page) {
  while (true) {
    await page.waitForFunction(() => document.querySelector("#message.ended") || document.querySelector(".cell[data-target]"));
    if (await isOver(page)) return;
    const spot = await page.evaluate(() => {
      const at = (/** @type {number} */ x, /** @type {number} */ y) => (document.querySelector(`.cell[data-spot="${String.fromCharCode(97 + x)}${y + 1}"]`)?.getAttribute("aria-label") ?? "");
      let best = { score: -1, spot: "" };
      for (let y = 0; y < 9; y++) for (let x = 0; x < 9; x++) for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
        const cells = Array.from({ length: 5 }, (_, i) => [x + i * dx, y + i * dy]);
        if (cells.some(([u, v]) => u > 8 || v > 8 || v < 0)) continue;
        const names = cells.map(([u, v]) => at(u, v));
        if (names.some((name) => name.includes("red"))) continue;
        const score = names.filter((name) => name.includes("blue")).length;
        const free = cells.find((_, i) => names[i].includes("empty"));
        if (score > best.score && free) best = { score, spot: String.fromCharCode(97 + free[0]) + (free[1] + 1) };
      }
      return best.spot;
    });
    await page.click(`.cell[data-spot="${spot}"]`);
  }
}

test("a lost game teaches the player, and it knows it after a reload", async () => {
  const { page, close } = await setting.open("game=match5&seed=9&agents=self-taught&people=01");
  await win(page);
  assert.match(await text(page, "#message"), /blue wins/);
  await page.waitForFunction(() => document.querySelector("#knowledge")?.textContent === "Show what it learned");
  await page.click("#knowledge");
  await page.waitForSelector("dialog .pattern");
  assert.match(await text(page, "dialog"), /Learned from move/);
  const learned = await page.$eval("dialog .pattern", (pattern) => pattern.getAttribute("aria-label"));
  assert.match(learned ?? "", /b/);
  await page.keyboard.press("Escape");
  await page.reload();
  await page.waitForSelector("[data-ready]");
  await page.waitForSelector("#knowledge");
  await page.click("#knowledge");
  await page.waitForSelector("dialog .pattern");
  assert.match(await text(page, "dialog"), /level 1/);
  assert.match(await text(page, "dialog"), /Pattern 1 of 1/);
  // A file transfers the knowledge to another browser.
  const file = join(PICTURES, "Ada.fivo");
  writeFileSync(file, Buffer.from(await page.evaluate(() => localStorage.getItem("gambol.knowledge") ?? ""), "base64"));
  const other = await setting.open("game=threes");
  const input = await other.page.$("#file");
  await /** @type {import("puppeteer-core").ElementHandle<HTMLInputElement>} */ (input).uploadFile(file);
  await other.page.waitForSelector(".toast");
  assert.match(await text(other.page, ".toast"), /knows 1 pattern\./);
  await other.page.waitForFunction(() => document.querySelector("#knowledge") && [...document.querySelectorAll("select")].some((select) => select.value === "self-taught"));
  await other.close();
  // Erased knowledge stays erased on the next visit.
  await page.evaluate(() => [...document.querySelectorAll("dialog button")].find((button) => button.textContent === "Erase")?.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  await page.waitForFunction(() => document.querySelector("dialog")?.textContent?.includes("has no patterns yet"));
  await page.reload();
  await page.waitForSelector("#knowledge");
  assert.match(await text(page, ".panel"), /Nothing yet/);
  await close();
});
