//! Boards for those who read results on a terminal.

use std::collections::BTreeMap;
use std::io::IsTerminal;

use gambol::Game;
use gambol::registry::{Position, Registry};
use gambol_play::{Board, Style, for_board, write_board};

use crate::args::Drawn;
use crate::output::{Failure, print_as_is};

/// Draws a position, if a person reads: standard output is a terminal, or the board is asked for.
/// The cells of the action stand out.
pub(crate) fn draw(position: &Position, action: Option<&str>, drawn: Drawn) -> Result<(), Failure> {
    let terminal = std::io::stdout().is_terminal();
    if !drawn.board && !terminal {
        return Ok(());
    }
    let said = |name: &str| std::env::var_os(name).unwrap_or_default();
    let colours = terminal && said("NO_COLOR").is_empty() && said("TERM") != "dumb";
    let style = if colours { Style::Coloured } else { Style::Plain };
    let text = for_board!(position.clone(), |state, _agents| {
        let action = action.and_then(|action| action.parse().ok());
        let spots = action.map_or_else(Vec::new, |action| state.covered(action));
        write_board(&state, &spots, style)
    });
    print_as_is(&format!("{text}\n"))
}

/// The colours of what stands on the boards of these states, by its text, as in CSS. Empty for
/// games without boards of their own.
pub(crate) fn colours<'a>(
    registry: &Registry,
    game: &str,
    states: impl Iterator<Item = &'a str>,
) -> BTreeMap<String, String> {
    let mut colours = BTreeMap::new();
    for state in states {
        let Ok(position) = registry.position(game, state) else { continue };
        for_board!(position, |state, _agents| {
            if !state.is_list() {
                let looks = state.cells().filter_map(|cell| state.look(cell));
                colours.extend(looks.map(|look| (look.text, look.colour.to_string())));
            }
        });
    }
    colours
}

/// What the side that is to move is called, in a two-player game.
pub(crate) fn side_to_move(position: &Position) -> Option<&'static str> {
    let player = position.turn().player().filter(|_| position.players() > 1)?;
    let sides = for_board!(position.clone(), |state, _agents| state.sides());
    let name = sides[usize::from(player.sign() < 0)].0;
    // Games without names for their sides call them as the turn is called anyway.
    (name != position.turn().to_string()).then_some(name)
}
