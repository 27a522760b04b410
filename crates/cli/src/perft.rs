//! `gambol perft`: how many sequences, or states, there are.

use std::time::Instant;

use gambol::core::perft::{count, distinct};
use gambol::registry::{Playable, Visitor};
use serde::Serialize;

use crate::args;
use crate::output::{Failure, json, table};

pub(crate) fn perft(args: &args::Perft) -> Result<String, Failure> {
    args.place.visit(Perft(args))
}

struct Perft<'a>(&'a args::Perft);

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

impl Visitor for Perft<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Playable>(self, state: G) -> Self::Output {
        let args = self.0;
        let line = |depth| {
            let started = Instant::now();
            let count =
                if args.unique { distinct(&state, depth, args.symmetric).len() as u64 } else { count(&state, depth) };
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
}
