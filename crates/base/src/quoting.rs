//! Texts that other people chose, as parts of formats that give some characters a meaning.

/// A text as a field of CSV. A spreadsheet takes a field that begins with one of these characters as
/// a formula, so an apostrophe is put before it.
///
/// ```
/// use minnow_base::quoting::csv_field;
///
/// assert_eq!(csv_field("Ada, \"the first\""), "\"Ada, \"\"the first\"\"\"");
/// assert_eq!(csv_field("=1+1"), "'=1+1");
/// ```
pub fn csv_field(text: &str) -> String {
    let is_formula =
        text.starts_with(['\t', '\r']) || text.trim_start().starts_with(['=', '+', '-', '@']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// A text as content of XML, HTML or SVG, or between the double quotes of an attribute.
///
/// ```
/// use minnow_base::quoting::markup;
///
/// assert_eq!(markup("</script> \"&\""), "&lt;/script&gt; &quot;&amp;&quot;");
/// ```
pub fn markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
