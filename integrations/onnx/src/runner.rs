//! The trait of everything that runs a network.

use std::error::Error;

/// Runs a network on one window of frames.
pub trait Runner {
    /// Why the network could not run.
    type Error: Error + 'static;

    /// Runs the network. `inputs` has `frames` rows of the specification's inputs, the oldest first. Writes the outputs of the
    /// newest frame, in the order of the specification, to `outputs`.
    ///
    /// # Errors
    /// Returns an error if the network fails, or returns another number of outputs.
    fn run(&mut self, inputs: &[f32], outputs: &mut [f32]) -> Result<(), Self::Error>;
}
