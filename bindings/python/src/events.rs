//! Encodes events as signals or probabilities for neural networks, and decodes them.

pub(crate) mod encoding;
pub(crate) mod guards;
pub(crate) mod probability;
pub(crate) mod score;
pub(crate) mod track;
pub(crate) mod trigger;
pub(crate) mod trigger_array;
