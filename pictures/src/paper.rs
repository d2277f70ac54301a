//! The background that all pictures share.

use footwork_clip::Color;

/// Almost white.
pub(crate) const PAPER: Color = [250, 250, 248];
