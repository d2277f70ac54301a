//! Edits of `footwork.toml` that keep its other lines and comments: saved queries, the vocabulary, and tag names.

mod rename;

use footwork_base::Name;
use thiserror::Error;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Key, Table, TableLike, Value, value};

use crate::line_ends::LineEnds;
use crate::settings::{SETTINGS_FILE, Settings};
use crate::tag_style::TagStyle;
pub use rename::renamed;

/// The table of saved queries.
const QUERIES: &str = "queries";

/// The table of rules.
const RULES: &str = "rules";

/// The kind of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    /// Covers spans of frames.
    Tag,
    /// Marks a moment.
    Event,
}

/// One change of `footwork.toml`, which is created if it does not exist.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingsEdit {
    /// Saves a query under a name that no other query has.
    SaveQuery {
        /// The name.
        name: String,
        /// The text of the query.
        query: String,
    },
    /// Replaces the text of a saved query and keeps its comments. Fails if the current text is not `old`.
    ReplaceQuery {
        /// The name.
        name: String,
        /// The text that the query must have before the edit.
        old: String,
        /// The new text.
        new: String,
    },
    /// Removes a saved query, with the comment right above it.
    RemoveQuery {
        /// The name.
        name: String,
    },
    /// Renames a saved query, which keeps its place and its comments.
    RenameQuery {
        /// The name.
        name: String,
        /// The new name.
        to: String,
    },
    /// Adds a tag or an event to the vocabulary.
    AddLabel {
        /// Whether the label is a tag or an event.
        kind: LabelKind,
        /// Its name.
        name: Name,
        /// How the label is shown.
        style: TagStyle,
    },
    /// Makes the tags below a tag mutually exclusive.
    AddExclusive {
        /// The tag.
        tag: Name,
    },
    /// Adds a rule for a tag that has none.
    AddRule {
        /// The tag.
        tag: Name,
        /// The query that places the tag.
        query: String,
    },
    /// Renames a tag and all tags below it in the vocabulary, the names of rules, the exclusive groups and the checks.
    RenameTag {
        /// The tag.
        old: Name,
        /// Its new name.
        new: Name,
    },
}

/// Why `footwork.toml` was not changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SettingsEditError {
    /// Another query has this name.
    #[error("{SETTINGS_FILE} has another query named {name}: {query}")]
    NameTaken {
        /// The name.
        name: String,
        /// The query that has the name.
        query: String,
    },
    /// There is no saved query of this name.
    #[error("{SETTINGS_FILE} has no query named {name}")]
    UnknownQuery {
        /// The name.
        name: String,
    },
    /// The tag or event is already in the vocabulary.
    #[error("{SETTINGS_FILE} already has {name}")]
    Known {
        /// Its name.
        name: String,
    },
    /// The name of a query is empty or has control characters.
    #[error("`{name:?}` cannot be the name of a query")]
    BadName {
        /// The name.
        name: String,
    },
    /// `footwork.toml` is not valid, before or after the edit, or one of its tables is a value of another type.
    #[error("{SETTINGS_FILE}: {message}")]
    BadSettings {
        /// The mistake.
        message: String,
    },
}

impl SettingsEditError {
    /// Returns a stable name for the kind of error, such as `name-taken`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NameTaken { .. } => "name-taken",
            Self::UnknownQuery { .. } => "unknown-query",
            Self::Known { .. } => "known",
            Self::BadName { .. } => "bad-name",
            Self::BadSettings { .. } => "bad-config",
        }
    }
}

/// Returns the text of `footwork.toml` after these edits; `None` if they change nothing.
///
/// # Errors
/// If an edit does not apply, or the text before or after it is not valid settings.
pub fn edit_settings(
    before: Option<&[u8]>,
    edits: &[SettingsEdit],
) -> Result<Option<Vec<u8>>, SettingsEditError> {
    let text = str::from_utf8(before.unwrap_or_default());
    let text = text.map_err(|error| bad(format!("it is not UTF-8: {error}")))?;
    let mut document: DocumentMut = text
        .parse()
        .map_err(|error: toml_edit::TomlError| bad(error.message().to_owned()))?;
    let mut is_changed = false;
    for edit in edits {
        is_changed |= edit.apply(&mut document)?;
    }
    if !is_changed {
        return Ok(None);
    }
    let ends = LineEnds::detect(text).unwrap_or(LineEnds::Lf);
    let after = ends.apply(document.to_string());
    // Text that could not be read again must not be written.
    Settings::parse(&after).map_err(|error| bad(error.message))?;
    Ok(Some(after.into_bytes()))
}

impl SettingsEdit {
    /// Returns the label of an edit that makes only this change, for the history.
    pub fn label(&self) -> String {
        match self {
            Self::SaveQuery { name, .. } | Self::ReplaceQuery { name, .. } => {
                format!("query save {name}")
            }
            Self::RemoveQuery { name } => format!("query remove {name}"),
            Self::RenameQuery { name, to } => format!("query rename {name} {to}"),
            Self::AddLabel { name, .. } => format!("vocabulary add {name}"),
            Self::AddExclusive { tag } => format!("exclusive add {tag}"),
            Self::AddRule { tag, .. } => format!("rule add {tag}"),
            Self::RenameTag { old, new } => format!("tag rename {old} {new}"),
        }
    }

    /// Rejects names that a query cannot have.
    ///
    /// # Errors
    /// If the name is empty or has control characters.
    pub fn check(&self) -> Result<(), SettingsEditError> {
        let (Self::SaveQuery { name, .. } | Self::RenameQuery { to: name, .. }) = self else {
            return Ok(());
        };
        if name.is_empty() || name.contains(char::is_control) {
            Err(SettingsEditError::BadName { name: name.clone() })
        } else {
            Ok(())
        }
    }

    /// Applies the edit; returns whether it changed anything.
    fn apply(&self, document: &mut DocumentMut) -> Result<bool, SettingsEditError> {
        match self {
            Self::SaveQuery { name, query } => {
                let queries = table(document, QUERIES, Table::new())?;
                match queries.get(name).and_then(Item::as_str) {
                    Some(same) if same == query => Ok(false),
                    Some(other) => Err(taken(name, other)),
                    None => {
                        queries.insert(name, value(query));
                        Ok(true)
                    }
                }
            }
            Self::ReplaceQuery { name, old, new } => {
                let queries = table(document, QUERIES, Table::new())?;
                let there = queries.get_mut(name).and_then(Item::as_value_mut);
                let there = there.ok_or_else(|| unknown(name))?;
                match there.as_str() {
                    Some(same) if same == new => return Ok(false),
                    Some(text) if text == old => {}
                    other => return Err(taken(name, other.unwrap_or_default())),
                }
                let decor = there.decor().clone();
                *there = new.into();
                *there.decor_mut() = decor;
                Ok(true)
            }
            Self::RemoveQuery { name } => {
                let removed = table(document, QUERIES, Table::new())?.remove(name);
                removed.map_or_else(|| Err(unknown(name)), |_| Ok(true))
            }
            Self::RenameQuery { name, to } => rename_query(document, name, to),
            Self::AddLabel { kind, name, style } => add_label(document, *kind, name, style),
            Self::AddExclusive { tag } => add_exclusive(document, tag),
            Self::AddRule { tag, query } => {
                let rules = table(document, RULES, Table::new())?;
                match rules.get(tag.as_str()).and_then(Item::as_str) {
                    Some(same) if same == query => Ok(false),
                    Some(_) => Err(SettingsEditError::Known {
                        name: format!("a rule for {tag}"),
                    }),
                    None => {
                        rules.insert(tag.as_str(), value(query));
                        Ok(true)
                    }
                }
            }
            Self::RenameTag { old, new } => Ok(rename::rename_tag(document, old, new)),
        }
    }
}

fn add_exclusive(document: &mut DocumentMut, tag: &Name) -> Result<bool, SettingsEditError> {
    let new = || value(Array::new());
    let groups = document.entry("exclusive").or_insert_with(new);
    let groups = groups.as_array_mut();
    let groups = groups.ok_or_else(|| bad("`exclusive` is not a list".to_owned()))?;
    if groups
        .iter()
        .any(|group| group.as_str() == Some(tag.as_str()))
    {
        return Ok(false);
    }
    groups.push(tag.as_str());
    Ok(true)
}

fn rename_query(
    document: &mut DocumentMut,
    name: &str,
    to: &str,
) -> Result<bool, SettingsEditError> {
    let queries = table(document, QUERIES, Table::new())?;
    if !queries.contains_key(name) {
        return Err(unknown(name));
    }
    if name == to {
        return Ok(false);
    }
    if let Some(other) = queries.get(to) {
        return Err(taken(to, other.as_str().unwrap_or_default()));
    }
    // A table keeps its keys in the order of insertion. All keys are inserted again, so that the renamed one keeps its
    // place.
    let keys = queries.iter().filter_map(|(key, _)| queries.key(key));
    let keys: Vec<Key> = keys.cloned().collect();
    for key in keys {
        let Some(item) = queries.remove(key.get()) else {
            continue;
        };
        let key = if key.get() == name {
            Key::new(to).with_leaf_decor(key.leaf_decor().clone())
        } else {
            key
        };
        queries.entry_format(&key).or_insert(item);
    }
    Ok(true)
}

fn add_label(
    document: &mut DocumentMut,
    kind: LabelKind,
    name: &Name,
    style: &TagStyle,
) -> Result<bool, SettingsEditError> {
    let key = match kind {
        LabelKind::Tag => "tags",
        LabelKind::Event => "events",
    };
    // The table needs no header, because the headers of the labels imply it.
    let mut new = Table::new();
    new.set_implicit(true);
    let labels = table(document, key, new)?;
    if labels.contains_key(name.as_str()) {
        let name = name.to_string();
        return Err(SettingsEditError::Known { name });
    }
    let said = fields(style);
    // Written like the existing labels: as an inline table, or under its own header.
    let item = if labels.iter().any(|(_, item)| item.is_value()) {
        Item::Value(Value::InlineTable(InlineTable::from_iter(said)))
    } else {
        Item::Table(Table::from_iter(said))
    };
    labels.insert(name.as_str(), item);
    Ok(true)
}

/// Returns the fields of a style in the order in which they are written.
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

/// Returns a top-level table of `footwork.toml`; adds `new` if there is none.
fn table<'a>(
    document: &'a mut DocumentMut,
    key: &str,
    new: Table,
) -> Result<&'a mut dyn TableLike, SettingsEditError> {
    let item = document.entry(key).or_insert_with(|| Item::Table(new));
    let table = item.as_table_like_mut();
    table.ok_or_else(|| bad(format!("`{key}` is not a table")))
}

fn bad(message: String) -> SettingsEditError {
    SettingsEditError::BadSettings { message }
}

fn taken(name: &str, query: &str) -> SettingsEditError {
    SettingsEditError::NameTaken {
        name: name.to_owned(),
        query: query.to_owned(),
    }
}

fn unknown(name: &str) -> SettingsEditError {
    SettingsEditError::UnknownQuery {
        name: name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, edits: &[SettingsEdit]) -> Option<String> {
        let after = edit_settings(Some(text.as_bytes()), edits).unwrap();
        after.map(|after| String::from_utf8(after).unwrap())
    }

    #[test]
    fn groups_and_rules_are_added_once() {
        let tag: Name = "Gait".parse().unwrap();
        let run: Name = "Gait.Run".parse().unwrap();
        let rule = SettingsEdit::AddRule {
            tag: run.clone(),
            query: "{ speed > 2 }".to_owned(),
        };
        let edits = [SettingsEdit::AddExclusive { tag }, rule];
        let text = "name = \"x\"\n\n[tags.\"Gait.Run\"]\n";
        let expected = "name = \"x\"\nexclusive = [\"Gait\"]\n\n[tags.\"Gait.Run\"]\n\n[rules]\n\
                        \"Gait.Run\" = \"{ speed > 2 }\"\n";
        assert_eq!(edited(text, &edits).as_deref(), Some(expected));
        assert_eq!(edited(expected, &edits), None);
        let more = edited("exclusive = [[\"A\", \"B\"]] # why\n", &edits[..1]);
        let expected = "exclusive = [[\"A\", \"B\"], \"Gait\"] # why\n";
        assert_eq!(more.as_deref(), Some(expected));

        // A second rule for the same tag is not added, and a value that is not a list is not changed.
        let other = SettingsEdit::AddRule {
            tag: run,
            query: "none".to_owned(),
        };
        let there = b"[rules]\n\"Gait.Run\" = \"all\"\n";
        let known = edit_settings(Some(there), &[other]).unwrap_err();
        assert_eq!(known.code(), "known");
        let bad = edit_settings(Some(b"exclusive = 1\n"), &edits[..1]).unwrap_err();
        assert_eq!(bad.code(), "bad-config");
    }
}
