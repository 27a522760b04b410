//! Agent settings as text: `NAME` or `NAME:KEY=VALUE,KEY=VALUE`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;
use core::str::FromStr;

use gambol_core::TextError;

use crate::split;

/// A parameter of an agent, for help texts and for checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameter {
    /// Key.
    pub key: &'static str,
    /// Default: one of the values, or a word such as `none`, which is accepted as a value, too.
    pub default: &'static str,
    /// Meaning and range.
    pub about: &'static str,
}

/// Aliases of keys: the thesis on Five or More writes `z`.
const ALIASES: [(&str, &str); 1] = [("rollouts", "z")];

/// Whether `said` is this key of a parameter or an alias of it.
///
/// ```
/// use gambol_registry::is_called;
///
/// assert_eq!(["rollouts", "z", "depth"].map(|said| is_called("rollouts", said)), [true, true, false]);
/// ```
#[must_use]
pub fn is_called(key: &str, said: &str) -> bool {
    key == said || ALIASES.contains(&(key, said))
}

impl Parameter {
    /// A parameter with this key, default and description.
    #[must_use]
    pub const fn new(key: &'static str, default: &'static str, about: &'static str) -> Self {
        Self { key, default, about }
    }

    fn is_called(&self, said: &str) -> bool {
        is_called(self.key, said)
    }
}

/// Name and settings of an agent, parsed from text such as `mc:z=100,aggregate=maximum`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    text: String,
    name: String,
    settings: Vec<(String, String)>,
}

impl Spec {
    /// Returns the name before the colon.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Rejects keys that are not among these parameters.
    ///
    /// # Errors
    ///
    /// Fails on an unknown key. The error names it, and lists the parameters if there are any.
    pub fn allow(&self, parameters: &[Parameter]) -> Result<(), TextError> {
        match self.settings.iter().find(|(key, _)| parameters.iter().all(|parameter| !parameter.is_called(key))) {
            None => Ok(()),
            Some((key, _)) if parameters.is_empty() => {
                Err(self.error(format!("{} takes no parameters, but {key} is set", self.name)))
            }
            Some((key, _)) => {
                let known: Vec<&str> = parameters.iter().map(|parameter| parameter.key).collect();
                Err(self.error(format!("unknown parameter {key}; expected one of {}", known.join(", "))))
            }
        }
    }

    /// Returns the value that is set for a key or an alias of it.
    pub fn said(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(said, _)| is_called(key, said)).map(|(_, value)| value.as_str())
    }

    /// Whether a parameter has another value than its default.
    pub(crate) fn sets(&self, parameter: &Parameter) -> bool {
        self.said(parameter.key).is_some_and(|said| said != parameter.default)
    }

    /// Returns the value of a parameter, or its default, which has the same form.
    ///
    /// # Errors
    ///
    /// Fails if the value cannot be parsed or is rejected by `valid`. The error names the
    /// parameter, and contains `range` as the description of the valid values.
    pub fn get<T: FromStr>(
        &self,
        parameter: &Parameter,
        range: &str,
        valid: impl FnOnce(&T) -> bool,
    ) -> Result<T, TextError> {
        let Parameter { key, default, .. } = *parameter;
        let value = self.said(key).unwrap_or(default);
        match value.parse() {
            Ok(read) if valid(&read) => Ok(read),
            _ => Err(self.refuse(key, range, value)),
        }
    }

    // Apart from `get`, which is compiled for every type and check.
    fn refuse(&self, key: &str, range: &str, value: &str) -> TextError {
        self.error(format!("{key} must be {range}, not {value}"))
    }

    /// Returns the value of a parameter whose default is a word that stands for no value. `None` if
    /// the parameter is not set, or set to that word.
    ///
    /// # Errors
    ///
    /// As for [`Spec::get`].
    pub fn optional<T: FromStr>(
        &self,
        parameter: &Parameter,
        range: &str,
        valid: impl FnOnce(&T) -> bool,
    ) -> Result<Option<T>, TextError> {
        let Parameter { key, default, .. } = *parameter;
        match self.said(key) {
            Some(value) if value != default => self.get(parameter, &format!("{range} or {default}"), valid).map(Some),
            _ => Ok(None),
        }
    }

    /// The text of the agent `base` with these parameters overriding its own.
    pub(crate) fn over(&self, base: &Self) -> String {
        let is_said = |key: &str| self.settings.iter().any(|(said, _)| is_called(key, said) || is_called(said, key));
        let kept = base.settings.iter().filter(|(key, _)| !is_said(key));
        let settings: Vec<String> = kept.chain(&self.settings).map(|(key, value)| format!("{key}={value}")).collect();
        if settings.is_empty() { base.name.clone() } else { format!("{}:{}", base.name, settings.join(",")) }
    }

    /// Returns an error about this text.
    pub fn error(&self, reason: impl Display) -> TextError {
        TextError::new("agent", &self.text, reason.to_string())
    }
}

impl FromStr for Spec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = |reason: String| Err(TextError::new("agent", text, reason));
        let (name, rest) = split(text);
        let mut settings: Vec<(String, String)> = Vec::new();
        for setting in rest.into_iter().flat_map(|rest| rest.split(',')) {
            match setting.split_once('=') {
                Some((key, value)) if !key.is_empty() && !value.is_empty() => {
                    if settings.iter().any(|(known, _)| is_called(known, key) || is_called(key, known)) {
                        return refuse(format!("duplicate parameter {key}"));
                    }
                    settings.push((key.to_string(), value.to_string()));
                }
                _ => return refuse("parameters have the form key=value, joined by commas".to_string()),
            }
        }
        if name.is_empty() {
            return refuse("it has no name".to_string());
        }
        Ok(Self { text: text.to_string(), name: name.to_string(), settings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const Z: Parameter = Parameter { key: "z", default: "100", about: "" };
    const ROLLOUTS: Parameter = Parameter { key: "rollouts", ..Z };
    const LONGEST: Parameter = Parameter { key: "longest", default: "none", about: "" };

    fn spec(text: &str) -> Spec {
        text.parse().unwrap()
    }

    #[test]
    fn settings_are_read() {
        let seven = spec("mc:z=7");
        assert_eq!(seven.name(), "mc");
        assert_eq!(seven.allow(&[Z]), Ok(()));
        assert_eq!(seven.get(&Z, "a number", |_| true), Ok(7));
        assert_eq!(spec("mc").get(&Z, "a number", |_| true), Ok(100));
        assert_eq!(seven.allow(&[ROLLOUTS]), Ok(()), "its other name");
        assert_eq!(seven.get(&ROLLOUTS, "a number", |_| true), Ok(7));
    }

    #[test]
    fn a_default_that_is_no_value_can_be_said() {
        let longest = |text| spec(text).optional::<u64>(&LONGEST, "a number, at least 1", |&plies| plies > 0);
        assert_eq!(longest("mc"), Ok(None));
        assert_eq!(longest("mc:longest=none"), Ok(None));
        assert_eq!(longest("mc:longest=9"), Ok(Some(9)));
        for wrong in ["mc:longest=0", "mc:longest=all"] {
            let error = longest(wrong).unwrap_err().to_string();
            assert!(error.contains("longest must be a number, at least 1 or none, not"), "{error}");
        }
        // The word stands for no value even if any text is a value.
        assert_eq!(spec("mc:longest=none").optional::<String>(&LONGEST, "a text", |_| true), Ok(None));
    }

    #[test]
    fn parameters_go_over_others() {
        let over = |text, base| spec(text).over(&spec(base));
        assert_eq!(over("strong", "mc"), "mc");
        assert_eq!(over("strong", "mc:z=7"), "mc:z=7");
        assert_eq!(over("strong:rollouts=9", "mc:z=7,c=1"), "mc:c=1,rollouts=9");
        assert_eq!(over("strong:z=9", "mc:rollouts=7"), "mc:z=9");
        assert_eq!(over("strong:ms=5", "mc"), "mc:ms=5");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, named) in [
            ("", "no name"),
            (":z=1", "no name"),
            ("mc:", "key=value"),
            ("mc:z", "key=value"),
            ("mc:z=1,z=2", "duplicate parameter z"),
            ("mc:rollouts=1,z=2", "duplicate parameter z"),
            ("mc:z=", "key=value"),
            ("mc:z=1,", "key=value"),
        ] {
            let error = text.parse::<Spec>().unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
        let unknown = spec("mc:y=1");
        assert!(unknown.allow(&[Z]).unwrap_err().to_string().contains("unknown parameter y; expected one of z"));
        assert!(unknown.allow(&[]).unwrap_err().to_string().contains("takes no parameters"));
        let error = spec("mc:z=-1").get::<u32>(&Z, "a number", |_| true).unwrap_err().to_string();
        assert!(error.contains("z must be a number, not -1"), "{error}");
    }
}
