//! Colliders that cannot be obstacles.

use std::error::Error;
use std::fmt;

use rapier3d::geometry::ColliderHandle;

use crate::error::ConvertError;

/// A collider that cannot be an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColliderError {
    /// The collider.
    pub handle: ColliderHandle,
    /// The reason.
    pub error: ConvertError,
}

impl fmt::Display for ColliderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (index, generation) = self.handle.into_raw_parts();
        write!(f, "collider {index}.{generation} cannot be an obstacle")
    }
}

impl Error for ColliderError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
