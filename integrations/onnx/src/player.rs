//! Poses and tags in, tags and events out.

use std::fmt;

use footwork::events::Guards;
use footwork::features::{FeatureSpec, Frame, PoseGroup, Skeleton};
use footwork::{NetworkInputs, NetworkInputsError, NetworkOutputs, NetworkOutputsError};

use crate::runner::Runner;

/// The values of a frame that are not computed from its pose: the columns of channels, tags and events that the network takes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'a> {
    /// The values of the columns of the specification before those of poses, in order: channels, events, tags; without channels if
    /// [the player computes them](Player::with_channels). Empty means that the network's inputs have none of them.
    pub columns: &'a [f32],
}

/// A network that plays along with a character, one frame at a time.
///
/// Frames are at the rate of the specification: frame i is at i / rate seconds of the clock.
#[derive(Debug)]
pub struct Player<R> {
    runner: R,
    inputs: NetworkInputs,
    outputs: NetworkOutputs,
    results: Vec<f32>,
}

/// Why a network cannot play.
#[derive(Debug)]
#[non_exhaustive]
pub enum PlayerError<E> {
    /// The network cannot take the poses.
    Inputs(NetworkInputsError),
    /// The outputs cannot be decoded.
    Outputs(NetworkOutputsError),
    /// The network did not run.
    Run(E),
}

impl<E> fmt::Display for PlayerError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inputs(error) => error.fmt(f),
            Self::Outputs(_) => f.write_str("the outputs of the network cannot be decoded"),
            Self::Run(_) => f.write_str("the network did not run"),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for PlayerError<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Inputs(error) => error.source(),
            Self::Outputs(error) => Some(error),
            Self::Run(error) => Some(error),
        }
    }
}

impl<R: Runner> Player<R> {
    /// Prepares a network for a character.
    ///
    /// # Errors
    /// Returns the first difference between the specification and the skeleton, or why the outputs cannot be decoded.
    pub fn new(
        spec: &FeatureSpec,
        skeleton: &Skeleton,
        runner: R,
        guards: Guards,
    ) -> Result<Self, PlayerError<R::Error>> {
        Ok(Self {
            runner,
            inputs: NetworkInputs::new(spec, skeleton).map_err(PlayerError::Inputs)?,
            outputs: NetworkOutputs::new(spec, guards).map_err(PlayerError::Outputs)?,
            results: vec![0.0; spec.outputs.len()],
        })
    }

    /// Decodes events `secs` before they happen. They are then passed at their times instead of up to a frame later:
    /// see [`NetworkEvents::with_lead`](footwork::events::NetworkEvents::with_lead).
    #[must_use]
    pub fn with_lead(mut self, secs: f64) -> Self {
        self.outputs = self.outputs.with_lead(secs);
        self
    }

    /// Computes the channels of the specification from the poses too. [`Given::columns`] then has only events and tags.
    ///
    /// Speeds and turns are known one frame late and accelerations two, as [`ChannelFeatures`](footwork::features::ChannelFeatures)
    /// describes, so outputs and events come that late as well.
    ///
    /// # Errors
    /// Returns [`PlayerError::Inputs`] for a channel that cannot be computed frame by frame, such as `mean(speed, 0.3s)`, or that
    /// differs from the training data.
    pub fn with_channels(
        mut self,
        spec: &FeatureSpec,
        skeleton: &Skeleton,
    ) -> Result<Self, PlayerError<R::Error>> {
        let inputs = self.inputs.with_channels(spec, skeleton);
        self.inputs = inputs.map_err(PlayerError::Inputs)?;
        self.outputs = self.outputs.with_delay(self.inputs.delay_secs());
        Ok(self)
    }

    /// Returns the time of the next frame on the clock, in seconds.
    pub fn next_frame_secs(&self) -> f64 {
        self.outputs.events().next_frame_secs() + self.inputs.waiting_secs()
    }

    /// Computes the columns of the next frame, runs the network on the last frames, and decodes its outputs. Until
    /// there are enough frames, the first frame takes the place of earlier ones.
    ///
    /// # Errors
    /// Returns [`PlayerError::Inputs`] or [`PlayerError::Run`]. The rates of change of the next frame are measured from
    /// this frame only after [`PlayerError::Run`].
    pub fn push(
        &mut self,
        frame: &Frame<'_>,
        given: &Given<'_>,
    ) -> Result<(), PlayerError<R::Error>> {
        if !self
            .inputs
            .push(frame, given.columns)
            .map_err(PlayerError::Inputs)?
        {
            return Ok(());
        }
        let ran = self.runner.run(self.inputs.window(), &mut self.results);
        ran.map_err(PlayerError::Run)?;
        self.outputs
            .push(&self.results)
            .map_err(PlayerError::Outputs)
    }

    /// Begins a new stream, as after a jump to another motion. Its clock starts at 0.
    pub fn restart(&mut self) {
        self.inputs.restart();
        self.outputs.restart();
    }

    /// Returns the network.
    pub fn runner(&self) -> &R {
        &self.runner
    }

    /// Returns the tags and events, and all columns of the outputs.
    pub fn outputs(&self) -> &NetworkOutputs {
        &self.outputs
    }

    /// Returns the columns of the frame of the last outputs, as computed from the poses and given, not scaled.
    pub fn row(&self) -> &[f32] {
        self.inputs.row()
    }

    /// Returns the group of columns as indices of [`Self::row`].
    pub fn range(&self, group: PoseGroup) -> Option<std::ops::Range<usize>> {
        self.inputs.range(group)
    }
}
