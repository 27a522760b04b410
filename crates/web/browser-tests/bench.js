// Rollouts and nodes per second in the browser, in a worker on one thread:
// `node bench.js [WORK]…`. Prints one JSON line per benchmark.

import { Setting } from "./browser.js";

const WORKS = ["five-or-more", "tenten", "threes", "pentago-swap", "match5", "alpha-beta"];

const setting = new Setting();
await setting.start();
const { page, close } = await setting.open("game=threes");
for (const work of process.argv.length > 2 ? process.argv.slice(2) : WORKS) {
  const line = await page.evaluate(async (name) => {
    const { load } = await import(/** @type {any} */ ("/api.js"));
    return (await load()).engine.bench(name);
  }, work);
  console.log(line);
}
await close();
await setting.stop();
