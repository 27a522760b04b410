//! What runs over moves, games or stones, a line for each series.

use std::ops::Range;

use plotters::prelude::*;

use super::{PlotError, chart, colour, legend, mesh, named_line, svg};

/// The vertical axis of [`curves`].
#[derive(Clone, Debug, PartialEq)]
pub struct Axis<'a> {
    /// What it shows.
    pub name: &'a str,
    /// From where to where.
    pub range: Range<f64>,
    /// Where the lines leave room for their names.
    pub legend: Corner,
}

/// A corner of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// For lines that fall.
    UpperRight,
    /// For lines that rise.
    LowerRight,
}

impl From<Corner> for SeriesLabelPosition {
    fn from(corner: Corner) -> Self {
        match corner {
            Corner::UpperRight => Self::UpperRight,
            Corner::LowerRight => Self::LowerRight,
        }
    }
}

/// One quantity over another, a line for each named series. The horizontal axis goes from 0 to the
/// last point.
///
/// # Errors
///
/// Those of the drawing library.
pub fn curves(
    series: &[(String, Vec<(f64, f64)>)],
    over: &str,
    axis: Axis<'_>,
    about: &str,
) -> Result<String, PlotError> {
    let end = series.iter().filter_map(|(_, points)| points.last()).map(|point| point.0).fold(1.0, f64::max);
    svg(320, about, |area| {
        let mut chart = chart(area, 56, 0.0..end, axis.range)?;
        mesh(&mut chart).x_desc(over).y_desc(axis.name).draw()?;
        for (number, (name, points)) in series.iter().enumerate() {
            named_line(&mut chart, name, points.clone(), colour(number))?;
        }
        legend(&mut chart, axis.legend.into())
    })
}

/// The median score after each move of some games of each named agent, and the band from the tenth
/// to the ninetieth of a hundred games. A game has its score before the first move, and after each.
///
/// # Errors
///
/// Those of the drawing library.
pub fn over_moves(courses: &[(String, &[Vec<f64>])], about: &str) -> Result<String, PlotError> {
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

/// The 10 %, 50 % and 90 % quantiles after each move. A game that is over keeps its score, so that
/// the late moves are not those of the longest games alone.
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
