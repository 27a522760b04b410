//! Boards as pictures.

use std::fmt::Write;

use crate::board::{Direction, Spot};
use crate::scene::{Scene, SceneCell, SceneWords};

/// The edge of a cell, in the units of the picture.
const CELL: usize = 48;
/// The margin around the picture, and between its parts.
const MARGIN: usize = 16;
/// The edge of a cell of a piece in the hand.
const PART: usize = 20;
/// The height of a line of facts, and the width of a letter.
const LINE: usize = 22;
const LETTER: f64 = 8.4;
/// The size of the names of rows and columns.
const LABEL: usize = 18;

/// Colours by name, in light and dark: the page, text, faint text, the shades of empty cells, and
/// the outline of stones.
const STYLE: &str = "\
.page{fill:#fff}.ink{fill:#24292f}.faint{fill:#6e7781}.s0{fill:#e7eaee}.s1{fill:#dce1e7}.s2{fill:#cdd5de}.s3{fill:#c2ccd7}\
.edge{stroke:#24292f;stroke-opacity:.35}.mark{fill:none;stroke:#cf222e;stroke-width:3}\
@media(prefers-color-scheme:dark){.page{fill:#0d1117}.ink{fill:#e6edf3}.faint{fill:#8b949e}.s0{fill:#21262d}.s1{fill:#292e36}\
.s2{fill:#363c46}.s3{fill:#3f4651}.edge{stroke:#fff;stroke-opacity:.3}.mark{stroke:#ffd33d}}\
text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}.bold{font-weight:700}";

/// Draws a board as an SVG picture, for pages, notebooks and READMEs. It follows the light or dark
/// scheme of its viewer and needs no other file.
///
/// `marked` spots get a frame, such as those of a hint; so do the cells that decided the game.
///
/// ```
/// use gambol::registry::Registry;
/// use gambol_play::{Scene, Shown, svg};
///
/// let position = Registry::standard().position("match5", "4r4/9/9/9/9/9/9/9/9 b")?;
/// let picture = svg(&Scene::of(&position), &Shown::of(&position).covered("e2"));
/// assert!(picture.starts_with("<svg xmlns=") && picture.ends_with("</svg>\n"));
/// # Ok::<(), gambol::game::TextError>(())
/// ```
#[must_use]
pub fn svg(scene: &Scene, marked: &[Spot]) -> String {
    let (columns, rows) = (usize::from(scene.size.columns), usize::from(scene.size.rows));
    let (left, top) = (MARGIN + LABEL, MARGIN);
    let mut out = String::new();
    for (number, cell) in scene.cells.iter().enumerate() {
        let at = [left + CELL * (number % columns.max(1)), top + CELL * (number / columns.max(1))];
        draw_cell(&mut out, cell, at, scene.blocks);
        if scene.decisive.contains(&cell.cell) {
            frame(&mut out, at, [CELL - 2; 2]);
        }
    }
    for (column, cell) in scene.cells.iter().take(columns).enumerate() {
        let at = [left + CELL * column + CELL / 2 - 1, top + CELL * rows + LABEL - 4];
        label(&mut out, at, "middle", cell.cell.trim_end_matches(char::is_numeric));
    }
    for row in 0..rows {
        label(&mut out, [left - 6, top + CELL * row + CELL / 2 + 3], "end", &(row + 1).to_string());
    }
    let (mut right, mut bottom) = (left + CELL * columns, top + CELL * rows + LABEL + MARGIN);
    let hand = hand(&mut out, scene, [left, bottom]);
    right = right.max(left + hand.iter().map(|[x, _, width, _]| x - left + width).max().unwrap_or(0));
    bottom += hand.iter().map(|[_, _, _, height]| height + MARGIN).max().unwrap_or(0);
    for fact in &scene.facts {
        right = right.max(left + draw_fact(&mut out, fact, left, bottom));
        bottom += if fact.is_empty() { LINE / 2 } else { LINE };
    }
    if !scene.facts.is_empty() {
        bottom += MARGIN / 2;
    }
    let [width, height] = [CELL * columns - 2, CELL * rows - 2];
    for &spot in marked {
        match spot {
            Spot::Cell(cell) => {
                let [column, row] = [cell.column, cell.row].map(usize::from);
                frame(&mut out, [left + CELL * column, top + CELL * row], [CELL - 2; 2]);
            }
            Spot::Quadrant(number) => {
                let [column, row] = [number % 2, number / 2 % 2].map(usize::from);
                let at = [left + CELL * columns / 2 * column, top + CELL * rows / 2 * row];
                frame(&mut out, at, [CELL * columns / 2 - 2, CELL * rows / 2 - 2]);
            }
            Spot::Piece(number) => {
                if let Some(&[x, y, width, height]) = hand.get(usize::from(number)) {
                    frame(&mut out, [x - 5, y - 5], [width + 8, height + 8]);
                }
            }
            Spot::Edge(Direction::Left) => frame(&mut out, [left, top], [3, height]),
            Spot::Edge(Direction::Right) => frame(&mut out, [left + width - 3, top], [3, height]),
            Spot::Edge(Direction::Up) => frame(&mut out, [left, top], [width, 3]),
            Spot::Edge(Direction::Down) => frame(&mut out, [left, top + height - 3], [width, 3]),
        }
    }
    let (width, height) = (right + MARGIN, bottom);
    let title = markup(&scene.position);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\"><title>{title}</title><style>{STYLE}</style><rect class=\"page\" width=\"{width}\" \
         height=\"{height}\" rx=\"8\"/>{out}</svg>\n"
    )
}

/// Draws the pieces of the hand, from left to right. Returns place, width and height of each.
fn hand(out: &mut String, scene: &Scene, [mut x, y]: [usize; 2]) -> Vec<[usize; 4]> {
    let mut places = Vec::new();
    for piece in &scene.hand {
        let (width, colour) = (PART * piece.rows.iter().map(Vec::len).max().unwrap_or(0), markup(&piece.colour));
        for (row, cells) in piece.rows.iter().enumerate() {
            for (column, _) in cells.iter().enumerate().filter(|(_, filled)| **filled) {
                let (x, y, size) = (x + PART * column, y + PART * row, PART - 2);
                let _ = write!(out, r#"<rect x="{x}" y="{y}" width="{size}" height="{size}" rx="3" fill="{colour}"/>"#);
            }
        }
        places.push([x, y, width, PART * piece.rows.len()]);
        x += width + 2 * MARGIN;
    }
    places
}

/// Draws a cell: the ground, and on it a tile with its text, a block or a stone.
fn draw_cell(out: &mut String, cell: &SceneCell, [x, y]: [usize; 2], blocks: bool) {
    let (size, shade, colour) = (CELL - 2, cell.shade.min(3), markup(&cell.colour));
    let _ = write!(out, r#"<rect class="s{shade}" x="{x}" y="{y}" width="{size}" height="{size}" rx="4"/>"#);
    let (middle, centre) = (x + size / 2, y + size / 2);
    if cell.always {
        // A digit is 0.6 of its height wide.
        let height = (size * 3 / 2 / cell.text.chars().count().max(1)).min(20);
        let (base, ink, text) = (centre + height / 3, ink(&cell.colour), markup(&cell.text));
        let _ = write!(
            out,
            "<rect class=\"edge\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" rx=\"6\" fill=\"{colour}\"/><text \
             class=\"bold\" x=\"{middle}\" y=\"{base}\" font-size=\"{height}\" text-anchor=\"middle\" \
             fill=\"{ink}\">{text}</text>"
        );
    } else if blocks && !cell.colour.is_empty() {
        let _ = write!(out, r#"<rect x="{x}" y="{y}" width="{size}" height="{size}" rx="6" fill="{colour}"/>"#);
    } else if !cell.colour.is_empty() {
        let radius = size * 2 / 5;
        let _ = write!(out, r#"<circle class="edge" cx="{middle}" cy="{centre}" r="{radius}" fill="{colour}"/>"#);
    }
}

/// Draws a frame around a part of the picture.
fn frame(out: &mut String, [x, y]: [usize; 2], [width, height]: [usize; 2]) {
    let _ = write!(out, r#"<rect class="mark" x="{x}" y="{y}" width="{width}" height="{height}" rx="4"/>"#);
}

/// Draws a line of facts. Returns its width.
fn draw_fact(out: &mut String, fact: &[SceneWords], left: usize, top: usize) -> usize {
    let mut x = left as f64;
    for words in fact {
        let width = LETTER * words.text.chars().count() as f64;
        let base = top + LINE * 2 / 3;
        let mut class = " class=\"ink\"".to_owned();
        if let Some(ground) = &words.ground {
            let height = LINE - 2;
            let ground_colour = markup(ground);
            let _ = write!(
                out,
                r#"<rect x="{x:.1}" y="{top}" width="{width:.1}" height="{height}" rx="4" fill="{ground_colour}"/>"#
            );
            class = format!(" fill=\"{}\"", ink(ground));
        } else if let Some(ink) = &words.ink {
            class = format!(" fill=\"{}\"", markup(ink));
        }
        let text = markup(&words.text);
        let _ = write!(out, r#"<text xml:space="preserve" x="{x:.1}" y="{base}" font-size="14"{class}>{text}</text>"#);
        x += width;
    }
    (x - left as f64).ceil() as usize
}

fn label(out: &mut String, [x, y]: [usize; 2], anchor: &str, text: &str) {
    let text = markup(text);
    let _ = write!(out, r#"<text class="faint" x="{x}" y="{y}" font-size="12" text-anchor="{anchor}">{text}</text>"#);
}

/// Dark or light, to be read on a colour of the form `#rrggbb`.
fn ink(ground: &str) -> &'static str {
    let part =
        |from: usize| ground.get(from..from + 2).and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or(255);
    // The luma of ITU-R BT.601, in thousandths.
    let luma = 299 * part(1) + 587 * part(3) + 114 * part(5);
    if luma > 110_000 { "#121212" } else { "#ffffff" }
}

/// Text with the characters of the markup escaped.
fn markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no form for control characters.
            control if control.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use gambol::registry::Registry;

    use super::*;
    use crate::Shown;

    fn picture(game: &str, text: &str, action: &str) -> String {
        let position = Registry::standard().position(game, text).unwrap();
        svg(&Scene::of(&position), &Shown::of(&position).covered(action))
    }

    fn count(picture: &str, part: &str) -> usize {
        picture.matches(part).count()
    }

    #[test]
    fn pictures_show_contents_and_marks() {
        let stones = picture("match5", "rb7/9/9/9/9/9/9/9/9 r", "c1");
        assert_eq!((count(&stones, "<circle"), count(&stones, r#"class="mark""#)), (2, 1));
        assert!(stones.contains(r#"class="mark" x="130" y="16" width="46" height="46""#), "{stones}");
        let tiles = picture("threes", "0,0,0,0/0,48,3,0/0,0,48,0/2,0,0,1 3 4,4,3 m", "L");
        assert_eq!((count(&tiles, ">48</text>"), count(&tiles, r#"class="mark" x="34" y="16" width="3""#)), (2, 1));
        assert!(tiles.contains("Next  </text>"), "{tiles}");
        let blocks = picture("tenten", "10/10/10/1xxx6/10/10/10/10/10/10 h2,v5,v5 3", "h2@a1");
        // Three filled cells, and a hand of two, five and five. The piece and its cells are marked.
        let fills = ["#5fafd7", "#d7af5f", "#d75f5f"].map(|colour| count(&blocks, &format!("fill=\"{colour}\"")));
        assert_eq!((fills, count(&blocks, r#"class="mark""#)), ([3, 2, 5 + 5], 1 + 1 + 2));
        let swap = picture("pentago-swap", "6/6/6/6/6/w5 b", "a1:AD");
        assert!(swap.contains(r#"class="mark" x="34" y="16" width="142" height="142""#), "{swap}");
        assert!(swap.contains(r#"class="mark" x="178" y="160" width="142" height="142""#), "{swap}");
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(markup("<a href=\"x\">&\n"), "&lt;a href=&quot;x&quot;&gt;&amp; ");
        assert_eq!((ink("#ffff00"), ink("#0000ff"), ink("")), ("#121212", "#ffffff", "#121212"));
    }
}
