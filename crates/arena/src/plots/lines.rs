//! Curves over moves, games or other quantities, one line per series.

use std::ops::Range;

use plotters::prelude::*;

use super::rows::range;
use super::{PlotError, chart, colour, legend, mesh, named_line, svg};
use crate::statistics::quantile;

/// The vertical axis of [`curves`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Axis<'a> {
    /// Label.
    pub name: &'a str,
    /// Range of the values.
    pub range: Range<f64>,
    /// Corner of the legend, which the lines should leave free.
    pub legend: Corner,
}

impl<'a> Axis<'a> {
    /// An axis with the legend at the lower right, for rising lines.
    #[must_use]
    pub fn new(name: &'a str, range: Range<f64>) -> Self {
        Self { name, range, legend: Corner::LowerRight }
    }

    /// Sets the corner of the [legend](Self#structfield.legend).
    #[must_use]
    pub fn legend(self, legend: Corner) -> Self {
        Self { legend, ..self }
    }
}

/// A corner of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Corner {
    /// For falling lines.
    UpperRight,
    /// For rising lines.
    LowerRight,
}

impl Corner {
    fn position(self) -> SeriesLabelPosition {
        match self {
            Self::UpperRight => SeriesLabelPosition::UpperRight,
            Self::LowerRight => SeriesLabelPosition::LowerRight,
        }
    }
}

/// One quantity over another, with a line for each named series. The horizontal axis extends from 0
/// to the last point.
///
/// # Errors
///
/// Returns errors of the drawing library.
pub fn curves(
    series: &[(impl AsRef<str>, impl AsRef<[(f64, f64)]>)],
    over: &str,
    axis: Axis<'_>,
    about: &str,
) -> Result<String, PlotError> {
    let end = series.iter().filter_map(|(_, points)| points.as_ref().last()).map(|point| point.0).fold(1.0, f64::max);
    svg(320, about, |area| {
        let mut chart = chart(area, 56, 0.0..end, axis.range)?;
        mesh(&mut chart).x_desc(over).y_desc(axis.name).draw()?;
        for (number, (name, points)) in series.iter().enumerate() {
            named_line(&mut chart, name.as_ref(), points.as_ref().to_vec(), colour(number))?;
        }
        legend(&mut chart, axis.legend.position())
    })
}

/// Moving average over games in the order of their numbers, for each named series of results, with
/// a dot for each game if there are few. `what` labels the axis of the results. For agents that
/// learn from game to game this is the learning curve; for others it shows how soon the mean
/// settles.
///
/// The window is the last tenth of the games, at least [five](mean_of); the line begins after as
/// many games.
///
/// # Errors
///
/// Returns errors of the drawing library.
pub fn over_games(
    series: &[(impl AsRef<str>, impl AsRef<[f64]>)],
    what: &str,
    about: &str,
) -> Result<String, PlotError> {
    const MOST_DOTS: usize = 400;
    let series: Vec<_> = series.iter().map(|(name, values)| (name.as_ref(), values.as_ref())).collect();
    let has_dots = series.iter().map(|(_, values)| values.len()).sum::<usize>() <= MOST_DOTS;
    let means: Vec<Vec<(f64, f64)>> = series.iter().map(|(_, values)| means(values)).collect();
    let dots = series.iter().flat_map(|(_, values)| values.iter().copied()).filter(|_| has_dots);
    let heights = range(means.iter().flatten().map(|point| point.1).chain(dots));
    let end = series.iter().map(|(_, values)| values.len()).max().unwrap_or(0).max(2) as f64;
    svg(280, about, |area| {
        let mut chart = chart(area, 64, 1.0..end, heights.clone())?;
        mesh(&mut chart).x_desc("game").y_desc(what).draw()?;
        for (number, (&(name, values), means)) in series.iter().zip(means).enumerate() {
            let ink = colour(number);
            if has_dots {
                let dot = |(x, &y): (u32, &f64)| Circle::new((f64::from(x), y), 2, ink.mix(0.4).filled());
                chart.draw_series((1..).zip(values).map(dot))?;
            }
            named_line(&mut chart, name, means, ink)?;
        }
        if series.len() > 1 { legend(&mut chart, SeriesLabelPosition::UpperLeft) } else { Ok(()) }
    })
}

/// Window of the moving average of [`over_games`], if there are that many games.
#[must_use]
pub fn mean_of(games: usize) -> usize {
    (games / 10).max(5)
}

/// The moving average, thinned out to visible points.
fn means(values: &[f64]) -> Vec<(f64, f64)> {
    const POINTS: usize = 400;
    let width = mean_of(values.len());
    let mut sums = vec![0.0];
    sums.extend(values.iter().scan(0.0, |sum, value| {
        *sum += value;
        Some(*sum)
    }));
    let step = values.len().div_ceil(POINTS).max(1);
    let mut ends: Vec<usize> = (width..=values.len()).rev().step_by(step).collect();
    ends.reverse();
    ends.into_iter().map(|end| (end as f64, (sums[end] - sums[end - width]) / width as f64)).collect()
}

/// Median score after each move for some games of each named agent, with a band from the 10 % to
/// the 90 % quantile. The scores of a game begin with that before the first move.
///
/// # Errors
///
/// Returns errors of the drawing library.
pub fn over_moves(courses: &[(impl AsRef<str>, impl AsRef<[Vec<f64>]>)], about: &str) -> Result<String, PlotError> {
    let courses: Vec<_> = courses.iter().map(|(name, games)| (name.as_ref(), games.as_ref())).collect();
    let longest = courses.iter().flat_map(|(_, games)| games.iter()).map(Vec::len).max().unwrap_or(1);
    let bands: Vec<Vec<[f64; 3]>> = courses.iter().map(|(_, games)| band(games, longest)).collect();
    let all = || bands.iter().flatten().flatten().copied();
    let (least, most) = (all().fold(0.0, f64::min), all().fold(1.0, f64::max));
    svg(320, about, |area| {
        let mut chart = chart(area, 64, 0.0..(longest.max(2) - 1) as f64, least..most * 1.05)?;
        mesh(&mut chart).x_desc("moves").y_desc("score").draw()?;
        for (number, (band, (name, _))) in bands.iter().zip(&courses).enumerate() {
            let colour = colour(number);
            let line = |which: usize| band.iter().enumerate().map(move |(x, scores)| (x as f64, scores[which]));
            let outline: Vec<_> = line(0).chain(line(2).collect::<Vec<_>>().into_iter().rev()).collect();
            chart.draw_series([Polygon::new(outline, colour.mix(0.2))])?;
            named_line(&mut chart, name, line(1).collect(), colour)?;
        }
        legend(&mut chart, SeriesLabelPosition::UpperLeft)
    })
}

/// The 10 %, 50 % and 90 % quantiles after each move. A finished game keeps its score, so that late
/// moves are not those of the longest games alone.
fn band(games: &[Vec<f64>], longest: usize) -> Vec<[f64; 3]> {
    let at = |game: &Vec<f64>, step: usize| game.get(step).or(game.last()).copied().unwrap_or(0.0);
    let quantiles = |step: usize| {
        let mut scores: Vec<f64> = games.iter().map(|game| at(game, step)).collect();
        scores.sort_by(f64::total_cmp);
        [0.1, 0.5, 0.9].map(|part| quantile(&scores, part))
    };
    if games.is_empty() { Vec::new() } else { (0..longest).map(quantiles).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_of_the_last_games() {
        let points = means(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(points, [(5.0, 3.0), (6.0, 4.0)]);
        assert!(means(&[1.0; 4]).is_empty(), "too few");
        let many = means(&vec![7.0; 10_000]);
        assert!(many.len() <= 400 && many.last() == Some(&(10_000.0, 7.0)), "{}", many.len());
    }

    #[test]
    fn bands_of_an_even_number_of_games_are_interpolated() {
        let games = [vec![0.0, 1.0], vec![0.0, 2.0], vec![0.0, 4.0], vec![10.0]];
        let [first, last] = band(&games, 2)[..] else { panic!() };
        assert_eq!((first[1], last[1]), (0.0, 3.0), "medians");
        assert!((last[0] - 1.3).abs() < 1e-9 && (last[2] - 8.2).abs() < 1e-9, "{last:?}");
    }

    #[test]
    fn borrowed_and_owned_series_give_the_same_plot() {
        let points = [(0.0, 1.0), (2.0, 3.0)];
        let borrowed = curves(&[("a", &points)], "games", Axis::new("mean", 0.0..4.0), "one line").unwrap();
        let owned = [("a".to_owned(), points.to_vec())];
        assert_eq!(curves(&owned, "games", Axis::new("mean", 0.0..4.0), "one line").unwrap(), borrowed);
        assert_eq!(borrowed.matches("stroke=\"#0072B2\"").count(), 2, "the line and its key: {borrowed}");
        let games = [vec![0.0, 1.0], vec![0.0, 2.0]];
        let owned = over_moves(&[("a".to_owned(), games.to_vec())], "two games").unwrap();
        assert_eq!(over_moves(&[("a", &games)], "two games").unwrap(), owned);
    }

    #[test]
    fn few_games_are_dots_and_scores_begin_at_0() {
        let few = [0.0, 8.0, 0.0, 4.0, 2.0, 9.0, 1.0];
        let plot = over_games(&[("a", &few)], "score", "seven games").unwrap();
        assert_eq!(plot.matches("<circle").count(), 7);
        assert!(!plot.contains("\n-"), "no tick is below 0: {plot}");
        let many = over_games(&[("a", [1.0; 500])], "score", "many").unwrap();
        assert!(!many.contains("<circle") && many.contains("<polyline"));
    }
}
