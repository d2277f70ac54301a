//! The ball: its state, the step that moves it, the world it meets, and the predicted flight.

pub(crate) mod field;
pub(crate) mod kick;
pub(crate) mod params;
pub(crate) mod physics;
pub(crate) mod prediction;
pub(crate) mod sections;
mod sports;
pub(crate) mod state;
pub(crate) mod statics;
pub(crate) mod step;
pub(crate) mod world;
