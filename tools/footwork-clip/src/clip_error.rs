//! The error of every reader: why a file, or one of its animations, is not a clip.

use std::fmt;

use footwork_base::Position;

use crate::bvh::BvhError;
use crate::deepmimic::DeepMimicError;
use crate::gltf::GltfError;

/// Why a file, or one of its animations, is not a clip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipError {
    /// The position in the file, if the mistake has one.
    pub position: Option<Position>,
    /// A stable name of the kind of mistake, such as `not-a-number`.
    pub code: &'static str,
    /// The mistake, in one sentence without a final full stop.
    pub message: String,
    /// How to fix the mistake, if known.
    pub hint: Option<String>,
}

impl From<BvhError> for ClipError {
    fn from(error: BvhError) -> Self {
        Self {
            position: Some(error.position),
            code: error.kind.code(),
            message: error.kind.to_string(),
            hint: error.kind.hint(),
        }
    }
}

impl From<GltfError> for ClipError {
    fn from(error: GltfError) -> Self {
        Self {
            position: error.position,
            code: error.code,
            hint: error.hint().map(str::to_owned),
            message: match error.place.as_str() {
                "" => error.message,
                place => format!("{place}: {}", error.message),
            },
        }
    }
}

#[cfg(feature = "fbx")]
impl From<crate::fbx::FbxError> for ClipError {
    fn from(error: crate::fbx::FbxError) -> Self {
        Self {
            position: None,
            code: error.code,
            message: error.message,
            hint: None,
        }
    }
}

impl From<DeepMimicError> for ClipError {
    fn from(error: DeepMimicError) -> Self {
        Self {
            position: error.position,
            code: error.kind.code(),
            message: error.kind.to_string(),
            hint: None,
        }
    }
}

impl fmt::Display for ClipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = self.position {
            write!(f, "line {}, column {}: ", at.line, at.column)?;
        }
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ClipError {}

/// Returns the error for parts that do not make a skeleton or a clip.
pub(crate) fn shape(error: impl fmt::Display) -> ClipError {
    ClipError {
        position: None,
        code: "shape",
        message: error.to_string(),
        hint: Some("check the length unit".into()),
    }
}
