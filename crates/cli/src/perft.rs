//! `gambol perft`: counts sequences or states by depth.

use std::time::Instant;

use gambol::registry::Registry;
use serde::Serialize;

use crate::args;
use crate::output::{Failure, json, table};

#[derive(Serialize)]
struct Line {
    depth: u32,
    count: u64,
    ms: f64,
}

#[derive(Serialize)]
struct Counts<'a> {
    game: &'a str,
    state: String,
    unique: bool,
    symmetric: bool,
    depths: Vec<Line>,
}

pub(crate) fn perft(registry: &Registry, args: &args::Perft) -> Result<String, Failure> {
    let state = args.place.position(registry)?;
    let line = |depth| {
        let started = Instant::now();
        let count = if args.unique { state.distinct(depth, args.symmetric) } else { state.perft(depth) };
        Line { depth, count, ms: started.elapsed().as_secs_f64() * 1e3 }
    };
    let depths: Vec<Line> = (1..=args.depth).map(line).collect();
    if args.output.json {
        return json(&Counts {
            game: &args.place.game,
            state: state.to_string(),
            unique: args.unique,
            symmetric: args.symmetric,
            depths,
        });
    }
    let mut rows = vec![["depth", "count", "ms"].map(str::to_owned).to_vec()];
    rows.extend(depths.iter().map(|l| vec![l.depth.to_string(), l.count.to_string(), format!("{:.1}", l.ms)]));
    Ok(table(&rows))
}
