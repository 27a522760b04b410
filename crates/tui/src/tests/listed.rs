//! A user-defined game without a board.

use core::fmt;
use core::ops::ControlFlow;

use gambol::registry::GameEntry;
use gambol::{Game, NoChance, Turn};

use super::*;

/// Heaps of matches in rows; a single player takes one match from a heap until none is left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Heaps([u8; 7]);

impl Game for Heaps {
    type Action = u8;
    type Outcome = NoChance;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        if self.0 == [0; 7] { Turn::Over } else { Turn::Player(gambol::Player::First) }
    }

    fn score(&self) -> i64 {
        0
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        (0..7).filter(|&heap| self.0[usize::from(heap)] > 0).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, heap: u8) {
        self.0[usize::from(heap)] -= 1;
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.map(|heap| format!("heap{heap}")).join("/"))?;
        f.write_str(" last field")
    }
}

impl core::str::FromStr for Heaps {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rows = text.split(' ').next().unwrap_or_default().split('/');
        let heaps: Vec<u8> = rows.filter_map(|row| row.strip_prefix("heap")?.parse().ok()).collect();
        heaps.try_into().map(Self).map_err(|_| "seven heaps".to_owned())
    }
}

#[test]
fn a_game_without_a_board_shows_all_of_its_text_and_is_played_from_a_list() {
    let entry = GameEntry::new("heaps", "take matches", |_| Ok(Heaps([1, 2, 3, 4, 5, 6, 7])));
    let registry = Registry::new().with(entry);
    let options = Options { game: "heaps".to_owned(), agents: vec!["random".to_owned()], ..options() };
    let start = registry.start("heaps").unwrap();
    let mut app = run::prepare(&registry, start, &Options { side: None, ..options }, false).unwrap();
    for (width, height) in [(54, 17), (80, 24)] {
        let shown = screen(&mut app, width, height).join("\n");
        for part in ["heap1", "heap2", "heap3", "heap4", "heap5", "heap6", "heap7", "last", "field"] {
            assert!(shown.contains(part), "{part} at {width}×{height}:\n{shown}");
        }
    }
    click(&mut app, Spot::Cell("a7".parse().unwrap()));
    assert_eq!(app.state().to_string(), "heap1/heap2/heap3/heap4/heap5/heap6/heap6 last field");
}
