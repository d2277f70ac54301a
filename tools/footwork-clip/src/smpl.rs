//! Motion of the SMPL family of body models: AMASS archives (`.npz`, of SMPL, SMPL-H and SMPL-X) and HumanML3D arrays
//! (`.npy`).
//!
//! An AMASS archive holds rotations and a root position, but no bone lengths, because they belong to a body model. The
//! reader uses the bone lengths of an average person instead; see `body`. HumanML3D holds positions, from which bones
//! and rotations follow.

mod amass;
mod body;
mod humanml3d;

pub(crate) use amass::{is_amass, read_amass};
pub(crate) use humanml3d::{is_humanml3d, read_humanml3d};

use std::sync::Arc;

use footwork_base::{FrameRange, FrameRate};

use crate::clip::{Clip, ClipParts};
use crate::clip_error::ClipError;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::numpy::NumpyError;
use crate::skeleton::Skeleton;

/// A clip, and how it was read.
pub(crate) struct SmplClip {
    pub(crate) clip: Clip,
    pub(crate) findings: Vec<Finding>,
    /// The frames whose motion is only estimated.
    pub(crate) invalid: Vec<FrameRange>,
}

/// The motion of a clip, not yet checked.
struct Take {
    skeleton: Skeleton,
    rate: FrameRate,
    root_positions: Vec<[f64; 3]>,
    rotations: Vec<[f32; 4]>,
}

impl Take {
    fn into_clip(self) -> Result<Clip, ClipError> {
        let parts = ClipParts {
            skeleton: Arc::new(self.skeleton),
            rate: self.rate,
            looping: false,
            root_positions: self.root_positions,
            rotations: self.rotations,
            translations: None,
        };
        Clip::new(parts).map_err(crate::clip_error::shape)
    }
}

fn fail(code: &'static str, message: impl Into<String>) -> ClipError {
    ClipError {
        position: None,
        code,
        message: message.into(),
        hint: None,
    }
}

fn numpy(error: NumpyError) -> ClipError {
    fail(error.code, error.message)
}

/// Rejects a file that is larger than the limit.
fn check_bytes(bytes: &[u8], limits: &Limits) -> Result<(), ClipError> {
    if bytes.len() <= limits.bytes {
        return Ok(());
    }
    let message = format!(
        "the file is larger than the limit of {} bytes",
        limits.bytes
    );
    Err(fail("too-many-bytes", message))
}

/// Rejects a clip with more frames or numbers than the limits.
fn check_frames(frames: usize, joints: usize, limits: &Limits) -> Result<(), ClipError> {
    if frames == 0 {
        return Err(fail("no-frames", "the file has no frame"));
    }
    if frames > limits.frames || frames.saturating_mul(joints) > limits.values {
        let message = format!("the file has {frames} frames, more than the limits allow");
        return Err(fail("too-many-frames", message));
    }
    Ok(())
}
