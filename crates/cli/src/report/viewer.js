// Steps through recorded games. A board is the first field of a state's text: rows joined by "/", cells as letters with runs of
// empty cells as numbers, or as numbers joined by "," with 0 for empty.
"use strict";
(() => {
  const by = (id) => document.getElementById(id);
  const games = JSON.parse(by("games").textContent);
  let game = 0, step = 0, timer = 0;

  const cells = (row) => row.includes(",")
    ? row.split(",").map((tile) => tile === "0" ? "" : tile)
    : (row.match(/\d+|\D/g) || []).flatMap((part) => /\d/.test(part) ? Array(Number(part)).fill("") : [part]);
  const board = (state) => state.split(" ")[0].split("/").map(cells);

  // The colours are those of the terminal game. In games that have none, letters, and tiles of growing size, go round
  // the wheel in seven to eight steps.
  const colour = (text, colours) => {
    if (Object.hasOwn(colours, text)) return [colours[text], "#121212"];
    const tile = Number(text);
    const place = tile ? Math.round(Math.log2(tile) * 2) : text.charCodeAt(0) - 97;
    return [`hsl(${(place * 47) % 360} 55% ${tile ? 78 : 62}%)`, "#111"];
  };

  const show = () => {
    const { frames, colours } = games[game];
    step = Math.max(0, Math.min(step, frames.length - 1));
    const frame = frames[step], rows = board(frame.state);
    const before = step > 0 ? board(frames[step - 1].state) : rows;
    by("board").style.gridTemplateColumns = `repeat(${rows[0].length}, 1fr)`;
    by("board").style.setProperty("--columns", rows[0].length);
    by("board").replaceChildren(...rows.flatMap((row, y) => row.map((text, x) => {
      const cell = document.createElement("span");
      cell.textContent = text;
      if (text) [cell.style.background, cell.style.color] = colour(text, colours);
      if ((before[y] || [])[x] !== text) cell.className = "new";
      return cell;
    })));
    by("state").textContent = frame.state;
    by("step").textContent = `${step} of ${frames.length - 1}`;
    by("event").textContent = step === 0 ? "start" : `${frame.player ? "move" : "chance"} ${frame.event}`;
    by("score").textContent = frame.score;
    by("slider").max = frames.length - 1;
    by("slider").value = step;
    if (step === frames.length - 1) stop();
  };
  const stop = () => { clearInterval(timer); timer = 0; by("auto").textContent = "play"; };
  const go = (to) => { step = to; show(); };

  games.forEach((one, number) => by("which").append(new Option(one.title, number)));
  by("which").onchange = (event) => { stop(); game = Number(event.target.value); go(0); };
  by("start").onclick = () => go(0);
  by("back").onclick = () => go(step - 1);
  by("next").onclick = () => go(step + 1);
  by("end").onclick = () => go(Infinity);
  by("slider").oninput = (event) => go(Number(event.target.value));
  by("auto").onclick = () => {
    if (timer) return stop();
    if (step === games[game].frames.length - 1) step = 0;
    by("auto").textContent = "pause";
    timer = setInterval(() => go(step + 1), 250);
  };
  document.addEventListener("keydown", (event) => {
    if (["INPUT", "SELECT"].includes(event.target.tagName)) return;
    if (event.key === "ArrowLeft") go(step - 1);
    if (event.key === "ArrowRight") go(step + 1);
  });
  show();
})();
