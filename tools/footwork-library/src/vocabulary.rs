//! Adding to the vocabulary, which is in `footwork.toml`.

use footwork_base::Name;
use footwork_sidecar::TagStyle;
use toml_edit::{InlineTable, Item, Table, Value};

use crate::config_edit::table;
use crate::{Change, ConfigEditError, Library};

/// What a label is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    /// For spans of frames.
    Tag,
    /// For moments.
    Event,
}

impl Library {
    /// Adds a tag or an event to the vocabulary in `footwork.toml`, which is created if need be. It is
    /// an edit as any other, which can be taken back.
    ///
    /// # Errors
    /// When it is there already, or the file cannot be changed.
    pub fn add_to_vocabulary(
        &mut self,
        kind: LabelKind,
        name: &Name,
        style: &TagStyle,
    ) -> Result<Change, ConfigEditError> {
        let key = match kind {
            LabelKind::Tag => "tags",
            LabelKind::Event => "events",
        };
        self.edit_config(&format!("vocabulary add {name}"), |document| {
            // It has no line of its own: those of the labels say it.
            let mut new = Table::new();
            new.set_implicit(true);
            let labels = table(document, key, new)?;
            if labels.contains_key(name.as_str()) {
                return Err(ConfigEditError::Known {
                    name: name.to_string(),
                });
            }
            let said = fields(style);
            // As the others are written: in a line each, or with a head.
            let item = match labels.iter().any(|(_, item)| item.is_value()) {
                true => Item::Value(Value::InlineTable(InlineTable::from_iter(said))),
                false => Item::Table(Table::from_iter(said)),
            };
            labels.insert(name.as_str(), item);
            Ok(Change::Saved)
        })
    }
}

/// What a style says, in the order in which it is written.
fn fields(style: &TagStyle) -> impl Iterator<Item = (&'static str, Value)> {
    let colour = style.colour;
    let colour = colour.map(|[red, green, blue]| format!("#{red:02x}{green:02x}{blue:02x}"));
    let fields = [
        ("colour", colour),
        ("key", style.key.clone()),
        ("description", style.description.clone()),
        ("mirror", style.mirror.as_ref().map(ToString::to_string)),
    ];
    let said = fields.into_iter();
    said.filter_map(|(key, text)| Some((key, text?.into())))
}
