//! Writing the pieces of a cut, all or none.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use footwork_sidecar::{Finding, SETTINGS_FILE, SIDECAR_SUFFIX};
use footwork_store::{DiskFiles, Files as _, Staged, refuse_links, sweep_beside};

use super::content::Motion;
use super::unfinished::Note;
use super::{CutError, CutPlan};
use footwork_library::Library;

/// The task name that progress reports.
const CUTTING: &str = "cutting";

/// Writes the pieces and their sidecars.
pub(super) fn write(plan: &CutPlan, library: &Library) -> Result<Vec<Finding>, CutError> {
    sweep(plan);
    let mut writing = Writing::default();
    let mut findings = Vec::new();
    let written = writing
        .stage(plan, library, &mut findings)
        .and_then(|()| writing.put(plan));
    match written {
        Ok(()) => Ok(findings),
        Err(error) => Err(writing.undo(error)),
    }
}

/// Removes what killed cuts left under temporary names.
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
#[derive(Default)]
struct Writing {
    /// The created folders, each before those inside it.
    folders: Vec<PathBuf>,
    /// The files written under temporary names, in the order of the pieces.
    staged: Vec<(PathBuf, Staged)>,
    /// The files renamed without replacing one.
    new: Vec<PathBuf>,
}

impl Writing {
    /// Writes every file under a temporary name next to its target.
    fn stage(
        &mut self,
        plan: &CutPlan,
        library: &Library,
        findings: &mut Vec<Finding>,
    ) -> Result<(), CutError> {
        let is_of_one = |a: &super::CutPiece, b: &super::CutPiece| a.clip == b.clip;
        library.progress().begin(CUTTING, plan.pieces.len());
        if let Some(settings) = &plan.settings {
            let path = plan.folder.join(SETTINGS_FILE);
            self.file(&plan.folder, path, settings.as_bytes())?;
        }
        for pieces in plan.pieces.chunk_by(is_of_one) {
            let Some(first) = pieces.first() else {
                continue;
            };
            let motion = Motion::read(
                library,
                first.clip,
                first.format,
                plan.onto.as_ref(),
                findings,
            )?;
            for piece in pieces {
                library.progress().step(CUTTING);
                let files = motion.files(library, piece)?;
                let path = plan.folder.join(&piece.file);
                let mut sidecar: OsString = path.clone().into_os_string();
                sidecar.push(SIDECAR_SUFFIX);
                for (path, content) in [(path, files.clip), (sidecar.into(), files.sidecar)] {
                    self.file(&plan.folder, path, &content)?;
                }
            }
        }
        Ok(())
    }

    /// Writes a file below the folder of the pieces under a temporary name, and creates the folders on its way.
    fn file(&mut self, pieces: &Path, path: PathBuf, content: &[u8]) -> Result<(), CutError> {
        refuse_links(pieces, &path).map_err(|error| at(&path, error))?;
        if let Some(folder) = path.parent() {
            self.make_folder(folder)
                .map_err(|error| at(folder, error))?;
        }
        let staged = Staged::unlocked(&DiskFiles, &path, content);
        let staged = staged.map_err(|error| at(&path, error))?;
        self.staged.push((path, staged));
        Ok(())
    }

    /// Creates a folder and its parents.
    fn make_folder(&mut self, folder: &Path) -> io::Result<()> {
        if folder.as_os_str().is_empty() || folder.is_dir() {
            return Ok(());
        }
        if let Some(outer) = folder.parent() {
            self.make_folder(outer)?;
        }
        fs::create_dir(folder)?;
        self.folders.push(folder.to_owned());
        Ok(())
    }

    /// Renames every file to its final name.
    fn put(&mut self, plan: &CutPlan) -> Result<(), CutError> {
        let mut changed: BTreeSet<PathBuf> = BTreeSet::new();
        // Another program may have created a file meanwhile.
        let is_taken = |path: &Path| !plan.force && path.exists();
        let taken = self.staged.iter().find(|(path, _)| is_taken(path));
        if let Some((path, _)) = taken {
            let file = path.display().to_string();
            return Err(CutError::Exists { file });
        }
        let _note = self.note(plan).map_err(|error| at(&plan.folder, error))?;
        let outer = self.folders.iter().filter_map(|folder| folder.parent());
        changed.extend(
            outer
                .filter(|outer| !outer.as_os_str().is_empty())
                .map(Path::to_owned),
        );
        while let Some((path, staged)) = self.staged.pop() {
            let is_new = !path.exists();
            changed.insert(staged.folder().to_owned());
            staged.put(&DiskFiles).map_err(|error| at(&path, error))?;
            self.new.extend(Some(path).filter(|_| is_new));
        }
        for folder in changed {
            DiskFiles
                .sync_folder(&folder)
                .map_err(|error| at(&folder, error))?;
        }
        Ok(())
    }

    /// Notes what is about to be renamed. From then on, the next cut finishes it if this one is killed.
    fn note(&self, plan: &CutPlan) -> io::Result<Option<Note>> {
        if self.staged.is_empty() {
            return Ok(None);
        }
        let renames = self.staged.iter().map(|(_, staged)| {
            let temporary = std::path::absolute(staged.temp())?;
            Ok((temporary, std::path::absolute(staged.target())?))
        });
        let renames = renames.collect::<io::Result<Vec<_>>>()?;
        Note::write(&plan.folder, plan.force, renames)
    }

    /// Removes what is new and returns `error`, which matters more than a failure to clean up.
    fn undo(self, error: CutError) -> CutError {
        for (_, staged) in self.staged {
            _ = staged.discard(&DiskFiles, io::ErrorKind::Interrupted.into());
        }
        for file in &self.new {
            _ = fs::remove_file(file);
        }
        for folder in self.folders.iter().rev() {
            _ = fs::remove_dir(folder);
        }
        error
    }
}

fn at(path: &Path, error: io::Error) -> CutError {
    CutError::Io {
        path: path.to_owned(),
        error,
    }
}
