//! Saving a query in `footwork.toml`, whose other lines and remarks stay as they are.

use std::fmt;
use std::fs;
use std::io;

use toml_edit::{DocumentMut, Item, Table, value};

use crate::config::FILE_NAME;
use crate::edit::Scope;
use crate::line_ends::LineEnds;
use crate::store::{FileChange, StoreError};
use crate::{Change, EditError, Library};

/// Why a query was not saved; `footwork.toml` is as it was.
#[derive(Debug)]
pub enum SaveQueryError {
    /// Another query has this name.
    NameTaken {
        /// The name.
        name: String,
        /// The query that has it.
        query: String,
    },
    /// The name is empty or has a line end.
    BadName {
        /// The name.
        name: String,
    },
    /// `footwork.toml` is no TOML any more, or its `queries` are no table.
    BadConfig {
        /// What is wrong.
        message: String,
    },
    /// The file could not be read or changed.
    Edit(EditError),
}

impl From<EditError> for SaveQueryError {
    fn from(error: EditError) -> Self {
        Self::Edit(error)
    }
}

impl fmt::Display for SaveQueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NameTaken { name, query } => {
                write!(f, "{FILE_NAME} has another query named {name}: {query}")
            }
            Self::BadName { name } => write!(f, "`{name:?}` cannot be the name of a query"),
            Self::BadConfig { message } => write!(f, "{FILE_NAME}: {message}"),
            Self::Edit(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SaveQueryError {}

impl Library {
    /// Saves a query's text under a name in `footwork.toml`, which is created if need be. It is an edit
    /// as any other, which can be taken back.
    ///
    /// # Errors
    /// When the name is taken by another query, or the file cannot be changed.
    pub fn save_query(&mut self, name: &str, query: &str) -> Result<Change, SaveQueryError> {
        if name.is_empty() || name.contains(char::is_control) {
            let name = name.to_owned();
            return Err(SaveQueryError::BadName { name });
        }
        let scope = |library: &mut Self| {
            let with_query = library.config_with_query(name, query)?;
            Ok(Scope {
                others: with_query.into_iter().collect(),
                ..Scope::default()
            })
        };
        self.edit_in(&format!("query save {name}"), scope, |_, _| Ok(false))
    }

    /// `footwork.toml` as it is now with a query added; `None` where that is there already.
    fn config_with_query(
        &self,
        name: &str,
        query: &str,
    ) -> Result<Option<FileChange>, SaveQueryError> {
        let file = FILE_NAME.to_owned();
        let before = match fs::read(self.root().join(FILE_NAME)) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(EditError::from(StoreError::NotSaved { file, error }).into()),
        };
        let bad = |message: String| SaveQueryError::BadConfig { message };
        let text = str::from_utf8(before.as_deref().unwrap_or_default());
        let text = text.map_err(|error| bad(format!("it is not UTF-8: {error}")))?;
        let mut document: DocumentMut = text
            .parse()
            .map_err(|error: toml_edit::TomlError| bad(error.message().to_owned()))?;
        let queries = document
            .entry("queries")
            .or_insert_with(|| Item::Table(Table::new()))
            .as_table_like_mut()
            .ok_or_else(|| bad("`queries` is not a table".to_owned()))?;
        match queries.get(name).and_then(Item::as_str) {
            Some(same) if same == query => return Ok(None),
            Some(other) => {
                return Err(SaveQueryError::NameTaken {
                    name: name.to_owned(),
                    query: other.to_owned(),
                });
            }
            None => queries.insert(name, value(query)),
        };
        let ends = LineEnds::of(text).unwrap_or(LineEnds::Lf);
        let after = Some(ends.apply(document.to_string()).into_bytes());
        Ok(Some(FileChange {
            file,
            before,
            after,
        }))
    }
}
