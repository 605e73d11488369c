//! Numbers in sentences: digits in groups, and a noun in the singular or plural.

/// A number in groups of three digits.
///
/// ```
/// use minnow_rules::grouped;
///
/// let texts = [0, 999, 1_000, 1_234_567].map(grouped);
/// assert_eq!(texts, ["0", "999", "1,000", "1,234,567"]);
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun.
///
/// ```
/// use minnow_rules::counted;
///
/// let texts = [0, 1, 2_500].map(|count| counted(count, "ply", "plies"));
/// assert_eq!(texts, ["0 plies", "1 ply", "2,500 plies"]);
/// ```
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}
