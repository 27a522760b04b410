//! The first line of a file of records.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::plan::Plan;
use crate::provenance::Provenance;
use crate::shard::Shard;

/// The first line of a file of records.
///
/// ```
/// use gambol_arena::{Header, Plan, Shard};
/// use gambol_match5::Match5;
///
/// let start: Match5 = Match5::default();
/// let plan = Plan::builder("match5", &start).agent("random").games(10).build()?;
/// let header = Header::new(env!("CARGO_PKG_VERSION"), plan, Shard::new(2, 5).expect("2 of 5"));
/// assert_eq!(header.plan.range(header.shard), 2..4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Header {
    /// Version of Gambol that played.
    pub gambol: String,
    /// Plan, which determines the games.
    #[serde(flatten)]
    pub plan: Plan,
    /// Hash of the plan: sixteen hexadecimal digits.
    pub settings: String,
    /// Shard of the games that the file holds.
    pub shard: Shard,
    /// Processes that played the games, in the order of the shards; empty if unknown. Ignored in
    /// every comparison.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provenance: Vec<Provenance>,
}

impl Header {
    /// Creates the header for a shard of a plan, played by this version.
    #[must_use]
    pub fn new(version: &str, plan: Plan, shard: Shard) -> Self {
        let settings = format!("{:016x}", plan.digest());
        Self { gambol: version.to_owned(), settings, plan, shard, provenance: Vec::new() }
    }

    /// Returns the header with the process that plays.
    #[must_use]
    pub fn played_by(self, process: Provenance) -> Self {
        Self { provenance: vec![process], ..self }
    }

    /// Returns the header without [`provenance`](Self::provenance), for comparisons of runs.
    #[must_use]
    pub fn without_provenance(self) -> Self {
        Self { provenance: Vec::new(), ..self }
    }

    /// Returns the first field other than the shard and the provenance in which two headers differ,
    /// with both values.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        const FIELDS: [&str; 18] = [
            "gambol",
            "game",
            "start",
            "players",
            "agents",
            "files",
            "games",
            "seed",
            "max_moves",
            "opening_plies",
            "openings",
            "record_games",
            "sprt",
            "ms",
            "tc",
            "resign",
            "draw",
            "settings",
        ];
        let [ours, theirs] = [self, other].map(|header| serde_json::to_value(header).unwrap_or_default());
        let differs = FIELDS.into_iter().find(|&field| ours[field] != theirs[field])?;
        let (mut ours, mut theirs) = (&ours[differs], &theirs[differs]);
        // Of several files or openings, the first that differs.
        let length = |list: &Value| list.as_array().map_or(0, Vec::len);
        if ["files", "openings"].contains(&differs)
            && let Some(first) = (0..length(ours).max(length(theirs))).find(|&entry| ours[entry] != theirs[entry])
        {
            (ours, theirs) = (&ours[first], &theirs[first]);
        }
        Some(Difference { field: differs, ours: ours.to_string(), theirs: theirs.to_string() })
    }

    /// Whether the hash is that of the plan.
    #[must_use]
    pub(crate) fn is_sound(&self) -> bool {
        self.settings == format!("{:016x}", self.plan.digest())
    }
}

/// A field in which two headers differ.
///
/// ```
/// use gambol_arena::{Header, Plan, Shard};
/// use gambol_match5::Match5;
///
/// let start: Match5 = Match5::default();
/// let header = |seed| {
///     let plan = Plan::builder("match5", &start).agent("random").games(10).seed(seed).build()?;
///     Ok::<_, gambol_arena::PlanError>(Header::new("0.1.0", plan, Shard::WHOLE))
/// };
/// let difference = header(1)?.difference(&header(2)?).expect("the seeds differ");
/// assert_eq!(
///     (difference.field, difference.ours.as_str(), difference.theirs.as_str()),
///     ("seed", "1", "2")
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("they differ in {field}: {ours} and {theirs}")]
#[non_exhaustive]
pub struct Difference {
    /// Name of the field.
    pub field: &'static str,
    /// Value of the first header, as JSON.
    pub ours: String,
    /// Value of the second header, as JSON.
    pub theirs: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::AgentFile;
    use crate::plan::tests::plan;

    #[test]
    fn headers_come_back_and_differences_are_named() {
        let header = Header::new("1.0", plan(&["a"], 10), Shard::WHOLE);
        let text = serde_json::to_string(&header).unwrap();
        let read: Header = serde_json::from_str(&text).unwrap();
        assert_eq!(read, header);
        assert!(read.is_sound());
        assert_eq!(header.difference(&read), None);

        let other = Plan { max_moves: Some(3), ..plan(&["a"], 10) };
        let other = Header::new("1.0", other, "1/2".parse().unwrap());
        let difference = header.difference(&other).unwrap();
        assert_eq!(difference.to_string(), "they differ in max_moves: null and 3");

        let forged = Header { settings: other.settings, ..header };
        assert!(!forged.is_sound());
    }

    #[test]
    fn files_of_agents_fix_the_games() {
        let header = |contents: [&str; 2]| {
            let files = ["a", "b"].into_iter().zip(contents);
            let files = files.map(|(agent, bytes)| AgentFile::new(agent, "w", bytes.as_bytes())).collect();
            Header::new("1.0", Plan { files, ..plan(&["a", "b"], 10) }, Shard::WHOLE)
        };
        let (ours, theirs) = (header(["one", "two"]), header(["one", "three"]));
        assert_ne!(ours.settings, theirs.settings);
        let text = serde_json::to_string(&ours).unwrap();
        let read: Header = serde_json::from_str(&text).unwrap();
        assert_eq!((&read, read.is_sound()), (&ours, true));
        let difference = ours.difference(&theirs).unwrap().to_string();
        let [two, three] = ["3fc4ccfe745870e2", "8b5b9db0c13db242"]
            .map(|hash| format!(r#"{{"agent":"b","file":"w","sha256":"{hash}"}}"#));
        assert_eq!(difference, format!("they differ in files: {two} and {three}"));
        // A file that a header does not list may have been another one.
        let without = Header::new("1.0", plan(&["a", "b"], 10), Shard::WHOLE);
        assert!(ours.difference(&without).unwrap().to_string().ends_with("and null"));
    }

    #[test]
    fn provenance_comes_back_and_is_no_difference() {
        let plain = Header::new("1.0", plan(&["a"], 10), Shard::WHOLE);
        let header = plain.clone().played_by(Provenance::here(["gambol".to_owned()]));
        let text = serde_json::to_string(&header).unwrap();
        assert!(text.contains(r#""provenance":[{"command":"gambol","os":""#), "{text}");
        assert_eq!(serde_json::from_str::<Header>(&text).unwrap(), header);
        assert_eq!(plain.difference(&header), None);
        assert!(header.is_sound());
        assert_eq!(header.without_provenance(), plain);
    }

    /// A header in the form that every version has written.
    #[test]
    fn older_headers_are_read() {
        let text = r#"{"gambol":"0.1.0","game":"threes","start":"4/4/4/4 1 4,4,4 d","players":1,"agents":["mc:z=100"],"games":64,"seed":1,"max_moves":null,"opening_plies":0,"record_games":true,"sprt":null,"settings":"0","shard":"1/2"}"#;
        let header: Header = serde_json::from_str(text).unwrap();
        assert_eq!((header.plan.agents(), header.plan.games()), (&["mc:z=100".to_owned()][..], 64));
        assert_eq!(serde_json::to_string(&header).unwrap(), text, "what is new is left out where it is not used");
    }

    /// Golden value: a change here makes all existing files of records impossible to continue.
    #[test]
    fn the_hash_is_pinned() {
        assert_eq!(Header::new("1.0", plan(&["a"], 10), Shard::WHOLE).settings, "3506ac5c64bd805f");
    }
}
