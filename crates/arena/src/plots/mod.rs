//! Plots of scores and games, as SVG.
//!
//! Each function draws one plot and returns its SVG text, which can be embedded in a page or saved
//! as a file. `about` describes the plot for screen readers.

mod games;
mod lines;
mod rows;

use std::ops::Range;

use plotters::chart::MeshStyle;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

pub use games::{histogram, results};
pub use lines::{Axis, Corner, curves, mean_of, over_games, over_moves};
pub use rows::{boxes, intervals, range};

/// Error returned when a plot cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a plot could not be drawn: {0}")]
pub struct PlotError(String);

/// An error of the backend, as text: plotters is no part of the interface.
struct DrawError(String);

impl<E: std::error::Error + Send + Sync> From<DrawingAreaErrorKind<E>> for DrawError {
    fn from(error: DrawingAreaErrorKind<E>) -> Self {
        Self(error.to_string())
    }
}

/// The colours of series, which are distinguishable with most forms of colour blindness (M. Okabe
/// and K. Ito, *Color Universal Design*, 2008).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

/// The width of a plot in pixels: two fit side by side on a desktop page, and the text is still
/// legible on a phone.
const WIDTH: u32 = 440;

fn colour(number: usize) -> RGBColor {
    COLOURS[number % COLOURS.len()]
}

/// Font and size in pixels of the text of axes.
const LETTERS: (&str, u32) = ("sans-serif", 15);

/// The label of a tick: a whole number where the steps are whole, else as many decimals as needed.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that plotters asks for")]
fn tick(value: &f64) -> String {
    // Ticks are multiples of round steps; digits after the sixth decimal are rounding errors.
    format!("{}", (value * 1e6).round() / 1e6)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// Draws on a white area, with a description for screen readers.
///
/// Only the background is pure white, and only axes and text are pure black, so that a page can
/// replace these colours.
fn svg(height: u32, about: &str, draw: impl FnOnce(&Area<'_>) -> Result<(), DrawError>) -> Result<String, PlotError> {
    let mut text = String::new();
    let drawn = || -> Result<(), DrawError> {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        area.fill(&WHITE)?;
        draw(&area)?;
        Ok(area.present()?)
    };
    drawn().map_err(|DrawError(error)| PlotError(error))?;
    let label = about.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    Ok(text.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{label}\" "), 1))
}

type Chart<'a, 'b, X = RangedCoordf64> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<X, RangedCoordf64>>;

/// A chart of these ranges, with `left` pixels for the labels on the left.
fn chart<'a, 'b, X: Ranged<ValueType = f64> + ValueFormatter<f64>>(
    area: &'a Area<'b>,
    left: u32,
    x: impl AsRangedCoord<CoordDescType = X, Value = f64>,
    y: Range<f64>,
) -> Result<Chart<'a, 'b, X>, DrawError> {
    let mut builder = ChartBuilder::on(area);
    builder.margin(12).x_label_area_size(40).y_label_area_size(left);
    Ok(builder.build_cartesian_2d(x, y)?)
}

/// The axes and grid of a chart in the common style, ready to be drawn.
fn mesh<'a, 'c, 'b, X: Ranged<ValueType = f64> + ValueFormatter<f64>>(
    chart: &'c mut Chart<'a, 'b, X>,
) -> MeshStyle<'a, 'c, X, RangedCoordf64, SVGBackend<'b>> {
    let mut mesh = chart.configure_mesh();
    mesh.light_line_style(TRANSPARENT)
        .x_labels(6)
        .y_labels(7)
        .label_style(LETTERS)
        .axis_desc_style(LETTERS)
        .x_label_formatter(&tick)
        .y_label_formatter(&tick);
    mesh
}

/// Draws a line with an entry in the legend.
fn named_line(chart: &mut Chart<'_, '_>, name: &str, points: Vec<(f64, f64)>, ink: RGBColor) -> Result<(), DrawError> {
    chart
        .draw_series([PathElement::new(points, ink.stroke_width(2))])?
        .label(name)
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], ink.stroke_width(2)));
    Ok(())
}

/// Draws the legend of the named lines.
fn legend<'a, 'b: 'a>(chart: &mut Chart<'a, 'b>, position: SeriesLabelPosition) -> Result<(), DrawError> {
    chart
        .configure_series_labels()
        .label_font(LETTERS)
        .position(position)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.2))
        .draw()?;
    Ok(())
}
