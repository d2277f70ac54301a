//! FBX files: read with the feature `fbx`, and written without it.

#[cfg(feature = "fbx")]
mod read;
mod write;

use footwork_base::FrameRate;

use crate::number::to_u32;

#[cfg(feature = "fbx")]
pub use read::{FbxAnimation, FbxDocument, FbxError, read_fbx};
#[cfg(feature = "fbx")]
pub(crate) use read::{read_mesh, read_skeleton};
pub use write::{FbxTake, FbxWriteError, write_fbx};

/// Returns the frame rate nearest to the number of frames per second in a file: a whole number or n·1000/1001, from 1
/// to 1000. `None` if none is within 0.01 %.
fn known_rate(said: f64) -> Option<FrameRate> {
    let near = |rate: &FrameRate| (rate.as_f64() - said).abs() < said * 1e-4;
    let plausible = (1.0..=1000.0).contains(&said);
    let thousands = [1000, 1001].into_iter().filter_map(|thousandths: u32| {
        let frames = to_u32(said * f64::from(thousandths) / 1000.0);
        FrameRate::new(u64::from(frames) * 1000, u64::from(thousandths))
    });
    thousands.filter(|_| plausible).find(near)
}
