//! Every parameter of an agent has a use: a figure, a table, an example or a default, named in
//! parameters.txt. A parameter without one is removed, and keeps its row on the results page.

use std::collections::BTreeSet;
use std::path::Path;

use gambol::registry::Registry;

/// Keys with the same meaning in every search: limits, memory, and the lists of the game.
const GENERAL: [&str; 8] = ["depth", "eval", "mb", "ms", "nodes", "policy", "simulations", "weights"];

/// Agent, parameter, and the file that shows its use.
const USERS: &str = include_str!("parameters.txt");

#[test]
fn every_parameter_has_a_user() {
    let mut offered = BTreeSet::new();
    for game in Registry::standard().games() {
        for agent in &game.agents {
            let special = agent.parameters.iter().filter(|parameter| !GENERAL.contains(&parameter.key));
            offered.extend(special.map(|parameter| (agent.name.clone(), parameter.key.to_owned())));
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut used = BTreeSet::new();
    for line in USERS.lines() {
        let [agent, key, place] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("three words: {line}") };
        let text = std::fs::read_to_string(root.join(place)).unwrap_or_else(|error| panic!("{place}: {error}"));
        let mut words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
        // The thesis writes z for rollouts.
        let is_named = words.any(|word| word == key || (key == "rollouts" && word == "z"));
        assert!(is_named, "{place} does not name {key} of {agent}");
        assert!(used.insert((agent.to_owned(), key.to_owned())), "twice: {line}");
    }
    assert_eq!(offered, used, "the agents' parameters and those of parameters.txt");
}
