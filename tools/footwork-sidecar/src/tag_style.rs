//! How a tag or an event is presented: its colour, key, description and mirrored name.

use footwork_base::Name;
use serde::Deserialize;

/// How a tag or an event of the vocabulary is presented.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TagStyle {
    /// `#rrggbb`.
    #[serde(default, alias = "color", deserialize_with = "colour")]
    pub colour: Option<[u8; 3]>,
    /// The keyboard key that paints the tag.
    pub key: Option<String>,
    /// When to use the tag or event.
    pub description: Option<String>,
    /// The name in a mirrored clip. If missing, left and right swap in the name.
    #[serde(default, deserialize_with = "name")]
    pub mirror: Option<Name>,
}

fn colour<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<[u8; 3]>, D::Error> {
    let text = String::deserialize(from)?;
    let colour = TagStyle::read_colour(&text);
    colour
        .map(Some)
        .ok_or_else(|| serde::de::Error::custom("a colour is `#` and six hexadecimal digits"))
}

impl TagStyle {
    /// Parses `#rrggbb` as red, green and blue.
    pub fn read_colour(text: &str) -> Option<[u8; 3]> {
        let digits = text
            .strip_prefix('#')
            .filter(|d| d.len() == 6 && d.bytes().all(|b| b.is_ascii_hexdigit()));
        let byte = |at: usize| u8::from_str_radix(digits?.get(at..at + 2)?, 16).ok();
        Some([byte(0)?, byte(2)?, byte(4)?])
    }
}

fn name<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Name>, D::Error> {
    let text = String::deserialize(from)?;
    let name = text
        .parse()
        .map_err(|error| serde::de::Error::custom(format_args!("`{text}`: {error}")));
    name.map(Some)
}
