//! Samples and their estimates, one row for each, to be compared.

use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

use super::{Area, Chart, PlotError, chart, colour, mesh, svg};
use crate::statistics::Spread;

/// The height of a row, in pixels.
const ROW: u32 = 34;

/// Where the middle of a row's drawing is, in rows from its lower edge. Its name stands above.
const MIDDLE: f64 = 0.35;

/// Named estimates with their intervals, one below the other. `what` they are stands below.
///
/// # Errors
///
/// Those of the drawing library.
pub fn intervals(rows: &[(String, f64, [f64; 2])], what: &str, about: &str) -> Result<String, PlotError> {
    let ends = rows.iter().flat_map(|(_, mean, ci95)| [*mean, ci95[0], ci95[1]]);
    let (left, right) = with_room(bounds(ends));
    drawn(rows.len(), about, |area| {
        let names = rows.iter().map(|(name, ..)| name.as_str());
        let mut chart = named(area, left..right, left, names, what)?;
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
/// [`Spread`]. `what` the values are stands below.
///
/// The axis is logarithmic, and says so, if all values are above 0 and the greatest is more than
/// thirty times the least. Samples without values are left out.
///
/// # Errors
///
/// Those of the drawing library.
pub fn boxes(samples: &[(String, Vec<f64>)], what: &str, about: &str) -> Result<String, PlotError> {
    let boxes: Vec<(&str, Spread)> =
        samples.iter().filter_map(|(name, values)| Some((name.as_str(), Spread::of(values)?))).collect();
    let names = || boxes.iter().map(|(name, _)| *name);
    let (least, most) = bounds(samples.iter().flat_map(|(_, values)| values).copied());
    drawn(boxes.len(), about, |area| {
        if is_wide(least, most) {
            let (left, right) = (least / 1.3, most * 1.3);
            let what = format!("{what}, logarithmic");
            draw_boxes(&mut named(area, (left..right).log_scale(), left, names(), &what)?, &boxes)
        } else {
            let (left, right) = with_room((least, most));
            draw_boxes(&mut named(area, left..right, left, names(), what)?, &boxes)
        }
    })
}

fn draw_boxes<X>(chart: &mut Chart<'_, '_, X>, boxes: &[(&str, Spread)]) -> Result<(), PlotError>
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

/// Whether values lie so far apart that only a logarithmic axis shows them all.
fn is_wide(least: f64, most: f64) -> bool {
    least > 0.0 && most > 30.0 * least
}

/// The least and the greatest of the values that are numbers; 0 and 1 if there are none.
fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let least_and_most = |(least, most): (f64, f64), value: f64| (least.min(value), most.max(value));
    let bounds = values.filter(|value| value.is_finite()).fold((f64::INFINITY, f64::NEG_INFINITY), least_and_most);
    if bounds.0 <= bounds.1 { bounds } else { (0.0, 1.0) }
}

/// Some room on both sides.
fn with_room((least, most): (f64, f64)) -> (f64, f64) {
    let room = ((most - least) * 0.1).max(most.abs() * 0.01).max(0.1);
    (least - room, most + room)
}

/// The height of a row's drawing in the chart.
fn middle(count: usize, number: usize) -> f64 {
    (count - number) as f64 - 1.0 + MIDDLE
}

fn drawn(
    count: usize,
    about: &str,
    draw: impl FnOnce(&Area<'_>) -> Result<(), PlotError>,
) -> Result<String, PlotError> {
    svg(70 + ROW * count as u32, about, draw)
}

/// A chart with the names of its rows, each above where the row is drawn.
fn named<'a, 'b, 'n, X>(
    area: &'a Area<'b>,
    range: impl AsRangedCoord<CoordDescType = X, Value = f64>,
    left: f64,
    names: impl ExactSizeIterator<Item = &'n str>,
    what: &str,
) -> Result<Chart<'a, 'b, X>, PlotError>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let count = names.len();
    let mut chart = chart(area, 0, range, 0.0..count as f64)?;
    mesh(&mut chart).disable_y_mesh().disable_y_axis().x_desc(what).draw()?;
    for (number, name) in names.enumerate() {
        let style = ("sans-serif", 13).into_font().color(&BLACK);
        chart.draw_series([Text::new(name.to_owned(), (left, middle(count, number) + 0.5), style)])?;
    }
    Ok(chart)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_its_parts_and_an_axis_that_fits() {
        let few: Vec<f64> = [1.0, 2.0, 3.0, 4.0, 5.0].into();
        let plot = |samples: &[(&str, &[f64])]| {
            let samples: Vec<_> = samples.iter().map(|(name, values)| ((*name).to_owned(), values.to_vec())).collect();
            boxes(&samples, "score", "two agents").unwrap()
        };
        let one = plot(&[("a", &few)]);
        assert!(one.contains("aria-label=\"two agents\"") && !one.contains("logarithmic"), "{one}");
        assert_eq!(one.matches("<circle").count(), 0, "no outliers");
        let two = plot(&[("a", &few), ("none", &[]), ("b", &[1.0, 2.0, 3.0, 4.0, 500.0])]);
        assert_eq!(two.matches("<circle").count(), 1);
        // The white ground, and a filled and a bordered rectangle for each box: `none` has none.
        assert_eq!((two.matches("<rect").count(), two.contains("none</text>")), (5, false), "{two}");
        assert!(two.contains("score, logarithmic"));
        let zero = plot(&[("a", &[0.0, 500.0])]);
        assert!(!zero.contains("logarithmic"), "there is no logarithm of 0");
        assert!(plot(&[]).starts_with("<svg"));
    }
}
