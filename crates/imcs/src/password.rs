//! Passwords: as salted hashes in the file, and as quick marks in memory for those that were right
//! before.
//!
//! The wire carries passwords in the clear. The hash protects those that people use elsewhere, too,
//! once somebody reads the file of the server.

use std::collections::HashMap;

use pbkdf2::pbkdf2_hmac_array;
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// The bytes of a salt, a hash or a key.
const SALT_BYTES: usize = 16;
const HASH_BYTES: usize = 32;

/// The system gave no random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the system gives no random numbers: {0}")]
pub(crate) struct NoRandomness(getrandom::Error);

/// Random bytes of the system.
pub(crate) fn random_bytes<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(NoRandomness)?;
    Ok(bytes)
}

/// A password as the file keeps it: PBKDF2 with HMAC-SHA-256. Salt and hash are written in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasswordHash {
    rounds: u32,
    salt: String,
    hash: String,
}

impl PasswordHash {
    /// Hashes a password with a new salt.
    pub(crate) fn new(password: &str, rounds: u32) -> Result<PasswordHash, NoRandomness> {
        let salt: [u8; SALT_BYTES] = random_bytes()?;
        let hash = hash(password, &salt, rounds);
        Ok(PasswordHash { rounds, salt: hex::encode(salt), hash: hex::encode(hash) })
    }

    /// True if this is the hash of the password. It takes as long as making the hash.
    pub(crate) fn is_of(&self, password: &str) -> bool {
        let Ok(salt) = hex::decode(&self.salt) else { return false };
        hex::encode(hash(password, &salt, self.rounds)) == self.hash
    }
}

fn hash(password: &str, salt: &[u8], rounds: u32) -> [u8; HASH_BYTES] {
    pbkdf2_hmac_array::<Sha256, HASH_BYTES>(password.as_bytes(), salt, rounds.max(1))
}

/// The passwords that were right since the start, so that a program which logs in for each game costs
/// one slow hash. They are marked by a key that only this process has, and never written.
pub(crate) struct KnownPasswords {
    key: [u8; HASH_BYTES],
    marks: HashMap<String, [u8; HASH_BYTES]>,
}

impl KnownPasswords {
    pub(crate) fn new() -> Result<KnownPasswords, NoRandomness> {
        Ok(KnownPasswords { key: random_bytes()?, marks: HashMap::new() })
    }

    /// True if this password of the account was right before and has not been changed.
    pub(crate) fn has(&self, name: &str, password: &str) -> bool {
        self.marks.get(name) == Some(&hash(password, &self.key, 1))
    }

    /// Notes a password that is right, in place of the one before.
    pub(crate) fn note(&mut self, name: &str, password: &str) {
        self.marks.insert(name.to_owned(), hash(password, &self.key, 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_fits_its_password_alone() {
        let hash = PasswordHash::new("secret", 10).unwrap();
        assert!(hash.is_of("secret") && !hash.is_of("Secret") && !hash.is_of(""));
        let again = PasswordHash::new("secret", 10).unwrap();
        assert_ne!(hash, again, "each has a salt of its own");
        let text = ron::to_string(&hash).unwrap();
        assert!(!text.contains("secret") && !text.contains('\n'), "{text}");
        assert_eq!(ron::from_str::<PasswordHash>(&text).unwrap(), hash);
    }

    /// From RFC 7914, section 11.
    #[test]
    fn the_hash_is_that_of_the_standard() {
        let hashed = hash("passwd", b"salt", 1);
        let expected = "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc";
        assert_eq!(hex::encode(hashed), expected);
    }

    #[test]
    fn a_known_password_is_forgotten_with_the_next() {
        let mut known = KnownPasswords::new().unwrap();
        assert!(!known.has("ada", "one"));
        known.note("ada", "one");
        assert!(known.has("ada", "one") && !known.has("ada", "two") && !known.has("bob", "one"));
        known.note("ada", "two");
        assert!(known.has("ada", "two") && !known.has("ada", "one"));
    }
}
