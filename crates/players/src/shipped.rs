//! Networks that are compiled in or loaded at run time.

use std::sync::OnceLock;

use gambol_learn::WeightsError;

/// A network that is read once: from its shipped file, which is compiled in with the feature
/// `shipped`, or from the first file that is loaded.
pub(crate) struct Shipped<T> {
    pub(crate) read: fn(&[u8]) -> Result<T, WeightsError>,
    #[cfg(feature = "shipped")]
    pub(crate) file: &'static [u8],
    pub(crate) network: OnceLock<T>,
}

/// Creates a [`Shipped`] from a function that reads a file and the path of the shipped file.
macro_rules! shipped {
    ($read:expr, $file:literal) => {
        $crate::shipped::Shipped {
            read: $read,
            #[cfg(feature = "shipped")]
            file: include_bytes!($file),
            network: std::sync::OnceLock::new(),
        }
    };
}
pub(crate) use shipped;

impl<T> Shipped<T> {
    /// Reads a file. Has no effect if a network has already been read.
    pub(crate) fn load(&self, file: &[u8]) -> Result<(), WeightsError> {
        let network = (self.read)(file)?;
        self.network.get_or_init(|| network);
        Ok(())
    }

    /// Returns the network, which is read from the shipped file on the first call.
    #[cfg(feature = "shipped")]
    #[inline]
    pub(crate) fn get(&self) -> &T {
        self.network.get_or_init(|| match (self.read)(self.file) {
            Ok(network) => network,
            Err(error) => unreachable!("the shipped file: {error}"),
        })
    }

    /// Returns the loaded network; with the feature `shipped`, there is always one.
    #[cfg_attr(
        feature = "shipped",
        expect(clippy::unnecessary_wraps, reason = "without the feature there may be none")
    )]
    #[inline]
    pub(crate) fn loaded(&self) -> Option<&T> {
        #[cfg(feature = "shipped")]
        return Some(self.get());
        #[cfg(not(feature = "shipped"))]
        self.network.get()
    }
}
