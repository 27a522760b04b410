// Hints appear during a search, can be stopped, do not block the page, and equal the native ones.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FIREFOX, Setting, both, native, text } from "./browser.js";

const setting = new Setting();
before(() => setting.start());
after(() => setting.stop());

const ENDLESS = "mcts:simulations=1000000000";

/** @param {import("puppeteer-core").Page} page */
const isFinal = (page) => page.waitForFunction(() => document.querySelector("#hint-card h2")?.textContent?.startsWith("Hint: "));

test("a hint appears while it is searched for, and is stopped", async () => {
  const { page, close } = await setting.open(`game=match5&seed=1&agents=${ENDLESS}&people=11`, { stored: { hintLimit: "300000" } });
  await page.click("#hint");
  await page.waitForFunction(() => document.querySelector("#hint-card h2")?.textContent?.startsWith("Hint so far"));
  await page.waitForFunction(() => document.querySelectorAll(".bar").length > 5 && document.querySelectorAll(".cell .value").length > 20);
  assert.equal(await page.$$eval(".cell[data-hint]", (cells) => cells.length), 1);
  assert.match(await text(page, ".effort"), /simulations · .* per second/);
  assert.equal((await text(page, "#hint")).trim(), "Stop");
  await page.click("#hint");
  await isFinal(page);
  assert.equal((await text(page, "#hint")).trim(), "Hint");
  // The next one starts immediately, in a new worker; Escape stops it.
  await page.click("#hint");
  await page.waitForFunction(() => document.querySelector("#hint-card h2")?.textContent?.startsWith("Hint so far"));
  await page.keyboard.press("Escape");
  await isFinal(page);
  const action = await text(page, "#hint-action");
  await page.click(`.cell[data-spot="${action}"]`);
  await page.waitForFunction((spot) => document.querySelector(`.cell[data-spot="${spot}"] .stone`) !== null, {}, action);
  assert.equal(await page.$$eval(".cell .value", (values) => values.length), 0, "the hint is of the position before");
  await close();
});

test("the page is free while a search runs", { skip: FIREFOX && "it observes no long tasks" }, async () => {
  // A busy machine can delay any single attempt; a blocking page would delay them all.
  let longest = Infinity;
  for (let attempt = 0; attempt < 5 && longest > 50; attempt++) {
    const { page, close } = await setting.open(`game=match5&seed=1&agents=${ENDLESS}&people=11`, { stored: { hintLimit: "300000" } });
    await page.click("#hint");
    await page.waitForSelector(".bar");
    await page.evaluate(() => {
      const list = /** @type {number[]} */ ([]);
      Object.assign(window, { list });
      new PerformanceObserver((entries) => list.push(...entries.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
    });
    await new Promise((done) => setTimeout(done, 4000));
    const list = await page.evaluate(() => /** @type {any} */ (window).list);
    assert.equal((await text(page, "#hint")).trim(), "Stop", "the search still runs");
    // The observer does detect a blocked page.
    await page.evaluate(() => setTimeout(() => { for (const start = performance.now(); performance.now() - start < 120;); }));
    await page.waitForFunction((count) => /** @type {any} */ (window).list.length > count, {}, list.length);
    longest = Math.max(0, ...list);
    console.log(`long tasks while a search runs: ${list.length}, the longest ${longest} ms`);
    await page.click("#hint");
    await isFinal(page);
    await close();
  }
  assert.ok(longest <= 50, `${longest} ms`);
});

for (const [game, agent] of [["five-or-more", "mc:rollouts=20"], ["tenten", "mc:rollouts=20"], ["threes", "mc:rollouts=60"], ["pentago-swap", "alpha-beta:nodes=20000"], ["pentago-swap", "alpha-beta:eval=fitted,depth=5"], ["pentago-swap", "report:depth=4,opening=no"], ["match5", "mcts:simulations=3000"]]) {
  test(`the same seed and budget give the native move in ${game} by ${agent}`, async () => {
    const link = `game=${game}&seed=5&agents=${agent}${both(game)}`;
    const expected = native("hint", link);
    const { page, close } = await setting.open(link, { stored: { hintLimit: "300000" } });
    await page.click("#hint");
    await isFinal(page);
    assert.equal(await text(page, "#hint-action"), expected.action);
    await close();
  });
}

test("the default level of each game gives a hint without learned weights", async () => {
  for (const game of ["five-or-more", "five-or-more:small", "tenten:paper", "threes", "pentago-swap", "match5"]) {
    const { page, close } = await setting.open(`game=${game}&seed=5${both(game)}`, { stored: { hintLimit: "300" } });
    /** @type {string[]} */
    const fetched = [];
    page.on("request", (request) => fetched.push(request.url()));
    await page.click("#hint");
    await page.waitForSelector("#hint-action");
    assert.deepEqual(fetched.filter((url) => url.includes("weights")), [], game);
    await close();
  }
});

test("weights are fetched when a player needs them", async () => {
  const { page, close } = await setting.open("game=threes&seed=5&agents=strong", { stored: { hintLimit: "1000" } });
  /** @type {string[]} */
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.click("#hint");
  await page.waitForSelector("#hint-action");
  assert.ok(fetched.some((url) => /weights\/.*[0-9a-f]{8}/.test(url)), fetched.join(" "));
  await close();
});
