//! The catalogue of games.

use gambol::players;
use gambol::registry::{Parameter, Position};
use gambol_play::Shown;
use serde::Serialize;

use crate::messages::json;

#[derive(Serialize)]
struct LevelView {
    name: &'static str,
    agent: String,
    weights: bool,
}

#[derive(Serialize)]
struct ParameterView {
    key: &'static str,
    default: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct AgentView {
    name: String,
    about: String,
    weights: bool,
    parameters: Vec<ParameterView>,
}

#[derive(Serialize)]
struct Variant {
    name: String,
    title: String,
}

#[derive(Serialize)]
struct GameView {
    name: String,
    title: String,
    about: String,
    rules: String,
    settings: String,
    variants: Vec<Variant>,
    players: usize,
    start: String,
    level: &'static str,
    levels: Vec<LevelView>,
    agents: Vec<AgentView>,
}

/// Variants: game, settings and title.
const VARIANTS: [(&str, &str, &str); 12] = [
    ("five-or-more", "", "9×9, seven colours, three drop"),
    ("five-or-more", "small", "7×7, five colours, three drop"),
    ("five-or-more", "large", "20×15, seven colours, seven drop"),
    ("five-or-more", "gnome-later", "9×9, scored as in later versions of the program"),
    ("tenten", "paper", "pieces as likely as in the app and the paper"),
    ("tenten", "", "every piece equally likely"),
    ("threes", "", "as the app plays now"),
    ("threes", "2014", "as the app played in 2014"),
    ("threes", "blog", "as in the blog's program"),
    ("pentago-swap", "", "6×6"),
    ("match5", "", "9×9"),
    ("match5", "gomoku", "15×15"),
];

/// Whether a game has learned networks.
fn has_weights(game: &str) -> bool {
    players::files().iter().any(|file| file.game == game)
}

fn needs_weights(game: &Position, agent: &str) -> bool {
    has_weights(&game.game().name) && (agent == "learned" || agent.contains("eval=network"))
}

fn game(start: &Position) -> GameView {
    let info = start.game().clone();
    let variant = |&(game, settings, title): &(&str, &str, &str)| Variant {
        name: if settings.is_empty() { game.to_owned() } else { format!("{game}:{settings}") },
        title: title.to_owned(),
    };
    let variants = VARIANTS.iter().filter(|(game, ..)| *game == info.name).map(variant).collect();
    let parameter = |parameter: &Parameter| ParameterView {
        key: parameter.key,
        default: parameter.default,
        about: parameter.about,
    };
    GameView {
        title: Shown::of(start).title(),
        players: start.players(),
        variants,
        start: info.play_name(),
        level: info.play_level,
        levels: (start.game().levels.iter().cloned())
            .map(|level| LevelView {
                name: level.name,
                weights: needs_weights(start, &level.agent),
                agent: level.agent,
            })
            .collect(),
        agents: (start.game().agents.iter().cloned())
            .map(|agent| AgentView {
                weights: needs_weights(start, &agent.name),
                parameters: agent.parameters.iter().map(parameter).collect(),
                name: agent.name,
                about: agent.about,
            })
            .collect(),
        about: info.about,
        rules: info.rules,
        settings: info.settings,
        name: info.name,
    }
}

/// Returns the games, as JSON.
#[must_use]
pub fn games() -> String {
    let registry = crate::registry();
    let view = |name: &str| {
        let start = registry.start(name).ok()?;
        Some(game(&start))
    };
    let games: Vec<GameView> = registry.games().iter().filter_map(|game| view(&game.name)).collect();
    json(&games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_start_and_default_levels_need_no_weights() {
        let registry = crate::registry();
        for (game, settings, _) in VARIANTS {
            let name = if settings.is_empty() { game.to_owned() } else { format!("{game}:{settings}") };
            let position = registry.start(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
            let usual = position.game().play_level;
            assert!(position.agent(usual).is_ok(), "{name} {usual}");
            let level = position.game().levels.iter().find(|level| level.name == usual).unwrap();
            assert!(!needs_weights(&position, &level.agent), "{name} {usual}");
            for level in &position.game().levels {
                let needs = needs_weights(&position, &level.agent);
                assert_eq!(needs, level.agent.contains("network") || level.agent == "learned", "{}", level.agent);
            }
        }
        let games: serde_json::Value = serde_json::from_str(&games()).unwrap();
        let names: Vec<&str> = games.as_array().unwrap().iter().filter_map(|game| game["name"].as_str()).collect();
        assert_eq!(names, ["five-or-more", "tenten", "threes", "pentago-swap", "match5"]);
        let defaults: Vec<[&str; 2]> = games
            .as_array()
            .unwrap()
            .iter()
            .map(|game| ["start", "level"].map(|key| game[key].as_str().unwrap()))
            .collect();
        assert_eq!(
            defaults,
            [
                ["five-or-more", "hard"],
                ["tenten:paper", "hard"],
                ["threes", "hard"],
                ["pentago-swap", "hard"],
                ["match5", "hard"]
            ]
        );
    }
}
