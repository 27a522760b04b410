// The page without a network, and its next version.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FIREFOX, Setting, click } from "./browser.js";

const setting = new Setting();
before(() => setting.start());
after(() => setting.stop());

test("the page can be installed", async () => {
  const { page, close } = await setting.open("");
  const manifest = await page.evaluate(async () => {
    const link = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=manifest]"));
    return (await fetch(link.href)).json();
  });
  assert.deepEqual([manifest.name, manifest.start_url, manifest.display], ["Gambol", "./", "standalone"]);
  if (!FIREFOX) {
    const session = await page.createCDPSession();
    const { errors } = /** @type {any} */ (await session.send("Page.getAppManifest"));
    assert.deepEqual(errors, []);
  }
  const sizes = await page.evaluate(async (icons) => Promise.all(icons.map(async (icon) => {
    const image = new Image();
    image.src = icon.src;
    await image.decode();
    return image.naturalWidth;
  })), /** @type {{src: string}[]} */ (manifest.icons));
  assert.ok(sizes.every((size) => size > 0) && sizes.includes(512), String(sizes));
  await close();
});

test("the page is played without a network, and a new version takes over at the next visit", async () => {
  const { page, problems, close } = await setting.open("game=match5&people=11&seed=1", { offline: true });
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await click(page, "e5");
  setting.change = () => null;
  setting.server?.closeAllConnections();
  await page.reload();
  await page.waitForSelector("[data-ready]");
  assert.equal(await page.$$eval(".cell .stone", (stones) => stones.length), 1, "the game is as it was left");
  await click(page, "d4");
  await page.waitForFunction(() => document.querySelectorAll(".cell .stone").length === 2);
  await page.click("#hint");
  await page.waitForSelector("#hint-action");
  await page.click('[data-game="threes"]');
  await page.waitForSelector('.board[data-base="threes"]');
  await page.click(".edge:not([disabled])");
  await page.click("#hint");
  await page.waitForSelector("#hint-action");
  problems.length = 0;
  const weights = () => page.evaluate(async () => {
    const name = (await caches.keys()).find((name) => name.endsWith(" weights")) ?? "";
    return (await (await caches.open(name)).keys()).map(({ url }) => url);
  });
  setting.change = (_, bytes) => bytes;
  const url = await page.evaluate(async () => {
    const [{ url }] = await (await fetch("weights.json")).json();
    await (await fetch(url)).arrayBuffer();
    const name = (await caches.keys()).find((name) => name.endsWith(" weights")) ?? "";
    await (await caches.open(name)).put("weights/of-before", new Response("old"));
    return new URL(url, location.href).href;
  });
  assert.equal((await weights()).length, 2);

  setting.change = (name, bytes) => name === "offline.js" ? Buffer.from(String(bytes).replace(/const VERSION = "/, "$&next-"))
    : name === "index.html" ? Buffer.from(String(bytes).replace("<body", '<body data-next="true"')) : bytes;
  await page.reload();
  await page.waitForFunction(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  assert.equal(await page.$("[data-next]"), null, "an open page keeps its version");
  await page.reload();
  await page.waitForSelector("[data-next]");
  await page.waitForSelector("[data-ready]");
  assert.equal((await page.evaluate(() => caches.keys())).length, 2, "the old version is deleted");
  assert.deepEqual(await weights(), [url], "the weights that this version uses are kept");
  assert.ok(await page.$('.board[data-base="threes"]'), "the game is as it was left");
  // The reloads have ended fetches.
  problems.length = 0;
  await close();
});
