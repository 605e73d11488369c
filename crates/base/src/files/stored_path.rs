//! Paths in text files, also those whose names are no valid text.

use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, percent_decode_str, percent_encode};
use serde::{Deserialize, Serialize};

/// Begins the text of a path that is not UTF-8. An absolute path never begins like this.
const ESCAPED: &str = "bytes:";

/// The characters of ASCII that are written as `%` and two digits.
const PERCENT: &AsciiSet = &AsciiSet::EMPTY.add(b'%');

/// A path as the settings and the journal store it: as text where it is valid text, else as
/// `bytes:/games/M%FCller.minnow.ron`, with `%` and every byte outside ASCII in hexadecimal form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct StoredPath(pub PathBuf);

impl From<String> for StoredPath {
    fn from(text: String) -> StoredPath {
        StoredPath(text.strip_prefix(ESCAPED).map_or_else(|| PathBuf::from(&text), unescaped))
    }
}

impl From<StoredPath> for String {
    fn from(path: StoredPath) -> String {
        match path.0.to_str() {
            Some(text) if !text.starts_with(ESCAPED) => text.to_owned(),
            _ => format!("{ESCAPED}{}", escaped(&path.0)),
        }
    }
}

fn escaped(path: &Path) -> String {
    #[cfg(unix)]
    let bytes = std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str());
    #[cfg(not(unix))]
    let text = path.to_string_lossy();
    #[cfg(not(unix))]
    let bytes = text.as_bytes();
    percent_encode(bytes, PERCENT).to_string()
}

/// Reads what `escaped` writes. A `%` without two hexadecimal digits stands for itself.
fn unescaped(text: &str) -> PathBuf {
    let bytes: Vec<u8> = percent_decode_str(text).collect();
    #[cfg(unix)]
    let name = <std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes);
    #[cfg(not(unix))]
    let name = String::from_utf8_lossy(&bytes).into_owned();
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(path: &Path) -> String {
        StoredPath(path.to_owned()).into()
    }

    #[test]
    fn text_paths_are_stored_as_they_are() {
        for text in ["/games/a.ron", "/games/100%/\u{fc}.ron", "", "C:\\games\\a.ron"] {
            assert_eq!(text_of(Path::new(text)), text);
            assert_eq!(StoredPath::from(text.to_owned()).0, Path::new(text));
        }
        let odd = Path::new("bytes:%41/%+f");
        assert_eq!(text_of(odd), "bytes:bytes:%2541/%25+f");
        assert_eq!(StoredPath::from(text_of(odd)).0, odd);
    }

    #[cfg(unix)]
    #[test]
    fn other_paths_survive_byte_for_byte() {
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"/games/M\xfcller 100%.ron"));
        assert_eq!(text_of(path), "bytes:/games/M%FCller 100%25.ron");
        assert_eq!(StoredPath::from(text_of(path)).0, path);
        let ron = ron::to_string(&StoredPath(path.to_owned())).unwrap();
        assert_eq!(ron::from_str::<StoredPath>(&ron).unwrap().0, path);
    }
}
