//! Lists in `footwork.toml` whose items are a tag or several tags: `["Gait", ["Loop", "Style"]]`.

use footwork_base::{Name, Position};
use toml::Spanned;
use toml::de::DeValue;

use super::error::SettingsError;

/// Reads a list of tags; `key` is its name in messages.
pub(super) fn tag_lists(
    text: &str,
    key: &str,
    value: &Spanned<DeValue<'_>>,
) -> Result<Vec<Vec<Name>>, SettingsError> {
    let refuse = |at: &Spanned<DeValue<'_>>, message: String| SettingsError {
        position: Some(Position::from_offset(text, at.span().start)),
        message,
    };
    let name = |value: &Spanned<DeValue<'_>>| match value.get_ref().as_str() {
        Some(name) => name
            .parse::<Name>()
            .map_err(|error| refuse(value, format!("`{name}`: {error}"))),
        None => Err(refuse(value, format!("{key} must be a list of tag names"))),
    };
    let item = |value: &Spanned<DeValue<'_>>| match value.get_ref().as_array() {
        Some(several) if several.is_empty() => {
            let message = format!("a list of tags in {key} is empty");
            Err(refuse(value, message))
        }
        Some(several) => several.iter().map(name).collect(),
        None => Ok(vec![name(value)?]),
    };
    match value.get_ref().as_array() {
        Some(items) => items.iter().map(item).collect(),
        None => {
            let message = format!("{key} must be a list such as [\"Gait\", [\"Loop\", \"Style\"]]");
            Err(refuse(value, message))
        }
    }
}
