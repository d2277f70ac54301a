//! The skeleton of a target: what other clips are put on.

use std::path::Path;
use std::sync::Arc;

use footwork_clip::{
    ClipError, FolderFiles, LoadedClip, LoadedFile, ReadOptions, Skeleton, read_clips,
};
use footwork_library::Library;
use footwork_store::read_existing;

/// A skeleton to put clips on, with what its reader noticed.
#[derive(Clone, Debug)]
pub struct Target {
    /// The skeleton.
    pub skeleton: Arc<Skeleton>,
    /// Notes about the file, each with a code.
    pub notes: Vec<(&'static str, String)>,
}

/// Returns the skeleton of a target: a clip of the library by its name, or a file, or one animation of a file as
/// `file.glb#Idle`.
///
/// # Errors
/// If the target is neither a clip nor a readable file, if the file is not a clip, or if it holds several animations of
/// different skeletons and none is named.
pub fn read_target(library: &Library, name: &str) -> Result<Target, ClipError> {
    let clip = library.clips().iter().find(|(_, entry)| entry.name == name);
    if let Some((clip, _)) = clip {
        return Ok(target(&library.load(clip)?));
    }
    let (file, animation) = split(name);
    let path = Path::new(file);
    let options = ReadOptions::default();
    let bytes = read_existing(path, options.limits.bytes).map_err(|error| ClipError {
        position: None,
        code: "unknown-clip",
        message: format!("neither a clip of the library nor a readable file: {error}"),
        hint: None,
    })?;
    let files = FolderFiles::containing(path);
    let LoadedFile { clips, rejected } = read_clips(
        file,
        &bytes,
        &ReadOptions {
            only: animation,
            files: &files,
            ..options
        },
    )?;
    match (clips.as_slice(), rejected.first()) {
        ([first, rest @ ..], _) if rest.iter().all(|other| is_same(first, other)) => {
            Ok(target(first))
        }
        ([], Some(rejected)) => Err(rejected.error.clone()),
        (several, _) => Err(ClipError {
            position: None,
            code: "several-clips",
            message: format!(
                "the file holds {} clips of different skeletons",
                several.len()
            ),
            hint: Some(format!("name one, as in {file}#Idle")),
        }),
    }
}

fn is_same(a: &LoadedClip, b: &LoadedClip) -> bool {
    a.clip.skeleton() == b.clip.skeleton()
}

/// Returns the file and the animation of `file.glb#Idle`. A file whose own name contains `#` has no animation.
fn split(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('#') {
        Some((file, animation)) if !Path::new(name).exists() => (file, Some(animation)),
        _ => (name, None),
    }
}

fn target(loaded: &LoadedClip) -> Target {
    let mut notes = Vec::new();
    if let Some(choice) = &loaded.estimated_unit {
        let message = format!(
            "its length unit is estimated as {}: {}",
            choice.unit, choice.explanation
        );
        notes.push(("estimated-unit", message));
    }
    let findings = loaded.findings.iter();
    notes.extend(findings.map(|finding| (finding.code, finding.message.clone())));
    Target {
        skeleton: Arc::clone(loaded.clip.skeleton()),
        notes,
    }
}
