//! Adjudication of games by the values of the agents.

use std::fmt;
use std::str::FromStr;

use gambol_core::TextError;
use serde::{Deserialize, Serialize};

/// Adjudication of a loss: an agent resigns after `movecount` consecutive moves whose values are
/// at least `score` below zero. With `twosided`, the values of the opponent must be at least
/// `score` above zero for as many moves.
///
/// Values are those of the agents' decisions, each in its own unit; a proven result is beyond every
/// score. As text: `movecount=3,score=4`, `movecount=3,score=4,twosided=true`.
///
/// ```
/// use gambol_arena::Resign;
///
/// let rule: Resign = "movecount=3,score=4".parse()?;
/// assert_eq!((rule.movecount, rule.score, rule.twosided), (3, 4.0, false));
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[non_exhaustive]
pub struct Resign {
    /// Number of consecutive moves, at least 1.
    pub movecount: u32,
    /// Distance of the value from zero, above 0.
    pub score: f64,
    /// Whether the opponent must agree (default `false`).
    pub twosided: bool,
}

/// Adjudication of a draw: from move `movenumber` of both agents on, after `movecount` consecutive
/// moves of each whose values are at most `score` away from zero.
///
/// Values are those of [`Resign`]. As text: `movenumber=20,movecount=4,score=0.1`.
///
/// ```
/// use gambol_arena::DrawRule;
///
/// let rule: DrawRule = "movenumber=20,movecount=4,score=0.1".parse()?;
/// assert_eq!((rule.movenumber, rule.movecount, rule.score), (20, 4, 0.1));
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[non_exhaustive]
pub struct DrawRule {
    /// Number of moves of each agent before the rule applies (default 0).
    pub movenumber: u32,
    /// Number of consecutive moves of each agent, at least 1.
    pub movecount: u32,
    /// Greatest distance of a value from zero, at least 0.
    pub score: f64,
}

impl Resign {
    /// Creates a rule without the agreement of the opponent. `None` unless `movecount` is at least
    /// 1, and `score` finite and above 0.
    ///
    /// ```
    /// use gambol_arena::Resign;
    ///
    /// assert_eq!(Resign::new(3, 4.0), "movecount=3,score=4".parse().ok());
    /// ```
    #[must_use]
    pub fn new(movecount: u32, score: f64) -> Option<Self> {
        let good = movecount > 0 && score.is_finite() && score > 0.0;
        good.then_some(Self { movecount, score, twosided: false })
    }
}

impl DrawRule {
    /// Creates a rule. `None` unless `movecount` is at least 1, and `score` finite and at least 0.
    ///
    /// ```
    /// use gambol_arena::DrawRule;
    ///
    /// let rule = DrawRule::new(20, 4, 0.1);
    /// assert_eq!(rule, "movenumber=20,movecount=4,score=0.1".parse().ok());
    /// ```
    #[must_use]
    pub fn new(movenumber: u32, movecount: u32, score: f64) -> Option<Self> {
        let good = movecount > 0 && score.is_finite() && score >= 0.0;
        good.then_some(Self { movenumber, movecount, score })
    }
}

// Their numbers are never NaN.
impl Eq for Resign {}
impl Eq for DrawRule {}

/// Reason why a game ended before its rules ended it.
///
/// ```
/// use gambol_arena::End;
///
/// assert_eq!(serde_json::to_string(&End::Time)?, r#""time""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum End {
    /// An agent resigned, by [`Resign`].
    Resign,
    /// A draw was adjudicated, by [`DrawRule`].
    Draw,
    /// An agent used more time than its clock had.
    Time,
}

/// Parses `KEY=VALUE,…`: the values of these keys in their order. `None` for other keys, duplicates
/// and malformed pairs.
fn values<'a, const N: usize>(text: &'a str, keys: [&str; N]) -> Option<[Option<&'a str>; N]> {
    let mut values = [None; N];
    for pair in text.split(',') {
        let (key, value) = pair.split_once('=')?;
        let place = &mut values[keys.iter().position(|&known| known == key)?];
        if place.replace(value).is_some() {
            return None;
        }
    }
    Some(values)
}

fn number<T: FromStr>(text: Option<&str>, usual: Option<T>) -> Option<T> {
    text.map_or(usual, |text| text.parse().ok())
}

impl FromStr for Resign {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let rule = || {
            let [movecount, score, twosided] = values(text, ["movecount", "score", "twosided"])?;
            let rule = Self::new(number(movecount, Some(1))?, number(score, None)?)?;
            Some(Self { twosided: number(twosided, Some(false))?, ..rule })
        };
        rule().ok_or_else(|| {
            TextError::new("resignation", text, "expected movecount=N,score=S[,twosided=true], S above 0")
        })
    }
}

impl FromStr for DrawRule {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let rule = || {
            let [movenumber, movecount, score] = values(text, ["movenumber", "movecount", "score"])?;
            Self::new(number(movenumber, Some(0))?, number(movecount, Some(1))?, number(score, None)?)
        };
        rule()
            .ok_or_else(|| TextError::new("draw rule", text, "expected movenumber=N,movecount=M,score=S, S at least 0"))
    }
}

impl fmt::Display for Resign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { movecount, score, twosided } = self;
        write!(f, "movecount={movecount},score={score}{}", if *twosided { ",twosided=true" } else { "" })
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { movenumber, movecount, score } = self;
        write!(f, "movenumber={movenumber},movecount={movecount},score={score}")
    }
}

as_text!(Resign, DrawRule);

#[cfg(feature = "files")]
pub(crate) use judge::Judge;

#[cfg(feature = "files")]
mod judge {
    use gambol_core::Player;
    use gambol_search::{Decision, Proven};

    use super::{DrawRule, End, Resign};

    /// The adjudication of a game in progress.
    #[derive(Clone, Debug)]
    pub(crate) struct Judge {
        resign: Option<Resign>,
        draw: Option<DrawRule>,
        /// Of each player: moves, and the consecutive last ones with a value far below zero, far
        /// above it, and close to it.
        players: [Counts; 2],
    }

    #[derive(Clone, Copy, Debug, Default)]
    struct Counts {
        moves: u32,
        low: u32,
        high: u32,
        level: u32,
    }

    impl Judge {
        pub(crate) fn new(resign: Option<Resign>, draw: Option<DrawRule>) -> Self {
            Self { resign, draw, players: Default::default() }
        }

        /// Adds a decision. Returns the end of the game and its score for the first player if the
        /// game is decided.
        pub(crate) fn add<A: PartialEq + Copy>(&mut self, decision: &Decision<A>) -> Option<(End, i64)> {
            let player = decision.player;
            let value = value(decision);
            let [own, other] = if player == Player::First { [0, 1] } else { [1, 0] };
            let is = |holds: &dyn Fn(f64) -> bool| value.is_some_and(holds);
            let count = |count: u32, holds: bool| if holds { count.saturating_add(1) } else { 0 };
            let far = self.resign.map_or(f64::INFINITY, |rule| rule.score);
            let close = self.draw.map_or(-1.0, |rule| rule.score);
            let counts = &mut self.players[own];
            counts.moves = counts.moves.saturating_add(1);
            counts.low = count(counts.low, is(&|value| value <= -far));
            counts.high = count(counts.high, is(&|value| value >= far));
            counts.level = count(counts.level, is(&|value| value.abs() <= close));
            let [own, other] = [self.players[own], self.players[other]];
            let lost = |rule: Resign| {
                let agrees = |counts: u32| !rule.twosided || counts >= rule.movecount;
                if own.low >= rule.movecount && agrees(other.high) {
                    Some(-player.sign())
                } else if rule.twosided && own.high >= rule.movecount && other.low >= rule.movecount {
                    Some(player.sign())
                } else {
                    None
                }
            };
            let drawn = |rule: &DrawRule| {
                [own, other].iter().all(|counts| counts.moves >= rule.movenumber && counts.level >= rule.movecount)
            };
            let resigned = self.resign.and_then(lost).map(|score| (End::Resign, score));
            resigned.or_else(|| self.draw.filter(drawn).map(|_| (End::Draw, 0)))
        }
    }

    /// The value of a decision for its player; `None` if the agent gives none.
    fn value<A: PartialEq + Copy>(decision: &Decision<A>) -> Option<f64> {
        let own = |value: f64| value * decision.player.sign() as f64;
        match decision.proven {
            Some(Proven::Win { winner, .. }) if winner == decision.player => Some(f64::INFINITY),
            Some(Proven::Win { .. }) => Some(f64::NEG_INFINITY),
            Some(Proven::Draw) => Some(0.0),
            _ => decision.has_value().then(|| own(decision.value)),
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// Adds values for the player to move, who alternates; returns the end and its number.
        fn end(resign: Option<&str>, draw: Option<&str>, values: &[f64]) -> Option<(usize, End, i64)> {
            let rule = |text: &str| text.parse().unwrap();
            let mut judge = Judge::new(resign.map(rule), draw.map(|text| text.parse().unwrap()));
            for (number, &value) in (1..).zip(values) {
                let player = if number % 2 == 1 { Player::First } else { Player::Second };
                let mut decision = Decision::new(player, 'a', value * player.sign() as f64);
                // A policy visits one state and gives no value.
                decision.stats.nodes = u64::from(value.is_nan());
                if let Some((end, score)) = judge.add(&decision) {
                    return Some((number, end, score));
                }
            }
            None
        }

        #[test]
        fn an_agent_resigns_after_enough_bad_moves_in_a_row() {
            let rule = Some("movecount=2,score=3");
            // Values of the first and the second player in turn.
            assert_eq!(end(rule, None, &[-3.0, 0.0, -3.0]), Some((3, End::Resign, -1)));
            assert_eq!(end(rule, None, &[0.0, -5.0, 0.0, -3.0]), Some((4, End::Resign, 1)));
            assert_eq!(end(rule, None, &[-3.0, 0.0, -2.9, 0.0, -3.0, 0.0, -9.0]), Some((7, End::Resign, -1)));
            assert_eq!(end(rule, None, &[-3.0, 0.0, f64::NAN, 0.0, -3.0]), None, "a move without a value");
            assert_eq!(end(rule, None, &[9.0, 9.0, 9.0, 9.0]), None, "nobody gives up");
            assert_eq!(end(rule, None, &[f64::NEG_INFINITY; 3]), Some((3, End::Resign, -1)));
        }

        #[test]
        fn two_sides_may_have_to_agree() {
            let rule = Some("movecount=2,score=3,twosided=true");
            assert_eq!(end(rule, None, &[-3.0, 3.0, -3.0, 2.0, -3.0]), None);
            assert_eq!(end(rule, None, &[-3.0, 3.0, -3.0, 3.0]), Some((4, End::Resign, -1)));
            assert_eq!(end(rule, None, &[4.0, -3.0, 4.0, -3.0]), Some((4, End::Resign, 1)));
            assert_eq!(end(rule, None, &[-3.0, 0.0, -3.0, 5.0, -3.0, 5.0]), Some((6, End::Resign, -1)));
        }

        #[test]
        fn a_draw_needs_level_moves_of_both() {
            let rule = Some("movenumber=3,movecount=2,score=0.5");
            assert_eq!(end(None, rule, &[0.0; 8]), Some((6, End::Draw, 0)), "three moves of each");
            assert_eq!(end(None, rule, &[0.0, 0.0, 0.0, 0.6, 0.5, -0.5, 0.0, 0.5]), Some((8, End::Draw, 0)));
            assert_eq!(end(None, rule, &[0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0]), None);
            assert_eq!(end(None, Some("score=0"), &[0.0, 0.0]), Some((2, End::Draw, 0)));
            assert_eq!(end(None, None, &[0.0; 8]), None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_come_back_and_bad_ones_are_refused() {
        for text in ["movecount=3,score=4", "movecount=1,score=0.5,twosided=true"] {
            assert_eq!(text.parse::<Resign>().unwrap().to_string(), text);
        }
        assert_eq!("score=4".parse::<Resign>().unwrap().movecount, 1);
        let text = "movenumber=20,movecount=4,score=0.1";
        assert_eq!(text.parse::<DrawRule>().unwrap().to_string(), text);
        for text in [
            "",
            "movecount=3",
            "score=0",
            "score=-1",
            "score=inf",
            "score=NaN",
            "score=4,score=4",
            "movecount=0,score=4",
            "score",
            "luck=1,score=4",
            "score=4,twosided=yes",
        ] {
            assert!(text.parse::<Resign>().is_err(), "{text:?}");
        }
        for text in ["", "movenumber=20", "score=-0.1", "movecount=0,score=1", "movenumber=x,score=1"] {
            assert!(text.parse::<DrawRule>().is_err(), "{text:?}");
        }
    }
}
