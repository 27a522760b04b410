//! Search depth of the Pentago-Swap report's player, by move of the game, in self-play.
//!
//! `cargo run --release -p gambol-cli --example pentago_depths -- --games 10 --json depths.json`
//!
//! The report counts in iterations. Whether these are moves of the game or of its player is open,
//! so both are shown.
//!
//! The first move of each game is random, so that games differ; all others are searched, without
//! the opening book. A search that proves the result of the game stops early. The author's program
//! continues to deepen, so that its averages include greater depths of such positions. They are
//! shown in three ways: excluded, as the proven number of plies to the end, and as the number of
//! plies to a full board.

use std::path::PathBuf;

use gambol::pentago_swap::PentagoSwap;
use gambol::registry::Registry;
use gambol::search::Proven;
use gambol::{Budget, Game, Search, Seed, Turn};
use gambol_arena::MeanEstimate;
use lexopt::prelude::{Long, ValueExt};
use serde_json::{Value, json};

/// First and last move of each row, as in the report.
const ROWS: [(u32, u32); 4] = [(1, 6), (7, 12), (13, 18), (19, 36)];

/// Depths at the moves of one row of the table.
#[derive(Clone, Default)]
struct Seen {
    /// Completed depth of every search that no proof ended early.
    depths: Vec<f64>,
    /// For every search that proved the result: the plies to the end, and those to a full board.
    proven: Vec<[u32; 2]>,
    nodes: u64,
    seconds: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut games, mut ms, mut seed, mut path) = (10_u64, 1_700_u64, 1_u64, None);
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("games") => games = arguments.value()?.parse()?,
            Long("ms") => ms = arguments.value()?.parse()?,
            Long("json") => path = Some(PathBuf::from(arguments.value()?)),
            Long("seed") => seed = arguments.value()?.parse()?,
            // A quick run, as in the other examples.
            Long("budget") => match arguments.value()?.string()?.as_str() {
                "small" => (games, ms) = (1, 20),
                "default" => {}
                other => return Err(format!("--budget is small or default, not {other}").into()),
            },
            _ => return Err(argument.unexpected().into()),
        }
    }
    // By moves of the game, and by moves of its player.
    let mut rows: [[Seen; ROWS.len()]; 2] = Default::default();
    let game = Registry::standard().entry::<PentagoSwap>("pentago-swap").ok_or("the registry has this game")?;
    let text = format!("report:ms={ms},first-ms={ms},opening=no");
    let mut agent = game.make(&text)?;
    for game in 0..games {
        let seed = Seed::new(seed).derive(game);
        let mut state = PentagoSwap::new();
        state.play(state.random_action(&mut seed.rng()).ok_or("the game has a first move")?);
        while state.turn() != Turn::Over {
            let decision = agent.search(&state, &Budget::unlimited(), seed)?;
            let ply = state.plies() + 1;
            for (rows, number) in rows.iter_mut().zip([ply, ply.div_ceil(2)]) {
                let row = ROWS.iter().position(|&(first, last)| (first..=last).contains(&number));
                let row = &mut rows[row.unwrap_or(ROWS.len() - 1)];
                let left = 36 - state.plies();
                match decision.proven {
                    Some(Proven::Win { plies, .. }) => row.proven.push([plies.unwrap_or(left), left]),
                    // The last moves of a game can be searched to its end without a win.
                    _ if decision.stats.depth >= left => row.proven.push([left; 2]),
                    _ => {
                        row.depths.push(f64::from(decision.stats.depth));
                        row.nodes += decision.stats.nodes;
                        row.seconds += decision.stats.time.unwrap_or_default().as_secs_f64();
                    }
                }
            }
            state.play(decision.action);
        }
        eprintln!("game {game}: {} moves, score {}", state.plies(), state.score());
    }
    let [game, player] = &rows;
    table("moves of the game", game);
    table("moves of the player", player);
    let rows = |rows: &[Seen]| -> Vec<_> { ROWS.iter().zip(rows).map(|(&moves, row)| row.json(moves)).collect() };
    let page = json!({
        "game": "pentago-swap", "agent": text, "seed": seed, "games": games,
        "by_moves_of_the_game": rows(game), "by_moves_of_the_player": rows(player),
    });
    if let Some(path) = path {
        std::fs::write(path, format!("{page:#}\n"))?;
    }
    Ok(())
}

/// JSON names of the ways to count a proof.
const PROOFS: [&str; 2] = ["depth_with_plies_to_the_end", "depth_with_plies_to_a_full_board"];

impl Seen {
    /// Returns the mean completed depth without proofs, with the half-width of its 95 % interval.
    /// The moves of a game are not independent, so the true interval is rather wider.
    fn depth(&self) -> MeanEstimate {
        MeanEstimate::of(&self.depths)
    }

    /// Returns the mean with each proof counted in one of the ways.
    fn with_proofs(&self, way: usize) -> MeanEstimate {
        let proven = self.proven.iter().map(|plies| f64::from(plies[way]));
        MeanEstimate::of(&self.depths.iter().copied().chain(proven).collect::<Vec<_>>())
    }

    fn json(&self, (first, last): (u32, u32)) -> Value {
        let mut row = json!({
            "moves": format!("{first}-{last}"), "searched": self.depths.len(), "depth": self.depth(),
            "nodes_per_second": self.rate().round(), "proven": self.proven.len(),
        });
        for (way, name) in PROOFS.into_iter().enumerate() {
            row[name] = json!(self.with_proofs(way));
        }
        row
    }

    fn rate(&self) -> f64 {
        self.nodes as f64 / self.seconds.max(1e-9)
    }
}

fn table(title: &str, rows: &[Seen]) {
    println!(
        "| {title} | without proofs: mean depth (95 % interval) | searched | nodes a second | proven \
         | proofs as plies to the end | proofs as plies to a full board |"
    );
    println!("|---|---|---|---|---|---|---|");
    let cell = |estimate: MeanEstimate| {
        let (mean, [low, high]) = (estimate.mean, estimate.ci95);
        format!("{mean:.2} ({low:.2} to {high:.2})")
    };
    for ((first, last), row) in ROWS.iter().zip(rows) {
        let all = row.depths.len() + row.proven.len();
        if all == 0 {
            continue;
        }
        let depth = if row.depths.is_empty() { "–".to_string() } else { cell(row.depth()) };
        let [to_end, to_full] = [0, 1].map(|way| cell(row.with_proofs(way)));
        println!(
            "| {first}-{last} | {depth} | {} | {:.0} | {} | {to_end} | {to_full} |",
            row.depths.len(),
            row.rate(),
            row.proven.len()
        );
    }
}
