//! The direction in which a character faces, frame by frame.
//!
//! The heading is perpendicular to the lines through the hips and through the shoulders, as for channels of clips.
//! These lines turn with the body, while the axes of its root joint depend on the program that wrote the file. A test
//! in `bindings/python` compares both definitions on the samples.

use std::f64::consts::TAU;

use footwork_base::{Heading, Role};

use crate::frame::{Frame, FrameError};
use crate::kinematics::Solved;
use crate::skeleton::Skeleton;
use crate::vector::{Vec3, length, rotate, scale, sub};

/// The minimum length of a unit direction's horizontal part. Steeper directions give no heading.
const MIN_HORIZONTAL_SHARE: f64 = 0.2;

/// The roles of the joints that give the heading: left and right of the hips, then of the shoulders.
const ROLES: [Role; 4] = [
    Role::LeftUpperLeg,
    Role::RightUpperLeg,
    Role::LeftUpperArm,
    Role::RightUpperArm,
];

/// Returns the roles of the joints that give the heading.
pub(crate) fn needed_roles(heading: Heading) -> &'static [Role] {
    match heading {
        Heading::Hips => &ROLES[..2],
        Heading::Body | Heading::Travel => &ROLES,
    }
}

/// The joints that give the heading: a left joint and its right counterpart, for each line.
#[derive(Clone, Debug)]
pub(crate) struct Facing {
    lines: Vec<(usize, usize)>,
    travelling: usize,
    heading: Heading,
}

impl Facing {
    pub(crate) fn new(skeleton: &Skeleton, heading: Heading) -> Self {
        let mut rest: Vec<Vec3> = Vec::new();
        for joint in skeleton.joints() {
            let own = joint.offset_m.map(f64::from);
            let above = joint.parent.and_then(|parent| rest.get(parent).copied());
            rest.push(crate::vector::add(above.unwrap_or_default(), own));
        }
        let wanted = needed_roles(heading).as_chunks().0;
        let known = wanted.iter().filter_map(|&[left, right]| {
            let line = (skeleton.role(left)?, skeleton.role(right)?);
            (rest[line.0] != rest[line.1]).then_some(line)
        });
        Self {
            lines: known.collect(),
            travelling: skeleton.travelling(),
            heading,
        }
    }

    /// Returns the first heading of some frames; 0 if no frame has a heading. Solves only as many frames as needed.
    pub(crate) fn first_rad<'a>(
        &self,
        skeleton: &Skeleton,
        frames: impl Iterator<Item = Frame<'a>>,
    ) -> f64 {
        let mut solved = Solved::new(skeleton);
        for frame in frames {
            if frame.heading_rad.is_none() && solved.solve(skeleton, &frame).is_err() {
                // Stop here, because the stream reports the error.
                break;
            }
            match self.of_frame(&frame, &solved) {
                Ok(Some(heading)) => return heading,
                Ok(None) => {}
                Err(_) => break,
            }
        }
        0.0
    }

    /// Returns the heading that the frame gives. If it gives none, returns the heading of its solved pose, like
    /// [`Self::heading_rad`], or an error if the heading is the direction of travel.
    pub(crate) fn of_frame(
        &self,
        frame: &Frame<'_>,
        solved: &Solved,
    ) -> Result<Option<f64>, FrameError> {
        match frame.heading_rad {
            Some(angle) if !angle.is_finite() => Err(FrameError::NotFinite {
                index: self.travelling,
            }),
            Some(angle) => Ok(Some(angle)),
            None if self.heading == Heading::Travel => Err(FrameError::NoHeading),
            None => Ok(self.heading_rad(solved)),
        }
    }

    /// Returns the heading of a pose in radians; `None` if the direction is too close to vertical, or if hips and
    /// shoulders face opposite directions.
    pub(crate) fn heading_rad(&self, solved: &Solved) -> Option<f64> {
        let to_left =
            |(left, right): (usize, usize)| sub(solved.positions[left], solved.positions[right]);
        // Forward is left × up.
        match *self.lines {
            [] => {
                let ahead = rotate(solved.rotations[self.travelling], [0.0, 0.0, 1.0]);
                direction(ahead, length(ahead))
            }
            [line] => {
                let [x, y, z] = to_left(line);
                direction([-z, y, x], length([x, y, z]))
            }
            _ => {
                let mut sum = [0.0; 3];
                for line in &self.lines {
                    let left = to_left(*line);
                    let length = length(left);
                    for axis in 0..3 {
                        sum[axis] += if length > 1e-9 {
                            left[axis] / length
                        } else {
                            0.0
                        };
                    }
                }
                let [x, y, z] = scale(sum, 1.0 / self.lines.len() as f64);
                // The mean of opposite directions is short, and so is its horizontal part.
                direction([-z, y, x], 1.0)
            }
        }
    }
}

/// Returns the angle of a direction; `None` if its horizontal part is too small a share of `length`.
fn direction([x, _, z]: Vec3, length: f64) -> Option<f64> {
    let horizontal = libm::hypot(x, z);
    (length > 1e-9 && horizontal > MIN_HORIZONTAL_SHARE * length).then(|| libm::atan2(x, z))
}

/// Adds whole turns to `angle` so that the result is as near to `last` as possible.
pub(crate) fn unwrapped(angle: f64, last: f64) -> f64 {
    last + libm::remainder(angle - last, TAU)
}
