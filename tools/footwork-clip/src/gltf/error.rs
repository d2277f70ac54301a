//! Why a glTF file cannot be read.

use std::fmt;

use footwork_base::Position;

/// A mistake in a glTF file, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GltfError {
    /// The incorrect object, as a path in the JSON such as `animations[0].channels[2]`. For a syntax error in
    /// the JSON of a GLB, the position in its chunk. Empty if the mistake concerns the whole file.
    pub place: String,
    /// The position in a `.gltf` file, if its JSON has a syntax error.
    pub position: Option<Position>,
    /// A stable name of the kind of mistake, such as `outside-buffer`.
    pub code: &'static str,
    /// The mistake, in one sentence without a final full stop.
    pub message: String,
}

impl GltfError {
    pub(super) fn new(
        code: &'static str,
        place: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            place: place.into(),
            position: None,
            code,
            message: message.into(),
        }
    }

    /// Returns a rule that the file breaks, as advice for fixing it; `None` if the message already says enough.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self.code {
            "no-such-index" => "an index counts from 0 and is less than the length of its list",
            "no-keys" => "an animation has at least one key",
            "not-finite" => "every number of a motion is finite",
            "too-late" => "keys are at most 10,000,000 s before or after 0",
            "decreasing-times" => "keys stand in the order of their times",
            "no-rotation" => "a rotation is a quaternion of length 1",
            _ => return None,
        })
    }
}

impl fmt::Display for GltfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = self.position {
            write!(f, "line {}, column {}: ", at.line, at.column)?;
        }
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for GltfError {}
