//! Targets: the skeletons that other clips are put on.

use std::path::Path;
use std::sync::Arc;

use footwork_base::{LengthUnit, UpAxis};
use footwork_clip::{
    ClipError, ClipFormat, Finding, FolderFiles, Mesh, ReadOptions, RetargetTarget, UnitChoice,
    animation_names, is_self_contained_glb, read_mesh,
};
use footwork_library::Library;
use footwork_store::read_existing;

/// A skeleton to put clips on, and what its reader noticed.
#[derive(Clone, Debug)]
pub struct Target {
    /// The skeleton.
    pub onto: RetargetTarget,
    /// The character to which copies in GLB are added.
    pub body: Option<TargetBody>,
    /// The mesh that is bound to the skeleton, for copies in FBX.
    pub mesh: Option<Arc<Mesh>>,
    /// Notes about the file, each with a code.
    pub notes: Vec<(&'static str, String)>,
}

/// A character in a GLB file without references to other files: copies keep its meshes, materials and animations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetBody {
    /// The file.
    pub bytes: Arc<[u8]>,
    /// The names of its animations.
    pub animations: Vec<String>,
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
        let has_mesh = mesh != Ok(None);
        let body = match loaded.format {
            ClipFormat::Gltf if has_mesh => {
                let entry = &library.clips()[clip];
                let is_as_in_file = entry.mirror_of.is_none()
                    && entry.up == UpAxis::Y
                    && entry.unit.is_none_or(|unit| unit == LengthUnit::Metre);
                let bytes = library.motion_source(clip).read_bytes()?;
                body(&bytes, is_as_in_file, &mut notes)?
            }
            _ => None,
        };
        return Ok(Target {
            onto: RetargetTarget::from_clip(&loaded.clip),
            body,
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
    let mesh = read_mesh(path, &bytes, &options);
    // A file with animations but no mesh is not a character; copies in GLB then hold only their own animation.
    let is_character = file.animations.is_empty() || mesh != Ok(None);
    let body = if is_character && file.format == ClipFormat::Gltf {
        body(&bytes, true, &mut notes)?
    } else {
        None
    };
    Ok(Target {
        onto: file.target,
        body,
        mesh: readable(mesh, &mut notes),
        notes,
    })
}

/// Returns the character of a glTF file; `None` with a note if copies cannot keep it.
fn body(
    bytes: &[u8],
    is_as_in_file: bool,
    notes: &mut Vec<(&'static str, String)>,
) -> Result<Option<TargetBody>, ClipError> {
    let why = if !is_self_contained_glb(bytes)? {
        "copies in GLB keep those of a .glb file that refers to no other files"
    } else if !is_as_in_file {
        "copies in GLB keep those of a file that is read as it is, in metres, with Y up and not mirrored"
    } else {
        return Ok(Some(TargetBody {
            bytes: bytes.into(),
            animations: animation_names(bytes)?,
        }));
    };
    notes.push(("body-lost", format!("its meshes are left out: {why}")));
    Ok(None)
}

/// Returns the name by which the library's settings refer to a file: its path from the root if the file is inside the
/// library, else the path as given.
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
