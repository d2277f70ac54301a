//! The tracks of a clip at the rate of the index, mirrored if requested, and extended past the end by the horizon of
//! trajectories.

use footwork_base::{FrameRate, maths};

use crate::build_error::BuildError;
use crate::motion_clip::{ClipEnd, MotionClip, Root};
use crate::schema::{Schema, Source};
use crate::vector::{Vec3, to_f32};

/// The largest distance that a joint may move relative to the root between the first and the last pose of a loop, in
/// metres.
const MAX_LOOP_GAP_M: f32 = 0.05;

/// The tracks of a clip. Frame `i` of the index is stored at `i + 1`, because one frame before the first is included.
pub(crate) struct Tracks {
    /// The number of frames of the clip at the rate of the index.
    pub(crate) frames: usize,
    pub(crate) root: Vec<Root>,
    /// The track of each group of the schema: the positions of a joint, or the values of a channel as x. Empty for
    /// trajectories.
    pub(crate) groups: Vec<Vec<Vec3>>,
}

impl Tracks {
    /// # Errors
    /// Returns an error if a track is missing, has another length than the root, or has a value that is not finite.
    /// Also returns an error if a facing has length 0, or if a loop does not close.
    pub(crate) fn new(
        clip: &MotionClip<'_>,
        schema: &Schema,
        is_mirrored: bool,
    ) -> Result<Self, BuildError> {
        let root = checked_root(clip, is_mirrored)?;
        let time = Time::new(clip, schema.rate());
        let frames = time.frame_count();
        let reach = usize::try_from(schema.horizon_frames().max(1)).unwrap_or(usize::MAX);
        let lap = Lap::new(&root);
        let read = Reader { time, lap };
        let count = if frames == 0 { 0 } else { frames + reach + 1 };
        let places = || (0..count).map(|place| whole(place) - 1);
        let mut groups = Vec::with_capacity(schema.groups().len());
        for group in schema.groups() {
            groups.push(match source_track(clip, &group.source, is_mirrored)? {
                None => Vec::new(),
                Some((track, Kind::Point)) => {
                    if clip.end == ClipEnd::Loop {
                        check_loop(clip, &group.name, &lap, &track)?;
                    }
                    places().map(|frame| read.point(&track, frame)).collect()
                }
                Some((track, Kind::Number)) => {
                    places().map(|frame| read.number(&track, frame)).collect()
                }
            });
        }
        Ok(Self {
            frames,
            root: places().map(|frame| read.root(&root, frame)).collect(),
            groups,
        })
    }
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Returns the root with facings normalized to unit length.
fn checked_root(clip: &MotionClip<'_>, is_mirrored: bool) -> Result<Vec<Root>, BuildError> {
    let check = |(frame, root): (usize, &Root)| {
        let [x, z] = root.facing;
        let length = maths::hypot(x, z);
        let numbers = [root.position_m[0], root.position_m[1], x, z];
        let fault = |what| BuildError::root(clip.name, frame, what);
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(fault("not a finite number"));
        }
        if length < 1e-6 {
            return Err(fault("a facing without a direction"));
        }
        let side = if is_mirrored { -1.0 } else { 1.0 };
        Ok(Root {
            position_m: [side * root.position_m[0], root.position_m[1]],
            facing: [side * x / length, z / length],
        })
    };
    clip.root.iter().enumerate().map(check).collect()
}

/// Whether a track moves with the root or holds plain numbers.
#[derive(Clone, Copy)]
enum Kind {
    Point,
    Number,
}

/// Returns the track of a source, mirrored if requested; `None` if the source reads only the root.
fn source_track(
    clip: &MotionClip<'_>,
    source: &Source,
    is_mirrored: bool,
) -> Result<Option<(Vec<Vec3>, Kind)>, BuildError> {
    let (name, kind) = match source {
        Source::Position(joint) | Source::Velocity(joint) if is_mirrored => {
            (&joint.mirrored, Kind::Point)
        }
        Source::Position(joint) | Source::Velocity(joint) => (&joint.name, Kind::Point),
        Source::Channel { mirrored, .. } if is_mirrored => (mirrored, Kind::Number),
        Source::Channel { name, .. } => (name, Kind::Number),
        Source::TrajectoryPosition { .. } | Source::TrajectoryDirection { .. } => return Ok(None),
    };
    let side = if is_mirrored { -1.0 } else { 1.0 };
    let track: Option<Vec<Vec3>> = match (kind, source) {
        (Kind::Point, _) => {
            let track = clip.joints.iter().find(|track| track.name == name);
            track.map(|track| {
                let points = track.positions_m.iter();
                points.map(|&[x, y, z]| [side * x, y, z]).collect()
            })
        }
        (Kind::Number, source) => {
            let is_negated = matches!(
                source,
                Source::Channel {
                    is_negated: true,
                    ..
                }
            );
            let sign = if is_negated { side } else { 1.0 };
            let track = clip.channels.iter().find(|track| track.name == name);
            track.map(|track| track.values.iter().map(|&x| [sign * x, 0.0, 0.0]).collect())
        }
    };
    let track = track.ok_or_else(|| BuildError::MissingTrack {
        clip: clip.name.to_owned(),
        name: name.clone(),
    })?;
    if track.len() != clip.root.len() {
        return Err(BuildError::TrackLength {
            clip: clip.name.to_owned(),
            name: name.clone(),
            frames: track.len(),
            expected: clip.root.len(),
        });
    }
    let is_bad = |point: &Vec3| point.iter().any(|number| !number.is_finite());
    match track.iter().position(is_bad) {
        Some(frame) => Err(BuildError::NotFinite {
            clip: clip.name.to_owned(),
            frame,
            feature: name.clone(),
        }),
        None => Ok(Some((track, kind))),
    }
}

fn check_loop(
    clip: &MotionClip<'_>,
    group: &str,
    lap: &Lap,
    track: &[Vec3],
) -> Result<(), BuildError> {
    let (Some(&first), Some(&last)) = (track.first(), track.last()) else {
        return Ok(());
    };
    let moved = lap.point(first, 1);
    let gap_m = maths::length3(last[0] - moved[0], last[1] - moved[1], last[2] - moved[2]);
    if gap_m <= MAX_LOOP_GAP_M {
        Ok(())
    } else {
        Err(BuildError::LoopGap {
            clip: clip.name.to_owned(),
            frame: track.len() - 1,
            feature: group.to_owned(),
            gap_m,
        })
    }
}

/// The movement of the root in one round of a loop: a turn about the first root, and a displacement.
#[derive(Clone, Copy)]
struct Lap {
    from: [f32; 2],
    to: [f32; 2],
    /// The cosine and sine of the turn, as a complex number of z and x.
    turn: [f32; 2],
}

impl Lap {
    fn new(root: &[Root]) -> Self {
        match (root.first(), root.last()) {
            (Some(first), Some(last)) => {
                let ([ax, az], [bx, bz]) = (first.facing, last.facing);
                Self {
                    from: first.position_m,
                    to: last.position_m,
                    turn: [bz * az + bx * ax, bx * az - bz * ax],
                }
            }
            _ => Self {
                from: [0.0; 2],
                to: [0.0; 2],
                turn: [1.0, 0.0],
            },
        }
    }

    fn rotate(&self, [x, z]: [f32; 2]) -> [f32; 2] {
        let [cosine, sine] = self.turn;
        [x * cosine + z * sine, z * cosine - x * sine]
    }

    fn rotate_back(&self, [x, z]: [f32; 2]) -> [f32; 2] {
        let [cosine, sine] = self.turn;
        [x * cosine - z * sine, z * cosine + x * sine]
    }

    fn place(&self, [x, z]: [f32; 2], laps: i64) -> [f32; 2] {
        let mut place = [x, z];
        for _ in 0..laps {
            let [x, z] = self.rotate([place[0] - self.from[0], place[1] - self.from[1]]);
            place = [x + self.to[0], z + self.to[1]];
        }
        for _ in laps..0 {
            let [x, z] = self.rotate_back([place[0] - self.to[0], place[1] - self.to[1]]);
            place = [x + self.from[0], z + self.from[1]];
        }
        place
    }

    fn point(&self, [x, y, z]: Vec3, laps: i64) -> Vec3 {
        let [x, z] = self.place([x, z], laps);
        [x, y, z]
    }

    fn direction(&self, facing: [f32; 2], laps: i64) -> [f32; 2] {
        let turned = (0..laps).fold(facing, |facing, _| self.rotate(facing));
        (laps..0).fold(turned, |facing, _| self.rotate_back(facing))
    }
}

/// Maps frames of the index to times of the clip, exactly.
#[derive(Clone, Copy)]
struct Time {
    /// A frame of the index spans `step / per` frames of the clip.
    step: i128,
    per: i128,
    last: i64,
    is_loop: bool,
}

impl Time {
    fn new(clip: &MotionClip<'_>, rate: FrameRate) -> Self {
        let product = |a: u64, b: u64| i128::from(a) * i128::from(b);
        Self {
            step: product(clip.rate.numerator(), rate.denominator()),
            per: product(clip.rate.denominator(), rate.numerator()),
            last: whole(clip.root.len()) - 1,
            is_loop: clip.end == ClipEnd::Loop && clip.root.len() > 1,
        }
    }

    fn frame_count(&self) -> usize {
        if self.last < 0 {
            return 0;
        }
        let whole = i128::from(self.last) * self.per;
        let count = if self.is_loop {
            // The last frame repeats the first frame.
            (whole + self.step - 1) / self.step
        } else {
            whole / self.step + 1
        };
        usize::try_from(count).unwrap_or(usize::MAX)
    }

    /// Returns the frame of the clip at or before a frame of the index, and the fraction of the way to the clip's next
    /// frame.
    fn locate(&self, frame: i64) -> (i64, f32) {
        let at = i128::from(frame) * self.step;
        let whole = i64::try_from(at.div_euclid(self.per)).unwrap_or(i64::MAX);
        let part = to_f32(at.rem_euclid(self.per) as f64 / self.per as f64);
        match self.is_loop {
            true => (whole, part),
            false if whole < 0 => (0, 0.0),
            false if whole >= self.last => (self.last, 0.0),
            false => (whole, part),
        }
    }

    /// Returns the frame of the clip that stands for a frame outside of the clip, and the number of rounds between
    /// both.
    fn wrap(&self, frame: i64) -> (usize, i64) {
        let place = |frame: i64| usize::try_from(frame).unwrap_or(0);
        if self.is_loop {
            (
                place(frame.rem_euclid(self.last)),
                frame.div_euclid(self.last),
            )
        } else {
            (place(frame.min(self.last)), 0)
        }
    }

    fn has(&self, frame: i64) -> bool {
        self.is_loop || (0..=self.last).contains(&frame)
    }
}

struct Reader {
    time: Time,
    lap: Lap,
}

impl Reader {
    /// Interpolates with a Catmull-Rom spline through the nearest frames. Clips continue straight beyond their ends.
    fn curve(&self, frame: i64, at: impl Fn(i64) -> Vec3) -> Vec3 {
        let (near, t) = self.time.locate(frame);
        let b = at(near);
        if t <= 0.0 {
            return b;
        }
        let c = at(near + 1);
        let straight = |from: Vec3, over: Vec3| std::array::from_fn(|i| 2.0 * over[i] - from[i]);
        let a = if self.time.has(near - 1) {
            at(near - 1)
        } else {
            straight(c, b)
        };
        let d = if self.time.has(near + 2) {
            at(near + 2)
        } else {
            straight(b, c)
        };
        std::array::from_fn(|i| {
            let (a, b, c, d) = (a[i], b[i], c[i], d[i]);
            let slope = c - a;
            let bend = 2.0 * a - 5.0 * b + 4.0 * c - d;
            let twist = 3.0 * (b - c) + d - a;
            b + 0.5 * t * (slope + t * (bend + t * twist))
        })
    }

    fn point(&self, track: &[Vec3], frame: i64) -> Vec3 {
        self.curve(frame, |frame| {
            let (frame, laps) = self.time.wrap(frame);
            self.lap.point(track[frame], laps)
        })
    }

    fn number(&self, track: &[Vec3], frame: i64) -> Vec3 {
        self.curve(frame, |frame| track[self.time.wrap(frame).0])
    }

    fn root(&self, root: &[Root], frame: i64) -> Root {
        let [x, _, z] = self.curve(frame, |frame| {
            let (frame, laps) = self.time.wrap(frame);
            let [x, z] = root[frame].position_m;
            self.lap.point([x, 0.0, z], laps)
        });
        let [facing_x, _, facing_z] = self.curve(frame, |frame| {
            let (frame, laps) = self.time.wrap(frame);
            let [x, z] = self.lap.direction(root[frame].facing, laps);
            [x, 0.0, z]
        });
        let length = maths::hypot(facing_x, facing_z);
        // Opposite facings of two frames have no mean, so the earlier facing is kept.
        let facing = if length > 1e-6 {
            [facing_x / length, facing_z / length]
        } else {
            let (frame, laps) = self.time.wrap(self.time.locate(frame).0);
            self.lap.direction(root[frame].facing, laps)
        };
        Root {
            position_m: [x, z],
            facing,
        }
    }
}
