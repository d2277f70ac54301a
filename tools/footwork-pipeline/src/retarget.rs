//! Retargeting with planted feet, found by contact detection, and hands that touch; and the files to retarget onto.

use std::path::Path;

use footwork_base::FrameRange;
use footwork_clip::{
    Clip, ClipError, FolderFiles, Planted, ReadOptions, RetargetError, RetargetOptions,
    RetargetTarget, Retargeted, TargetFile,
};
use footwork_events::ContactOptions;
use footwork_store::read_existing;

use crate::detect::foot_contacts;

/// Returns the clip on another skeleton, with feet planted where they stand in the source, hands that touch what those of
/// the source touch, and nothing deeper in the ground; see [`Clip::retargeted`](footwork_clip::Clip::retargeted).
/// `rest_frame` is [`RetargetOptions::rest_frame`].
///
/// # Errors
/// If one of the skeletons does not fit.
pub fn retarget(
    clip: &Clip,
    onto: &RetargetTarget,
    rest_frame: Option<u32>,
) -> Result<Retargeted, RetargetError> {
    // The contacts of a loop cover three rounds, and the middle one counts.
    let first = clip.round_frames().unwrap_or(0);
    let mut planted = Vec::new();
    for foot in clip.skeleton().feet() {
        let contacts = foot_contacts(clip, &foot, &ContactOptions::default());
        for contact in contacts {
            let start = contact.range.start().saturating_sub(first);
            let stop = contact.range.stop().saturating_sub(first);
            let frames = FrameRange::new(start, stop);
            planted.extend(frames.map(|frames| Planted {
                side: foot.side,
                frames,
            }));
        }
    }
    let options = RetargetOptions {
        rest_frame,
        planted,
        keeps_touches: true,
    };
    clip.retargeted(onto, &options)
}

/// A file to put motion on.
#[derive(Clone, Debug)]
pub struct TargetOnDisk {
    /// Its bytes, to which [`write_onto_gltf`](footwork_clip::write_onto_gltf) can add animations.
    pub bytes: Vec<u8>,
    /// Its skeleton.
    pub file: TargetFile,
}

/// Reads the skeleton of a file to put motion on. `name` is a path, perhaps followed by `#` and the name of an animation,
/// as in `moves.glb#Idle`. Of the options, `files` and `only` are replaced.
///
/// # Errors
/// As [`read_target`](footwork_clip::read_target); the code is `unknown-clip` if the file cannot be opened.
pub fn read_target(name: &str, options: &ReadOptions<'_>) -> Result<TargetOnDisk, ClipError> {
    let (path, only) = match name.rsplit_once('#') {
        Some((path, only)) if !Path::new(name).exists() => (path, Some(only)),
        _ => (name, None),
    };
    let bytes =
        read_existing(Path::new(path), options.limits.bytes).map_err(|error| ClipError {
            position: None,
            code: "unknown-clip",
            message: format!("the file cannot be read: {error}"),
            hint: None,
        })?;
    let files = FolderFiles::containing(Path::new(path));
    let options = ReadOptions {
        files: &files,
        only,
        ..*options
    };
    let file = footwork_clip::read_target(path, &bytes, &options)?;
    Ok(TargetOnDisk { bytes, file })
}
