//! Players, turns and events.

use core::fmt;
use core::str::FromStr;

use crate::error::TextError;

/// A player of a game with one or two players.
///
/// Its text is `first` or `second`.
///
/// A puzzle has only [`Player::First`]. Scores are for the first player: the first maximises them,
/// the second minimises them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Player {
    /// The player who maximises the score.
    First,
    /// The opponent of a two-player game.
    Second,
}

impl Player {
    /// Returns the other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns +1 for the first player and −1 for the second. A score times this sign is higher if
    /// it is better for this player.
    ///
    /// ```
    /// use gambol_core::Player;
    /// assert_eq!(Player::Second.sign() * -3, 3);
    /// ```
    #[must_use]
    pub const fn sign(self) -> i64 {
        match self {
            Self::First => 1,
            Self::Second => -1,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

impl FromStr for Player {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match text {
            "first" => Ok(Self::First),
            "second" => Ok(Self::Second),
            _ => Err(TextError::new("player", text, "expected first or second")),
        }
    }
}

/// The player to move, a chance event, or the end of the game.
///
/// ```
/// use gambol_core::{Player, Turn};
///
/// assert_eq!(Turn::Player(Player::Second).player(), Some(Player::Second));
/// assert_eq!(Turn::Chance.player(), None);
/// assert_eq!(Turn::Over.to_string(), "over");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Turn {
    /// This player has at least one legal action.
    Player(Player),
    /// A chance event is pending; it has at least one outcome.
    Chance,
    /// The game is over: no action, no outcome.
    Over,
}

impl Turn {
    /// Returns the player to move, if any.
    #[must_use]
    pub const fn player(self) -> Option<Player> {
        match self {
            Self::Player(player) => Some(player),
            Self::Chance | Self::Over => None,
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(player) => player.fmt(f),
            Self::Chance => f.write_str("chance"),
            Self::Over => f.write_str("over"),
        }
    }
}

/// An event of a game: an action of a player or an outcome of chance.
///
/// ```
/// use gambol_core::Event;
///
/// let history: [Event<&str, u8>; 2] = [Event::Action("roll"), Event::Outcome(6)];
/// assert_eq!(history.map(|event| event.to_string()), ["roll", "6"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Event<A, O> {
    /// An action of a player.
    Action(A),
    /// An outcome of chance.
    Outcome(O),
}

impl<A: fmt::Display, O: fmt::Display> fmt::Display for Event<A, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action(action) => action.fmt(f),
            Self::Outcome(outcome) => outcome.fmt(f),
        }
    }
}

/// The outcome type of a game without chance. It has no values. Searches that require a game
/// without chance have the bound `G: Game<Outcome = NoChance>`.
///
/// It is like [`core::convert::Infallible`] with a text form, so that the same code reads, writes
/// and stores games with and without chance.
///
/// ```
/// use gambol_core::{Game, NoChance, Seed};
///
/// /// Only games without chance; the compiler refuses the others.
/// fn play_out<G: Game<Outcome = NoChance>>(mut state: G, seed: Seed) -> G {
///     let mut rng = seed.rng();
///     while let Some(action) = state.random_action(&mut rng) {
///         state.play(action);
///     }
///     state
/// }
///
/// assert!("a1".parse::<NoChance>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum NoChance {}

impl fmt::Display for NoChance {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for NoChance {
    type Err = crate::TextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Err(crate::TextError::new("outcome", text, "this game has no chance"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn players_oppose_each_other() {
        assert_eq!(Player::First.opponent(), Player::Second);
        assert_eq!(Player::Second.opponent(), Player::First);
        assert_eq!(Player::First.sign() + Player::Second.sign(), 0);
    }

    #[test]
    fn turns_have_the_names_the_program_prints() {
        assert_eq!(Turn::Player(Player::First).to_string(), "first");
        assert_eq!(Turn::Player(Player::Second).to_string(), "second");
        assert_eq!(Turn::Chance.to_string(), "chance");
        assert_eq!(Turn::Over.to_string(), "over");
        assert_eq!(Turn::Chance.player(), None);
    }

    #[test]
    fn no_chance_is_never_read() {
        assert!("a1".parse::<NoChance>().is_err());
    }
}
