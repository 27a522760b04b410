//! The key of a password, and the authentication code of a file.

use std::vec;
use std::vec::Vec;

use argon2::{Algorithm, Argon2, Params, Version};
use blake2::Blake2bMac;
use blake2::digest::consts::U32;
use blake2::digest::{KeyInit, Mac};
use zeroize::Zeroizing;

/// `BLAKE2b` with a key (RFC 7693) and 32 bytes of output.
type Authenticator = Blake2bMac<U32>;

/// Length of an authentication code in bytes.
pub(super) const TAG: usize = 32;
/// Length of a key in bytes.
const KEY: usize = 32;
const SALT: usize = 16;

/// Parameters of the key derivation from a password: the settings of argon2id and the salt. They
/// are stored in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeyParams {
    /// In KiB.
    memory: u32,
    passes: u32,
    lanes: u32,
    salt: [u8; SALT],
}

impl KeyParams {
    /// Length in a file in bytes.
    pub(super) const LENGTH: usize = 12 + SALT;

    /// Upper limits, so that a file cannot demand hours of work or all memory.
    const MAX_MEMORY: u32 = 64 << 10;
    const MAX_PASSES: u32 = 8;
    const MAX_LANES: u32 = 8;

    /// The library's settings, which OWASP recommends, and a random salt.
    #[cfg(feature = "files")]
    fn random() -> Result<Self, getrandom::Error> {
        let mut salt = [0; SALT];
        getrandom::fill(&mut salt)?;
        let (memory, passes, lanes) = (Params::DEFAULT_M_COST, Params::DEFAULT_T_COST, Params::DEFAULT_P_COST);
        Ok(Self { memory, passes, lanes, salt })
    }

    pub(super) fn encode(&self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        let (numbers, salt) = bytes.split_at_mut(12);
        for (place, number) in numbers.chunks_exact_mut(4).zip([self.memory, self.passes, self.lanes]) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        salt.copy_from_slice(&self.salt);
        bytes
    }

    /// Returns `None` if the settings are invalid for argon2 or exceed the limits.
    pub(super) fn decode(bytes: [u8; Self::LENGTH]) -> Option<Self> {
        let number = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
        let salt = *bytes.last_chunk()?;
        let params = Self { memory: number(0)?, passes: number(4)?, lanes: number(8)?, salt };
        let limits = [Self::MAX_MEMORY, Self::MAX_PASSES, Self::MAX_LANES];
        let within =
            [params.memory, params.passes, params.lanes].iter().zip(limits).all(|(there, limit)| *there <= limit);
        (within && params.argon2().is_ok()).then_some(params)
    }

    fn argon2(&self) -> Result<Argon2<'static>, argon2::Error> {
        let params = Params::new(self.memory, self.passes, self.lanes, Some(KEY))?;
        Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
    }

    /// Derives the key of a password.
    pub(super) fn derive(self, password: &str) -> Result<Key, argon2::Error> {
        let mut bytes = Zeroizing::new(vec![0; KEY]);
        self.argon2()?.hash_password_into(password.as_bytes(), &self.salt, &mut bytes)?;
        Ok(Key { params: self, bytes })
    }
}

/// Error returned when no key can be made.
#[cfg(feature = "files")]
#[derive(Debug, thiserror::Error)]
pub(super) enum NoKey {
    #[error("the system provides no random numbers: {0}")]
    Random(getrandom::Error),
    #[error("no key can be derived from the password: {0}")]
    Argon2(argon2::Error),
}

/// A key derived from a password. It is wiped from memory when dropped, and does not implement
/// `Debug`.
#[derive(Clone)]
pub(super) struct Key {
    params: KeyParams,
    bytes: Zeroizing<Vec<u8>>,
}

impl Key {
    /// Derives the key of a new password, with a new salt.
    #[cfg(feature = "files")]
    pub(super) fn new(password: &str) -> Result<Self, NoKey> {
        KeyParams::random().map_err(NoKey::Random)?.derive(password).map_err(NoKey::Argon2)
    }

    /// Returns the parameters of its derivation.
    pub(super) fn params(&self) -> &KeyParams {
        &self.params
    }

    /// Returns the authentication code of these bytes.
    pub(super) fn tag(&self, bytes: &[u8]) -> [u8; TAG] {
        self.mac(bytes).finalize().into_bytes().into()
    }

    /// Whether this is the authentication code of these bytes. Takes constant time.
    pub(super) fn verifies(&self, bytes: &[u8], tag: &[u8]) -> bool {
        self.mac(bytes).verify_slice(tag).is_ok()
    }

    fn mac(&self, bytes: &[u8]) -> Authenticator {
        let key = Authenticator::new_from_slice(&self.bytes);
        key.expect("the key is no longer than BLAKE2b takes").chain_update(bytes)
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use std::format;

    fn cheap(salt: u8) -> KeyParams {
        KeyParams { memory: 8, passes: 1, lanes: 1, salt: [salt; SALT] }
    }

    #[test]
    fn the_key_and_the_code_are_those_of_other_implementations() {
        // By Python: argon2.low_level.hash_secret_raw and hashlib.blake2b(key=…, digest_size=32).
        let key = cheap(7).derive("secret").unwrap();
        let hex = |bytes: &[u8]| {
            let halves = bytes.chunks_exact(16).map(|half| u128::from_be_bytes(half.try_into().unwrap()));
            halves.map(|half| format!("{half:032x}")).collect::<Vec<_>>().concat()
        };
        assert_eq!(hex(&key.bytes), "e11d4f1103c8b69be44c7e63b8c51a937a046fcaed58475a4731888e28246085");
        assert_eq!(hex(&key.tag(b"FIVO")), "6fcc8dbeac3c992d81bc3d5c19317ef00d440157aeabf7d8216476b13e4f68d2");
    }

    #[test]
    fn another_password_salt_or_text_has_another_code() {
        let tag = cheap(7).derive("secret").unwrap().tag(b"text");
        let verifies = |params: KeyParams, password, text: &[u8]| params.derive(password).unwrap().verifies(text, &tag);
        assert!(verifies(cheap(7), "secret", b"text"));
        assert!(!verifies(cheap(7), "Secret", b"text") && !verifies(cheap(8), "secret", b"text"));
        assert!(!verifies(cheap(7), "secret", b"texts"));
        assert!(!cheap(7).derive("secret").unwrap().verifies(b"text", &tag[..TAG - 1]));
        let [one, two] = [Key::new("secret"), Key::new("secret")].map(Result::unwrap);
        assert_ne!(one.params, two.params, "salts are random");
    }

    #[test]
    fn settings_are_read_back_within_limits() {
        let new = *Key::new("secret").unwrap().params();
        assert_eq!(KeyParams::decode(new.encode()), Some(new));
        for hostile in [
            KeyParams { memory: u32::MAX, ..new },
            KeyParams { memory: KeyParams::MAX_MEMORY + 1, ..new },
            KeyParams { memory: 7, ..new },
            KeyParams { passes: 0, ..new },
            KeyParams { passes: KeyParams::MAX_PASSES + 1, ..new },
            KeyParams { lanes: 0, ..new },
            KeyParams { lanes: KeyParams::MAX_LANES + 1, ..new },
        ] {
            assert_eq!(KeyParams::decode(hostile.encode()), None, "{hostile:?}");
        }
    }
}
