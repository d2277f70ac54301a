//! Clips with the mesh of their file as one FBX file.

use footwork_clip::{FbxTake, Mesh, write_fbx};
use footwork_library::{ClipEntry, Library, percent_encoded};
use footwork_sidecar::{Finding, Severity};
use footwork_tags::ClipId;

use crate::export_glb::{ExportError, takes};

/// Returns an FBX file of the given clips, one animation stack per clip, with the mesh of the first clip's file, and
/// findings about an unreadable mesh. The file holds no tags or events. Stacks have the names that
/// [`to_glb`](crate::to_glb()) gives to animations.
///
/// # Errors
/// Returns an error if `clips` is empty, if a clip can no longer be read, if the clips have different skeletons or
/// rates, or if FBX cannot hold them.
pub fn to_fbx(library: &Library, clips: &[ClipId]) -> Result<(Vec<u8>, Vec<Finding>), ExportError> {
    let parts = takes(library, clips)?;
    let mut findings = Vec::new();
    let first = clips.first();
    let mesh = first.and_then(|&first| mesh_of(library, first, &mut findings));
    let takes = parts.iter().map(|(name, clip, _)| FbxTake { name, clip });
    let bytes = write_fbx(&takes.collect::<Vec<_>>(), mesh.as_ref());
    Ok((bytes.map_err(ExportError::WriteFbx)?, findings))
}

/// Returns the mesh that the file of a clip binds to its joints. A mesh that cannot be read is left out with a finding.
pub(crate) fn mesh_of(
    library: &Library,
    clip: ClipId,
    findings: &mut Vec<Finding>,
) -> Option<Mesh> {
    let mesh = library.motion_source(clip).read_mesh();
    mesh.unwrap_or_else(|error| {
        findings.push(Finding {
            severity: Severity::Warning,
            file: library.clips()[clip].name.clone(),
            position: None,
            code: error.code,
            message: format!("its mesh is left out: {error}"),
        });
        None
    })
}

/// Returns the path of a file for this clip alone, without an extension. An engine imports the clip under the last part
/// of the path: the name of the animation or, if its file holds only one clip, the name of the file.
pub fn asset_path(entry: &ClipEntry) -> String {
    let file = entry.file_name();
    let folder = file.rfind('/').map_or(0, |slash| slash + 1);
    let stem = match file.rfind('.').filter(|&dot| dot > folder) {
        Some(dot) => &file[..dot],
        None => file,
    };
    match entry.animation() {
        Some(animation) => format!("{stem}/{}", percent_encoded(animation)),
        None => stem.to_owned(),
    }
}
