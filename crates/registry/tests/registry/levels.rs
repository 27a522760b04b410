//! Levels, and games by the type of their states.

use gambol::registry::Registry;
use gambol::{Budget, Search, Seed};

#[test]
fn levels_are_agents_of_every_game() {
    let registry = Registry::standard();
    for game in registry.games() {
        let start = registry.start(&game.name).unwrap();
        let levels = &start.game().levels;
        assert_eq!(levels.iter().map(|level| level.name).collect::<Vec<_>>(), ["easy", "medium", "hard", "strong"]);
        assert_eq!(levels[3].agent, start.game().default_agent());
        for level in levels {
            assert_eq!(start.game().expand(level.name).as_ref(), Ok(&level.agent));
            start.agent(level.name).unwrap_or_else(|error| panic!("{}: {error}", game.name));
        }
    }
}

#[test]
fn a_game_is_known_by_the_type_of_its_states() {
    let threes = Registry::standard().start("threes").unwrap();
    let game = threes.entry::<gambol::threes::Threes>().unwrap();
    assert!(threes.game().rules.starts_with("Swipe tiles"));
    assert!(game.make("mc:rollouts=1").is_ok() && game.read("nonsense").is_err());
    assert!(threes.entry::<gambol::tenten::TenTen>().is_none());
}

#[test]
fn parameters_change_a_level() {
    let threes = Registry::standard().start("threes").unwrap();
    let text = threes.game().expand("easy:seed=1").unwrap();
    assert!(text.ends_with(",seed=1") || text.ends_with(":seed=1"), "{text}");
    assert!(threes.agent("easy:nonsense=1").err().unwrap().to_string().contains("unknown parameter nonsense"));
    assert_eq!(threes.game().expand("mc:rollouts=3").as_deref(), Ok("mc:rollouts=3"));
    assert!(threes.game().expand("easy:").is_err());
}

#[test]
fn the_strong_player_of_every_game_takes_a_limit_of_time() {
    let registry = Registry::standard();
    for game in registry.games() {
        let made = registry.start(&game.name).unwrap().agent("strong:ms=1");
        assert!(made.is_ok(), "{}: {}", game.name, made.err().unwrap());
    }
}

#[test]
fn a_level_plays_as_its_agent() {
    let start = Registry::standard().start("pentago-swap").unwrap();
    let decide =
        |agent: &str| start.agent(agent).unwrap().search(&start, &Budget::unlimited(), Seed::new(3)).unwrap().action;
    let easy = start.game().expand("easy").unwrap();
    assert_eq!(decide("easy"), decide(&easy));
}

/// Texts in errors are escaped and cut.
#[test]
fn errors_name_a_text_once() {
    let registry = Registry::standard();
    let long = "9".repeat(200);
    let escaped = r"up\'";
    let starts = [("threes", "up'", "outcome"), ("threes", &long, "outcome"), ("pentago-swap", "up'", "action")];
    for (game, text, what) in starts {
        let error = registry.start(game).unwrap().event(text).unwrap_err().to_string();
        assert_eq!(error.matches(&format!("{what} `")).count(), 1, "{error}");
        assert!(text == long || error.contains(escaped), "{error}");
    }
    for settings in ["edge='9'", "edge=99'", &format!("edge={long}")] {
        let error = registry.start(&format!("match5:{settings}")).unwrap_err().to_string();
        assert!(error.starts_with("game `match5:edge=") && !error.contains("rules"), "{error}");
    }
}
