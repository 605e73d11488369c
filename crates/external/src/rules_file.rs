//! A temporary file with the boards' rules, for an engine that reads them.

use std::{io, path::Path};

#[cfg(not(target_arch = "wasm32"))]
use std::io::Write as _;

/// The file; dropping it removes it.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) struct RulesFile(tempfile::TempPath);

#[cfg(not(target_arch = "wasm32"))]
impl RulesFile {
    /// Writes the rules of all boards to a file of a new name. Every user may read it, since the
    /// engine may run as another one.
    pub(crate) fn write() -> io::Result<RulesFile> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("minnow-").suffix(".ini");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
        let mut file = builder.tempfile()?;
        file.write_all(super::variants_ini().as_bytes())?;
        Ok(RulesFile(file.into_temp_path()))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

/// A browser starts no programs.
#[cfg(target_arch = "wasm32")]
pub(crate) struct RulesFile(std::convert::Infallible);

#[cfg(target_arch = "wasm32")]
impl RulesFile {
    pub(crate) fn write() -> io::Result<RulesFile> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(crate) fn path(&self) -> &Path {
        match self.0 {}
    }
}
