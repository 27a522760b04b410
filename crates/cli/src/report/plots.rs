//! Plots as SVG.

use std::ops::Range;

use plotters::chart::MeshStyle;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use crate::output::Failure;

/// The colours of series, chosen to be told apart by most eyes (M. Okabe and K. Ito, *Color Universal Design*, 2008).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];
const WIDTH: u32 = 560;

fn colour(number: usize) -> RGBColor {
    COLOURS[number % COLOURS.len()]
}

/// The letters of axes, in pixels.
const LETTERS: (&str, u32) = ("sans-serif", 12);

/// Whole numbers where the steps of an axis are whole, and as many places as they need where not.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that plotters asks for")]
fn tick(value: &f64) -> String {
    // Ticks are multiples of round steps; what lies beyond the sixth place is rounding.
    format!("{}", (value * 1e6).round() / 1e6)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// Draws on a white area, and says what it shows to those who cannot see it.
fn svg(height: u32, about: &str, draw: impl FnOnce(&Area<'_>) -> Result<(), Failure>) -> Result<String, Failure> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        area.fill(&WHITE)?;
        draw(&area)?;
        area.present()?;
    }
    let label = maud::html! { (about) }.into_string().replace('"', "&quot;");
    Ok(text.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{label}\" "), 1))
}

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// A chart of these ranges, with so many pixels for the labels on its left.
fn chart<'a, 'b>(area: &'a Area<'b>, left: u32, x: Range<f64>, y: Range<f64>) -> Result<Chart<'a, 'b>, Failure> {
    let mut builder = ChartBuilder::on(area);
    builder.margin(12).x_label_area_size(40).y_label_area_size(left);
    Ok(builder.build_cartesian_2d(x, y)?)
}

/// The axes and grid of a chart as all plots have them, to be drawn.
fn mesh<'a, 'c, 'b>(chart: &'c mut Chart<'a, 'b>) -> MeshStyle<'a, 'c, RangedCoordf64, RangedCoordf64, SVGBackend<'b>> {
    let mut mesh = chart.configure_mesh();
    mesh.light_line_style(TRANSPARENT)
        .label_style(LETTERS)
        .axis_desc_style(LETTERS)
        .x_label_formatter(&tick)
        .y_label_formatter(&tick);
    mesh
}

/// Draws a line that the legend names.
fn named_line(chart: &mut Chart<'_, '_>, name: &str, points: Vec<(f64, f64)>, ink: RGBColor) -> Result<(), Failure> {
    chart
        .draw_series([PathElement::new(points, ink.stroke_width(2))])?
        .label(name)
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], ink.stroke_width(2)));
    Ok(())
}

/// Draws the legend of the named lines.
fn legend<'a, 'b: 'a>(chart: &mut Chart<'a, 'b>, position: SeriesLabelPosition) -> Result<(), Failure> {
    chart
        .configure_series_labels()
        .label_font(LETTERS)
        .position(position)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.2))
        .draw()?;
    Ok(())
}

/// How many values fall into each of some intervals of equal, round width.
pub(crate) fn histogram(values: &[f64], what: &str, about: &str, series: usize) -> Result<String, Failure> {
    let (start, width, counts) = bins(values);
    let end = start + width * counts.len() as f64;
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    svg(260, about, |area| {
        let mut chart = chart(area, 56, start..end, 0.0..most * 1.05)?;
        mesh(&mut chart).disable_x_mesh().x_desc(what).y_desc("games").draw()?;
        chart.draw_series(counts.iter().enumerate().map(|(number, &count)| {
            let left = start + number as f64 * width;
            Rectangle::new([(left, 0.0), (left + width * 0.96, count as f64)], colour(series).filled())
        }))?;
        Ok(())
    })
}

/// The first bin's start, the bins' width, and the counts. The widths are 1, 2 or 5 times a power of ten, at least 1.
fn bins(values: &[f64]) -> (f64, f64, Vec<usize>) {
    const MOST: f64 = 30.0;
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least > greatest {
        return (0.0, 1.0, vec![0]);
    }
    let mut width = 1.0;
    let mut steps = [2.0, 2.5, 2.0].into_iter().cycle();
    while (greatest - least) / width > MOST {
        width *= steps.next().unwrap_or(2.0);
    }
    let start = (least / width).floor() * width;
    let mut counts = vec![0; ((greatest - start) / width) as usize + 1];
    for value in values {
        counts[((value - start) / width) as usize] += 1;
    }
    (start, width, counts)
}

/// The median score after each move, and the band from the tenth to the ninetieth of a hundred games.
pub(crate) fn over_moves(courses: &[(String, &[Vec<f64>])], about: &str) -> Result<String, Failure> {
    let longest = courses.iter().flat_map(|(_, games)| games.iter()).map(Vec::len).max().unwrap_or(1);
    let bands: Vec<Vec<[f64; 3]>> = courses.iter().map(|(_, games)| band(games, longest)).collect();
    let all = || bands.iter().flatten().flatten().copied();
    let (least, most) = (all().fold(0.0, f64::min), all().fold(1.0, f64::max));
    svg(320, about, |area| {
        let mut chart = chart(area, 64, 0.0..(longest.max(2) - 1) as f64, least..most * 1.05)?;
        mesh(&mut chart).x_desc("moves").y_desc("score").draw()?;
        for (number, (band, (name, _))) in bands.iter().zip(courses).enumerate() {
            let colour = colour(number);
            let line = |which: usize| band.iter().enumerate().map(move |(x, scores)| (x as f64, scores[which]));
            let outline: Vec<_> = line(0).chain(line(2).collect::<Vec<_>>().into_iter().rev()).collect();
            chart.draw_series([Polygon::new(outline, colour.mix(0.2))])?;
            named_line(&mut chart, name, line(1).collect(), colour)?;
        }
        legend(&mut chart, SeriesLabelPosition::UpperLeft)
    })
}

/// The 10 %, 50 % and 90 % quantiles after each move. A game that is over keeps its score, so that the late moves are not
/// those of the longest games alone.
fn band(games: &[Vec<f64>], longest: usize) -> Vec<[f64; 3]> {
    let at = |game: &Vec<f64>, step: usize| game.get(step).or(game.last()).copied().unwrap_or(0.0);
    let quantiles = |step: usize| {
        let mut scores: Vec<f64> = games.iter().map(|game| at(game, step)).collect();
        scores.sort_by(f64::total_cmp);
        let quantile = |part: f64| scores[((scores.len() - 1) as f64 * part).round() as usize];
        [quantile(0.1), quantile(0.5), quantile(0.9)]
    };
    if games.is_empty() { Vec::new() } else { (0..longest).map(quantiles).collect() }
}

/// Estimates with their intervals, one below the other.
pub(crate) fn intervals(rows: &[(String, f64, [f64; 2])], what: &str, about: &str) -> Result<String, Failure> {
    let ends = || rows.iter().flat_map(|(_, mean, ci95)| [*mean, ci95[0], ci95[1]]).filter(|end| end.is_finite());
    let (least, most) = (ends().fold(f64::INFINITY, f64::min), ends().fold(f64::NEG_INFINITY, f64::max));
    let (least, most) = if least <= most { (least, most) } else { (0.0, 1.0) };
    let room = ((most - least) * 0.1).max(most.abs() * 0.01).max(0.1);
    let (left, right) = (least - room, most + room);
    let count = rows.len();
    svg(70 + 34 * count as u32, about, |area| {
        let mut chart = chart(area, 0, left..right, 0.0..count as f64)?;
        mesh(&mut chart).disable_y_mesh().disable_y_axis().x_desc(what).draw()?;
        for (number, (name, mean, ci95)) in rows.iter().enumerate() {
            let y = (count - number) as f64 - 0.65;
            let inside = |end: f64| end.clamp(left, right);
            let ink = colour(number);
            let bar = [(inside(ci95[0]), y), (inside(ci95[1]), y)];
            chart.draw_series([PathElement::new(bar, ink.stroke_width(3))])?;
            chart.draw_series([Circle::new((inside(*mean), y), 5, ink.filled())])?;
            let style = ("sans-serif", 13).into_font().color(&BLACK);
            chart.draw_series([Text::new(name.clone(), (left, y + 0.5), style)])?;
        }
        Ok(())
    })
}

/// Shares of a hundred over something, a line for each series.
pub(crate) fn curves(
    series: &[(String, Vec<(f64, f64)>)],
    over: &str,
    what: &str,
    about: &str,
) -> Result<String, Failure> {
    let end = series.iter().filter_map(|(_, points)| points.last()).map(|point| point.0).fold(1.0, f64::max);
    svg(320, about, |area| {
        let mut chart = chart(area, 56, 0.0..end, 0.0..100.0)?;
        mesh(&mut chart).x_desc(over).y_desc(what).draw()?;
        for (number, (name, points)) in series.iter().enumerate() {
            named_line(&mut chart, name, points.clone(), colour(number))?;
        }
        legend(&mut chart, SeriesLabelPosition::LowerRight)
    })
}

/// Games lost, drawn and won.
pub(crate) fn results(counts: [u64; 3], about: &str) -> Result<String, Failure> {
    let most = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
    svg(260, about, |area| {
        let mut chart = chart(area, 56, 0.0..3.0, 0.0..most * 1.15)?;
        mesh(&mut chart).disable_x_mesh().disable_x_axis().y_desc("games").draw()?;
        for (number, (count, name)) in counts.into_iter().zip(["lost", "drawn", "won"]).enumerate() {
            let left = number as f64 + 0.1;
            let ink = colour([1, 4, 0][number]);
            chart.draw_series([Rectangle::new([(left, 0.0), (left + 0.8, count as f64)], ink.filled())])?;
            let style = ("sans-serif", 14).into_font().color(&BLACK);
            chart.draw_series([Text::new(format!("{name}: {count}"), (left, most * 1.12), style)])?;
        }
        Ok(())
    })
}
