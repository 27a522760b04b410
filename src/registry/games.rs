//! The five games by name.

use alloc::string::ToString;
use core::str::FromStr;

use gambol_core::TextError;
use gambol_five_or_more::FiveOrMore;
use gambol_match5::Match5;
use gambol_pentago_swap::PentagoSwap;
use gambol_tenten::TenTen;
use gambol_threes::Threes;

use super::{Visitor, split, unknown};

/// A game's name and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEntry {
    /// Its name, in kebab case.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// What can be set after a colon; empty if nothing can.
    pub settings: &'static str,
}

/// The games, in the order in which they are listed.
pub const GAMES: [GameEntry; 5] = [
    GameEntry {
        name: "five-or-more",
        about: "line up five stones of a colour; three more drop after every move (one player)",
        settings: "thesis, small, large, gnome-later, or size=9x9,colours=7,initial=3,drop=3,score=…,removal=…,preview=…",
    },
    GameEntry {
        name: "tenten",
        about: "1010!: place three pieces, fill rows and columns, on 10×10 (one player)",
        settings: "",
    },
    GameEntry { name: "threes", about: "Threes!: swipe and merge numbered tiles on 4×4 (one player)", settings: "" },
    GameEntry {
        name: "pentago-swap",
        about: "place a piece and swap two quadrants; five in a row on 6×6 (two players)",
        settings: "",
    },
    GameEntry { name: "match5", about: "five in a row, on 9×9 unless set (two players)", settings: "" },
];

/// Starts a game that a text such as `five-or-more` or `five-or-more:large` names, and visits its first state.
///
/// # Errors
///
/// Names the game or the setting that there is not.
pub fn start<V: Visitor>(game: &str, visitor: V) -> Result<V::Output, TextError> {
    let (name, settings) = split(game);
    let refuse = |error: &dyn core::fmt::Display| TextError::new("game", game, error.to_string());
    match name {
        "five-or-more" => {
            let rules: gambol_five_or_more::Rules = read(settings)?;
            if rules.fits::<u128>() {
                Ok(visitor.visit(FiveOrMore::<u128>::new(rules).map_err(|error| refuse(&error))?))
            } else {
                let state = FiveOrMore::<gambol_five_or_more::Wide>::new(rules);
                Ok(visitor.visit(state.map_err(|error| refuse(&error))?))
            }
        }
        "tenten" => Ok(visitor.visit(TenTen::new(read(settings)?))),
        "threes" => Ok(visitor.visit(Threes::new(read(settings)?))),
        "pentago-swap" if settings.is_some() => Err(refuse(&"this game has no settings")),
        "pentago-swap" => Ok(visitor.visit(PentagoSwap::new())),
        "match5" => {
            let rules: gambol_match5::Rules = read(settings)?;
            if let Ok(state) = Match5::<u128>::new(rules) {
                Ok(visitor.visit(state))
            } else {
                let state = Match5::<gambol_match5::Wide>::new(rules);
                Ok(visitor.visit(state.map_err(|error| refuse(&error))?))
            }
        }
        _ => Err(unknown(name)),
    }
}

/// Visits a position of the game that a name names. The position's text says its rules.
///
/// # Errors
///
/// Names the game that there is not, or what is wrong with the position.
pub fn position<V: Visitor>(game: &str, text: &str, visitor: V) -> Result<V::Output, TextError> {
    let (name, settings) = split(game);
    if settings.is_some() {
        return Err(TextError::new("game", game, "a position says its own settings"));
    }
    match name {
        "five-or-more" => match text.parse::<FiveOrMore>() {
            Ok(state) => Ok(visitor.visit(state)),
            // What the small board refuses for its size alone, the large one takes; the other errors are the same on both.
            Err(_) => Ok(visitor.visit(text.parse::<FiveOrMore<gambol_five_or_more::Wide>>()?)),
        },
        "tenten" => Ok(visitor.visit(text.parse::<TenTen>()?)),
        "threes" => Ok(visitor.visit(text.parse::<Threes>()?)),
        "pentago-swap" => Ok(visitor.visit(text.parse::<PentagoSwap>()?)),
        "match5" => match text.parse::<Match5>() {
            Ok(state) => Ok(visitor.visit(state)),
            Err(_) => Ok(visitor.visit(text.parse::<Match5<gambol_match5::Wide>>()?)),
        },
        _ => Err(unknown(name)),
    }
}

/// The settings after the colon, or the game's default.
fn read<R: Default + FromStr<Err = TextError>>(settings: Option<&str>) -> Result<R, TextError> {
    settings.map_or_else(|| Ok(R::default()), str::parse)
}
