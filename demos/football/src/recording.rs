//! A recording (stand-in until the simulation's own arrives).
use crate::setup::{Inputs, Setup};
pub(crate) const MAX_RECORDING_BYTES: usize = 16 << 20;
pub(crate) struct Recording {
    pub(crate) setup: Setup,
    pub(crate) inputs: Vec<Inputs>,
}
impl Recording {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        Vec::new()
    }
    pub(crate) fn from_bytes(_: &[u8]) -> Result<Self, String> {
        Err("not yet".to_owned())
    }
}
