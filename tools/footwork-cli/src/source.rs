//! Opening a library: a folder of clips or, for verbs that only read, the file that `compile` made of one.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use footwork::tags::{ClipId, Database, TagDbError};
use footwork_library::{Change, Edit, EditError, Editor, Library, OpenError, read_tagdb};
use footwork_pipeline::open_library;
use footwork_sidecar::Severity;

use crate::failure::Failure;
use crate::output::Speech;
use crate::progress;
use crate::table::count;
use crate::tagdb::{EXTENSION, is_compiled, is_compiled_file};

/// What a compiled library lacks when a query is named.
pub(crate) const SAVED_QUERIES: &str = "saved queries";

/// The library that a verb reads.
#[derive(clap::Args)]
pub(crate) struct SourceArg {
    /// The folder of clips, or a .tagdb file that `compile` made of one.
    #[arg(value_name = "LIBRARY")]
    library: PathBuf,
}

/// The library that a verb works on.
#[derive(clap::Args)]
pub(crate) struct LibraryArg {
    /// The folder of clips.
    #[arg(value_name = "LIBRARY")]
    pub(crate) library: PathBuf,
}

impl LibraryArg {
    /// Returns the folder; refuses a compiled library, which lacks what the verb needs.
    pub(crate) fn folder(&self) -> Result<&Path, Failure> {
        only_folder(&self.library)
    }

    /// Opens it, and prints its findings.
    pub(crate) fn open(&self, speech: Speech) -> Result<Library, Failure> {
        let library = open_library(self.folder()?, progress::bars())?;
        speech.note(library.findings());
        Ok(library)
    }
}

/// Makes an edit, prints what was noticed, and returns whether it changed anything.
pub(crate) fn edit(library: &mut Library, edit: &Edit, speech: Speech) -> Result<bool, EditError> {
    let saved = edit_by(library, speech, |library, editor| {
        library.edit(editor, edit)
    })?;
    Ok(saved.change() == Change::Saved)
}

/// Edits a library by a job, and prints what was noticed, whether or not the job succeeds.
pub(crate) fn edit_by<T>(
    library: &mut Library,
    speech: Speech,
    job: impl FnOnce(&mut Library, &mut Editor) -> Result<T, EditError>,
) -> Result<T, EditError> {
    let mut editor = library.editor();
    let done = job(library, &mut editor);
    speech.note(&editor.take_findings());
    done
}

/// Refuses a job that needs the tags of clips whose sidecars cannot be read: it would take them for untagged.
pub(crate) fn refuse_broken(
    library: &Library,
    clips: impl IntoIterator<Item = ClipId>,
) -> Result<(), Failure> {
    let clips = clips.into_iter();
    let originals = clips.map(|clip| library.original(clip).unwrap_or(clip));
    let broken: BTreeSet<ClipId> = originals
        .filter(|&clip| library.clips()[clip].sidecar_is_broken)
        .collect();
    let more = broken.len().saturating_sub(MAX_SHOWN);
    let more = (more > 0).then(|| {
        let message = format!("{} more cannot be read", count(more, "sidecar"));
        Failure::plain("broken-sidecar", message)
    });
    let one = |clip: &ClipId| {
        let file = library.clips()[*clip].sidecar_name();
        let mut findings = library.findings().iter();
        let why =
            findings.find(|finding| finding.file == file && finding.severity == Severity::Error);
        let why = why.map_or("it is no sidecar", |finding| &finding.message);
        Failure::plain("broken-sidecar", format!("{file} cannot be read: {why}"))
            .hint("nothing has changed; mend it, or restore it from version control")
    };
    let all = broken.iter().take(MAX_SHOWN).map(one).chain(more);
    all.reduce(Failure::and).map_or(Ok(()), Err)
}

/// More sidecars are only counted.
const MAX_SHOWN: usize = 10;

/// Returns the path, unless a compiled library is there.
pub(crate) fn only_folder(path: &Path) -> Result<&Path, Failure> {
    match is_compiled_file(path) {
        true => Err(needs_folder(path, "clip files and no sidecars")),
        false => Ok(path),
    }
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
    /// Returns the path as given.
    pub(crate) fn path(&self) -> &Path {
        &self.library
    }

    /// Opens it, and prints the findings of a folder.
    pub(crate) fn open(&self, speech: Speech) -> Result<Source, Failure> {
        let path = &self.library;
        if !is_compiled(path) || path.is_dir() {
            let library = open_library(path, progress::bars()).map_err(no_folder)?;
            speech.note(library.findings());
            return Ok(Source::Folder(Box::new(library)));
        }
        let bytes = read_tagdb(path).map_err(|error| unreadable(path, &error))?;
        let database = Database::from_bytes(bytes).map_err(|error| refused(path, &error))?;
        Ok(Source::Compiled {
            path: path.clone(),
            database: Box::new(database),
        })
    }
}

/// A folder that cannot be opened; a file there may be a compiled library with another name.
fn no_folder(error: OpenError) -> Failure {
    let is_file = matches!(error, OpenError::NotAFolder { .. });
    let failure = Failure::from(error);
    match is_file {
        true => failure.hint(format!(
            "name the folder; a compiled library is a file whose name ends in .{EXTENSION}"
        )),
        false => failure,
    }
}

/// A compiled library that the system cannot open.
fn unreadable(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::NotFound => {
            let hint = format!("make it with {}", compile_to(path));
            about(path, "not-found", error).hint(hint)
        }
        _ => about(path, "unreadable", error),
    }
}

/// A file that is not a compiled library, or cannot be read as one.
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
    /// The clips with their tags and events.
    pub(crate) fn database(&self) -> &Database {
        match self {
            Self::Folder(library) => library.database(),
            Self::Compiled { database, .. } => database,
        }
    }

    /// Prints which clips an answer did without, as their motion could not be read.
    pub(crate) fn note_unread(&self, speech: Speech) {
        if let Self::Folder(library) = self {
            speech.note_unread(library);
        }
    }

    /// Prints which length units were estimated.
    pub(crate) fn note_units(&self, speech: Speech) {
        if let Self::Folder(library) = self {
            speech.note(&library.assumptions());
        }
    }

    /// The name of the library, if its settings give one.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Folder(library) => library.settings().name.as_deref(),
            Self::Compiled { .. } => None,
        }
    }

    /// The folder or the file.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Folder(library) => library.root(),
            Self::Compiled { path, .. } => path,
        }
    }

    /// Returns the folder, for what a compiled library lacks, such as "saved queries".
    pub(crate) fn folder(&self, what: &str) -> Result<&Library, Failure> {
        match self {
            Self::Folder(library) => Ok(library),
            Self::Compiled { path, .. } => Err(needs_folder(path, what)),
        }
    }

    /// The same, to be changed.
    pub(crate) fn folder_mut(&mut self, what: &str) -> Result<&mut Library, Failure> {
        match self {
            Self::Folder(library) => Ok(library),
            Self::Compiled { path, .. } => Err(needs_folder(path, what)),
        }
    }
}

/// Refuses a compiled library; `what` is only in a folder.
pub(crate) fn needs_folder(path: &Path, what: &str) -> Failure {
    let message = format!("{}: a compiled library has no {what}", path.display());
    Failure::plain("needs-folder", message).hint("name the folder that it was compiled from")
}
