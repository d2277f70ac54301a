//! What the verbs that only ask may look at: a folder of clips, or what `compile` made of one.

use std::path::{Path, PathBuf};

use footwork::tags::Database;
use footwork_library::Library;
use footwork_library::mapped::FileBytes;

use crate::failure::Failure;
use crate::output::Speech;
use crate::progress;

/// What compiled libraries are called behind the dot.
pub(super) const EXTENSION: &str = "tagdb";

/// What only a folder has, beside its clips.
pub(super) const SAVED_QUERIES: &str = "saved queries";

/// The library that a verb asks.
#[derive(clap::Args)]
pub(super) struct SourceArg {
    /// The folder of clips, or a .tagdb file that `compile` made of one.
    #[arg(value_name = "LIBRARY")]
    library: PathBuf,
}

/// An opened library.
pub(super) enum Source {
    /// A folder of clips.
    Folder(Box<Library>),
    /// A compiled library.
    Compiled {
        path: PathBuf,
        database: Box<Database>,
    },
}

impl SourceArg {
    /// Opens it, and says on standard error what is wrong in a folder.
    pub(super) fn open(&self, speech: Speech) -> Result<Source, Failure> {
        let path = &self.library;
        if !is_compiled(path) || path.is_dir() {
            let library = Library::open_with(path, progress::bars())?;
            speech.errors.note(library.findings());
            return Ok(Source::Folder(Box::new(library)));
        }
        let bytes = FileBytes::open(path).map_err(|error| refuse(path, &error))?;
        let database = Database::from_bytes(bytes).map_err(|error| refuse(path, &error))?;
        Ok(Source::Compiled {
            path: path.clone(),
            database: Box::new(database),
        })
    }
}

/// Whether a path is called as a compiled library is.
pub(super) fn is_compiled(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION))
}

fn refuse(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::plain("no-library", &format!("{}: {error}", path.display()))
}

impl Source {
    /// The clips with their tags and events.
    pub(super) fn database(&self) -> &Database {
        match self {
            Self::Folder(library) => library.database(),
            Self::Compiled { database, .. } => database,
        }
    }

    /// Says on standard error which clips could not be read when the answer needed their motion.
    pub(super) fn note_unread(&self, speech: Speech) {
        if let Self::Folder(library) = self {
            speech.errors.note(&library.take_unread());
            speech.errors.note(&library.take_lacking());
        }
    }

    /// Says on standard error which length units were estimated.
    pub(super) fn note_units(&self, speech: Speech) {
        if let Self::Folder(library) = self {
            speech.errors.note(&library.estimated_units());
        }
    }

    /// The folder's own name, where it has one.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Folder(library) => library.config().name.as_deref(),
            Self::Compiled { .. } => None,
        }
    }

    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Folder(library) => library.root(),
            Self::Compiled { path, .. } => path,
        }
    }

    /// The folder, for what a compiled library does not have, such as "saved queries".
    pub(super) fn folder(&self, what: &str) -> Result<&Library, Failure> {
        match self {
            Self::Folder(library) => Ok(library),
            Self::Compiled { path, .. } => Err(needs_folder(path, what)),
        }
    }

    /// The same, to be changed.
    pub(super) fn folder_mut(&mut self, what: &str) -> Result<&mut Library, Failure> {
        match self {
            Self::Folder(library) => Ok(library),
            Self::Compiled { path, .. } => Err(needs_folder(path, what)),
        }
    }
}

fn needs_folder(path: &Path, what: &str) -> Failure {
    let message = format!("{}: a compiled library has no {what}", path.display());
    let hint = "name the folder that it was compiled from";
    Failure::plain("needs-folder", &message).hint(Some(hint.to_owned()))
}
