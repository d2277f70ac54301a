//! Changing `footwork.toml`, whose other lines and remarks stay as they are: the one path that saved
//! queries and the vocabulary take.

use std::fmt;
use std::fs;
use std::io;

use footwork_sidecar::{Config, FILE_NAME, LineEnds};
use footwork_store::{FileChange, StoreError};
use toml_edit::{DocumentMut, Item, Table, TableLike};

use crate::edit::Scope;
use crate::{Change, EditError, Library};

/// Why `footwork.toml` was not changed; it is as it was.
#[derive(Debug)]
pub enum ConfigEditError {
    /// Another query has this name.
    NameTaken {
        /// The name.
        name: String,
        /// The query that has it.
        query: String,
    },
    /// There is no saved query of this name.
    UnknownQuery {
        /// The name.
        name: String,
    },
    /// The tag or event is in the vocabulary already.
    Known {
        /// Its name.
        name: String,
    },
    /// The name of a query is empty or has a line end.
    BadName {
        /// The name.
        name: String,
    },
    /// `footwork.toml` cannot be read any more, or one of its tables is none.
    BadConfig {
        /// What is wrong.
        message: String,
    },
    /// The file could not be read or changed.
    Edit(EditError),
}

impl ConfigEditError {
    /// A stable name of the kind of error, such as `name-taken`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NameTaken { .. } => "name-taken",
            Self::UnknownQuery { .. } => "unknown-query",
            Self::Known { .. } => "known",
            Self::BadName { .. } => "bad-name",
            Self::BadConfig { .. } => "bad-config",
            Self::Edit(error) => error.code(),
        }
    }
}

impl From<EditError> for ConfigEditError {
    fn from(error: EditError) -> Self {
        Self::Edit(error)
    }
}

impl fmt::Display for ConfigEditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NameTaken { name, query } => {
                write!(f, "{FILE_NAME} has another query named {name}: {query}")
            }
            Self::UnknownQuery { name } => write!(f, "{FILE_NAME} has no query named {name}"),
            Self::Known { name } => write!(f, "{FILE_NAME} has {name} already"),
            Self::BadName { name } => write!(f, "`{name:?}` cannot be the name of a query"),
            Self::BadConfig { message } => write!(f, "{FILE_NAME}: {message}"),
            Self::Edit(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ConfigEditError {}

impl Library {
    /// Changes `footwork.toml` as it is now, which is created if need be, as an edit that can be taken
    /// back; nothing is written where `change` says that nothing has changed.
    pub(crate) fn edit_config(
        &mut self,
        label: &str,
        change: impl Fn(&mut DocumentMut) -> Result<Change, ConfigEditError>,
    ) -> Result<Change, ConfigEditError> {
        let scope = |library: &mut Self| {
            let others = library.changed_config(&change)?.into_iter().collect();
            Ok(Scope {
                others,
                ..Scope::default()
            })
        };
        self.edit_in(label, scope, |_, _| Ok(false))
    }

    fn changed_config(
        &self,
        change: impl Fn(&mut DocumentMut) -> Result<Change, ConfigEditError>,
    ) -> Result<Option<FileChange>, ConfigEditError> {
        let file = FILE_NAME.to_owned();
        let before = match fs::read(self.root().join(FILE_NAME)) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(EditError::from(StoreError::NotSaved { file, error }).into()),
        };
        let text = str::from_utf8(before.as_deref().unwrap_or_default());
        let text = text.map_err(|error| bad(format!("it is not UTF-8: {error}")))?;
        let mut document: DocumentMut = text
            .parse()
            .map_err(|error: toml_edit::TomlError| bad(error.message().to_owned()))?;
        if change(&mut document)? == Change::Nothing {
            return Ok(None);
        }
        let ends = LineEnds::of(text).unwrap_or(LineEnds::Lf);
        let after = ends.apply(document.to_string());
        // What could not be read again must not be written.
        Config::parse(&after).map_err(|error| bad(error.message))?;
        Ok(Some(FileChange {
            file,
            before,
            after: Some(after.into_bytes()),
        }))
    }
}

/// A table at the top of `footwork.toml`; where there is none, this one.
pub(crate) fn table<'a>(
    document: &'a mut DocumentMut,
    key: &str,
    new: Table,
) -> Result<&'a mut dyn TableLike, ConfigEditError> {
    let item = document.entry(key).or_insert_with(|| Item::Table(new));
    let table = item.as_table_like_mut();
    table.ok_or_else(|| bad(format!("`{key}` is not a table")))
}

fn bad(message: String) -> ConfigEditError {
    ConfigEditError::BadConfig { message }
}
