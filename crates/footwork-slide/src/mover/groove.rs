//! A groove between slopes that are each too steep to stand on: a body in it walks along it as on ground.
//!
//! A walking body treats a steep slope as an upright wall. In a groove that rises only slightly, the walls of both
//! slopes would meet ahead of the body and block it, so both are made parallel to the groove.

use glam::DVec3;

use super::ground::MIN_BELOW_UP;
use super::hit::Hit;
use super::scene::Rules;
use crate::project::{HalfSpace, Projection, nearest};

/// A groove that a body is in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Groove {
    /// The level unit vector at right angles to the groove; `None` if slopes hold the body from all sides.
    across: Option<DVec3>,
}

impl Groove {
    /// Returns the groove between the steep surfaces around a body; `None` if there is ground, or if the groove is too
    /// steep to stand in. `half_spaces` is scratch memory.
    pub(super) fn of(
        near: &[Hit],
        rules: &Rules,
        reach: f64,
        half_spaces: &mut Vec<HalfSpace>,
    ) -> Option<Self> {
        let min_up = rules.ground_up();
        let below = (near.iter()).filter(|hit| hit.normal.y > MIN_BELOW_UP && hit.value < reach);
        if below.clone().count() < 2 || below.clone().any(|hit| hit.carries(min_up)) {
            return None;
        }
        half_spaces.clear();
        half_spaces.extend(below.map(|hit| HalfSpace {
            normal: hit.normal.to_array(),
            offset: 0.0,
        }));
        let Projection::Nearest { point, active } = nearest(DVec3::NEG_Y, half_spaces) else {
            return None;
        };
        let sine = DVec3::from_array(point).length();
        if sine * sine > 1.0 - min_up * min_up {
            return None;
        }
        let across = match *active.as_slice() {
            [a, b] => {
                let [a, b] = [a, b].map(|at| DVec3::from_array(half_spaces[at].normal));
                DVec3::Y.cross(a.cross(b)).try_normalize()
            }
            _ => None,
        };
        Some(Self { across })
    }

    /// Returns the upright wall that replaces a surface of the groove; `None` for a surface that ends the groove.
    pub(super) fn wall(&self, rules: &Rules, normal: DVec3) -> Option<HalfSpace> {
        let across = self.across?;
        let min_up = rules.ground_up();
        // The rise or fall of the surface along the groove, times the y of its normal.
        let rise = normal.dot(across.cross(DVec3::Y)).abs();
        let is_side = rise * min_up <= normal.y * (1.0 - min_up * min_up).sqrt();
        is_side.then(|| HalfSpace {
            normal: (across * normal.dot(across).signum()).to_array(),
            offset: 0.0,
        })
    }
}
