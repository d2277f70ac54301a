//! Turns a clip into tracks of whole numbers: finds which rotations and translations move, and computes their numbers
//! in each frame.

use super::body::Body;
use super::kinematics::{Place, inverse, mul, unit};
use crate::decode::{AT_REST, CONSTANT, MOVING, SPINNING};
use crate::joint_frame::JointFrame;
use crate::tree::SEGMENT;

/// The largest stored number of a component.
const MAX_NUMBER: f64 = (1 << 25) as f64;
/// A joint keeps spinning if the `w` of its rotation relative to its reference falls below this. Such a joint stores
/// all four components.
const SPINNING_W: f64 = -0.7;
/// A joint counts as still if it moves by at most this share of the clip's tolerance.
const STILL: f64 = 0.05;

/// What a moving track stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The position on the ground and the heading of the root.
    Root,
    Rotation,
    Translation,
}

/// A rotation or a translation that moves.
#[derive(Clone, Debug)]
pub(super) struct Moving {
    pub(super) track: usize,
    pub(super) part: Part,
    /// The number of components: 4 if the joint keeps spinning, otherwise 3.
    pub(super) components: usize,
    /// The numbers of each frame, then those of the frames that fill the last segment.
    pub(super) numbers: Vec<[f64; 4]>,
}

/// The tracks of a clip as numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Tracks {
    /// The kind of each track, one byte each.
    pub(super) kinds: Vec<u8>,
    pub(super) constants: Vec<[i32; 3]>,
    pub(super) moving: Vec<Moving>,
    /// For each joint, its constant rotation and translation as decoded.
    pub(super) still: Vec<Place>,
}

/// The steps of a clip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    pub(super) scale: f32,
    pub(super) translation_m: f32,
}

impl Tracks {
    /// Returns the tracks of a clip; `None` if a number is too large to be stored.
    pub(super) fn new(
        body: &Body,
        frames: &[JointFrame],
        poses: &[Vec<Place>],
        steps: Steps,
        tolerance_m: f64,
    ) -> Option<Self> {
        let mut tracks = Self::default();
        for (track, frame) in frames.iter().enumerate() {
            let rest = Place::from_transform(&body.rests[track]);
            let mut still = rest;
            let rotations: Vec<_> = poses.iter().map(|pose| pose[track].rotation).collect();
            if track == 0 {
                let ways = poses.iter().map(|pose| pose[0].position_m);
                tracks.add_root(rotation(frame, &rotations, 0, steps)?, ways, steps)?;
                continue;
            }
            let way_m = tolerance_m * STILL;
            let turn = way_m / (2.0 * body.reaches_m[track]);
            let is_near = |to: [f64; 4]| rotations.iter().all(|r| turned(to, *r) <= turn);
            let rotation_kind = if is_near(rest.rotation) {
                AT_REST
            } else if is_near(rotations[0]) {
                let numbers = constant(frame, rotations[0])?;
                still.rotation = unit(frame.constant(numbers).map(f64::from));
                tracks.constants.push(numbers);
                CONSTANT
            } else {
                let moving = rotation(frame, &rotations, track, steps)?;
                let kind = if moving.components == 3 {
                    MOVING
                } else {
                    SPINNING
                };
                tracks.moving.push(moving);
                kind
            };
            let ways: Vec<[f64; 3]> = poses
                .iter()
                .map(|pose| [0, 1, 2].map(|i| pose[track].position_m[i] - rest.position_m[i]))
                .collect();
            let is_near = |to: [f64; 3]| ways.iter().all(|way| apart(to, *way) <= way_m);
            let step = f64::from(steps.translation_m);
            let translation_kind = if is_near([0.0; 3]) {
                AT_REST
            } else if is_near(ways[0]) {
                let numbers = whole(ways[0].map(|part| part / step))?;
                still.position_m =
                    [0, 1, 2].map(|i| rest.position_m[i] + f64::from(numbers[i]) * step);
                tracks.constants.push(numbers);
                CONSTANT
            } else {
                let numbers = ways.iter().map(|way| {
                    let [x, y, z] = near(way.map(|part| part / step))?;
                    Some([x, y, z, 0.0])
                });
                tracks.moving.push(Moving {
                    track,
                    part: Part::Translation,
                    components: 3,
                    numbers: filled(numbers.collect::<Option<_>>()?),
                });
                MOVING
            };
            tracks.kinds.push(rotation_kind | translation_kind << 2);
            tracks.still.push(still);
        }
        Some(tracks)
    }

    /// Adds the track of the root, given its headings.
    fn add_root(
        &mut self,
        turns: Moving,
        ways: impl Iterator<Item = [f64; 3]> + Clone,
        steps: Steps,
    ) -> Option<()> {
        let step = f64::from(steps.translation_m);
        let numbers = ways.zip(&turns.numbers).map(|([x, _, z], turn)| {
            let [x, z] = near([x / step, z / step])?;
            Some([x, z, turn[0], turn[3]])
        });
        let numbers = filled(numbers.collect::<Option<Vec<_>>>()?);
        self.kinds.push(if turns.components == 3 {
            MOVING
        } else {
            SPINNING
        });
        self.moving.push(Moving {
            part: Part::Root,
            numbers,
            ..turns
        });
        self.still.push(Place::ORIGIN);
        Some(())
    }
}

/// Returns the numbers of a rotation: three components per frame, or four if the joint keeps spinning.
fn rotation(
    frame: &JointFrame,
    rotations: &[[f64; 4]],
    track: usize,
    steps: Steps,
) -> Option<Moving> {
    let mut last = [0.0, 0.0, 0.0, 1.0];
    let differences: Vec<[f64; 4]> = rotations
        .iter()
        .map(|rotation| {
            let d = unit(frame.parts(*rotation));
            let dot: f64 = d.iter().zip(last).map(|(a, b)| a * b).sum();
            last = if dot < 0.0 { d.map(|part| -part) } else { d };
            last
        })
        .collect();
    let spins = differences.iter().any(|d| d[3] < SPINNING_W);
    let numbers = differences.iter().map(|d| {
        if spins {
            near(frame.spin_numbers(*d, steps.scale))
        } else {
            let [a, b, c] = near(frame.numbers(*d, steps.scale))?;
            Some([a, b, c, 0.0])
        }
    });
    Some(Moving {
        track,
        part: Part::Rotation,
        components: if spins { 4 } else { 3 },
        numbers: filled(numbers.collect::<Option<_>>()?),
    })
}

fn constant(frame: &JointFrame, rotation: [f64; 4]) -> Option<[i32; 3]> {
    let d = unit(frame.parts(rotation));
    let d = if d[3] < 0.0 { d.map(|part| -part) } else { d };
    whole_up_to(JointFrame::constant_numbers(d), f64::from(i32::MAX))
}

/// Repeats the last frame up to the next key frame.
fn filled(mut numbers: Vec<[f64; 4]>) -> Vec<[f64; 4]> {
    let last = numbers.last().copied().unwrap_or_default();
    let segments = (numbers.len() - 1).div_ceil(SEGMENT).max(1);
    numbers.resize(segments * SEGMENT + 1, last);
    numbers
}

/// Returns the numbers; `None` if one is too large to be stored.
fn near<const N: usize>(numbers: [f64; N]) -> Option<[f64; N]> {
    let fit = numbers.iter().all(|number| number.abs() <= MAX_NUMBER);
    fit.then_some(numbers)
}

fn whole<const N: usize>(numbers: [f64; N]) -> Option<[i32; N]> {
    whole_up_to(numbers, MAX_NUMBER)
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "the number is below the limit"
)]
fn whole_up_to<const N: usize>(numbers: [f64; N], limit: f64) -> Option<[i32; N]> {
    let numbers = numbers.map(f64::round);
    let fit = numbers.iter().all(|number| number.abs() <= limit);
    fit.then(|| numbers.map(|number| number as i32))
}

/// Returns the sine of half the angle between two rotations.
fn turned(a: [f64; 4], b: [f64; 4]) -> f64 {
    let [x, y, z, _] = mul(inverse(a), b);
    (x * x + y * y + z * z).sqrt()
}

fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b) * (a - b))
        .sum::<f64>()
        .sqrt()
}
