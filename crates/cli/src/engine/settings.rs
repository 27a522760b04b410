//! The settings in an agent's text, changed one at a time.

use gambol::Search;
use gambol::registry::{AgentEntry, Playable, split};

/// The parameter that says how large the transposition table is, in megabytes.
pub(super) const TABLE: &str = "mb";

fn settings(agent: &str) -> impl Iterator<Item = (&str, &str)> {
    split(agent).1.unwrap_or_default().split(',').filter_map(|setting| setting.split_once('='))
}

/// What is known of the agent that a text names.
pub(super) fn entry<G: Playable>(agent: &str) -> Option<AgentEntry<G>> {
    G::agents().into_iter().find(|entry| entry.name == split(agent).0)
}

/// The value of a key.
pub(super) fn get<'a>(agent: &'a str, key: &str) -> Option<&'a str> {
    settings(agent).find(|&(known, _)| known == key).map(|(_, value)| value)
}

/// The text with another value of a key.
pub(super) fn with(agent: &str, key: &str, value: &str) -> String {
    let kept = settings(agent).filter(|&(known, _)| known != key).chain([(key, value)]);
    let settings: Vec<String> = kept.map(|(key, value)| format!("{key}={value}")).collect();
    format!("{}:{}", split(agent).0, settings.join(","))
}

/// Whether the agent that a text names has a parameter.
pub(super) fn has<G: Playable>(agent: &str, key: &str) -> bool {
    entry::<G>(agent).is_some_and(|entry| entry.parameters.iter().any(|parameter| parameter.key == key))
}

/// Makes the agent that a text names.
pub(super) fn make<G: Playable>(agent: &str) -> Result<Box<dyn Search<G>>, String> {
    G::agent(agent).map_err(|error| error.to_string())
}
