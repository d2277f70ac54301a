//! Events as signals for networks, and back.

pub(crate) mod encoding;
pub(crate) mod guards;
pub(crate) mod score;
pub(crate) mod track;
pub(crate) mod trigger;
pub(crate) mod trigger_array;
