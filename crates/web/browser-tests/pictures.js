// Pictures of the page: `node pictures.js [FOLDER]`. Each game with a hint, in light and dark, on a
// desktop and on a telephone; and `web.webp`, the picture of the README.

import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { GAMES, PICTURES, Setting, both, playByClicks } from "./browser.js";

const folder = resolve(process.argv[2] ?? PICTURES);
mkdirSync(folder, { recursive: true });
const setting = new Setting();
await setting.start();
for (const game of GAMES) {
  for (const dark of [false, true]) {
    for (const [device, width, height] of /** @type {[string, number, number][]} */ ([["desktop", 1280, 800], ["phone", 390, 844]])) {
      const { page, close } = await setting.open(`game=${game}&seed=7${both(game)}`, { width, height, dark, touch: device === "phone" });
      await playByClicks(page, 3, 16);
      await page.click("#hint");
      await page.waitForFunction(() => document.querySelector("#hint-card h2")?.textContent?.startsWith("Hint: "));
      await page.screenshot({ path: join(folder, `${game}-${dark ? "dark" : "light"}-${device}.png`) });
      if (game === "five-or-more" && !dark && device === "desktop") await page.screenshot({ path: join(folder, "web.webp"), type: "webp", quality: 80 });
      await close();
    }
  }
}
await setting.stop();
