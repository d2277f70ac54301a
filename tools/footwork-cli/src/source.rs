//! Opens a library: a folder of clips or, for verbs that only read, a file that `compile` wrote.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use footwork::tags::{Database, TagDbError};
use footwork_library::{Change, Edit, EditError, Editor, Library, OpenError, Whole, read_tagdb};

use crate::compiled_name::{EXTENSION, is_compiled, needs_folder, only_folder};
use crate::failure::{Failure, is_system_fault};
use crate::output::Speech;
use crate::reading::{ReadArgs, Reading};

/// The name of saved queries in the error about a compiled library, which has none.
pub(crate) const SAVED_QUERIES: &str = "saved queries";

/// The library that a verb reads.
#[derive(clap::Args)]
pub(crate) struct SourceArg {
    /// The folder of clips, or a .tagdb file written by `compile`.
    #[arg(value_name = "LIBRARY")]
    library: PathBuf,

    #[command(flatten)]
    read: ReadArgs,
}

/// The library that a verb works on.
#[derive(clap::Args)]
pub(crate) struct LibraryArg {
    /// The folder of clips.
    #[arg(value_name = "LIBRARY")]
    pub(crate) library: PathBuf,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

impl LibraryArg {
    /// Returns the folder, or an error for a compiled library, because this verb needs the clips.
    pub(crate) fn folder(&self) -> Result<&Path, Failure> {
        only_folder(&self.library)
    }

    /// Opens the library and prints its findings. Every unreadable file counts as missing, no matter to which clip it
    /// belongs.
    pub(crate) fn open(&self, speech: Speech) -> Result<(Library, Reading), Failure> {
        self.read.open(&self.library, speech)
    }
}

/// Makes an edit and prints its findings. Returns whether the edit changed anything.
pub(crate) fn edit(
    library: &mut Library,
    edit: &Edit,
    whole: &Whole,
    speech: Speech,
) -> Result<bool, EditError> {
    let saved = edit_by(library, whole, speech, |library, editor| {
        library.edit(editor, edit)
    })?;
    Ok(saved.change() == Change::Saved)
}

/// Runs a job that edits a library. Prints the findings of the edit even if the job fails.
pub(crate) fn edit_by<T>(
    library: &mut Library,
    _whole: &Whole,
    speech: Speech,
    job: impl FnOnce(&mut Library, &mut Editor) -> Result<T, EditError>,
) -> Result<T, EditError> {
    let mut editor = library.editor();
    let done = job(library, &mut editor);
    speech.note(&editor.take_findings());
    done
}

/// An opened library.
pub(crate) enum Source {
    /// A folder of clips.
    Folder(Box<Library>),
    /// A compiled library.
    Compiled {
        path: PathBuf,
        database: Box<Database>,
    },
}

impl SourceArg {
    /// Returns the path as the user gave it.
    pub(crate) fn path(&self) -> &Path {
        &self.library
    }

    /// Opens the library. For a folder, prints its findings and counts every unreadable file as missing.
    pub(crate) fn open(&self, speech: Speech) -> Result<(Source, Reading), Failure> {
        let path = &self.library;
        if !is_compiled(path) || path.is_dir() {
            let library = self.read.open_quietly(path).map_err(no_folder)?;
            speech.note(library.findings());
            let reading = self.read.of(&library);
            return Ok((Source::Folder(Box::new(library)), reading));
        }
        let bytes = read_tagdb(path).map_err(|error| unreadable(path, &error))?;
        let database = Database::from_bytes(bytes).map_err(|error| refused(path, &error))?;
        let source = Source::Compiled {
            path: path.clone(),
            database: Box::new(database),
        };
        Ok((source, self.read.of_nothing()))
    }
}

/// Returns the error for a folder that cannot be opened. If the path is a file, the hint names the extension of
/// compiled libraries.
fn no_folder(error: OpenError) -> Failure {
    let is_file = matches!(error, OpenError::NotAFolder { .. });
    let failure = Failure::from(error);
    if is_file {
        failure.hint(format!(
            "name the folder; a compiled library is a file whose name ends in .{EXTENSION}"
        ))
    } else {
        failure
    }
}

/// Returns the error for a compiled library that the system cannot open.
fn unreadable(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::NotFound => {
            let hint = format!("make it with {}", compile_to(path));
            about(path, "not-found", error).hint(hint)
        }
        _ => about(path, "unreadable", error).unread_if(is_system_fault(error)),
    }
}

/// Returns the error for a damaged file, or one that is not a compiled library.
fn refused(path: &Path, error: &TagDbError) -> Failure {
    let again = || format!("compile it again with {}", compile_to(path));
    let (code, hint) = match error {
        TagDbError::NotTagDb => ("not-tagdb", format!("{} writes one", compile_to(path))),
        TagDbError::NewerVersion { .. } => {
            let hint = format!("update Footwork, or {}", again());
            ("newer-version", hint)
        }
        _ => ("damaged", again()),
    };
    about(path, code, error).hint(hint)
}

fn compile_to(path: &Path) -> String {
    format!("`footwork compile FOLDER -o {}`", path.display())
}

fn about(path: &Path, code: &str, error: &dyn Display) -> Failure {
    let name = path.display().to_string();
    Failure::plain(code, format!("{name}: {error}")).named(&name)
}

impl Source {
    /// Returns the database of clips, tags and events.
    pub(crate) fn database(&self) -> &Database {
        match self {
            Self::Folder(library) => library.database(),
            Self::Compiled { database, .. } => database,
        }
    }

    /// Prints which clips an answer leaves out because their motion could not be read.
    pub(crate) fn note_unread(&self, reading: &mut Reading, speech: Speech) {
        if let Self::Folder(library) = self {
            reading.note_unread(library, speech);
        }
    }

    /// Prints the estimated length units.
    pub(crate) fn note_units(&self, speech: Speech) {
        if let Self::Folder(library) = self {
            speech.note(&library.assumptions());
        }
    }

    /// Returns the name of the library; `None` if its settings give none.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Folder(library) => library.settings().name.as_deref(),
            Self::Compiled { .. } => None,
        }
    }

    /// Returns the path of the folder or the file.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Folder(library) => library.root(),
            Self::Compiled { path, .. } => path,
        }
    }

    /// Returns the folder of clips, or an error for a compiled library, because it lacks `what`, such as "saved
    /// queries".
    pub(crate) fn folder(&self, what: &str) -> Result<&Library, Failure> {
        match self {
            Self::Folder(library) => Ok(library),
            Self::Compiled { path, .. } => Err(needs_folder(path, what)),
        }
    }

    /// Does what [`folder`](Self::folder) does, for a verb that changes the library.
    pub(crate) fn folder_mut(&mut self, what: &str) -> Result<&mut Library, Failure> {
        match self {
            Self::Folder(library) => Ok(library),
            Self::Compiled { path, .. } => Err(needs_folder(path, what)),
        }
    }
}
