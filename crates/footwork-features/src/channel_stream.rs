//! Computes channels one frame at a time.

use std::sync::Arc;

use footwork_base::to_f32;

use crate::channel::{ChannelFeatures, Measure};
use crate::frame::{Frame, FrameError};
use crate::heading::unwrapped;
use crate::kinematics::Solved;
use crate::vector::{Vec3, ahead};

/// The number of kept frames: a row's frame, two before it and two after it.
const KEPT: usize = 5;

impl ChannelFeatures {
    /// Returns one row per frame of a clip.
    ///
    /// Frames before the first known heading get the first known heading.
    ///
    /// # Errors
    /// Returns the index of the first bad frame and its [`FrameError`].
    pub fn rows<'a>(
        &self,
        frames: impl ExactSizeIterator<Item = Frame<'a>> + Clone,
    ) -> Result<Vec<f32>, (usize, FrameError)> {
        let width = self.count();
        let mut rows = vec![0.0; width * frames.len()];
        let mut stream = ChannelStream::new(Arc::new(self.clone()));
        stream.restart(self.facing.first_rad(&self.skeleton, frames.clone()));
        let mut filled = 0;
        for (index, frame) in frames.enumerate() {
            let row = &mut rows[filled..filled + width];
            let is_written = stream.push(&frame, row).map_err(|error| (index, error))?;
            filled += if is_written { width } else { 0 };
        }
        while filled < rows.len() && stream.finish(&mut rows[filled..filled + width]) {
            filled += width;
        }
        Ok(rows)
    }
}

/// The channels of a moving character, one frame at a time. The rows equal those of a clip with the same frames.
///
/// Frames are `1 / rate` seconds apart. Each row is written [`delay_frames`](ChannelFeatures::delay_frames) frames
/// after its own frame.
///
/// ```
/// use std::sync::Arc;
/// use footwork_base::{FrameRate, Heading};
/// use footwork_features::{ChannelFeatures, ChannelStream, Frame, Skeleton, SkeletonJoint};
///
/// let joints = vec![SkeletonJoint { name: "Hips".into(), parent: None, offset_m: [0.0; 3], is_end: false }];
/// let skeleton = Skeleton::new(joints, &[], 0).unwrap();
/// let names = vec!["speed".to_owned(), "Hips.y".to_owned()];
/// let features = ChannelFeatures::new(names, skeleton, Heading::Body, FrameRate::whole(10).unwrap()).unwrap();
/// assert_eq!(features.delay_frames(), 1);
///
/// let mut stream = ChannelStream::new(Arc::new(features));
/// let mut row = [0.0; 2];
/// let mut rows = Vec::new();
/// for z in [0.0, 0.1, 0.4] {
///     let frame = Frame {
///         root_position_m: [0.0, 1.0, z],
///         rotations: &[[0.0, 0.0, 0.0, 1.0]],
///         translations: None,
///         contacts: [false; 2],
///         heading_rad: None,
///     };
///     if stream.push(&frame, &mut row).unwrap() {
///         rows.push(row);
///     }
/// }
/// // The row of the last frame, if no frame follows.
/// assert!(stream.finish(&mut row));
/// rows.push(row);
/// assert_eq!(rows, [[1.0, 1.0], [2.0, 1.0], [3.0, 1.0]]);
/// ```
#[derive(Clone, Debug)]
pub struct ChannelStream {
    features: Arc<ChannelFeatures>,
    solved: Solved,
    headings_rad: [f64; KEPT],
    roots: [Vec3; KEPT],
    /// The positions of the joints of each kept frame.
    places: Vec<Vec3>,
    pushed: usize,
    written: usize,
    start_heading_rad: f64,
}

impl ChannelStream {
    /// Creates a stream before its first frame.
    pub fn new(features: Arc<ChannelFeatures>) -> Self {
        Self {
            solved: Solved::new(&features.skeleton),
            headings_rad: [0.0; KEPT],
            roots: [[0.0; 3]; KEPT],
            places: vec![[0.0; 3]; KEPT * features.joints.len()],
            pushed: 0,
            written: 0,
            start_heading_rad: 0.0,
            features,
        }
    }

    /// Returns the channels.
    pub fn features(&self) -> &ChannelFeatures {
        &self.features
    }

    /// Forgets all frames, for example after a teleport. `heading_rad` applies until a frame has its own heading. A new
    /// stream uses 0.
    pub fn restart(&mut self, heading_rad: f64) {
        (self.pushed, self.written) = (0, 0);
        self.start_heading_rad = heading_rad;
    }

    /// Accepts the next frame and writes the row of the frame [`delay_frames`](ChannelFeatures::delay_frames) before
    /// it. Returns `false` and writes nothing while there is no such frame. A frame without a heading keeps the
    /// previous heading. Does not allocate.
    ///
    /// # Errors
    /// Returns [`FrameError`]. The frame is then ignored, and the row is unchanged. [`FrameError::NoHeading`] occurs only if
    /// a channel depends on the heading.
    pub fn push(&mut self, frame: &Frame<'_>, row: &mut [f32]) -> Result<bool, FrameError> {
        let features = Arc::clone(&self.features);
        let (expected, found) = (features.count(), row.len());
        if found != expected {
            return Err(FrameError::RowLength { expected, found });
        }
        self.solved.solve(&features.skeleton, frame)?;
        let last = match self.pushed.checked_sub(1) {
            Some(before) => self.headings_rad[slot(before)],
            None => self.start_heading_rad,
        };
        let angle = if features.needs_heading() {
            features.facing.of_frame(frame, &self.solved)?
        } else {
            None
        };
        let at = slot(self.pushed);
        self.headings_rad[at] = angle.map_or(last, |angle| unwrapped(angle, last));
        self.roots[at] = self.solved.positions[features.skeleton.travelling()];
        let count = features.joints.len();
        let places = &mut self.places[at * count..(at + 1) * count];
        for (place, joint) in places.iter_mut().zip(&features.joints) {
            *place = self.solved.positions[*joint];
        }
        self.pushed += 1;
        if self.pushed <= features.delay_frames() as usize {
            return Ok(false);
        }
        self.write(&features, row);
        Ok(true)
    }

    /// Writes the next remaining row after the last frame, as if the clip ended there. Its rates of change are
    /// differences from the previous frame. Returns `false` and writes nothing if no row remains or if `row.len()` is
    /// not the number of channels. To continue with other frames, call [`Self::restart`].
    pub fn finish(&mut self, row: &mut [f32]) -> bool {
        let features = Arc::clone(&self.features);
        if self.written == self.pushed || row.len() != features.count() {
            return false;
        }
        self.write(&features, row);
        true
    }

    fn write(&mut self, features: &ChannelFeatures, row: &mut [f32]) {
        let around = Around {
            stream: self,
            at: self.written,
            last: self.pushed - 1,
            period_secs: features.rate.period_secs(),
        };
        for (to, measure) in row.iter_mut().zip(&features.measures) {
            *to = to_f32(around.value(measure));
        }
        self.written += 1;
    }
}

/// Returns the slot of a kept frame.
fn slot(frame: usize) -> usize {
    frame % KEPT
}

/// A frame and the known frames around it.
struct Around<'a> {
    stream: &'a ChannelStream,
    at: usize,
    last: usize,
    period_secs: f64,
}

impl Around<'_> {
    fn value(&self, measure: &Measure) -> f64 {
        let at = self.at;
        match measure {
            // Exact up to 2^53 frames.
            Measure::Time => at as f64 * self.period_secs,
            Measure::Frame => at as f64,
            Measure::Speed => self.speed(at),
            Measure::SpeedX => self.velocity()[0],
            Measure::SpeedZ => self.velocity()[2],
            Measure::Turn => self.derivative(at, |at| self.stream.headings_rad[slot(at)]),
            Measure::Accel => self.derivative(at, |at| self.speed(at)),
            Measure::Height => self.root(at, 1),
            Measure::Lowest(places) => {
                let heights = places.iter().map(|place| self.place(at, *place)[1]);
                heights.fold(f64::INFINITY, libm::fmin)
            }
            Measure::Axis(place, axis) => self.place(at, *place)[*axis],
            Measure::SpeedOf(place) => {
                let [x, y, z] =
                    [0, 1, 2].map(|axis| self.derivative(at, |at| self.place(at, *place)[axis]));
                (x * x + y * y + z * z).sqrt()
            }
        }
    }

    fn root(&self, at: usize, axis: usize) -> f64 {
        self.stream.roots[slot(at)][axis]
    }

    fn place(&self, at: usize, place: usize) -> Vec3 {
        self.stream.places[slot(at) * self.stream.features.joints.len() + place]
    }

    fn speed(&self, at: usize) -> f64 {
        let [x, z] = [0, 2].map(|axis| self.derivative(at, |at| self.root(at, axis)));
        libm::hypot(x, z)
    }

    /// Returns the velocity of the travelling joint: to the left, up and ahead.
    fn velocity(&self) -> Vec3 {
        let world = [0, 1, 2].map(|axis| self.derivative(self.at, |at| self.root(at, axis)));
        let heading_rad = self.stream.headings_rad[slot(self.at)];
        ahead(world, libm::sincos(heading_rad))
    }

    /// Returns the rate of change of a value: a central difference, one-sided on the first and the last frame, and 0 on a
    /// single frame.
    fn derivative(&self, at: usize, value: impl Fn(usize) -> f64) -> f64 {
        let (before, after) = (at.saturating_sub(1), (at + 1).min(self.last));
        let steps = if after - before == 2 { 2.0 } else { 1.0 };
        (value(after) - value(before)) / (steps * self.period_secs)
    }
}
