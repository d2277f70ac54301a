//! Computes the inputs of a network frame by frame, as its specification says.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use footwork_features::{
    ChannelStream, FeatureSpec, Frame, FrameError, PoseGroup, PoseStream, Skeleton, SpecDifference,
    SpecError, SpecRows,
};

/// The input tensor of a network, computed frame by frame. It has the scaled columns of the latest poses.
///
/// ```
/// use footwork::NetworkInputs;
/// use footwork::features::{FeatureSpec, Frame, PoseGroup, Skeleton, SkeletonJoint};
///
/// let hips = SkeletonJoint { name: "Hips".into(), parent: None, offset_m: [0.0; 3], is_end: false };
/// let skeleton = Skeleton::new(vec![hips], &[], 0).unwrap();
/// let mut spec = FeatureSpec::new("30".parse().unwrap());
/// spec.poses = vec![PoseGroup::Root];
/// spec.set_skeleton(&skeleton, Some(&[]));
/// spec.inputs = vec!["root_motion.velocity_z".into(), "root_motion.height".into()];
/// spec.frames = 2;
///
/// let mut inputs = NetworkInputs::new(&spec, &skeleton).unwrap();
/// for frame in 0..3 {
///     let pose = Frame {
///         root_position_m: [0.0, 0.9, 0.04 * f64::from(frame)],
///         rotations: &[[0.0, 0.0, 0.0, 1.0]],
///         translations: None,
///         contacts: [false; 2],
///         heading_rad: None,
///     };
///     assert!(inputs.push(&pose, &[]).unwrap());
/// }
/// // 4 cm per frame at 30 frames per second are 1.2 m/s.
/// assert_eq!(inputs.window(), [1.2, 0.9, 1.2, 0.9]);
/// ```
#[derive(Debug)]
pub struct NetworkInputs {
    stream: PoseStream,
    rows: SpecRows,
    /// All columns of the newest frame of the window.
    row: Vec<f32>,
    /// All columns of the next frame.
    next: Vec<f32>,
    /// The number of columns before the columns of poses.
    given: usize,
    channels: Option<Channels>,
    needs_given: bool,
    /// The scaled inputs of the latest frames, oldest first.
    window: Vec<f32>,
    has_frames: bool,
}

/// The channels, which are known some frames after their own frame.
#[derive(Debug)]
struct Channels {
    stream: ChannelStream,
    values: Vec<f32>,
    /// The other columns of the frames whose channels are not known yet.
    waiting: VecDeque<Vec<f32>>,
    period_secs: f64,
}

/// The reason why the inputs of a network cannot be computed from poses.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum NetworkInputsError {
    /// The specification is not valid.
    Spec(SpecError),
    /// The specification does not fit the skeleton.
    Skeleton(SpecDifference),
    /// The columns of a frame cannot be computed.
    Frame(FrameError),
    /// The number of given columns is wrong.
    Given {
        /// The number of columns of channels, events and tags that must be given.
        expected: usize,
        /// The number of given columns.
        found: usize,
    },
}

footwork_base::display! { NetworkInputsError:
    Self::Spec(_) => "the specification of the network is not valid";
    Self::Skeleton(_) => "the network does not fit the skeleton";
    Self::Frame(_) => "the frame has no columns";
    Self::Given { expected, found } => "the network has {expected} columns of channels, events and tags to be given, and {found} were given";
}

impl std::error::Error for NetworkInputsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Spec(error) => Some(error),
            Self::Skeleton(error) => Some(error),
            Self::Frame(error) => Some(error),
            Self::Given { .. } => None,
        }
    }
}

impl NetworkInputs {
    /// Prepares the inputs of a network for a character.
    ///
    /// # Errors
    /// Returns [`NetworkInputsError`] with the first difference between the specification and the skeleton.
    pub fn new(spec: &FeatureSpec, skeleton: &Skeleton) -> Result<Self, NetworkInputsError> {
        let rows = spec.input_rows().map_err(NetworkInputsError::Spec)?;
        let features = spec.pose_features(skeleton);
        let features = features.map_err(NetworkInputsError::Skeleton)?;
        let columns = spec.columns().len();
        let given = columns - features.columns().count();
        let frames = usize::try_from(spec.frames).unwrap_or(usize::MAX);
        Ok(Self {
            stream: PoseStream::new(Arc::new(features)),
            needs_given: rows.places().iter().any(|place| *place < given),
            window: vec![0.0; frames.saturating_mul(rows.len())],
            row: vec![0.0; columns],
            next: vec![0.0; columns],
            channels: None,
            has_frames: false,
            rows,
            given,
        })
    }

    /// Also computes the channels of the specification from the poses. The caller then gives only the columns of events
    /// and tags. Frames enter the window [`Self::delay_secs`] later.
    ///
    /// # Errors
    /// Returns [`NetworkInputsError::Skeleton`] if a channel cannot be computed frame by frame, such as
    /// `mean(speed, 0.3s)`, or differs from the training data.
    pub fn with_channels(
        mut self,
        spec: &FeatureSpec,
        skeleton: &Skeleton,
    ) -> Result<Self, NetworkInputsError> {
        let features = spec.channel_features(skeleton);
        let features = features.map_err(NetworkInputsError::Skeleton)?;
        let count = features.count();
        let is_given = |place: &usize| (count..self.given).contains(place);
        self.needs_given = self.rows.places().iter().any(is_given);
        self.channels = Some(Channels {
            stream: ChannelStream::new(Arc::new(features)),
            values: vec![0.0; count],
            waiting: VecDeque::new(),
            period_secs: spec.rate.period_secs(),
        });
        Ok(self)
    }

    /// Returns the time from a pose to its entry into the window, in seconds. It is 0 unless channels need later
    /// frames. Pass this delay to [`NetworkOutputs::with_delay`](crate::NetworkOutputs::with_delay) when decoding.
    pub fn delay_secs(&self) -> f64 {
        let channels = self.channels.as_ref();
        channels.map_or(0.0, |channels| {
            f64::from(channels.stream.features().delay_frames()) * channels.period_secs
        })
    }

    /// Returns the time from the newest frame of the window to the newest pose, in seconds.
    pub fn waiting_secs(&self) -> f64 {
        let channels = self.channels.as_ref();
        channels.map_or(0.0, |channels| {
            channels.waiting.len() as f64 * channels.period_secs
        })
    }

    /// Computes the columns of the next pose. Returns whether the window has a new frame for the network. Without
    /// [channels](Self::with_channels), the result is always `true`.
    ///
    /// `given` has the columns that come before those of poses, in the order channels, events, tags. It may be empty if
    /// the network reads none of them. Until the window is full, the first frame also fills the earlier places.
    ///
    /// # Errors
    /// Returns [`NetworkInputsError::Given`] or [`NetworkInputsError::Frame`]. The pose is then ignored.
    pub fn push(&mut self, frame: &Frame<'_>, given: &[f32]) -> Result<bool, NetworkInputsError> {
        let channels = self.channels.as_ref();
        let channels = channels.map_or(0, |channels| channels.values.len());
        let (expected, found) = (self.given - channels, given.len());
        if found != expected && (self.needs_given || found != 0) {
            return Err(NetworkInputsError::Given { expected, found });
        }
        let (own, poses) = self.next.split_at_mut(self.given);
        let pushed = self.stream.push(frame, poses);
        pushed.map_err(NetworkInputsError::Frame)?;
        if found != 0 {
            own[channels..].copy_from_slice(given);
        }
        match &mut self.channels {
            None => std::mem::swap(&mut self.row, &mut self.next),
            Some(channels) => {
                let known = channels.stream.push(frame, &mut channels.values);
                let is_known = known.map_err(NetworkInputsError::Frame)?;
                let columns = self.next.len();
                channels.waiting.push_back(std::mem::take(&mut self.next));
                let row = channels.waiting.front_mut().filter(|_| is_known);
                let Some(row) = row else {
                    self.next = vec![0.0; columns];
                    return Ok(false);
                };
                row[..channels.values.len()].copy_from_slice(&channels.values);
                let row = channels.waiting.pop_front().unwrap_or_default();
                self.next = std::mem::replace(&mut self.row, row);
            }
        }
        self.shift();
        Ok(true)
    }

    /// Moves the row into the window.
    fn shift(&mut self) {
        let width = self.rows.len();
        self.window.copy_within(width.., 0);
        let newest = self.window.len() - width;
        let is_taken = self.rows.take(&self.row, &mut self.window[newest..]);
        debug_assert!(is_taken, "the row has all columns");
        if !self.has_frames {
            let (before, newest) = self.window.split_at_mut(newest);
            for row in before.chunks_exact_mut(width.max(1)) {
                row.copy_from_slice(newest);
            }
            self.has_frames = true;
        }
    }

    /// Begins a new stream, for example after a jump to another motion.
    pub fn restart(&mut self) {
        self.stream.restart(0.0);
        if let Some(channels) = &mut self.channels {
            channels.stream.restart(0.0);
            channels.waiting.clear();
        }
        self.has_frames = false;
    }

    /// Returns the scaled inputs of the latest frames, oldest first. This is the network's input tensor.
    pub fn window(&self) -> &[f32] {
        &self.window
    }

    /// Returns all columns of the newest frame in the window before scaling, both computed and given columns.
    pub fn row(&self) -> &[f32] {
        &self.row
    }

    /// Returns the indices of a group's columns in [`Self::row`]; `None` if the specification lacks the group.
    pub fn range(&self, group: PoseGroup) -> Option<Range<usize>> {
        let range = self.stream.features().columns().range(group)?;
        Some(range.start + self.given..range.end + self.given)
    }
}
