//! Weights files, for programs that load them at run time.

use std::fmt;

use gambol_learn::WeightsError;

/// A file of shipped weights.
///
/// Without the feature `shipped`, a program loads the files that its players need:
///
/// ```
/// let files = gambol_players::files();
/// let names: Vec<&str> = files.iter().filter(|file| file.game == "five-or-more").map(|file| file.name).collect();
/// assert_eq!(names, ["five-or-more-hidden", "five-or-more-shown"]);
/// assert!(files[0].load(b"no weights").is_err());
/// # #[cfg(feature = "shipped")]
/// assert!(files.iter().all(|file| file.is_loaded()), "they are part of this program");
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct WeightsFile {
    /// Name of the game.
    pub game: &'static str,
    /// Name of the file, without `.weights`.
    pub name: &'static str,
    pub(crate) load: fn(&[u8]) -> Result<(), WeightsError>,
    pub(crate) is_loaded: fn() -> bool,
}

impl WeightsFile {
    /// Loads the weights for all players that are created afterwards. Has no effect if weights have
    /// already been loaded.
    ///
    /// # Errors
    ///
    /// Fails if the file is invalid.
    pub fn load(&self, file: &[u8]) -> Result<(), WeightsError> {
        (self.load)(file)
    }

    /// Whether the weights are available: loaded, or compiled in.
    pub fn is_loaded(&self) -> bool {
        (self.is_loaded)()
    }
}

impl fmt::Debug for WeightsFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WeightsFile").field("game", &self.game).field("name", &self.name).finish_non_exhaustive()
    }
}

/// Returns the weights files of all enabled games.
#[must_use]
pub fn files() -> Vec<WeightsFile> {
    vec![
        #[cfg(feature = "five-or-more")]
        crate::five_or_more::HIDDEN_FILE,
        #[cfg(feature = "five-or-more")]
        crate::five_or_more::SHOWN_FILE,
        #[cfg(feature = "tenten")]
        crate::tenten::FILE,
        #[cfg(feature = "threes")]
        crate::threes::FILE,
    ]
}
