//! Saving a query in `footwork.toml`, whose other lines and remarks stay as they are.

use std::fmt;
use std::fs;
use std::io;

use toml_edit::{DocumentMut, Item, Table, value};

use crate::config::FILE_NAME;
use crate::lock::WriteLock;
use crate::store::DiskFiles;
use crate::{Change, Library, LockError, atomic};

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
    /// The library cannot be written to now.
    Lock(LockError),
    /// The file could not be read or written.
    Io(io::Error),
}

impl fmt::Display for SaveQueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NameTaken { name, query } => {
                write!(f, "{FILE_NAME} has another query named {name}: {query}")
            }
            Self::BadName { name } => write!(f, "`{name:?}` cannot be the name of a query"),
            Self::BadConfig { message } => write!(f, "{FILE_NAME}: {message}"),
            Self::Lock(error) => error.fmt(f),
            Self::Io(error) => write!(f, "{FILE_NAME}: {error}"),
        }
    }
}

impl std::error::Error for SaveQueryError {}

impl Library {
    /// Saves a query's text under a name in `footwork.toml`, which is created if need be.
    ///
    /// # Errors
    /// When the name is taken by another query, or the file cannot be changed.
    pub fn save_query(&mut self, name: &str, query: &str) -> Result<Change, SaveQueryError> {
        if name.is_empty() || name.contains(char::is_control) {
            let name = name.to_owned();
            return Err(SaveQueryError::BadName { name });
        }
        let _lock = WriteLock::take(self.root()).map_err(SaveQueryError::Lock)?;
        self.store().recover(&[]).map_err(SaveQueryError::Io)?;
        let path = self.root().join(FILE_NAME);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(SaveQueryError::Io(error)),
        };
        let bad = |message: String| SaveQueryError::BadConfig { message };
        let mut document: DocumentMut = text
            .parse()
            .map_err(|error: toml_edit::TomlError| bad(error.message().to_owned()))?;
        let queries = document
            .entry("queries")
            .or_insert_with(|| Item::Table(Table::new()))
            .as_table_like_mut()
            .ok_or_else(|| bad("`queries` is not a table".to_owned()))?;
        match queries.get(name).and_then(Item::as_str) {
            Some(same) if same == query => return Ok(Change::Nothing),
            Some(other) => {
                return Err(SaveQueryError::NameTaken {
                    name: name.to_owned(),
                    query: other.to_owned(),
                });
            }
            None => queries.insert(name, value(query)),
        };
        atomic::write_in(&DiskFiles, &path, document.to_string().as_bytes())
            .map_err(SaveQueryError::Io)?;
        self.remember_query(name, query);
        Ok(Change::Saved)
    }
}
