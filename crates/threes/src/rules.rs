//! The variants of the game.

use alloc::format;
use core::fmt;
use core::str::FromStr;

use gambol_board::notation::settings;
use gambol_core::TextError;

/// The drawing and showing of bonus cards, while the greatest tile is at least 48.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Bonus {
    /// The later app: the hint shows three consecutive values as candidates, drawn uniformly from
    /// all that fit between 6 and an eighth of the greatest tile (all values, if there are fewer
    /// than three). The card is drawn uniformly from the candidates. Text: `pick-three`.
    #[default]
    PickThree,
    /// The app of 2014: the hint is `+`, and the card is drawn uniformly from the values from 6 to
    /// an eighth of the greatest tile. Text: `uniform`.
    Uniform,
    /// No bonus cards. Text: `none`.
    None,
}

/// The effect of a tile of 12,288.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum End {
    /// The game is over when it is made. Text: `at-12288`.
    #[default]
    At12288,
    /// Play continues until no swipe moves a card. Tiles of 12,288 do not merge. Text: `plays-on`.
    PlaysOn,
}

/// The rules of a variant. All combinations are valid.
///
/// The default is today's app: pick three, over at 12,288.
///
/// Its text is the comma-separated list of the settings that differ from the default, or `default`.
/// Parsing accepts settings in any order, and a preset before them: `app` is the default, `2014` is
/// `bonus=uniform`, `blog` is `bonus=none`.
///
/// ```
/// use gambol_threes::{Bonus, End, Rules};
/// let rules = Rules::default().bonus(Bonus::Uniform).end(End::PlaysOn);
/// assert_eq!(rules.to_string(), "bonus=uniform,end=plays-on");
/// assert_eq!("end=plays-on,bonus=uniform".parse(), Ok(rules));
/// assert_eq!(Rules::default().to_string(), "default");
/// assert_eq!("2014".parse(), Ok(Rules::default().bonus(Bonus::Uniform)));
/// assert_eq!("2014,end=plays-on".parse(), Ok(rules));
/// # let _: Result<Rules, gambol_core::TextError> = "app".parse();
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rules {
    /// The drawing and showing of bonus cards.
    pub bonus: Bonus,
    /// The effect of a tile of 12,288.
    pub end: End,
}

impl Rules {
    /// All six variants, the default first.
    pub const ALL: [Self; 6] = {
        let mut all = [Self { bonus: Bonus::PickThree, end: End::At12288 }; 6];
        all[1].bonus = Bonus::Uniform;
        all[2].bonus = Bonus::None;
        all[3].end = End::PlaysOn;
        all[4] = Self { bonus: Bonus::Uniform, end: End::PlaysOn };
        all[5] = Self { bonus: Bonus::None, end: End::PlaysOn };
        all
    };

    /// Sets [`bonus`](Self#structfield.bonus).
    #[must_use]
    pub const fn bonus(self, bonus: Bonus) -> Self {
        Self { bonus, ..self }
    }

    /// Sets [`end`](Self#structfield.end).
    #[must_use]
    pub const fn end(self, end: End) -> Self {
        Self { end, ..self }
    }

    /// A number for hashing, unique for every variant.
    pub(crate) const fn code(self) -> u8 {
        self.bonus as u8 | (self.end as u8) << 2
    }
}

impl fmt::Display for Bonus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PickThree => "pick-three",
            Self::Uniform => "uniform",
            Self::None => "none",
        })
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::At12288 => "at-12288",
            Self::PlaysOn => "plays-on",
        })
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bonus, end } = self;
        match (*bonus == Bonus::default(), *end == End::default()) {
            (true, true) => f.write_str("default"),
            (false, true) => write!(f, "bonus={bonus}"),
            (true, false) => write!(f, "end={end}"),
            (false, false) => write!(f, "bonus={bonus},end={end}"),
        }
    }
}

impl FromStr for Rules {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let default = Self::default();
        let (base, settings) = settings(text, |first| match first {
            "default" | "app" => Some(default),
            "2014" => Some(Self { bonus: Bonus::Uniform, ..default }),
            "blog" => Some(Self { bonus: Bonus::None, ..default }),
            _ => None,
        });
        let base = base.unwrap_or(default);
        let (mut bonus, mut end) = (None, None);
        for setting in settings {
            let refuse = |reason: &'static str| Err(TextError::new("rules", setting, reason));
            let known = match setting.split_once('=') {
                Some(("bonus", "pick-three")) => bonus.replace(Bonus::PickThree).is_some(),
                Some(("bonus", "uniform")) => bonus.replace(Bonus::Uniform).is_some(),
                Some(("bonus", "none")) => bonus.replace(Bonus::None).is_some(),
                Some(("bonus", _)) => return refuse("bonus is pick-three, uniform or none"),
                Some(("end", "at-12288")) => end.replace(End::At12288).is_some(),
                Some(("end", "plays-on")) => end.replace(End::PlaysOn).is_some(),
                Some(("end", _)) => return refuse("end is at-12288 or plays-on"),
                _ => {
                    return refuse(
                        "expected bonus=… or end=…, after the preset default, app, 2014 or blog if there is one",
                    );
                }
            };
            if known {
                return Err(TextError::new("rules", text, format!("`{setting}` repeats a setting")));
            }
        }
        Ok(Self { bonus: bonus.unwrap_or(base.bonus), end: end.unwrap_or(base.end) })
    }
}

#[cfg(feature = "serde")]
gambol_core::serde_as_text!(Rules);

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn all_rules_come_back_and_differ() {
        for (index, rules) in Rules::ALL.into_iter().enumerate() {
            assert_eq!(rules.to_string().parse(), Ok(rules));
            for other in &Rules::ALL[..index] {
                assert!(rules != *other && rules.code() != other.code());
            }
        }
        assert_eq!(Rules::ALL[0], Rules::default());
    }

    #[test]
    fn presets_and_full_lists_are_read() {
        assert_eq!("blog".parse(), Ok(Rules { bonus: Bonus::None, end: End::At12288 }));
        assert_eq!("bonus=pick-three,end=at-12288".parse(), Ok(Rules::default()));
    }

    #[test]
    fn settings_can_follow_a_preset() {
        let plays_on = |bonus| Ok(Rules { bonus, end: End::PlaysOn });
        assert_eq!("blog,end=plays-on".parse(), plays_on(Bonus::None));
        assert_eq!("2014,end=plays-on".parse(), plays_on(Bonus::Uniform));
        assert_eq!("default,end=plays-on".parse(), plays_on(Bonus::PickThree));
        assert_eq!("app,end=plays-on,bonus=none".parse(), plays_on(Bonus::None));
        assert_eq!("blog,bonus=pick-three".parse(), Ok(Rules::default()));
    }

    #[test]
    fn other_rules_are_refused() {
        for text in [
            "",
            "bonus",
            "bonus=",
            "bonus=6",
            "end=plays-on,",
            "size=5",
            "end=plays-on,end=plays-on",
            "App",
            "blog,",
            "blog,2014",
            "end=plays-on,blog",
            "blog,end=plays-on,end=plays-on",
        ] {
            assert!(text.parse::<Rules>().is_err(), "{text}");
        }
    }
}
