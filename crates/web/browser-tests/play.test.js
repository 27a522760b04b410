// Each game is played to its end by clicks, with the same result as in the library.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { GAMES, Setting, both, link, native, playByClicks, text } from "./browser.js";

const setting = new Setting();
before(() => setting.start());
after(() => setting.stop());

/**
 * Rows of four, which soon become rows of five. Random games from an empty board score no points.
 */
const FOURS = encodeURIComponent("aaaa5/9/bbbb5/9/ccccab2c/9/dddd5/9/4d4 abc 0 m");

for (const game of GAMES) {
  test(`${game} is played to its end by clicks`, async () => {
    const { page, close } = await setting.open(`game=${game}&seed=11${both(game)}${game === "five-or-more" ? `&position=${FOURS}` : ""}`);
    const clicks = await playByClicks(page, 5);
    const ended = await text(page, "#message");
    const replayed = native("replay", await link(page));
    assert.equal(replayed.over, true);
    if (game === "pentago-swap" || game === "match5") {
      const wanted = replayed.score === 0 ? "a draw" : `${(game === "match5" ? ["red", "blue"] : ["white", "black"])[replayed.score > 0 ? 0 : 1]} wins`;
      assert.match(ended, new RegExp(`Game over: ${wanted}`));
    } else {
      assert.match(ended, new RegExp(`Game over: ${replayed.score} points`));
      assert.equal(Number(await text(page, "#score .figure b")), replayed.score);
      assert.ok(replayed.score > 0);
      // A game from a position has no score.
      const scores = game === "five-or-more" ? [] : [replayed.score];
      assert.equal(ended.includes("Your best so far!"), scores.length > 0, ended);
      await page.reload();
      await page.waitForSelector("[data-ready]");
      const kept = await page.evaluate(() => JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith("gambol.scores."))?.[1] ?? "[]"));
      assert.deepEqual(kept.map((/** @type {{score: number}} */ { score }) => score), scores, "opened again, it is listed once");
    }
    assert.ok(clicks >= replayed.moves);
    console.log(`${game}: ${clicks} clicks, ${replayed.moves} moves, score ${replayed.score}`);
    await close();
  });
}

test("moves that are seen to move end where they should", async () => {
  for (const game of GAMES) {
    const { page, close } = await setting.open(`game=${game}&seed=3${both(game)}`, { still: false });
    await playByClicks(page, 8, 24);
    await page.waitForFunction(() => document.querySelectorAll(".moving, .floating").length === 0);
    await page.waitForFunction(() => document.getAnimations().every((one) => one instanceof CSSAnimation || one instanceof CSSTransition));
    const seen = await page.$$eval(".cell", (cells) => cells.map((cell) => cell.querySelectorAll(".stone, .tile, .block").length));
    const again = await setting.open(await link(page));
    assert.deepEqual(await again.page.$$eval(".cell", (cells) => cells.map((cell) => cell.querySelectorAll(".stone, .tile, .block").length)), seen, game);
    await again.close();
    await close();
  }
});

test("a person plays against a level, and undo takes both moves back", async () => {
  const { page, close } = await setting.open("game=pentago-swap&seed=2&agents=easy&people=10");
  for (const spot of ["a1", "q0", "q3"]) await page.click(`[data-spot="${spot}"]${spot[0] === "q" ? ".quadrant" : ".cell"}`);
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 2);
  await page.waitForFunction(() => document.querySelector(".cell[data-target]") !== null);
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 0);
  await page.click("#redo");
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length > 0);
  await close();
});

test("who plays changes with an answer, not with the question", async () => {
  const { page, close } = await setting.open("game=match5&seed=2&agents=easy&people=10");
  const chosen = () => page.$eval("#player-0", (select) => /** @type {HTMLSelectElement} */ (select).selectedOptions[0].textContent);
  const before = await chosen();
  for (const _ of [1, 2]) {
    await page.select("#player-0", " other");
    await page.waitForSelector("dialog[open]");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog[open]"));
    assert.equal(await chosen(), before);
  }
  assert.equal(await page.$$eval(".cell .stone", (stones) => stones.length), 0);
  await close();
});

test("autoplay plays a puzzle to its end, and agents play each other", async () => {
  for (const link of ["game=tenten&seed=4&agents=random", "game=match5&seed=4&agents=random&people=00"]) {
    const { page, close } = await setting.open(link, { stored: { speed: "9" } });
    if (link.includes("tenten")) await page.click("#auto");
    await page.waitForFunction(() => document.querySelector("#message")?.classList.contains("ended"));
    assert.match(await text(page, "#message"), /Game over/);
    await close();
  }
});
