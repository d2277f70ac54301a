//! A network that computes each frame of a character from the previous frames and a control.

use std::fmt;
use std::sync::Arc;

use footwork::events::Guards;
use footwork::features::{
    FeatureSpec, Frame, FrameError, GroundPlace, PoseFeatures, PoseRecovery, PoseStream,
    RecoverError, RecoveredPose, Skeleton, SpecDifference, SpecError, SpecRows,
};
use footwork::{NetworkOutputs, NetworkOutputsError};

use crate::runner::Runner;

/// A character whose every frame comes from a network.
///
/// The network takes the columns of the last frames and a control, and returns those of the next frame. Inputs
/// that are also outputs are fed back. The other inputs are the control, in the order of the specification's
/// columns. The outputs must have the rotations and the root, from which poses are recovered.
///
/// Frame i is at i / rate seconds of the clock of [`Self::outputs`].
#[derive(Debug)]
pub struct Generator<R> {
    runner: R,
    features: Arc<PoseFeatures>,
    recovery: PoseRecovery,
    inputs: SpecRows,
    outputs: NetworkOutputs,
    /// The columns of the control.
    control: Vec<usize>,
    /// The columns of the cosines of events, and each tag with its column.
    cosines: Vec<usize>,
    tags: Vec<(String, usize)>,
    poses_from: usize,
    /// All columns of the last frame.
    row: Vec<f32>,
    window: Vec<f32>,
    results: Vec<f32>,
    is_fresh: bool,
}

/// Why a network cannot move a character.
#[derive(Debug)]
#[non_exhaustive]
pub enum GeneratorError<E> {
    /// The specification is not valid.
    Spec(SpecError),
    /// The specification does not fit the skeleton.
    Skeleton(SpecDifference),
    /// The outputs cannot be decoded.
    Outputs(NetworkOutputsError),
    /// The network does not return a column of a pose.
    NotReturned {
        /// The column.
        column: String,
    },
    /// The columns do not give poses.
    Recover(RecoverError),
    /// A given pose has no columns.
    Frame(FrameError),
    /// The control has more or fewer numbers than the network takes.
    Control {
        /// The columns of the control.
        expected: usize,
        /// The count of given numbers.
        found: usize,
    },
    /// The network did not run.
    Run(E),
}

impl<E> fmt::Display for GeneratorError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(_) => f.write_str("the specification of the network is not valid"),
            Self::Skeleton(_) => f.write_str("the network does not fit the skeleton"),
            Self::Outputs(_) => f.write_str("the outputs of the network cannot be decoded"),
            Self::NotReturned { column } => write!(
                f,
                "the network does not return the column `{column}`, so it cannot move a character"
            ),
            Self::Recover(_) => f.write_str("the outputs of the network give no pose"),
            Self::Frame(_) => f.write_str("the frame has no columns"),
            Self::Control { expected, found } => write!(
                f,
                "the control of the network has {expected} numbers, and {found} were given"
            ),
            Self::Run(_) => f.write_str("the network did not run"),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for GeneratorError<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Spec(error) => Some(error),
            Self::Skeleton(error) => Some(error),
            Self::Outputs(error) => Some(error),
            Self::Recover(error) => Some(error),
            Self::Frame(error) => Some(error),
            Self::Run(error) => Some(error),
            Self::NotReturned { .. } | Self::Control { .. } => None,
        }
    }
}

impl<R: Runner> Generator<R> {
    /// Prepares a network for a character at a place. Call [`Self::restart`] with a pose before the first frame.
    ///
    /// # Errors
    /// Returns [`GeneratorError`] if the specification does not fit the skeleton, or the outputs give no poses.
    pub fn new(
        spec: &FeatureSpec,
        skeleton: &Skeleton,
        runner: R,
        guards: Guards,
    ) -> Result<Self, GeneratorError<R::Error>> {
        let inputs = spec.input_rows().map_err(GeneratorError::Spec)?;
        let outputs = NetworkOutputs::new(spec, guards).map_err(GeneratorError::Outputs)?;
        let features = spec
            .pose_features(skeleton)
            .map_err(GeneratorError::Skeleton)?;
        let features = Arc::new(features);
        let columns = spec.columns();
        let poses_from = columns.len() - features.columns().count();
        let returned = spec.output_rows().map_err(GeneratorError::Spec)?;
        let is_returned = |place: &usize| returned.places().contains(place);
        if let Some(missing) = (poses_from..columns.len()).find(|place| !is_returned(place)) {
            let column = columns[missing].name.clone();
            return Err(GeneratorError::NotReturned { column });
        }
        let mut control = inputs.places().to_vec();
        control.retain(|place| !is_returned(place));
        control.sort_unstable();
        let place = |name: &str| columns.iter().position(|column| column.name == name);
        let cosines = spec
            .events
            .iter()
            .filter_map(|event| place(&format!("{}.cos", event.name)));
        let tags = spec
            .tags
            .iter()
            .filter_map(|tag| Some((tag.clone(), place(tag)?)));
        let frames = usize::try_from(spec.frames).unwrap_or(usize::MAX);
        Ok(Self {
            recovery: recovery(&features, GroundPlace::default())?,
            cosines: cosines.collect(),
            tags: tags.collect(),
            row: vec![0.0; columns.len()],
            window: vec![0.0; frames.saturating_mul(inputs.len())],
            results: vec![0.0; spec.outputs.len()],
            is_fresh: true,
            runner,
            features,
            inputs,
            outputs,
            control,
            poses_from,
        })
    }

    /// Finds events `secs` before they happen: see [`NetworkOutputs::with_lead`].
    #[must_use]
    pub fn with_lead(mut self, secs: f64) -> Self {
        self.outputs = self.outputs.with_lead(secs);
        self
    }

    /// Begins a new stream at a place, with the last of `poses`, with `tags`, and with no event in reach. The
    /// poses are consecutive. With two, the character also has their velocity. With one, it stands still.
    ///
    /// # Errors
    /// Returns [`GeneratorError::Frame`].
    pub fn restart(
        &mut self,
        poses: &[Frame<'_>],
        tags: &[&str],
        place: GroundPlace,
    ) -> Result<(), GeneratorError<R::Error>> {
        self.row.fill(0.0);
        let mut stream = PoseStream::new(Arc::clone(&self.features));
        for pose in poses {
            let columns = &mut self.row[self.poses_from..];
            stream.push(pose, columns).map_err(GeneratorError::Frame)?;
        }
        for cosine in &self.cosines {
            self.row[*cosine] = -1.0;
        }
        for (tag, column) in &self.tags {
            self.row[*column] = f32::from(u8::from(tags.contains(&tag.as_str())));
        }
        self.recovery = recovery(&self.features, place)?;
        self.outputs.restart();
        self.is_fresh = true;
        Ok(())
    }

    /// Returns the number of numbers of the control.
    pub fn control_len(&self) -> usize {
        self.control.len()
    }

    /// Computes the next frame: runs the network, decodes its tags and events, and returns the pose.
    ///
    /// # Errors
    /// Returns [`GeneratorError::Control`], [`GeneratorError::Run`], or [`GeneratorError::Recover`] for outputs that are not
    /// finite.
    pub fn advance(&mut self, control: &[f32]) -> Result<RecoveredPose, GeneratorError<R::Error>> {
        let (expected, found) = (self.control.len(), control.len());
        if expected != found {
            return Err(GeneratorError::Control { expected, found });
        }
        for (place, number) in self.control.iter().zip(control) {
            self.row[*place] = *number;
        }
        let width = self.inputs.len();
        self.window.copy_within(width.., 0);
        let newest = self.window.len() - width;
        let is_taken = self.inputs.take(&self.row, &mut self.window[newest..]);
        debug_assert!(is_taken, "the row has all columns");
        if self.is_fresh {
            let (before, newest) = self.window.split_at_mut(newest);
            for row in before.chunks_exact_mut(width.max(1)) {
                row.copy_from_slice(newest);
            }
            self.is_fresh = false;
        }
        let ran = self.runner.run(&self.window, &mut self.results);
        ran.map_err(GeneratorError::Run)?;
        self.outputs
            .push(&self.results)
            .map_err(GeneratorError::Outputs)?;
        self.row.copy_from_slice(self.outputs.row());
        let pose = self.recovery.pose(&self.row[self.poses_from..]);
        pose.map_err(GeneratorError::Recover)
    }

    /// Returns the tags and events, and all columns of the last frame.
    pub fn outputs(&self) -> &NetworkOutputs {
        &self.outputs
    }

    /// Returns the place of the character on the ground.
    pub fn place(&self) -> GroundPlace {
        self.recovery.place()
    }
}

fn recovery<E>(
    features: &Arc<PoseFeatures>,
    place: GroundPlace,
) -> Result<PoseRecovery, GeneratorError<E>> {
    PoseRecovery::new(Arc::clone(features), place).map_err(GeneratorError::Recover)
}
