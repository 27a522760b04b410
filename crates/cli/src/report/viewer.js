// Steps through recorded games. A frame has the cells that changed since the previous one, in
// row-major order, from which the whole board is reconstructed. It is drawn as SVG, ten units per
// cell.
"use strict";
(() => {
  const by = (id) => document.getElementById(id);
  const games = JSON.parse(by("games").textContent);
  const CELL = 10;
  let game = 0, step = 0, timer = 0;

  for (const { frames, looks } of games) {
    let board = Array(looks.size[0] * looks.size[1]).fill("");
    for (const frame of frames) {
      board = [...board];
      for (const [cell, text] of frame.cells || []) board[cell] = text;
      frame.board = board;
    }
  }

  // The colours of the terminal game. Letters and tiles without one get hues around the colour
  // wheel. The contents of a cell are a colour in a game of blocks.
  const colour = (text, { colours, shape }) => {
    if (shape === "block") return text;
    if (Object.hasOwn(colours, text)) return colours[text];
    const tile = Number(text);
    const place = tile ? Math.round(Math.log2(tile) * 2) : text.charCodeAt(0) - 97;
    return `hsl(${(place * 47) % 360} 55% 70%)`;
  };

  // Creates an SVG element with its children, which may be text.
  const svg = (name, attributes, ...children) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.append(...children);
    return element;
  };
  const middle = (place) => (place + 0.5) * CELL;

  // Draws the contents of a cell.
  const piece = (text, x, y, looks) => {
    const fill = colour(text, looks), label = { x: middle(x), y: middle(y), class: `text ${looks.shape}` };
    if (looks.shape === "stone") return [
      svg("circle", { cx: middle(x), cy: middle(y), r: 4, fill, class: "stone" }), svg("text", label, text),
    ];
    const tile = svg("rect", { x: x * CELL + 0.5, y: y * CELL + 0.5, width: 9, height: 9, rx: looks.shape === "tile" ? 1.5 : 0.6, fill });
    if (looks.shape === "block") return [tile];
    label.style = `font-size: ${text.length < 3 ? 4.4 : 10.5 / text.length}px`;
    return [tile, svg("text", label, text)];
  };

  // Position of an action's mark: the cell c3, the quadrant @2.
  const place = (mark, columns, rows) => {
    if (mark[0] === "@") {
      const number = Number(mark.slice(1));
      return [columns * CELL * (number % 2 ? 0.75 : 0.25), rows * CELL * (number > 1 ? 0.75 : 0.25)];
    }
    return [middle(mark.charCodeAt(0) - 97), middle(Number(mark.slice(1)) - 1)];
  };
  const SWIPES = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

  // Draws a move: a ring around its cells, or an arrow between two of them, between quadrants, or
  // across the board.
  const move = (marks, looks, columns, rows) => {
    const arrow = (from, to, both) => svg("path", {
      d: `M${from}L${to}`, class: "arrow", "marker-end": "url(#head)", ...(both ? { "marker-start": "url(#head)" } : {}),
    });
    const swipe = SWIPES[marks[0]];
    if (swipe) {
      const end = (sign) => [columns * CELL * (0.5 + 0.3 * sign * swipe[0]), rows * CELL * (0.5 + 0.3 * sign * swipe[1])];
      return [arrow(end(-1), end(1))];
    }
    const places = marks.map((mark) => place(mark, columns, rows));
    const rings = marks.flatMap((mark, number) => mark[0] === "@" ? [] : [
      svg("rect", { x: places[number][0] - 4.8, y: places[number][1] - 4.8, width: 9.6, height: 9.6, rx: 1, class: "ring" }),
    ]);
    const quadrants = places.filter((_, number) => marks[number][0] === "@");
    if (quadrants.length === 2) return [...rings, arrow(...quadrants, true)];
    return looks.shape === "stone" && places.length === 2 ? [...rings, arrow(...places)] : rings;
  };

  const draw = (frame, before, looks) => {
    const [columns, rows] = looks.size;
    const width = columns * CELL, height = rows * CELL, edge = looks.coordinates ? 6 : 1;
    const root = svg("svg", { viewBox: `${-edge} ${-edge} ${width + edge + 1} ${height + edge + 1}`, "aria-hidden": "true", class: SWIPES[(frame.marks || [])[0]] ? "swiped" : "" },
      svg("defs", {}, svg("marker", { id: "head", viewBox: "0 0 6 6", refX: 4, refY: 3, markerWidth: 3, markerHeight: 3, orient: "auto-start-reverse" },
        svg("path", { d: "M0 0L6 3L0 6Z", class: "head" }))));
    if (looks.coordinates) {
      for (let x = 0; x < columns; x++) root.append(svg("text", { x: middle(x), y: -3, class: "name" }, String.fromCharCode(97 + x)));
      for (let y = 0; y < rows; y++) root.append(svg("text", { x: -3, y: middle(y), class: "name" }, String(y + 1)));
    }
    frame.board.forEach((text, number) => {
      const x = number % columns, y = Math.floor(number / columns);
      const cell = svg("g", { class: before.board[number] === text ? "cell" : "cell new" },
        svg("rect", { x: x * CELL + 0.3, y: y * CELL + 0.3, width: 9.4, height: 9.4, rx: 1, class: "empty" }));
      if (text) cell.append(...piece(text, x, y, looks));
      root.append(cell);
    });
    if (looks.quadrants) root.append(svg("path", { d: `M${width / 2} 0V${height}M0 ${height / 2}H${width}`, class: "cut" }));
    root.append(...move(frame.marks || [], looks, columns, rows));
    return root;
  };

  const hand = (pieces) => pieces.map(([text, fill]) => {
    const rows = text.split("/");
    const filled = rows.flatMap((row, y) => [...row].flatMap((sign, x) => sign === "x"
      ? [svg("rect", { x: x * CELL + 0.5, y: y * CELL + 0.5, width: 9, height: 9, rx: 0.6, fill })] : []));
    const width = Math.max(...rows.map((row) => row.length));
    return svg("svg", { viewBox: `0 0 ${width * CELL} ${rows.length * CELL}`, width: width * 14, height: rows.length * 14 }, ...filled);
  });

  // Lists the values of the next action, with bars from the lowest to the highest value shown.
  const values = (frame, played) => {
    const list = frame.values || [];
    const numbers = list.map(([, value]) => value);
    const least = Math.min(...numbers), span = Math.max(...numbers) - least || 1;
    return list.map(([action, value]) => {
      const row = document.createElement("div");
      row.className = action === played ? "value played" : "value";
      row.append(...[action, value.toFixed(Math.abs(value) < 10 ? 3 : 1)].map((text) => {
        const part = document.createElement("span");
        part.textContent = text;
        return part;
      }));
      row.style.setProperty("--part", 0.1 + 0.9 * (value - least) / span);
      return row;
    });
  };

  const show = () => {
    const { frames, looks } = games[game];
    step = Math.max(0, Math.min(step, frames.length - 1));
    const frame = frames[step], before = frames[Math.max(0, step - 1)], after = frames[step + 1];
    const event = step === 0 ? "start" : `${frame.player ? "move" : "chance"} ${frame.event}`;
    if (looks.shape) by("board").replaceChildren(draw(frame, before, looks));
    else by("board").textContent = frame.state;
    by("board").setAttribute("aria-label", `board after ${event}: ${frame.state}`);
    by("hand").replaceChildren(...hand(frame.hand || []));
    by("facts").textContent = frame.facts || "";
    by("values").replaceChildren(...values(frame, after && after.player ? after.event : ""));
    by("state").textContent = frame.state;
    by("step").textContent = `${step} of ${frames.length - 1}`;
    by("event").textContent = event;
    by("score").textContent = frame.score;
    by("slider").max = frames.length - 1;
    by("slider").value = step;
    if (step === frames.length - 1) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    by("auto").textContent = "play";
    by("now").setAttribute("aria-live", "polite");
  };
  const play = () => {
    if (timer) return stop();
    if (step === games[game].frames.length - 1) step = 0;
    by("auto").textContent = "pause";
    by("now").setAttribute("aria-live", "off");
    timer = setInterval(() => go(step + 1), 250);
  };
  const go = (to) => { step = to; show(); };

  games.forEach((one, number) => by("which").append(new Option(one.title, number)));
  by("which").onchange = (event) => { stop(); game = Number(event.target.value); go(0); };
  const steps = { start: () => 0, back: () => step - 1, next: () => step + 1, end: () => Infinity };
  for (const id in steps) by(id).onclick = () => go(steps[id]());
  by("slider").oninput = (event) => go(Number(event.target.value));
  by("auto").onclick = play;
  const keys = { ArrowLeft: steps.back, ArrowRight: steps.next, Home: steps.start, End: steps.end };
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName) || event.ctrlKey || event.altKey || event.metaKey) return;
    // Home, End and the space bar scroll the page unless the replay has the focus. Arrow keys
    // scroll tables.
    const inside = by("replay").contains(target);
    if (keys[key] && (inside || (key.startsWith("Arrow") && target === document.body))) go(keys[key]());
    else if (key === " " && inside && !["BUTTON", "SUMMARY"].includes(target.tagName)) play();
    else return;
    event.preventDefault();
  });
  show();
})();
