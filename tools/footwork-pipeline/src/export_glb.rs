//! Clips with their tags and events as one GLB file.

use footwork_clip::{Clip, ClipError, FbxWriteError, GltfTake, GltfWriteError, Labels, write_gltf};
use footwork_library::Library;
use footwork_library::to_labels;
use footwork_tags::ClipId;
use thiserror::Error;

/// Why clips cannot be written as a GLB or FBX file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A clip can no longer be read.
    #[error("{clip}: {error}")]
    Clip {
        /// Its name.
        clip: String,
        /// The cause.
        error: ClipError,
    },
    /// The clips do not fit into one file.
    #[error(transparent)]
    Write(GltfWriteError),
    /// The clips do not fit into one FBX file.
    #[error(transparent)]
    WriteFbx(FbxWriteError),
}

impl ExportError {
    /// Returns advice for the user, if there is any.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Write(GltfWriteError::OtherSkeleton { .. })
            | Self::WriteFbx(FbxWriteError::OtherSkeleton { .. }) => {
                Some("all clips of a file need the same skeleton; choose them with --clips")
            }
            Self::WriteFbx(FbxWriteError::OtherRate { .. }) => {
                Some("all clips of a file need the same rate; choose them with --clips")
            }
            _ => None,
        }
    }
}

/// Returns a GLB file of the given clips with their tags and events, one animation per clip. An animation gets the name
/// of its source animation or, if that has none, the name of the clip's file without folders and extension.
///
/// # Errors
/// Returns an error if `clips` is empty, if a clip can no longer be read, or if the clips have different skeletons or
/// are too long for glTF.
pub fn to_glb(library: &Library, clips: &[ClipId]) -> Result<Vec<u8>, ExportError> {
    let parts = takes(library, clips)?;
    let takes: Vec<GltfTake<'_>> = parts
        .iter()
        .map(|(name, clip, labels)| GltfTake {
            name,
            clip,
            labels: labels.as_ref(),
        })
        .collect();
    write_gltf(&takes).map_err(ExportError::Write)
}

/// A clip with the name of its animation and its labels.
pub(crate) type Take<'a> = (&'a str, Clip, Option<Labels>);

/// Reads clips, and names each after its source animation or, if the animation has no name, after its file.
pub(crate) fn takes<'a>(
    library: &'a Library,
    clips: &[ClipId],
) -> Result<Vec<Take<'a>>, ExportError> {
    let mut parts = Vec::with_capacity(clips.len());
    for &id in clips {
        let entry = &library.clips()[id];
        let loaded = library.load(id).map_err(|error| ExportError::Clip {
            clip: entry.name.clone(),
            error,
        })?;
        let base = entry.base_name();
        let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
        let labels = entry.labels().and_then(to_labels);
        parts.push((entry.animation().unwrap_or(stem), loaded.clip, labels));
    }
    Ok(parts)
}
