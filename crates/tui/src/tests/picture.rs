//! The picture in the README: a game in progress, drawn by the app and converted to SVG.

use std::fmt::Write as _;
use std::path::Path;

use gambol::five_or_more::FiveOrMore;
use ratatui::style::Color;

use super::*;

const WIDTH: u16 = 80;
const HEIGHT: u16 = 24;
/// Width and height of a character, in units of the picture.
const CHARACTER: (u16, u16) = (9, 18);
const GROUND: &str = "#15171c";
const INK: &str = "#d0d3d8";

/// The committed picture equals the app's output. `scripts/picture.sh` regenerates it.
#[test]
fn the_picture_of_the_readme_is_a_game_of_today() {
    let mut app =
        app_with::<FiveOrMore>("", &Options { seed: 3, agents: vec!["greedy:eval=windows".to_owned()], ..options() });
    keys(&mut app, "a");
    run_to(&mut app, 60);
    keys(&mut app, "a");
    keys(&mut app, "h");
    app.wait();
    let drawn = svg(&drawn(&mut app, WIDTH, HEIGHT));

    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/picture.svg");
    if !file.parent().is_some_and(Path::is_dir) {
        return; // A package has no docs.
    }
    if std::env::var_os("GAMBOL_WRITE_PICTURE").is_some() {
        std::fs::write(&file, &drawn).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(drawn == committed, "docs/picture.svg is out of date: run scripts/picture.sh");
}

/// Converts a buffer to SVG. Block characters become rectangles, because fonts draw them with gaps.
fn svg(buffer: &Buffer) -> String {
    let (width, height) = (WIDTH * CHARACTER.0 + 24, HEIGHT * CHARACTER.1 + 24);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-12 -12 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"A game of Five or More in a terminal, with a hint\" \
         font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"15\">\n\
         <rect x=\"-12\" y=\"-12\" width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{GROUND}\"/>\n"
    );
    let (mut grounds, mut blocks, mut texts) = (String::new(), String::new(), String::new());
    for y in 0..HEIGHT {
        let mut x = 0;
        while x < WIDTH {
            let cell = &buffer[(x, y)];
            let alike = |&next: &u16| {
                let next = &buffer[(next, y)];
                (next.bg, next.fg) == (cell.bg, cell.fg)
                    && quadrants(next.symbol()).is_some() == quadrants(cell.symbol()).is_some()
            };
            let end = (x..WIDTH).take_while(alike).last().map_or(x, |last| last + 1);
            if let Some(fill) = colour(cell.bg) {
                rect(&mut grounds, (x * 2, y * 2), ((end - x) * 2, 2), &fill);
            }
            let fill = colour(cell.fg).unwrap_or_else(|| INK.to_owned());
            if quadrants(cell.symbol()).is_some() {
                (x..end).for_each(|at| block(&mut blocks, (at, y), buffer[(at, y)].symbol(), &fill));
            } else {
                let run: String = (x..end).map(|at| buffer[(at, y)].symbol()).collect();
                text(&mut texts, (x, y), &run, &fill);
            }
            x = end;
        }
    }
    out.extend([grounds, blocks, texts]);
    out.push_str("</svg>\n");
    out
}

/// Writes a rectangle, in units of half a character.
fn rect(out: &mut String, (x, y): (u16, u16), (columns, rows): (u16, u16), fill: &str) {
    let half = |halves: u16, size: u16| f64::from(halves * size) / 2.0;
    let (left, top) = (half(x, CHARACTER.0), half(y, CHARACTER.1));
    let (width, height) = (half(columns, CHARACTER.0), half(rows, CHARACTER.1));
    writeln!(out, "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>").unwrap();
}

/// Returns the filled quarters of a block character, row by row.
fn quadrants(symbol: &str) -> Option<[bool; 4]> {
    let filled = match symbol {
        "▘" => 0b0001,
        "▝" => 0b0010,
        "▀" => 0b0011,
        "▖" => 0b0100,
        "▌" => 0b0101,
        "▗" => 0b1000,
        "▐" => 0b1010,
        "▄" => 0b1100,
        "█" => 0b1111,
        _ => return None,
    };
    Some([0, 1, 2, 3].map(|quarter| filled >> quarter & 1 == 1))
}

fn block(out: &mut String, (x, y): (u16, u16), symbol: &str, fill: &str) {
    let filled = quadrants(symbol).expect("a block character");
    for (row, pair) in filled.chunks(2).enumerate() {
        let at = y * 2 + row as u16;
        match *pair {
            [true, true] => rect(out, (x * 2, at), (2, 1), fill),
            [true, false] => rect(out, (x * 2, at), (1, 1), fill),
            [false, true] => rect(out, (x * 2 + 1, at), (1, 1), fill),
            _ => {}
        }
    }
}

/// Writes characters at fixed positions, independent of the reader's font.
fn text(out: &mut String, (x, y): (u16, u16), run: &str, fill: &str) {
    let start = run.chars().take_while(|&character| character == ' ').count() as u16;
    let words = run.trim();
    if words.is_empty() {
        return;
    }
    let (left, base) = ((x + start) * CHARACTER.0, y * CHARACTER.1 + 14);
    let length = words.chars().count() as u16 * CHARACTER.0;
    let words = words.replace('&', "&amp;").replace('<', "&lt;");
    writeln!(
        out,
        "<text x=\"{left}\" y=\"{base}\" textLength=\"{length}\" xml:space=\"preserve\" fill=\"{fill}\">{words}</text>"
    )
    .unwrap();
}

fn colour(colour: Color) -> Option<String> {
    match colour {
        Color::Indexed(index) => Some(gambol_play::Paint::from_index(index).to_string()),
        _ => None,
    }
}
