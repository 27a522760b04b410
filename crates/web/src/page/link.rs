//! Games as links, in the fragment of the address after `#`.
//!
//! `game=threes&seed=7&agents=hard&moves=L,U*,R`. Chance events follow from the seed, so a link
//! lists only the actions; those of agents end in `*`.

use std::fmt::Write;

use super::table::Options;

/// A game in a link.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link {
    /// Options of the game.
    pub options: Options,
    /// The actions, each with whether a human player played it.
    pub moves: Vec<(String, bool)>,
}

/// Maximum number of moves in a link. Links are typed or sent by people.
const MOST_MOVES: usize = 1_000_000;

/// Escapes everything except letters, digits and characters without a meaning in addresses and
/// links.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for &byte in text.as_bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~!$'()/:@=".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

fn unescape(key: &str, text: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, more)) = rest.split_first() {
        rest = more;
        if first != b'%' {
            bytes.push(first);
            continue;
        }
        let digits = rest.split_at_checked(2).and_then(|(digits, more)| {
            rest = more;
            u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
        });
        bytes.push(digits.ok_or_else(|| format!("link: {key}: two hexadecimal digits follow a %"))?);
    }
    String::from_utf8(bytes).map_err(|_| format!("link: {key}: it is not UTF-8"))
}

impl Link {
    /// Parses a link.
    ///
    /// # Errors
    ///
    /// Names the invalid part.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut link = Self::default();
        for part in text.split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(|| format!("link: `{part}` is not KEY=VALUE"))?;
            let whole = || unescape(key, value);
            let list =
                |separator: char| value.split(separator).map(|item| unescape(key, item)).collect::<Result<Vec<_>, _>>();
            match key {
                "game" => link.options.game = whole()?,
                "seed" => link.options.seed = whole()?,
                "position" => link.options.position = Some(whole()?),
                "agents" => link.options.agents = list(';')?,
                "people" => {
                    let person = |letter| match letter {
                        '1' => Ok(true),
                        '0' => Ok(false),
                        _ => Err(format!("link: people: `{value}` is not a 1 or 0 for each side")),
                    };
                    link.options.people = value.chars().map(person).collect::<Result<_, _>>()?;
                }
                "moves" if value.is_empty() => {}
                "moves" => {
                    if value.split(',').count() > MOST_MOVES {
                        return Err(format!("link: moves: more than {MOST_MOVES}"));
                    }
                    let played = |text: &str| {
                        let agents = text.strip_suffix('*');
                        Ok((unescape(key, agents.unwrap_or(text))?, agents.is_none()))
                    };
                    link.moves = value.split(',').map(played).collect::<Result<_, String>>()?;
                }
                _ => {
                    return Err(format!(
                        "link: unknown part `{key}`; expected game, seed, position, agents, people or moves"
                    ));
                }
            }
        }
        if link.options.game.is_empty() {
            return Err("link: no game".to_owned());
        }
        Ok(link)
    }

    /// Returns the link as text.
    #[must_use]
    pub fn text(&self) -> String {
        let Options { game, seed, position, agents, people, .. } = &self.options;
        let mut text = format!("game={}&seed={}", escape(game), escape(seed));
        if let Some(position) = position {
            text.extend(["&position=", escape(position).as_str()]);
        }
        if !agents.is_empty() {
            // Commas between parameters are unambiguous: agents are separated by semicolons.
            let agents: Vec<String> = agents.iter().map(|agent| escape(agent).replace("%2C", ",")).collect();
            text.extend(["&agents=", agents.join(";").as_str()]);
        }
        if !people.is_empty() {
            let people: String = people.iter().map(|&person| if person { '1' } else { '0' }).collect();
            text.extend(["&people=", people.as_str()]);
        }
        if !self.moves.is_empty() {
            let played = |(text, person): &(String, bool)| escape(text) + if *person { "" } else { "*" };
            let moves: Vec<String> = self.moves.iter().map(played).collect();
            text.extend(["&moves=", moves.join(",").as_str()]);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_comes_back_from_its_text() {
        let options = Options {
            game: "five-or-more:size=7x7,colours=5".into(),
            seed: "18446744073709551615".into(),
            position: Some("6,12|24/é &=+% m".into()),
            agents: vec!["mc:rollouts=2,ties=first".into(), "strong".into()],
            people: vec![true, false],
        };
        let moves = vec![("c3-e5".into(), true), ("c3:AB".into(), false), ("h3@b4,*".into(), true)];
        let link = Link { options, moves };
        let text = link.text();
        assert_eq!(Link::parse(&text), Ok(link));
        assert!(text.is_ascii() && !text.contains(' '));
        assert!(text.contains("&agents=mc:rollouts=2,ties=first;strong&people=10&moves=c3-e5,c3:AB*,"), "{text}");
    }

    #[test]
    fn a_link_holds_the_moves_of_a_long_game() {
        let text = format!("game=threes&seed=1&moves={}", vec!["c2-g9*"; 200_000].join(","));
        assert_eq!(Link::parse(&text).map(|link| link.moves.len()), Ok(200_000));
    }

    #[test]
    fn bad_links_are_refused_with_reasons() {
        for (text, reason) in [
            ("", "no game"),
            ("seed=1", "no game"),
            ("game", "not KEY=VALUE"),
            ("game=threes&colour=red", "unknown part `colour`"),
            ("game=threes&people=2", "people: `2`"),
            ("game=%4", "two hexadecimal digits"),
            ("game=%zz", "two hexadecimal digits"),
            ("game=%FF", "not UTF-8"),
        ] {
            let error = Link::parse(text).unwrap_err();
            assert!(error.starts_with("link: ") && error.contains(reason), "{text}: {error}");
        }
    }
}
