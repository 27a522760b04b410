//! Rules as text: a preset, settings, or a preset with changed settings.

use core::fmt;
use core::str::FromStr;

use alloc::format;
use alloc::string::ToString;
use gambol_board::notation::{number, settings};
use gambol_core::TextError;

use crate::rules::{Preview, Removal, Rules, Scoring};

/// The presets by name.
const PRESETS: [(&str, Rules); 6] = [
    ("thesis", Rules::THESIS),
    ("small", Rules::SMALL),
    ("large", Rules::LARGE),
    ("gnome-later", Rules::THESIS.gnome_later()),
    ("small-later", Rules::SMALL.gnome_later()),
    ("large-later", Rules::LARGE.gnome_later()),
];

impl Rules {
    /// The presets and their names in the text form.
    pub const fn presets() -> &'static [(&'static str, Self)] {
        &PRESETS
    }
}

const SCORINGS: [(&str, Scoring); 3] =
    [("table", Scoring::Table), ("log", Scoring::Logarithm), ("product", Scoring::Product)];
const REMOVALS: [(&str, Removal); 2] = [("all", Removal::Together), ("each", Removal::Each)];
const PREVIEWS: [(&str, Preview); 2] = [("colours", Preview::Colours), ("places", Preview::Places)];

fn name_of<T: Copy + PartialEq>(names: &[(&'static str, T)], value: T) -> &'static str {
    names.iter().find(|(_, named)| *named == value).map_or("", |(name, _)| name)
}

fn named<T: Copy>(names: &[(&'static str, T)], key: &str, text: &str) -> Result<T, TextError> {
    names.iter().find(|(name, _)| *name == text).map(|&(_, value)| value).ok_or_else(|| {
        let known: alloc::vec::Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        TextError::new(key.to_string(), text, format!("known here: {}", known.join(", ")))
    })
}

/// The name of a preset, or the settings that differ from the thesis, joined by commas.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = PRESETS.iter().find(|(_, preset)| preset == self) {
            return f.write_str(name);
        }
        let thesis = Self::THESIS;
        let mut comma = "";
        let mut write = |differs: bool, setting: fmt::Arguments<'_>| {
            if !differs {
                return Ok(());
            }
            write!(f, "{comma}{setting}")?;
            comma = ",";
            Ok(())
        };
        let size = (self.width, self.height);
        write(size != (thesis.width, thesis.height), format_args!("size={}x{}", self.width, self.height))?;
        write(self.colours != thesis.colours, format_args!("colours={}", self.colours))?;
        write(self.drop != thesis.drop, format_args!("drop={}", self.drop))?;
        write(self.initial != self.drop, format_args!("initial={}", self.initial))?;
        write(self.scoring != thesis.scoring, format_args!("score={}", name_of(&SCORINGS, self.scoring)))?;
        write(self.removal != thesis.removal, format_args!("removal={}", name_of(&REMOVALS, self.removal)))?;
        write(self.preview != thesis.preview, format_args!("preview={}", name_of(&PREVIEWS, self.preview)))
    }
}

/// Settings `key=value` joined by commas, each at most once and in any order. They change the
/// preset whose name precedes them, or otherwise `thesis`:
///
/// | setting | values |
/// |---|---|
/// | a preset | `thesis`, `small`, `large` (GNOME's sizes), `gnome-later`, `small-later`, `large-later` (the rules of its later version) |
/// | `size` | columns `x` rows, 5 to 20 each, at most 300 cells |
/// | `colours` | 2 to 26 |
/// | `drop` | stones a drop, 1 to 9 |
/// | `initial` | stones at the start, 1 to 9; as many as a drop if left out |
/// | `score` | `table`, `log`, `product`: see [`Scoring`] |
/// | `removal` | `all` at once, or `each` stone by itself: see [`Removal`] |
/// | `preview` | `colours`, or their `places` too: see [`Preview`] |
///
/// ```
/// use gambol_five_or_more::{Rules, Scoring};
/// assert_eq!("small".parse(), Ok(Rules::SMALL));
/// assert_eq!("small,score=product".parse(), Ok(Rules::SMALL.with_scoring(Scoring::Product)));
/// assert!("size=30x30".parse::<Rules>().is_err());
/// ```
impl FromStr for Rules {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let (preset, settings) = settings(text, |first| (!first.contains('=')).then_some(first));
        let base = named(&PRESETS, "rules", preset.unwrap_or("thesis"))?;
        if preset == Some(text) {
            return Ok(base);
        }
        let Self { mut width, mut height, mut colours, mut drop, mut scoring, mut removal, mut preview, .. } = base;
        let mut initial = None;
        let mut seen = alloc::vec::Vec::new();
        for setting in settings {
            let Some((key, value)) = setting.split_once('=') else {
                return Err(TextError::new("setting", setting, "a setting is a key and a value, like colours=5"));
            };
            if seen.contains(&key) {
                return Err(TextError::new("setting", setting, format!("{key} is set twice")));
            }
            seen.push(key);
            let count = || {
                number(value, 255)
                    .map(|count| count as u8)
                    .ok_or_else(|| TextError::new("setting", setting, format!("{key} is a number from 0 to 255")))
            };
            match key {
                "size" => {
                    let edges = value.split_once('x').and_then(|(w, h)| Some((number(w, 255)?, number(h, 255)?)));
                    let (w, h) = edges.ok_or_else(|| {
                        TextError::new("setting", setting, "size is columns x rows, like 7x7".to_string())
                    })?;
                    (width, height) = (w as u8, h as u8);
                }
                "colours" => colours = count()?,
                "drop" => drop = count()?,
                "initial" => initial = Some(count()?),
                "score" => scoring = named(&SCORINGS, "score", value)?,
                "removal" => removal = named(&REMOVALS, "removal", value)?,
                "preview" => preview = named(&PREVIEWS, "preview", value)?,
                _ => {
                    let known = "known are size, colours, drop, initial, score, removal and preview";
                    return Err(TextError::new("setting", setting, known));
                }
            }
        }
        Self::new(width, height, colours, drop)
            .and_then(|rules| rules.with_initial(initial.unwrap_or(drop)))
            .map(|rules| rules.with_scoring(scoring).with_removal(removal).with_preview(preview))
            .map_err(|error| TextError::new("rules", text, error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_come_back() {
        for text in [
            "thesis",
            "small",
            "large",
            "gnome-later",
            "small-later",
            "large-later",
            "size=5x20",
            "colours=26",
            "drop=9",
            "initial=5",
            "drop=5,initial=3",
            "score=log",
            "removal=each",
            "preview=places",
            "size=7x8,colours=5,drop=4,initial=1,score=product,removal=each,preview=places",
        ] {
            assert_eq!(text.parse::<Rules>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn longer_texts_are_shortened() {
        for (long, short) in [
            ("size=9x9", "thesis"),
            ("size=7x7,colours=5,drop=3,initial=3,score=log,removal=each,preview=colours", "small-later"),
            ("removal=each,score=log", "gnome-later"),
            ("large,drop=5", "size=20x15,drop=5"),
            ("small,initial=3", "small"),
        ] {
            assert_eq!(long.parse::<Rules>().unwrap().to_string(), short);
        }
    }

    #[test]
    fn bad_rules_are_refused_with_the_reason() {
        for (text, error) in [
            ("", "rules ``: known here: thesis, small, large, gnome-later, small-later, large-later"),
            ("medium", "rules `medium`: known here: thesis, small, large, gnome-later, small-later, large-later"),
            ("size=9", "setting `size=9`: size is columns x rows, like 7x7"),
            ("size=9x", "setting `size=9x`: size is columns x rows, like 7x7"),
            ("colours=300", "setting `colours=300`: colours is a number from 0 to 255"),
            ("colours=5,colours=5", "setting `colours=5`: colours is set twice"),
            ("speed=5", "setting `speed=5`: known are size, colours, drop, initial, score, removal and preview"),
            ("small,", "setting ``: a setting is a key and a value, like colours=5"),
            ("colours=5,small", "setting `small`: a setting is a key and a value, like colours=5"),
            ("score=log10", "score `log10`: known here: table, log, product"),
            ("drop=0", "rules `drop=0`: 0 stones a drop are out of range: there are 1 to 9"),
            ("initial=10", "rules `initial=10`: 10 initial stones are out of range: there are 1 to 9"),
        ] {
            assert_eq!(text.parse::<Rules>().unwrap_err().to_string(), error);
        }
    }
}
