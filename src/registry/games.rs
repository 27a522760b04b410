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
    /// What can be set after a colon: presets, and settings of which those left out are the preset's. Choices are separated by
    /// `|`, the usual one first; `…` stands for more of the same. Empty if nothing can be set.
    pub settings: &'static str,
}

/// The games, in the order in which they are listed.
pub const GAMES: [GameEntry; 5] = [
    GameEntry {
        name: "five-or-more",
        about: "line up five stones of a colour; three more drop after every move (one player)",
        settings: "thesis, small, large, gnome-later, small-later, large-later, \
                   or size=9x9,colours=7,drop=3,initial=3,score=table|log|product,removal=all|each,preview=colours|places",
    },
    GameEntry {
        name: "tenten",
        about: "1010!: place three pieces, fill rows and columns, on 10×10 (one player)",
        settings: "paper, app, or score=lines|cells,h2=1,h3=1,h4=1,…,v5=1",
    },
    GameEntry {
        name: "threes",
        about: "Threes!: swipe and merge numbered tiles on 4×4 (one player)",
        settings: "app, 2014, blog, or bonus=pick-three|uniform|none,end=at-12288|plays-on",
    },
    GameEntry {
        name: "pentago-swap",
        about: "place a piece and swap two quadrants; five in a row on 6×6 (two players)",
        settings: "",
    },
    GameEntry {
        name: "match5",
        about: "five in a row, on 9×9 unless set (two players)",
        settings: "match5, gomoku, or edge=9,row=5,starts=r|b",
    },
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

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;
    use crate::registry::Playable;

    struct Started;

    impl Visitor for Started {
        type Output = String;

        fn visit<G: Playable>(self, state: G) -> String {
            state.to_string()
        }
    }

    /// The presets of a game's settings; and its settings one by one, with every choice.
    fn listed(game: &GameEntry) -> (Vec<&'static str>, Vec<String>) {
        let Some((presets, settings)) = game.settings.split_once(", or ") else { return Default::default() };
        let choices = settings.split(',').filter(|&setting| setting != "…").flat_map(|setting| {
            let (key, values) = setting.split_once('=').unwrap();
            values.split('|').map(move |value| format!("{key}={value}"))
        });
        (presets.split(", ").collect(), choices.collect())
    }

    #[test]
    fn presets_and_settings_that_are_listed_start_a_game() {
        for game in &GAMES {
            let (presets, choices) = listed(game);
            for settings in presets.iter().copied().chain(choices.iter().map(String::as_str)) {
                let text = format!("{}:{settings}", game.name);
                assert!(start(&text, Started).is_ok(), "{text}");
            }
            // A preset is a base for any setting.
            for (preset, choice) in presets.iter().flat_map(|preset| choices.iter().map(move |it| (preset, it))) {
                let text = format!("{}:{preset},{choice}", game.name);
                assert!(start(&text, Started).is_ok(), "{text}");
            }
        }
    }

    #[test]
    fn whatever_a_game_takes_is_listed() {
        for (game, settings) in [
            (
                "five-or-more",
                "thesis small large gnome-later small-later large-later size colours drop initial score removal preview",
            ),
            ("tenten", "paper app score v5"),
            ("threes", "app 2014 blog bonus end"),
            ("pentago-swap", ""),
            ("match5", "match5 gomoku edge row starts"),
        ] {
            let entry = GAMES.iter().find(|entry| entry.name == game).unwrap();
            let (presets, choices) = listed(entry);
            for setting in settings.split_whitespace() {
                let is_choice = |choice: &String| choice.split_once('=').unwrap().0 == setting;
                assert!(presets.contains(&setting) || choices.iter().any(is_choice), "{game}: {setting}");
            }
        }
    }
}
