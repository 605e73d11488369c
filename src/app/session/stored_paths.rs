//! Paths as text in the settings, also those that are not UTF-8.

use minnow_base::files::StoredPath;
use std::path::PathBuf;

use serde::{Deserialize, Deserializer, Serializer};

pub(super) fn serialize<S: Serializer>(
    paths: &[PathBuf],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(paths.iter().map(|path| StoredPath(path.clone())))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<PathBuf>, D::Error> {
    let stored = Vec::<StoredPath>::deserialize(source)?;
    Ok(stored.into_iter().map(|path| path.0).collect())
}
