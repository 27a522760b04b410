//! Mean score of the Threes blog's player by number of samples, one curve per depth, from the
//! summaries that `scripts/tables/threes.sh` writes.
//!
//! ```sh
//! cargo run --release -p gambol-cli --example threes_depths -- \
//!     docs/results/data/threes-depths.json --svg curve.svg
//! ```
//!
//! The file is an array of the output of `gambol run threes:blog --json`, for agents with `depth`
//! and `samples`. Source: *Recreating the Threes game app – part 3*, coolcodea, 2014, on the
//! balance of simulations against depth.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;

use gambol_arena::plots::{Axis, curves};
use lexopt::prelude::{Long, Value, ValueExt};
use serde_json::Value as Json;

/// Two rows of such a file.
const SMALL: &str =
    r#"[{"agent":"blog-mc:depth=1,samples=10","mean":4155},{"agent":"blog-mc:depth=1,samples=20","mean":4158}]"#;

/// Points of number of samples and mean score, by depth.
type Curves = BTreeMap<u32, Vec<(f64, f64)>>;

/// Parses the curves from an array of summaries, which is sorted by number of samples.
fn read(text: &str) -> Result<Curves, Box<dyn Error>> {
    let rows: Vec<Json> = serde_json::from_str(text)?;
    let mut curves = Curves::new();
    for row in rows {
        let agent = row["agent"].as_str().ok_or("a row has no agent")?;
        let number = |name: &str| {
            let value = agent.split([':', ',']).find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
            value.ok_or_else(|| format!("{agent} has no {name}"))
        };
        let mean = row["mean"].as_f64().ok_or("a row has no mean")?;
        curves.entry(number("depth")?.parse()?).or_default().push((number("samples")?.parse()?, mean));
    }
    Ok(curves)
}

fn draw(curves_of: &Curves) -> Result<String, Box<dyn Error>> {
    let series: Vec<_> = curves_of.iter().map(|(depth, points)| (format!("depth {depth}"), points.clone())).collect();
    let most = series.iter().flat_map(|(_, points)| points).map(|point| point.1).fold(1.0, f64::max);
    let axis = Axis::new("mean score", 0.0..most * 1.05);
    Ok(curves(&series, "samples for each first move", axis, "mean score of blog-mc by depth and samples")?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let (mut file, mut svg) = (None, None);
    let mut summaries = None;
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("svg") => svg = Some(PathBuf::from(arguments.value()?)),
            // A quick run, as in the other examples: two points instead of a file.
            Long("budget") => match arguments.value()?.string()?.as_str() {
                "small" => summaries = Some(SMALL.to_owned()),
                "default" => {}
                other => return Err(format!("--budget is small or default, not {other}").into()),
            },
            Value(value) => file = Some(value.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let summaries = match (file, summaries) {
        (None, Some(small)) => small,
        (file, _) => std::fs::read_to_string(file.ok_or("name a file of summaries")?)?,
    };
    let drawing = draw(&read(&summaries)?)?;
    match svg {
        Some(path) => std::fs::write(path, drawing)?,
        None => println!("{drawing}"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_curves_by_depth() {
        let rows = r#"[{"agent":"blog-mc:depth=2,samples=10","mean":5},{"agent":"blog-mc:depth=1,samples=10","mean":3},
            {"agent":"blog-mc:depth=2,samples=20","mean":7.5}]"#;
        let curves = read(rows).unwrap();
        assert_eq!(curves, Curves::from([(1, vec![(10.0, 3.0)]), (2, vec![(10.0, 5.0), (20.0, 7.5)])]));
        assert!(draw(&curves).unwrap().contains("depth 2"));
        assert!(read(r#"[{"agent":"mc","mean":1}]"#).is_err());
    }
}
