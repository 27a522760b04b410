// Speeds of the page, as one JSON line per benchmark: `node bench.js [WORK]…`. Rollouts and nodes per
// second in a worker on one thread; and `opening`, from an empty cache to the first move, as it is
// and on a slow telephone, as Lighthouse emulates it.

import { Setting, playByClicks } from "./browser.js";

const WORKS = ["five-or-more", "tenten", "threes", "pentago-swap", "match5", "alpha-beta"];
/** A quarter of the processor's speed, and slow 4G: 150 ms of latency, 1.6 Mbit/s down. */
const SLOW = { processor: 4, network: { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 } };
const RUNS = 5;

const setting = new Setting();
await setting.start({ gzip: true });

/** @param {number[]} values */
const median = (values) => Math.round([...values].sort((one, other) => one - other)[values.length >> 1]);

/** @param {boolean} slow */
async function opening(slow) {
  /** @type {Record<string, number>[]} */
  const runs = [];
  for (let run = 0; run < RUNS; run++) {
    const { page, close } = await setting.open("", {
      before: async (page) => {
        await page.evaluateOnNewDocument(() => {
          const list = /** @type {number[]} */ ([]);
          Object.assign(window, { list });
          new PerformanceObserver((entries) => list.push(...entries.getEntries().map((entry) => entry.duration))).observe({ type: "longtask", buffered: true });
        });
        if (!slow) return;
        const session = await page.createCDPSession();
        await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW.processor });
        await session.send("Network.enable");
        await session.send("Network.emulateNetworkConditions", SLOW.network);
      },
    });
    await playByClicks(page, 1, 2);
    runs.push(await page.evaluate(() => {
      const list = /** @type {{list: number[]}} */ (/** @type {any} */ (window)).list;
      const files = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"));
      return {
        paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
        ready: performance.getEntriesByName("ready")[0]?.startTime ?? NaN,
        move: performance.now(),
        longest: Math.max(0, ...list),
        blocking: list.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
        bytes: files.filter(({ name }) => !name.includes("gambol_worker_")).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      };
    }));
    await close();
  }
  return Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((run) => run[key]))]));
}

const works = process.argv.length > 2 ? process.argv.slice(2) : ["opening", ...WORKS];
if (works.includes("opening")) for (const slow of [false, true]) console.log(JSON.stringify({ work: slow ? "opening on a slow telephone" : "opening", ...await opening(slow) }));
const { page, close } = await setting.open("game=threes");
for (const work of works.filter((work) => work !== "opening")) {
  const line = await page.evaluate(async (name) => {
    const { load } = await import(/** @type {any} */ ("/api.js"));
    return (await load()).engine.bench(name);
  }, work);
  console.log(line);
}
await close();
await setting.stop();
