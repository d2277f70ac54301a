//! Clips as the bytes of files.

use std::ffi::OsStr;
use std::path::Path;

use footwork_clip::{BvhDocument, Clip, GltfTake, write_bvh, write_gltf};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::value_error;

/// The unit of written BVH files, in metres. BVH states no unit, and most programs assume centimetres.
const BVH_UNIT_M: f64 = 0.01;

/// Returns the format for the name of a file.
pub(crate) fn format_of(path: &Path) -> PyResult<&'static str> {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let known = ["bvh", "glb"].into_iter();
    let mut known = known.filter(|format| ending.eq_ignore_ascii_case(format));
    known.next().ok_or_else(|| {
        PyValueError::new_err(format!(
            "{}: a clip is saved as .bvh or .glb",
            path.display()
        ))
    })
}

/// Returns the clip as the bytes of a file.
pub(crate) fn bytes(clip: &Clip, name: &str, format: &str) -> PyResult<Vec<u8>> {
    match format {
        "bvh" => {
            let document = BvhDocument::from_clip(clip, BVH_UNIT_M);
            let document = document.ok_or_else(|| {
                value_error("the clip has numbers or a frame rate that BVH cannot hold")
            })?;
            Ok(write_bvh(&document).into_bytes())
        }
        "glb" => {
            let take = GltfTake {
                name,
                clip,
                labels: None,
            };
            write_gltf(&[take]).map_err(value_error)
        }
        other => Err(PyValueError::new_err(format!(
            "`format` must be \"bvh\" or \"glb\", not {other:?}"
        ))),
    }
}
