//! Queries in `footwork.toml`, by name: saved, called otherwise, removed.

use toml_edit::{Item, Key, Table, value};

use crate::config_edit::table;
use crate::{Change, ConfigEditError, Library};

/// Where they are.
const QUERIES: &str = "queries";

impl Library {
    /// Saves a query's text under a name in `footwork.toml`, which is created if need be. It is an edit
    /// as any other, which can be taken back.
    ///
    /// # Errors
    /// When the name is taken by another query, or the file cannot be changed.
    pub fn save_query(&mut self, name: &str, query: &str) -> Result<Change, ConfigEditError> {
        check_name(name)?;
        self.edit_config(&format!("query save {name}"), |document| {
            let queries = table(document, QUERIES, Table::new())?;
            match queries.get(name).and_then(Item::as_str) {
                Some(same) if same == query => Ok(Change::Nothing),
                Some(other) => Err(taken(name, other)),
                None => {
                    queries.insert(name, value(query));
                    Ok(Change::Saved)
                }
            }
        })
    }

    /// Gives a saved query another text in the place of `old`, which others may have replaced meanwhile,
    /// as an edit that can be taken back. Its remarks stay.
    ///
    /// # Errors
    /// When there is none of this name, it is neither of the two texts, or `footwork.toml` cannot be
    /// changed.
    pub fn replace_query(
        &mut self,
        name: &str,
        old: &str,
        new: &str,
    ) -> Result<Change, ConfigEditError> {
        self.edit_config(&format!("query save {name}"), |document| {
            let queries = table(document, QUERIES, Table::new())?;
            let there = queries.get_mut(name).and_then(Item::as_value_mut);
            let there = there.ok_or_else(|| unknown(name))?;
            match there.as_str() {
                Some(same) if same == new => return Ok(Change::Nothing),
                Some(text) if text == old => {}
                other => return Err(taken(name, other.unwrap_or_default())),
            }
            let decor = there.decor().clone();
            *there = new.into();
            *there.decor_mut() = decor;
            Ok(Change::Saved)
        })
    }

    /// Removes a saved query, with the remark right above it, as an edit that can be taken back.
    ///
    /// # Errors
    /// When there is none of this name, or `footwork.toml` cannot be changed.
    pub fn remove_query(&mut self, name: &str) -> Result<Change, ConfigEditError> {
        self.edit_config(&format!("query remove {name}"), |document| {
            let removed = table(document, QUERIES, Table::new())?.remove(name);
            removed.map_or_else(|| Err(unknown(name)), |_| Ok(Change::Saved))
        })
    }

    /// Gives a saved query another name, in its place and with its remarks, as an edit that can be
    /// taken back.
    ///
    /// # Errors
    /// When there is none of this name, another one has the new name, or `footwork.toml` cannot be
    /// changed.
    pub fn rename_query(&mut self, name: &str, to: &str) -> Result<Change, ConfigEditError> {
        check_name(to)?;
        self.edit_config(&format!("query rename {name} {to}"), |document| {
            let queries = table(document, QUERIES, Table::new())?;
            if !queries.contains_key(name) {
                return Err(unknown(name));
            }
            if name == to {
                return Ok(Change::Nothing);
            }
            if let Some(other) = queries.get(to) {
                return Err(taken(to, other.as_str().unwrap_or_default()));
            }
            // The order of a table is that in which its keys came.
            let keys = queries.iter().filter_map(|(key, _)| queries.key(key));
            let keys: Vec<Key> = keys.cloned().collect();
            for key in keys {
                let Some(item) = queries.remove(key.get()) else {
                    continue;
                };
                let key = match key.get() == name {
                    true => Key::new(to).with_leaf_decor(key.leaf_decor().clone()),
                    false => key,
                };
                queries.entry_format(&key).or_insert(item);
            }
            Ok(Change::Saved)
        })
    }
}

fn check_name(name: &str) -> Result<(), ConfigEditError> {
    match name.is_empty() || name.contains(char::is_control) {
        true => Err(ConfigEditError::BadName {
            name: name.to_owned(),
        }),
        false => Ok(()),
    }
}

fn taken(name: &str, query: &str) -> ConfigEditError {
    ConfigEditError::NameTaken {
        name: name.to_owned(),
        query: query.to_owned(),
    }
}

fn unknown(name: &str) -> ConfigEditError {
    ConfigEditError::UnknownQuery {
        name: name.to_owned(),
    }
}
