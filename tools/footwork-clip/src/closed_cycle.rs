//! Closes the seam of a cycle, so that it becomes a loop.
//!
//! Each end of the cycle takes half of the difference between the last pose and the first. This correction fades out
//! over some frames along a cubic, which also closes the difference between the velocities, in the manner of
//! inertialisation (D. Bollo, *Inertialization*, GDC 2018).
//!
//! A *round* is one pass through the cycle. After a round, the body may stand elsewhere on the ground and face another
//! way.

use std::sync::Arc;

use footwork_base::{FrameRange, Id};
use glam::{DQuat, DVec3};

use crate::channel::Motion;
use crate::clip::{Clip, ClipParts};
use crate::number::{to_f32, to_f32x3};
use crate::place::Place;

impl Clip {
    /// Returns the frames of a cycle as a loop. The first and the last pose are both moved to the pose halfway between
    /// them, and so are their velocities. The correction fades out over `blend_frames` on either side of the seam, at
    /// least one frame and at most half of the cycle. The last frame is the first one, moved over the ground and turned
    /// about the vertical axis as far as the body moves and turns in the cycle. `None` if the clip lacks some of the
    /// frames, or if there are fewer than three.
    pub fn closed_cycle(&self, frames: FrameRange, blend_frames: u32) -> Option<Self> {
        let cut = self.slice(frames).ok()?;
        let last = cut.frame_count().checked_sub(1).filter(|&last| last >= 2)?;
        let blend = blend_frames.clamp(1, last / 2);
        let round = round(&cut, last);
        let joints = cut.skeleton().joints();
        let travelling = cut.travelling_joint().index();
        let carriers = carriers(&cut);
        // The world places, on the first and the last frame of the closed clip, of the nearest ancestor of the
        // travelling joint among those already closed.
        let mut ends = [Place::IDENTITY; 2];
        let mut root_positions = cut.root_positions().to_vec();
        let mut rotations = cut.rotations().to_vec();
        let mut translations = cut.translations().map(<[_]>::to_vec);
        for (index, joint) in joints.iter().enumerate() {
            let mut turns: Vec<DQuat> = column(&rotations, index, joints.len())
                .map(|turn| DQuat::from_array(turn.map(f64::from)))
                .collect();
            let mut places: Vec<DVec3> = match &translations {
                _ if index == 0 => root_positions.iter().map(|at| (*at).into()).collect(),
                Some(moved) => column(moved, index, joints.len())
                    .map(|at| DVec3::from_array(at.map(f64::from)))
                    .collect(),
                None => vec![DVec3::from_array(joint.offset.map(f64::from)); turns.len()],
            };
            let own = match joint.parent {
                _ if carriers[index] => ends[1].inverse().with(round).with(ends[0]),
                None => round,
                Some(_) => Place::IDENTITY,
            };
            let (turn, way) = if index == travelling {
                (own.turn, own)
            } else {
                followed(own, &turns, &places)
            };
            close_turns(&mut turns, blend, turn);
            set_column(&mut rotations, index, joints.len(), |frame| {
                turns[frame].to_array().map(to_f32)
            });
            if index == 0 {
                close_places(&mut places, blend, way);
                root_positions = places.iter().map(DVec3::to_array).collect();
            } else if let Some(moved) = &mut translations {
                close_places(&mut places, blend, way);
                set_column(moved, index, joints.len(), |frame| {
                    to_f32x3(places[frame].to_array())
                });
            }
            if carriers[index] {
                let local = |frame: usize| Place {
                    at: places[frame],
                    turn: turns[frame],
                };
                ends = [ends[0].with(local(0)), ends[1].with(local(last as usize))];
            }
        }
        let closed = Self::new(ClipParts {
            skeleton: Arc::clone(cut.skeleton()),
            rate: cut.rate(),
            looping: true,
            root_positions,
            rotations,
            translations,
        });
        Some(closed.ok()?.measured_like(&cut))
    }
}

/// Returns the motion of the body over the ground in one round: a rotation about the vertical axis, and a translation.
fn round(clip: &Clip, last: u32) -> Place {
    let motion = Motion::new(clip);
    let headings = motion.headings_rad();
    let turn_rad = headings[last as usize] - headings[0];
    let (sin, cos) = libm::sincos(0.5 * turn_rad);
    let travelling = clip.travelling_joint();
    let on_ground = |frame: u32| {
        let row = motion.positions().frame(frame).unwrap_or_default();
        let [x, _, z] = row.get(travelling.index()).copied().unwrap_or_default();
        DVec3::new(x, 0.0, z)
    };
    let turn = DQuat::from_xyzw(0.0, sin, 0.0, cos);
    Place {
        at: on_ground(last) - turn * on_ground(0),
        turn,
    }
}

/// Returns, for each joint, whether it is a carrier: the travelling joint or an ancestor of it.
pub(crate) fn carriers(clip: &Clip) -> Vec<bool> {
    let joints = clip.skeleton().joints();
    let mut carriers = vec![false; joints.len()];
    let mut at = Some(clip.travelling_joint());
    while let Some(joint) = at {
        carriers[joint.index()] = true;
        at = joints[joint.index()].parent;
    }
    carriers
}

/// Returns the rotation and the motion that a joint makes in a round. Each is either the one of `round` or none,
/// whichever takes the joint's first value nearer to its last. An ancestor of the travelling joint may stand still,
/// turn or travel; the travelling joint makes the rest of the motion.
fn followed(round: Place, turns: &[DQuat], places: &[DVec3]) -> (DQuat, Place) {
    let last = turns.len() - 1;
    let nearness = |turn: DQuat| turns[last].dot(turn * turns[0]).abs();
    let turn = if nearness(round.turn) >= nearness(DQuat::IDENTITY) {
        round.turn
    } else {
        DQuat::IDENTITY
    };
    let moved = round.at + round.turn * places[0];
    let is_moved = (places[last] - moved).length() <= (places[last] - places[0]).length();
    (turn, if is_moved { round } else { Place::IDENTITY })
}

/// Returns the values of one joint on every frame.
fn column<T: Copy>(values: &[T], joint: usize, joints: usize) -> impl Iterator<Item = T> {
    values.iter().skip(joint).step_by(joints).copied()
}

/// Replaces the values of one joint on every frame.
fn set_column<T>(values: &mut [T], joint: usize, joints: usize, value: impl Fn(usize) -> T) {
    let column = values.iter_mut().skip(joint).step_by(joints);
    for (frame, old) in column.enumerate() {
        *old = value(frame);
    }
}

/// Closes the seam between the last and the first place. The last place becomes the first place moved by `round`.
fn close_places(places: &mut [DVec3], blend: u32, round: Place) {
    let old = places.to_vec();
    let last = old.len() - 1;
    let to_start = |place: DVec3| round.turn.conjugate() * (place - round.at);
    let seam = Seam::of_places([old[0], old[1]], [old[last - 1], old[last]].map(to_start));
    for (step, offset) in seam.offsets(blend) {
        places[step] = old[step] + offset.at_start;
        if step > 0 {
            places[last - step] = old[last - step] + round.turn * offset.at_end;
        }
    }
    places[last] = round.at + round.turn * places[0];
}

/// Closes the seam between the last and the first rotation. The last rotation becomes the first rotation followed by
/// `turn`.
fn close_turns(turns: &mut [DQuat], blend: u32, turn: DQuat) {
    let old = turns.to_vec();
    let last = old.len() - 1;
    let back = turn.conjugate();
    let seam = Seam::of_turns([old[0], old[1]], [back * old[last - 1], back * old[last]]);
    for (step, offset) in seam.offsets(blend) {
        turns[step] = DQuat::from_scaled_axis(offset.at_start) * old[step];
        if step > 0 {
            let there = turn * DQuat::from_scaled_axis(offset.at_end) * back;
            turns[last - step] = there * old[last - step];
        }
    }
    turns[last] = turn * turns[0];
}

/// The differences at a seam between the values and between their changes per frame, in the space of the start.
struct Seam {
    gap: DVec3,
    change_gap: DVec3,
}

/// The corrections at a distance from the seam, in frames: after the start and before the end.
struct Offset {
    at_start: DVec3,
    at_end: DVec3,
}

impl Seam {
    fn of_places(start: [DVec3; 2], end: [DVec3; 2]) -> Self {
        Self {
            gap: end[1] - start[0],
            change_gap: (end[1] - end[0]) - (start[1] - start[0]),
        }
    }

    fn of_turns(start: [DQuat; 2], end: [DQuat; 2]) -> Self {
        let between = |from: DQuat, to: DQuat| {
            let turn = to * from.conjugate();
            let turn = if turn.w < 0.0 { -turn } else { turn };
            turn.to_scaled_axis()
        };
        Self {
            gap: between(start[0], end[1]),
            change_gap: between(end[0], end[1]) - between(start[0], start[1]),
        }
    }

    /// Returns the offsets for each number of frames from the seam, below `blend`. At the seam, the size of an offset
    /// is half of the gap between the values, and its change per frame is half of the gap between the changes. At
    /// `blend` frames both are 0.
    fn offsets(&self, blend: u32) -> impl Iterator<Item = (usize, Offset)> {
        let (gap, change_gap) = (0.5 * self.gap, 0.5 * self.change_gap);
        let length = f64::from(blend);
        (0..blend).map(move |step| {
            let t = f64::from(step) / length;
            let left = 1.0 - t;
            let value = left * left * (1.0 + 2.0 * t);
            let slope = left * left * t * length;
            let offset = Offset {
                at_start: gap * value + change_gap * slope,
                at_end: change_gap * slope - gap * value,
            };
            (step as usize, offset)
        })
    }
}
