//! Makes all derived clips and writes them, either all or none.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use footwork_library::Library;
use footwork_sidecar::{Finding, SETTINGS_FILE, Severity};
use footwork_store::{FileSet, FileSetError, refuse_links, sweep_beside};

use super::content::{Files, Motion};
use super::unfinished::Note;
use super::{DeriveError, DerivePlan, Derived, DerivedClip};

/// The name of this task in progress reports.
const MAKING: &str = "making clips";

/// Makes the clips without writing them.
pub(super) fn try_out(plan: &DerivePlan, library: &Library) -> Result<Derived, Vec<DeriveError>> {
    make(plan, library, |_, _| Ok(()))
}

/// Makes the clips and writes them and their sidecars.
pub(super) fn write(plan: &DerivePlan, library: &Library) -> Result<Derived, Vec<DeriveError>> {
    sweep(plan);
    let mut writing = Writing {
        folder: &plan.folder,
        files: FileSet::default(),
    };
    let derived = make(plan, library, |made, files| writing.stage(made, &files));
    let mut derived = derived?;
    if let Some(settings) = plan.settings.as_ref().filter(|_| !derived.clips.is_empty()) {
        let path = plan.folder.join(SETTINGS_FILE);
        let staged = writing.file(&path, settings.as_bytes());
        staged.map_err(|error| vec![error])?;
    }
    let unsynced = writing.put(plan).map_err(|error| vec![error])?;
    derived.findings.extend(unsynced);
    Ok(derived)
}

/// Makes every clip and passes its files to `take`, which fails only if the disk fails. Reports every clip that cannot
/// be made, or leaves it out if the plan is partial.
fn make(
    plan: &DerivePlan,
    library: &Library,
    mut take: impl FnMut(&DerivedClip, Files) -> Result<(), DeriveError>,
) -> Result<Derived, Vec<DeriveError>> {
    let mut derived = Derived {
        clips: Vec::with_capacity(plan.clips.len()),
        findings: plan.findings.clone(),
    };
    let mut failed = Vec::new();
    let is_of_one = |a: &DerivedClip, b: &DerivedClip| (a.clip, a.up) == (b.clip, b.up);
    library.progress().begin(MAKING, plan.clips.len());
    for same in plan.clips.chunk_by(is_of_one) {
        let Some(first) = same.first() else {
            continue;
        };
        let findings = &mut derived.findings;
        let motion = match Motion::read(library, first, &plan.edit, findings) {
            Ok(motion) => motion,
            Err(error) => {
                failed.push((first.clip, error));
                same.iter().for_each(|_| library.progress().step(MAKING));
                continue;
            }
        };
        for planned in same {
            library.progress().step(MAKING);
            match motion.make(library, planned, &plan.edit, findings) {
                Ok((made, files)) => {
                    take(&made, files).map_err(|error| vec![error])?;
                    derived.clips.push(made);
                }
                Err(error) => failed.push((first.clip, error)),
            }
        }
    }
    if !plan.partial && !failed.is_empty() {
        return Err(failed.into_iter().map(|(_, error)| error).collect());
    }
    let left_out = failed.into_iter().map(|(clip, error)| Finding {
        severity: Severity::Warning,
        file: library.clips()[clip].name.clone(),
        position: None,
        code: error.code(),
        message: format!("left out: {error}"),
    });
    derived.findings.extend(left_out);
    Ok(derived)
}

/// Removes temporary files left by killed commands.
fn sweep(plan: &DerivePlan) {
    let mut swept = BTreeSet::new();
    sweep_beside(&plan.folder.join(SETTINGS_FILE));
    for planned in &plan.clips {
        let path = plan.folder.join(&planned.file);
        if swept.insert(path.parent().map(Path::to_owned)) {
            sweep_beside(&path);
        }
    }
}

/// The state of an unfinished write.
struct Writing<'a> {
    /// The folder of the derived clips.
    folder: &'a Path,
    files: FileSet,
}

impl Writing<'_> {
    /// Writes the files of a clip under temporary names next to their targets.
    fn stage(&mut self, made: &DerivedClip, files: &Files) -> Result<(), DeriveError> {
        self.file(&self.folder.join(&made.file), &files.clip)?;
        self.file(&self.folder.join(made.sidecar()), &files.sidecar)
    }

    /// Writes a file in the folder of the derived clips under a temporary name. Creates missing folders.
    fn file(&mut self, path: &Path, content: &[u8]) -> Result<(), DeriveError> {
        refuse_links(self.folder, path).map_err(|error| at(path, error))?;
        self.files.make_folder_of(path).map_err(of_set)?;
        self.files.add(path, content).map_err(of_set)
    }

    /// Renames every file to its final name. Returns findings about folders that could not be synced.
    fn put(self, plan: &DerivePlan) -> Result<Vec<Finding>, DeriveError> {
        // Another program may have created a file since the plan was made.
        let is_taken = |path: &Path| !plan.force && path.exists();
        let taken = self.files.renames().find(|(_, path)| is_taken(path));
        if let Some((_, path)) = taken {
            let file = path.display().to_string();
            return Err(DeriveError::Exists { file });
        }
        let note = note(&self.files, plan).map_err(|error| at(&plan.folder, error))?;
        let unsynced = self.files.put().map_err(of_set)?;
        drop(note);
        let unsynced = unsynced.into_iter().map(|unsynced| Finding {
            severity: Severity::Warning,
            file: unsynced.folder.display().to_string(),
            position: None,
            code: "not-synced",
            message: unsynced.to_string(),
        });
        Ok(unsynced.collect())
    }
}

/// Writes a note of the renames that follow. If this program is killed during the renames, the next write into the
/// folder finishes them.
fn note(files: &FileSet, plan: &DerivePlan) -> io::Result<Option<Note>> {
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

fn of_set(FileSetError { path, error }: FileSetError) -> DeriveError {
    DeriveError::Io { path, error }
}

fn at(path: &Path, error: io::Error) -> DeriveError {
    DeriveError::Io {
        path: path.to_owned(),
        error,
    }
}
