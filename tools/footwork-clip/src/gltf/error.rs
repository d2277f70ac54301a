//! Why a glTF file cannot be read, and where in it.

use std::fmt;

use footwork_base::Position;

/// Where a glTF file is wrong, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GltfError {
    /// The object that is wrong, as a path in the JSON such as `animations[0].channels[2]`; of
    /// wrong JSON in a GLB, where in its chunk that is; empty when it is the whole file.
    pub place: String,
    /// Where in a `.gltf` file, when its JSON itself is wrong.
    pub position: Option<Position>,
    /// A stable name of the kind of mistake, such as `outside-buffer`.
    pub code: &'static str,
    /// What is wrong, in one sentence without a final full stop.
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

    /// What would be right, where the message does not say it.
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
