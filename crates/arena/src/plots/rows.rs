//! Samples and estimates for comparison, one row each.

use std::ops::Range;

use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Area, Chart, DrawError, LETTERS, PlotError, chart, colour, mesh, svg};
use crate::statistics::Spread;

/// Minimum height of a row in pixels, for names of up to two lines.
const ROW: u32 = 34;

/// Maximum width of the names on the left in pixels.
const GUTTER: u32 = 150;

/// Height of a line of a name, and mean width of its letters.
const LINE: u32 = 14;
const LETTER: f64 = 6.4;

/// Named estimates with their intervals, one below the other. `what` labels the axis. Rows without
/// an estimate (NaN) are left out.
///
/// # Errors
///
/// Returns errors of the drawing library.
pub fn intervals(rows: &[(impl AsRef<str>, f64, [f64; 2])], what: &str, about: &str) -> Result<String, PlotError> {
    let rows: Vec<_> = rows.iter().filter(|(_, mean, _)| !mean.is_nan()).collect();
    let ends = rows.iter().flat_map(|(_, mean, ci95)| [*mean, ci95[0], ci95[1]]);
    let (left, right) = with_room(bounds(ends));
    let names = Names::new(rows.iter().map(|(name, ..)| name.as_ref()));
    drawn(&names, about, |area| {
        let mut chart = named(area, left..right, &names, what)?;
        for (number, (_, mean, ci95)) in rows.iter().enumerate() {
            let y = middle(rows.len(), number);
            let inside = |end: f64| end.clamp(left, right);
            let ink = colour(number);
            let bar = [(inside(ci95[0]), y), (inside(ci95[1]), y)];
            chart.draw_series([PathElement::new(bar, ink.stroke_width(3))])?;
            chart.draw_series([Circle::new((inside(*mean), y), 5, ink.filled())])?;
        }
        Ok(())
    })
}

/// Box plots of named samples, one below the other: median, quartiles, whiskers and outliers, as in
/// [`Spread`]. `what` labels the axis of the values.
///
/// The axis is logarithmic, and labelled so, if all values are above 0 and the greatest is more
/// than thirty times the least. Samples without values are left out.
///
/// # Errors
///
/// Returns errors of the drawing library.
pub fn boxes(samples: &[(impl AsRef<str>, impl AsRef<[f64]>)], what: &str, about: &str) -> Result<String, PlotError> {
    let boxes: Vec<(&str, Spread)> =
        samples.iter().filter_map(|(name, values)| Some((name.as_ref(), Spread::of(values.as_ref())?))).collect();
    let names = Names::new(boxes.iter().map(|(name, _)| *name));
    let (least, most) = bounds(samples.iter().flat_map(|(_, values)| values.as_ref()).copied());
    drawn(&names, about, |area| {
        if is_wide(least, most) {
            let (left, right) = (least / 1.3, most * 1.3);
            let what = format!("{what}, logarithmic");
            draw_boxes(&mut named(area, (left..right).log_scale(), &names, &what)?, &boxes)
        } else {
            let (left, right) = with_room((least, most));
            draw_boxes(&mut named(area, left..right, &names, what)?, &boxes)
        }
    })
}

fn draw_boxes<X>(chart: &mut Chart<'_, '_, X>, boxes: &[(&str, Spread)]) -> Result<(), DrawError>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    for (number, (_, spread)) in boxes.iter().enumerate() {
        let y = middle(boxes.len(), number);
        let ink = colour(number);
        let (above, below) = (y + 0.2, y - 0.2);
        let upright =
            |x: f64, half: f64, width| PathElement::new([(x, y - half), (x, y + half)], ink.stroke_width(width));
        let level = |from: f64, to: f64| PathElement::new([(from, y), (to, y)], ink.stroke_width(1));
        let [lower, median, upper] = spread.quartiles;
        let [low, high] = spread.whiskers;
        chart.draw_series([level(low, lower), level(upper, high), upright(low, 0.1, 1), upright(high, 0.1, 1)])?;
        let corners = [(lower, below), (upper, above)];
        chart.draw_series([
            Rectangle::new(corners, ink.mix(0.3).filled()),
            Rectangle::new(corners, ink.stroke_width(1)),
        ])?;
        chart.draw_series([upright(median, 0.2, 3)])?;
        chart.draw_series(spread.outliers.iter().map(|&value| Circle::new((value, y), 2, ink.stroke_width(1))))?;
    }
    Ok(())
}

/// Whether the values need a logarithmic axis.
fn is_wide(least: f64, most: f64) -> bool {
    least > 0.0 && most > 30.0 * least
}

/// Returns a range for these values with some margin on both sides, but no negative values for a
/// quantity that is never negative. NaN and infinities are ignored; without other values, the range
/// is that of 0 to 1.
///
/// ```
/// use gambol_arena::plots;
/// assert_eq!(plots::range([10.0, 20.0, f64::NAN].into_iter()), 9.0..21.0);
/// ```
pub fn range(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (least, most) = with_room(bounds(values));
    least..most
}

/// The least and the greatest of the finite values; 0 and 1 if there are none.
pub(super) fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let least_and_most = |(least, most): (f64, f64), value: f64| (least.min(value), most.max(value));
    let bounds = values.filter(|value| value.is_finite()).fold((f64::INFINITY, f64::NEG_INFINITY), least_and_most);
    if bounds.0 <= bounds.1 { bounds } else { (0.0, 1.0) }
}

/// Adds a margin on both sides, but no negative values for a quantity that is never negative.
pub(super) fn with_room((least, most): (f64, f64)) -> (f64, f64) {
    let room = ((most - least) * 0.1).max(most.abs() * 0.01);
    let room = if room > 0.0 { room } else { 0.1 };
    (if least >= 0.0 { (least - room).max(0.0) } else { least - room }, most + room)
}

/// The middle of a row in a chart with rows of height 1.
fn middle(count: usize, number: usize) -> f64 {
    (count - number) as f64 - 0.5
}

/// The names of rows, wrapped to fit on their left.
struct Names {
    lines: Vec<Vec<String>>,
    /// Width of the longest line in pixels.
    width: u32,
}

impl Names {
    fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let lines: Vec<Vec<String>> = names.map(|name| wrapped(name, (f64::from(GUTTER) / LETTER) as usize)).collect();
        let longest = lines.iter().flatten().map(|line| line.chars().count()).max().unwrap_or(0);
        Self { lines, width: (longest as f64 * LETTER) as u32 + 12 }
    }

    /// Returns the height of each row in pixels.
    fn row(&self) -> u32 {
        let most = self.lines.iter().map(Vec::len).max().unwrap_or(0) as u32;
        ROW.max(most * LINE + 6)
    }
}

/// Wraps a name into lines of at most `width` letters, after a punctuation mark if possible. After
/// three lines the rest is cut off.
fn wrapped(name: &str, width: usize) -> Vec<String> {
    const LINES: usize = 3;
    let letters: Vec<char> = name.chars().collect();
    let mut rest = letters.as_slice();
    let mut lines = Vec::new();
    while rest.len() > width && lines.len() + 1 < LINES {
        let sign = rest[..width].iter().rposition(|letter| !letter.is_alphanumeric());
        let end = sign.filter(|&sign| sign >= width / 3).map_or(width, |sign| sign + 1);
        lines.push(rest[..end].iter().collect());
        rest = &rest[end..];
    }
    let cut = rest.len() > width;
    let last: String = rest[..if cut { width - 1 } else { rest.len() }].iter().collect();
    lines.push(if cut { last + "…" } else { last });
    lines
}

fn drawn(
    names: &Names,
    about: &str,
    draw: impl FnOnce(&Area<'_>) -> Result<(), DrawError>,
) -> Result<String, PlotError> {
    svg(70 + names.row() * names.lines.len() as u32, about, draw)
}

/// A chart with the names of its rows on their left.
fn named<'a, 'b, X>(
    area: &'a Area<'b>,
    range: impl AsRangedCoord<CoordDescType = X, Value = f64>,
    names: &Names,
    what: &str,
) -> Result<Chart<'a, 'b, X>, DrawError>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let count = names.lines.len();
    let mut chart = chart(area, names.width, range, 0.0..count as f64)?;
    mesh(&mut chart).disable_y_mesh().y_labels(0).x_desc(what).draw()?;
    let left = chart.plotting_area().get_pixel_range().0.start;
    let style = LETTERS.into_font().color(&BLACK).pos(Pos::new(HPos::Right, VPos::Center));
    for (number, lines) in names.lines.iter().enumerate() {
        let pixels = chart.plotting_area().get_pixel_range().1;
        let height = f64::from(pixels.end - pixels.start) / count as f64;
        let middle = f64::from(pixels.start) + (number as f64 + 0.5) * height;
        let first = middle - f64::from(LINE) * (lines.len() as f64 - 1.0) / 2.0;
        for (line, text) in lines.iter().enumerate() {
            let y = first + f64::from(LINE) * line as f64;
            area.draw(&Text::new(text.clone(), (left - 8, y.round() as i32), style.clone()))?;
        }
    }
    Ok(chart)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_broken_at_signs_and_room_ends_at_0() {
        assert_eq!(wrapped("random", 23), ["random"]);
        assert_eq!(wrapped("expectimax:depth=3,eval=rows", 23), ["expectimax:depth=3,", "eval=rows"]);
        assert_eq!(wrapped(&"x".repeat(99), 10), ["x".repeat(10), "x".repeat(10), "x".repeat(9) + "…"]);
        assert_eq!(with_room((2.0, 100.0)).0, 0.0, "no score is below 0");
        assert!(with_room((-2.0, 100.0)).0 < -2.0 && with_room((95.0, 100.0)).0 > 90.0);
        assert!(with_room((0.0, 0.001)).1 < 0.002, "small values fill the plot");
        assert_eq!(with_room((0.0, 0.0)), (0.0, 0.1));
    }

    #[test]
    fn a_box_has_its_parts_and_an_axis_that_fits() {
        let few: Vec<f64> = [1.0, 2.0, 3.0, 4.0, 5.0].into();
        let plot = |samples: &[(&str, &[f64])]| boxes(samples, "score", "two agents").unwrap();
        let one = plot(&[("a", &few)]);
        assert!(one.contains("aria-label=\"two agents\"") && !one.contains("logarithmic"), "{one}");
        assert_eq!(one.matches("<circle").count(), 0, "no outliers");
        let two = plot(&[("a", &few), ("none", &[]), ("b", &[1.0, 2.0, 3.0, 4.0, 500.0])]);
        assert_eq!(two.matches("<circle").count(), 1);
        // The white background, and a filled and a bordered rectangle for each box; `none` has no
        // box.
        assert_eq!((two.matches("<rect").count(), two.contains("none</text>")), (5, false), "{two}");
        assert!(two.contains("score, logarithmic"));
        let zero = plot(&[("a", &[0.0, 500.0])]);
        assert!(!zero.contains("logarithmic"), "there is no logarithm of 0");
        assert!(plot(&[]).starts_with("<svg"));
    }
}
