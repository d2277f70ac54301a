//! Reads a skeleton to put motion on, from a file of any format.

use std::sync::Arc;

use crate::clip_error::ClipError;
use crate::finding::Finding;
use crate::format::ClipFormat;
use crate::read::read_clips;
use crate::read_options::ReadOptions;
use crate::retarget::RetargetTarget;
use crate::skeleton::Skeleton;
use crate::unit::UnitChoice;

/// A skeleton read from a file.
#[derive(Clone, Debug)]
pub struct TargetFile {
    /// The skeleton.
    pub target: RetargetTarget,
    /// The format of the file.
    pub format: ClipFormat,
    /// The names of the animations in the file; empty for a format that holds one clip.
    pub animations: Vec<String>,
    /// The mistakes that the reader noticed or repaired.
    pub findings: Vec<Finding>,
    /// The estimated length unit and the reason; `None` if it was given or the format defines it.
    pub estimated_unit: Option<UnitChoice>,
}

/// Reads the skeleton of a file to put motion on: a character without animation, one of several animations
/// (`options.only`), or any clip.
///
/// All animations of a glTF or FBX file share one skeleton, so `only` matters only if the body does not stand at rest.
/// The animation named `only`, or else the first one, then shows how the body stands. A glTF skeleton keeps the lengths
/// and the axes of its file, whatever the options say, so that [`write_onto_gltf`](crate::write_onto_gltf) can add to
/// it.
///
/// # Errors
/// If the file cannot be read, has no skeleton, or lacks the requested animation; the hint then lists the file's
/// animations.
pub fn read_target(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions<'_>,
) -> Result<TargetFile, ClipError> {
    let format = ClipFormat::detect(name, bytes);
    let several: Option<(Arc<Skeleton>, Vec<String>)> = match format {
        Some(ClipFormat::Gltf) => Some((
            crate::gltf::read_skeleton(bytes, &options.limits)?,
            crate::gltf::animation_names(bytes)?,
        )),
        #[cfg(feature = "fbx")]
        Some(ClipFormat::Fbx) => Some(crate::fbx::read_skeleton(bytes, &options.limits)?),
        _ => None,
    };
    let Some((skeleton, animations)) = several else {
        return read_one(name, bytes, options);
    };
    if let Some(only) = options.only.filter(|only| !is_among(only, &animations)) {
        return Err(no_such_animation(only, &animations));
    }
    let named = options.role_names.cloned().unwrap_or_default();
    let skeleton = Arc::new(Skeleton::clone(&skeleton).with_role_names(named));
    let mut target = TargetFile {
        target: skeleton.into(),
        format: format.unwrap_or(ClipFormat::Gltf),
        animations,
        findings: Vec::new(),
        estimated_unit: None,
    };
    let first = target.animations.first().map(String::as_str);
    let Some(only) = options.only.or(first) else {
        return Ok(target);
    };
    let one = ReadOptions {
        only: Some(only),
        unit: options.unit.filter(|_| format != Some(ClipFormat::Gltf)),
        up: (format == Some(ClipFormat::Gltf))
            .then_some(footwork_base::UpAxis::Y)
            .or(options.up),
        ..*options
    };
    match read_clips(name, bytes, &one) {
        Ok(file) => {
            if let Some(loaded) = file.clips.into_iter().next() {
                target.target = RetargetTarget::from_clip(&loaded.clip);
                target.findings = loaded.findings;
            }
            Ok(target)
        }
        // Without a requested animation, the skeleton is usable whatever is wrong with the first animation.
        Err(error) if options.only.is_some() => Err(error),
        Err(_) => Ok(target),
    }
}

fn is_among(name: &str, animations: &[String]) -> bool {
    animations.iter().any(|animation| animation == name)
}

/// Reads a file of a format that holds one clip.
fn read_one(name: &str, bytes: &[u8], options: &ReadOptions<'_>) -> Result<TargetFile, ClipError> {
    if let Some(only) = options.only {
        return Err(no_such_animation(only, &[]));
    }
    let file = read_clips(name, bytes, options)?;
    let loaded = file.clips.into_iter().next();
    let loaded = loaded.ok_or_else(|| crate::loaded::no_animation(None))?;
    Ok(TargetFile {
        target: RetargetTarget::from_clip(&loaded.clip),
        format: loaded.format,
        animations: Vec::new(),
        findings: loaded.findings,
        estimated_unit: loaded.estimated_unit,
    })
}

fn no_such_animation(only: &str, animations: &[String]) -> ClipError {
    let hint = match animations {
        [] => format!("its animations have no names; leave out `#{only}`"),
        names => {
            let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
            format!("it has {}", names.join(", "))
        }
    };
    ClipError {
        hint: Some(hint),
        ..crate::loaded::no_animation(Some(only))
    }
}
