//! Targets: the skeletons that other clips are put on.

use std::path::Path;
use std::sync::Arc;

use footwork_clip::{
    ClipError, ClipFormat, Finding, FolderFiles, Mesh, ReadOptions, RetargetTarget, UnitChoice,
    is_self_contained_glb, read_mesh,
};
use footwork_library::Library;
use footwork_store::read_existing;

/// A skeleton to put clips on, and what its reader noticed.
#[derive(Clone, Debug)]
pub struct Target {
    /// The skeleton.
    pub onto: RetargetTarget,
    /// The bytes of a GLB file without animations and references to other files, whose meshes and materials copies can keep.
    pub body: Option<Arc<[u8]>>,
    /// The mesh that is bound to the skeleton, for copies in FBX.
    pub mesh: Option<Arc<Mesh>>,
    /// Notes about the file, each with a code.
    pub notes: Vec<(&'static str, String)>,
}

/// Returns a target by its name: a clip of the library, or a file, or one animation of a file as `file.glb#Idle`.
///
/// # Errors
/// Same as [`read_target`](footwork_clip::read_target), with the code `unknown-clip` if the target is neither a clip nor a
/// readable file.
pub fn read_target(library: &Library, name: &str) -> Result<Target, ClipError> {
    let clip = library.clips().iter().find(|(_, entry)| entry.name == name);
    if let Some((clip, _)) = clip {
        let loaded = library.load(clip)?;
        let mut notes = notes(loaded.estimated_unit.as_ref(), &loaded.findings);
        let mesh = library.motion_source(clip).read_mesh();
        return Ok(Target {
            onto: RetargetTarget::from_clip(&loaded.clip),
            body: None,
            mesh: readable(mesh, &mut notes),
            notes,
        });
    }
    let (path, only) = split(name);
    let options = ReadOptions::default();
    let bytes =
        read_existing(Path::new(path), options.limits.bytes).map_err(|error| ClipError {
            position: None,
            code: "unknown-clip",
            message: format!("neither a clip of the library nor a readable file: {error}"),
            hint: None,
        })?;
    let files = FolderFiles::containing(Path::new(path));
    let role_names = library.settings().role_names(&name_in(library, path));
    let options = ReadOptions {
        files: &files,
        role_names: Some(&role_names),
        only,
        ..options
    };
    let file = footwork_clip::read_target(path, &bytes, &options)?;
    let mut notes = notes(file.estimated_unit.as_ref(), &file.findings);
    let mesh = readable(read_mesh(path, &bytes, &options), &mut notes);
    let is_character = file.format == ClipFormat::Gltf && file.animations.is_empty();
    let is_body = is_character && is_self_contained_glb(&bytes)?;
    if is_character && !is_body {
        let why = "copies in GLB keep those of a .glb file that refers to no other files";
        notes.push(("body-lost", format!("its meshes are left out: {why}")));
    }
    Ok(Target {
        onto: file.target,
        body: is_body.then(|| bytes.into()),
        mesh,
        notes,
    })
}

/// Returns the name under which the settings of a library know a file: its path from the root if it is inside, else the path as
/// given.
fn name_in(library: &Library, path: &str) -> String {
    let absolute = |path: &Path| std::fs::canonicalize(path).ok();
    let inside = absolute(Path::new(path)).and_then(|file| {
        let file = file.strip_prefix(absolute(library.root())?).ok()?;
        let parts = file.iter().map(|part| part.to_string_lossy());
        Some(parts.collect::<Vec<_>>().join("/"))
    });
    inside.unwrap_or_else(|| path.to_owned())
}

/// Returns a mesh; one that cannot be read is left out with a note.
fn readable(
    mesh: Result<Option<Mesh>, ClipError>,
    notes: &mut Vec<(&'static str, String)>,
) -> Option<Arc<Mesh>> {
    let mesh = mesh.unwrap_or_else(|error| {
        notes.push((
            error.code,
            format!("copies in FBX leave its mesh out: {error}"),
        ));
        None
    });
    mesh.map(Arc::new)
}

/// Returns the file and the animation of `file.glb#Idle`. A file whose own name contains `#` has no animation.
fn split(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('#') {
        Some((file, animation)) if !Path::new(name).exists() => (file, Some(animation)),
        _ => (name, None),
    }
}

fn notes(unit: Option<&UnitChoice>, findings: &[Finding]) -> Vec<(&'static str, String)> {
    let unit = unit.map(|choice| {
        let message = format!(
            "its length unit is estimated as {}: {}",
            choice.unit, choice.explanation
        );
        ("estimated-unit", message)
    });
    let findings = findings.iter();
    let findings = findings.map(|finding| (finding.code, finding.message.clone()));
    unit.into_iter().chain(findings).collect()
}
