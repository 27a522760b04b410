//! Samples and their estimates, one row for each, to be compared.

use plotters::prelude::*;

use super::{PlotError, chart, colour, mesh, svg};

/// Named estimates with their intervals, one below the other. `what` they are stands below.
///
/// # Errors
///
/// Those of the drawing library.
pub fn intervals(rows: &[(String, f64, [f64; 2])], what: &str, about: &str) -> Result<String, PlotError> {
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
