//! Poses and tags in, tags and events out.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use footwork::events::Guards;
use footwork::features::{
    ChannelStream, FeatureSpec, Frame, FrameError, PoseGroup, PoseStream, Skeleton, SpecDifference,
    SpecError, SpecRows,
};
use footwork::{NetworkOutputs, NetworkOutputsError};

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
    stream: PoseStream,
    inputs: SpecRows,
    outputs: NetworkOutputs,
    /// All columns of the frame of the last outputs.
    row: Vec<f32>,
    /// All columns of the next frame.
    next: Vec<f32>,
    /// The number of columns that are not of poses.
    given: usize,
    channels: Option<Channels>,
    needs_given: bool,
    /// The scaled inputs of the last frames, the oldest first.
    window: Vec<f32>,
    results: Vec<f32>,
    has_frames: bool,
}

/// The channels, which are known some frames late.
#[derive(Debug)]
struct Channels {
    stream: ChannelStream,
    values: Vec<f32>,
    /// All other columns of the frames whose channels are not known yet.
    waiting: VecDeque<Vec<f32>>,
    period_secs: f64,
}

/// Why a network cannot play.
#[derive(Debug)]
#[non_exhaustive]
pub enum PlayerError<E> {
    /// The specification is not valid.
    Spec(SpecError),
    /// The specification does not fit the skeleton.
    Skeleton(SpecDifference),
    /// The outputs cannot be decoded.
    Outputs(NetworkOutputsError),
    /// A frame has no columns.
    Frame(FrameError),
    /// The given columns are not those before the columns of poses.
    Given {
        /// The number of columns of channels, events and tags.
        expected: usize,
        /// The number of given columns.
        found: usize,
    },
    /// The network did not run.
    Run(E),
}

impl<E> fmt::Display for PlayerError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(_) => f.write_str("the specification of the network is not valid"),
            Self::Skeleton(_) => f.write_str("the network does not fit the skeleton"),
            Self::Outputs(_) => f.write_str("the outputs of the network cannot be decoded"),
            Self::Frame(_) => f.write_str("the frame has no columns"),
            Self::Given { expected, found } => write!(
                f,
                "the network has {expected} columns of channels, events and tags to be given, and {found} were given"
            ),
            Self::Run(_) => f.write_str("the network did not run"),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for PlayerError<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Spec(error) => Some(error),
            Self::Skeleton(error) => Some(error),
            Self::Outputs(error) => Some(error),
            Self::Frame(error) => Some(error),
            Self::Given { .. } => None,
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
        let inputs = spec.input_rows().map_err(PlayerError::Spec)?;
        let outputs = NetworkOutputs::new(spec, guards).map_err(PlayerError::Outputs)?;
        let features = spec
            .pose_features(skeleton)
            .map_err(PlayerError::Skeleton)?;
        let columns = spec.columns().len();
        let given = columns - features.columns().count();
        let frames = usize::try_from(spec.frames).unwrap_or(usize::MAX);
        Ok(Self {
            runner,
            stream: PoseStream::new(Arc::new(features)),
            needs_given: inputs.places().iter().any(|place| *place < given),
            window: vec![0.0; frames.saturating_mul(inputs.len())],
            results: vec![0.0; spec.outputs.len()],
            row: vec![0.0; columns],
            next: vec![0.0; columns],
            channels: None,
            has_frames: false,
            inputs,
            outputs,
            given,
        })
    }

    /// Finds events `secs` before they happen. They are known earlier, and passed at their times instead of up to a frame later:
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
    /// Returns [`PlayerError::Skeleton`] for a channel that cannot be computed frame by frame, such as `mean(speed, 0.3s)`, or that
    /// differs from the training data.
    pub fn with_channels(
        mut self,
        spec: &FeatureSpec,
        skeleton: &Skeleton,
    ) -> Result<Self, PlayerError<R::Error>> {
        let features = spec.channel_features(skeleton);
        let features = features.map_err(PlayerError::Skeleton)?;
        let (count, period_secs) = (features.count(), spec.rate.period_secs());
        let delay_secs = f64::from(features.delay_frames()) * period_secs;
        self.outputs = self.outputs.with_delay(delay_secs);
        self.needs_given = self
            .inputs
            .places()
            .iter()
            .any(|place| (count..self.given).contains(place));
        self.channels = Some(Channels {
            stream: ChannelStream::new(Arc::new(features)),
            values: vec![0.0; count],
            waiting: VecDeque::new(),
            period_secs,
        });
        Ok(self)
    }

    /// Returns the time of the next frame on the clock, in seconds.
    pub fn next_frame_secs(&self) -> f64 {
        let late_secs = self.channels.as_ref().map_or(0.0, |channels| {
            channels.waiting.len() as f64 * channels.period_secs
        });
        self.outputs.events().next_frame_secs() + late_secs
    }

    /// Computes the columns of the next frame, runs the network on the last frames, and decodes its outputs. Until there are
    /// enough frames, the first one stands for those before it.
    ///
    /// # Errors
    /// Returns [`PlayerError::Given`], [`PlayerError::Frame`] or [`PlayerError::Run`]. Only after an error of the network does the
    /// frame count for the rates of change of the next.
    pub fn push(
        &mut self,
        frame: &Frame<'_>,
        given: &Given<'_>,
    ) -> Result<(), PlayerError<R::Error>> {
        let channels = self
            .channels
            .as_ref()
            .map_or(0, |channels| channels.values.len());
        let (expected, found) = (self.given - channels, given.columns.len());
        if found != expected && (self.needs_given || found != 0) {
            return Err(PlayerError::Given { expected, found });
        }
        let (own, poses) = self.next.split_at_mut(self.given);
        self.stream.push(frame, poses).map_err(PlayerError::Frame)?;
        if found != 0 {
            own[channels..].copy_from_slice(given.columns);
        }
        match &mut self.channels {
            None => std::mem::swap(&mut self.row, &mut self.next),
            Some(channels) => {
                let known = channels.stream.push(frame, &mut channels.values);
                let is_known = known.map_err(PlayerError::Frame)?;
                let columns = self.next.len();
                channels.waiting.push_back(std::mem::take(&mut self.next));
                let row = channels.waiting.front_mut().filter(|_| is_known);
                let Some(row) = row else {
                    self.next = vec![0.0; columns];
                    return Ok(());
                };
                row[..channels.values.len()].copy_from_slice(&channels.values);
                let row = channels.waiting.pop_front().unwrap_or_default();
                self.next = std::mem::replace(&mut self.row, row);
            }
        }
        self.run()
    }

    /// Runs the network on the last frames, of which the row is the newest.
    fn run(&mut self) -> Result<(), PlayerError<R::Error>> {
        let width = self.inputs.len();
        self.window.copy_within(width.., 0);
        let newest = self.window.len() - width;
        let is_taken = self.inputs.take(&self.row, &mut self.window[newest..]);
        debug_assert!(is_taken, "the row has all columns");
        if !self.has_frames {
            let (before, newest) = self.window.split_at_mut(newest);
            for row in before.chunks_exact_mut(width.max(1)) {
                row.copy_from_slice(newest);
            }
            self.has_frames = true;
        }
        let ran = self.runner.run(&self.window, &mut self.results);
        ran.map_err(PlayerError::Run)?;
        self.outputs
            .push(&self.results)
            .map_err(PlayerError::Outputs)
    }

    /// Begins a new stream, as after a jump to another motion. Its clock starts at 0.
    pub fn restart(&mut self) {
        self.stream.restart(0.0);
        if let Some(channels) = &mut self.channels {
            channels.stream.restart(0.0);
            channels.waiting.clear();
        }
        self.outputs.restart();
        self.has_frames = false;
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
        &self.row
    }

    /// Returns the group of columns as indices of [`Self::row`].
    pub fn range(&self, group: PoseGroup) -> Option<std::ops::Range<usize>> {
        let range = self.stream.features().columns().range(group)?;
        Some(range.start + self.given..range.end + self.given)
    }
}
