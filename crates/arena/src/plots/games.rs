//! Distributions of games.

use plotters::prelude::*;

use super::{PlotError, chart, colour, mesh, svg};

/// Histogram of values in intervals of equal, round width. `what` labels the axis of the values;
/// `series` selects the colour.
///
/// # Errors
///
/// Returns errors of the drawing library.
pub fn histogram(values: &[f64], what: &str, about: &str, series: usize) -> Result<String, PlotError> {
    let (start, width, counts) = bins(values);
    let end = start + width * counts.len() as f64;
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    svg(260, about, |area| {
        let mut chart = chart(area, 56, start..end, 0.0..most * 1.05)?;
        mesh(&mut chart).disable_x_mesh().y_labels(counted(most)).x_desc(what).y_desc("games").draw()?;
        chart.draw_series(counts.iter().enumerate().map(|(number, &count)| {
            let left = start + number as f64 * width;
            Rectangle::new([(left, 0.0), (left + width * 0.96, count as f64)], colour(series).filled())
        }))?;
        Ok(())
    })
}

/// Number of ticks of an axis that counts up to here: none between whole numbers.
fn counted(most: f64) -> usize {
    (most as usize + 1).min(7)
}

/// The start of the first bin, the width of the bins, and the counts. The widths are 1, 2 or 5
/// times a power of ten, at least 1.
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

/// Bar chart of the numbers of lost, drawn and won games.
///
/// # Errors
///
/// Returns errors of the drawing library.
pub fn results(counts: [u64; 3], about: &str) -> Result<String, PlotError> {
    let most = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
    svg(260, about, |area| {
        let mut chart = chart(area, 56, 0.0..3.0, 0.0..most * 1.15)?;
        mesh(&mut chart).disable_x_mesh().disable_x_axis().y_labels(counted(most)).y_desc("games").draw()?;
        for (number, (count, name)) in counts.into_iter().zip(["lost", "drawn", "won"]).enumerate() {
            let left = number as f64 + 0.1;
            let ink = colour([1, 4, 0][number]);
            chart.draw_series([Rectangle::new([(left, 0.0), (left + 0.8, count as f64)], ink.filled())])?;
            let style = ("sans-serif", 16).into_font().color(&BLACK);
            chart.draw_series([Text::new(format!("{name}: {count}"), (left, most * 1.12), style)])?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_round_and_hold_everything() {
        assert_eq!(bins(&[]), (0.0, 1.0, vec![0]));
        assert_eq!(bins(&[3.0, 5.0, 5.0]), (3.0, 1.0, vec![1, 0, 2]));
        // 1,000 in at most 30 bins: steps of 50.
        let (start, width, counts) = bins(&[-1.0, 0.0, 49.0, 50.0, 999.0]);
        assert_eq!((start, width, counts.len()), (-50.0, 50.0, 21));
        assert_eq!((counts[0], counts[1], counts[2], counts[20]), (1, 2, 1, 1));
    }
}
