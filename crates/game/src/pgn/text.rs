//! Decoding the bytes of a PGN file. The bytes determine the encoding; any bytes give some text.

use std::borrow::Cow;

/// The characters of bytes 0x80 to 0x9f in Windows-1252, a superset of Latin-1's printable part.
/// The five undefined bytes map to themselves.
const WINDOWS_1252: [char; 32] = [
    '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2c6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}',
    '\u{90}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
];

/// The text without byte-order mark, with `\n` for all line ends. Bytes that are neither UTF-8 nor
/// UTF-16 with a byte-order mark are read as Windows-1252, which older programs write.
pub(super) fn decode(bytes: &[u8]) -> String {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
            Err(_) => Cow::Owned(bytes.iter().copied().map(windows_1252).collect()),
        },
    };
    if text.contains('\r') {
        return text.replace("\r\n", "\n").replace('\r', "\n");
    }
    text.into_owned()
}

fn utf16(bytes: &[u8], join: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| join([pair[0], pair[1]]));
    char::decode_utf16(units).map(|letter| letter.unwrap_or('\u{fffd}')).collect()
}

fn windows_1252(byte: u8) -> char {
    let special = byte.checked_sub(0x80).and_then(|place| WINDOWS_1252.get(usize::from(place)));
    special.copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_encodings_give_the_same_text() {
        let expected = "M\u{fc}ller \u{2013} \u{c5}ngstr\u{f6}m\n";
        assert_eq!(decode(expected.as_bytes()), expected);
        assert_eq!(decode(&[b"\xef\xbb\xbf", expected.as_bytes()].concat()), expected);
        assert_eq!(decode(b"M\xfcller \x96 \xc5ngstr\xf6m\r\n"), expected);
        let little: Vec<u8> = expected.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = expected.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&[b"\xff\xfe", little.as_slice()].concat()), expected);
        assert_eq!(decode(&[b"\xfe\xff", big.as_slice()].concat()), expected);
        assert_eq!(decode(b"a\rb\r\nc\n"), "a\nb\nc\n");
    }
}
