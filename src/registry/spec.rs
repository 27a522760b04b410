//! Settings as text: `NAME` or `NAME:KEY=VALUE,KEY=VALUE`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;
use core::str::FromStr;

use gambol_core::TextError;

/// What an agent can be told, for help texts and for checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its key.
    pub key: &'static str,
    /// What it is if nothing is said.
    pub default: &'static str,
    /// What it means, with its range.
    pub about: &'static str,
}

/// An agent's name and settings, read from text such as `mc:z=100,pick=maximum`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    text: String,
    name: String,
    settings: Vec<(String, String)>,
}

impl Spec {
    /// The name before the colon.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Refuses keys that are not among these parameters.
    ///
    /// # Errors
    ///
    /// Names the key and those that there are.
    pub fn allow(&self, parameters: &[Parameter]) -> Result<(), TextError> {
        match self.settings.iter().find(|(key, _)| parameters.iter().all(|parameter| parameter.key != key)) {
            None => Ok(()),
            Some((key, _)) if parameters.is_empty() => {
                Err(self.error(format!("{} takes no parameters, and {key} is one", self.name)))
            }
            Some((key, _)) => {
                let known: Vec<&str> = parameters.iter().map(|parameter| parameter.key).collect();
                Err(self.error(format!("{} has no parameter {key}; it has {}", self.name, known.join(", "))))
            }
        }
    }

    /// The value of a key, or `default` if nothing is said.
    ///
    /// # Errors
    ///
    /// Names the key whose value is not of the form, or not what `valid` accepts; `range` says what is.
    pub fn get<T: FromStr>(
        &self,
        key: &str,
        default: T,
        range: &str,
        valid: impl FnOnce(&T) -> bool,
    ) -> Result<T, TextError> {
        match self.settings.iter().find(|(name, _)| name == key) {
            None => Ok(default),
            Some((_, value)) => match value.parse() {
                Ok(number) if valid(&number) => Ok(number),
                _ => Err(self.error(format!("{key} is {range}, not {value}"))),
            },
        }
    }

    /// An error about this text.
    pub fn error(&self, reason: impl Display) -> TextError {
        TextError::new("agent", &self.text, reason.to_string())
    }
}

impl FromStr for Spec {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = |reason: String| Err(TextError::new("agent", text, reason));
        let (name, rest) = match text.split_once(':') {
            None => (text, None),
            Some((name, rest)) => (name, Some(rest)),
        };
        let mut settings: Vec<(String, String)> = Vec::new();
        for setting in rest.into_iter().flat_map(|rest| rest.split(',')) {
            match setting.split_once('=') {
                Some((key, value)) if !key.is_empty() && !value.is_empty() => {
                    if settings.iter().any(|(known, _)| known == key) {
                        return refuse(format!("{key} is said twice"));
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

    const Z: [Parameter; 1] = [Parameter { key: "z", default: "100", about: "" }];

    #[test]
    fn settings_are_read() {
        let spec: Spec = "mc:z=7".parse().unwrap();
        assert_eq!(spec.name(), "mc");
        assert_eq!(spec.allow(&Z), Ok(()));
        assert_eq!(spec.get("z", 100, "a number", |_| true), Ok(7));
        assert_eq!("mc".parse::<Spec>().unwrap().get("z", 100, "a number", |_| true), Ok(100));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, named) in [
            ("", "no name"),
            (":z=1", "no name"),
            ("mc:", "key=value"),
            ("mc:z", "key=value"),
            ("mc:z=1,z=2", "z is said twice"),
            ("mc:z=", "key=value"),
            ("mc:z=1,", "key=value"),
        ] {
            let error = text.parse::<Spec>().unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
        let spec: Spec = "mc:y=1".parse().unwrap();
        assert!(spec.allow(&Z).unwrap_err().to_string().contains("no parameter y; it has z"));
        assert!(spec.allow(&[]).unwrap_err().to_string().contains("takes no parameters"));
        let spec: Spec = "mc:z=-1".parse().unwrap();
        assert!(spec.get("z", 1_u32, "a number", |_| true).unwrap_err().to_string().contains("z is a number, not -1"));
    }
}
