//! Graded sheets: their trees and digests come from the secret of a class, by HMAC-SHA256, so that
//! nobody without it can make a sheet, and no seed of practice makes its tree.

use hmac::{Hmac, KeyInit, Mac};
use minnow_engine::Random;
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::{ExerciseError, ExerciseKey, ExerciseSet, ExerciseSheet};

/// Seeds of graded sheets are below this number, so that they are easy to read.
const SEEDS: u64 = 1_000_000;

/// The fields of a graded sheet that a sheet of practice lacks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradedSheet {
    /// The id of the student in the roster.
    pub id: String,
    /// The tree as text; the seed does not make it.
    pub tree: String,
    /// The digest of set, id, seed and tree with the secret of the class, in hexadecimal digits.
    pub digest: String,
}

/// The secret of a class, which only the teacher has.
#[derive(Clone, PartialEq, Eq)]
pub struct ClassSecret([u8; 32]);

/// The file of a secret.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SecretFile {
    secret: String,
}

/// The HMAC-SHA256 of some texts. The length before each keeps them apart.
fn hmac(key: &[u8], texts: &[&str]) -> [u8; 32] {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).expect("a key of any length");
    for text in texts {
        mac.update(&(text.len() as u64).to_le_bytes());
        mac.update(text.as_bytes());
    }
    mac.finalize().into_bytes().into()
}

/// A value as RON on one line, which the types of this module always have.
pub(super) fn ron_text(value: &impl Serialize) -> String {
    ron::to_string(value).unwrap_or_default()
}

impl ClassSecret {
    /// A secret of random bytes.
    pub fn new(bytes: [u8; 32]) -> ClassSecret {
        ClassSecret(bytes)
    }

    /// Reads the file of a secret.
    ///
    /// # Errors
    ///
    /// [`ExerciseError::Unreadable`] for a file of another form, and [`ExerciseError::Secret`].
    pub fn parse(text: &str) -> Result<ClassSecret, ExerciseError> {
        let file: SecretFile = ron::from_str(text).map_err(Box::new)?;
        let mut bytes = [0; 32];
        hex::decode_to_slice(file.secret.trim(), &mut bytes).map_err(|_| ExerciseError::Secret)?;
        Ok(ClassSecret(bytes))
    }

    /// The secret as the content of a file.
    pub fn write(&self) -> String {
        let file = SecretFile { secret: hex::encode(self.0) };
        format!("// The secret of a class: keep it, and show it to nobody.\n{}\n", ron_text(&file))
    }

    /// The graded exercise of a student.
    ///
    /// # Errors
    ///
    /// An [`ExerciseError`] if the set is invalid, has no tree with enough cutoffs, or has trees of its
    /// own, whose keys everyone with a sheet can print.
    pub fn key(&self, set: &ExerciseSet, id: &str) -> Result<ExerciseKey, ExerciseError> {
        if !set.trees.is_empty() {
            return Err(ExerciseError::OwnTrees);
        }
        let set_text = ron_text(set);
        let numbers = |name: &str| -> Vec<u64> {
            hmac(&self.0, &[name, &set_text, id]).chunks_exact(8).map(number).collect()
        };
        let seed = numbers("seed").first().map_or(0, |number| number % SEEDS);
        // A tree of practice is drawn from one generator, so that it is not a graded tree.
        let mut randoms: Vec<Random> = numbers("tree").into_iter().map(Random).collect();
        let key = ExerciseKey::drawn(set, seed, &mut randoms)?;
        let tree = key.tree.to_string();
        let mut graded = GradedSheet { id: id.to_owned(), tree, digest: String::new() };
        graded.digest = self.digest(set, seed, &graded);
        Ok(ExerciseKey { graded: Some(graded), ..key })
    }

    /// True if the sheet was made with this secret, and its set, id, seed and tree are unchanged.
    pub fn made(&self, sheet: &ExerciseSheet) -> bool {
        let is_own =
            |graded: &GradedSheet| self.digest(&sheet.set, sheet.seed, graded) == graded.digest;
        sheet.graded.as_ref().is_some_and(is_own)
    }

    fn digest(&self, set: &ExerciseSet, seed: u64, graded: &GradedSheet) -> String {
        let set = ron_text(set);
        let seed = seed.to_string();
        hex::encode(hmac(&self.0, &["sheet", &set, &graded.id, &seed, &graded.tree]))
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, byte| (number << 8) | u64::from(*byte))
}

impl ExerciseSheet {
    /// The seal of the answers: their digest with that of the sheet as the key. It shows a change
    /// after the sheet was handed in, unless the seal is computed again.
    pub fn seal_of_answers(&self) -> String {
        let graded = self.graded.as_ref().map_or("", |graded| graded.digest.as_str());
        hex::encode(hmac(graded.as_bytes(), &["answers", &ron_text(&self.answers)]))
    }
}
