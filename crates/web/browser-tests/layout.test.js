// The page on a telephone, in dark and light colours, with a screen reader, and by the keyboard.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { GAMES, PICTURES, Setting, both, playByClicks, text } from "./browser.js";

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

  test(`every control of ${game} has a name`, async () => {
    const { page, close } = await setting.open(`game=${game}&${LINK}${both(game)}`, { width: 1360, dark: true });
    await playByClicks(page, 3, 13);
    await page.screenshot({ path: join(PICTURES, `${game}-dark.png`) });
    for (const opener of ["", "#new", "#more", "#help"]) {
      if (opener) await page.click(opener);
      const root = await page.accessibility.snapshot({ interestingOnly: false });
      const roles = new Set(["button", "link", "combobox", "slider", "textbox", "checkbox", "img", "image", "dialog", "progressbar", "figure"].filter((role) => role !== "figure"));
      let named = 0;
      const walk = (/** @type {any} */ node) => {
        if (roles.has(node.role)) {
          assert.ok(node.name?.trim(), `a ${node.role} without a name in ${game} ${opener}`);
          named++;
        }
        for (const child of node.children ?? []) walk(child);
      };
      walk(root);
      assert.ok(named > 10 || opener, `${named} controls`);
      if (opener) {
        await page.keyboard.press("Escape");
        await page.waitForFunction(() => !document.querySelector("dialog"));
      }
    }
    await close();
  });
}

test("the first move is possible soon after the page is opened", async () => {
  const { page, close } = await setting.open("");
  await playByClicks(page, 1, 2);
  const ms = await page.evaluate(() => performance.now());
  const ready = await page.evaluate(() => performance.getEntriesByName("ready")[0]?.startTime);
  console.log(`the page was ready after ${Math.round(ready ?? NaN)} ms; the first move was made after ${Math.round(ms)} ms`);
  assert.ok(ms < 20_000, `${ms} ms`);
  await close();
});

test("a game is played by the keyboard alone", async () => {
  const { page, close } = await setting.open("game=pentago-swap&seed=1&people=11");
  await page.focus('.cell[tabindex="0"]');
  assert.equal(await page.$$eval('.cell[tabindex="0"]', (cells) => cells.length), 1, "one cell is in the order of Tab");
  for (const key of /** @type {import("puppeteer-core").KeyInput[]} */ (["ArrowLeft", "ArrowUp", "Enter", "b", "c"])) await page.keyboard.press(key);
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 1);
  assert.match(await page.evaluate(() => document.activeElement?.className ?? ""), /cell/, "the focus is on the board again");
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 0);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open] .keys");
  await page.keyboard.press("Escape");
  await close();
});

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

test("a piece of 1010! is dragged onto the board", async () => {
  const { page, close } = await setting.open("game=tenten&seed=6", { still: false });
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
  await close();
});

test("light and dark follow the system and the switch", async () => {
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
