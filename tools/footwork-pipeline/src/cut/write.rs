//! Writing the pieces of a cut, either all or none.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use footwork_sidecar::{Finding, SETTINGS_FILE, SIDECAR_SUFFIX, Severity};
use footwork_store::{FileSet, FileSetError, refuse_links, sweep_beside};

use super::content::Motion;
use super::unfinished::Note;
use super::{CutError, CutPlan};
use footwork_library::Library;

/// The name of this task in progress reports.
const CUTTING: &str = "cutting";

/// Writes the pieces and their sidecars.
pub(super) fn write(plan: &CutPlan, library: &Library) -> Result<Vec<Finding>, CutError> {
    sweep(plan);
    let mut writing = Writing {
        pieces: &plan.folder,
        files: FileSet::default(),
        findings: Vec::new(),
    };
    writing.stage(plan, library)?;
    writing.put(plan)
}

/// Removes temporary files left by killed cuts.
fn sweep(plan: &CutPlan) {
    let mut swept = BTreeSet::new();
    sweep_beside(&plan.folder.join(SETTINGS_FILE));
    for piece in &plan.pieces {
        let path = plan.folder.join(&piece.file);
        if swept.insert(path.parent().map(Path::to_owned)) {
            sweep_beside(&path);
        }
    }
}

/// The state of an unfinished write.
struct Writing<'a> {
    /// The folder of the pieces.
    pieces: &'a Path,
    files: FileSet,
    findings: Vec<Finding>,
}

impl Writing<'_> {
    /// Writes every file under a temporary name next to its target.
    fn stage(&mut self, plan: &CutPlan, library: &Library) -> Result<(), CutError> {
        let is_of_one = |a: &super::CutPiece, b: &super::CutPiece| (a.clip, a.up) == (b.clip, b.up);
        library.progress().begin(CUTTING, plan.pieces.len());
        if let Some(settings) = &plan.settings {
            let path = plan.folder.join(SETTINGS_FILE);
            self.file(&path, settings.as_bytes())?;
        }
        for pieces in plan.pieces.chunk_by(is_of_one) {
            let Some(first) = pieces.first() else {
                continue;
            };
            let motion = Motion::read(
                library,
                first.clip,
                first.format,
                first.up,
                plan,
                &mut self.findings,
            )?;
            for piece in pieces {
                library.progress().step(CUTTING);
                let files = motion.files(library, piece)?;
                let path = plan.folder.join(&piece.file);
                let mut sidecar: OsString = path.clone().into_os_string();
                sidecar.push(SIDECAR_SUFFIX);
                let sidecar = PathBuf::from(sidecar);
                for (path, content) in [(path, files.clip), (sidecar, files.sidecar)] {
                    self.file(&path, &content)?;
                }
            }
        }
        Ok(())
    }

    /// Writes a file in the folder of the pieces under a temporary name. Creates missing folders.
    fn file(&mut self, path: &Path, content: &[u8]) -> Result<(), CutError> {
        refuse_links(self.pieces, path).map_err(|error| at(path, error))?;
        self.files.make_folder_of(path).map_err(of_set)?;
        self.files.add(path, content).map_err(of_set)
    }

    /// Renames every file to its final name.
    fn put(self, plan: &CutPlan) -> Result<Vec<Finding>, CutError> {
        // Another program may have created a file since the plan was made.
        let is_taken = |path: &Path| !plan.force && path.exists();
        let taken = self.files.renames().find(|(_, path)| is_taken(path));
        if let Some((_, path)) = taken {
            let file = path.display().to_string();
            return Err(CutError::Exists { file });
        }
        let note = note(&self.files, plan).map_err(|error| at(&plan.folder, error))?;
        let unsynced = self.files.put().map_err(of_set)?;
        drop(note);
        let mut findings = self.findings;
        findings.extend(unsynced.into_iter().map(|unsynced| Finding {
            severity: Severity::Warning,
            file: unsynced.folder.display().to_string(),
            position: None,
            code: "not-synced",
            message: unsynced.to_string(),
        }));
        Ok(findings)
    }
}

/// Records the renames that follow. If this cut is killed during them, the next cut finishes them.
fn note(files: &FileSet, plan: &CutPlan) -> io::Result<Option<Note>> {
    let renames = files.renames().map(|(temporary, file)| {
        let temporary = std::path::absolute(temporary)?;
        Ok((temporary, std::path::absolute(file)?))
    });
    let renames = renames.collect::<io::Result<Vec<_>>>()?;
    if renames.is_empty() {
        Ok(None)
    } else {
        Note::write(&plan.folder, plan.force, renames)
    }
}

fn of_set(FileSetError { path, error }: FileSetError) -> CutError {
    CutError::Io { path, error }
}

fn at(path: &Path, error: io::Error) -> CutError {
    CutError::Io {
        path: path.to_owned(),
        error,
    }
}
