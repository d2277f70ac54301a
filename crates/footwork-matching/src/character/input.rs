//! The input of a character: where the character should go, and which poses it may play.

use crate::controller::{length, wrapped};
use crate::filter::Filter;
use crate::place::Place;
use crate::search::{Search, StayBonus};
use crate::soft::Soft;

/// A place that a character should reach at a given time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waypoint {
    /// The time from now, in seconds. It must be later than the time of the previous waypoint.
    pub secs: f64,
    /// The place.
    pub place: Place,
}

/// Where a character should go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Want<'a> {
    /// At a velocity: world x and z, in m/s. Zeros stop the character.
    Stick([f64; 2]),
    /// Along a path from the character's current place, straight between waypoints. The character stops at the last
    /// waypoint.
    Path(&'a [Waypoint]),
}

/// The input of an update of a [`Character`](crate::Character). By default, the character stands and may play every pose.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Where the character should go.
    pub want: Want<'a>,
    /// The heading of the character, an angle about +y from +z towards +x, in radians. `None` means the direction of the
    /// stick, or the headings of the waypoints.
    pub heading_rad: Option<f64>,
    /// The poses that the character may play; see [`Search::filter`].
    pub filter: Option<&'a Filter>,
    /// Costs added to some poses; see [`Search::soft`].
    pub soft: Option<&'a Soft>,
    /// Bonuses for playing on; see [`Search::stay`].
    pub stay: &'a [StayBonus<'a>],
    /// A weight for each group of the schema; see [`Search::weights`].
    pub weights: Option<&'a [f32]>,
}

impl Default for Input<'_> {
    fn default() -> Self {
        Self {
            want: Want::Stick([0.0; 2]),
            heading_rad: None,
            filter: None,
            soft: None,
            stay: &[],
            weights: None,
        }
    }
}

impl<'a> Input<'a> {
    pub(super) fn search(&self) -> Search<'a> {
        Search {
            weights: self.weights,
            filter: self.filter,
            soft: self.soft,
            stay: self.stay,
            ..Search::default()
        }
    }

    /// Returns whether all numbers are finite and the waypoints are in order.
    pub(super) fn is_valid(&self) -> bool {
        let is_finite = |place: &Place| {
            let [x, z] = place.position_m;
            [x, z, place.heading_rad].into_iter().all(f64::is_finite)
        };
        let wants = match self.want {
            Want::Stick(velocity) => velocity.into_iter().all(f64::is_finite),
            Want::Path(path) => {
                let mut last_secs = 0.0;
                path.iter().all(|point| {
                    let is_later = point.secs > last_secs && point.secs.is_finite();
                    last_secs = point.secs;
                    is_later && is_finite(&point.place)
                })
            }
        };
        wants && self.heading_rad.is_none_or(f64::is_finite)
    }

    /// Returns the wanted velocity and heading, which decide whether the input has changed.
    pub(super) fn wish(&self, from: Place) -> Wish {
        let velocity_mps = match self.want {
            Want::Stick(velocity) => velocity,
            Want::Path(path) => path.last().map_or([0.0; 2], |last| {
                let secs = last.secs.clamp(0.0, 1.0);
                let soon = path_place(path, from, secs);
                [0, 1].map(|axis| (soon.position_m[axis] - from.position_m[axis]) / secs)
            }),
        };
        Wish {
            velocity_mps,
            heading_rad: self.heading_rad,
        }
    }
}

/// The wanted velocity and heading.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Wish {
    pub(super) velocity_mps: [f64; 2],
    pub(super) heading_rad: Option<f64>,
}

/// If the wanted velocity or heading changes by more than this, in m/s or radians, the character searches immediately.
const MIN_CHANGE: f64 = 0.2;
/// A wanted speed below this means standing, in m/s.
const REST_MPS: f64 = 0.05;

impl Wish {
    pub(super) fn differs(&self, other: &Self) -> bool {
        let way = [0, 1].map(|axis| self.velocity_mps[axis] - other.velocity_mps[axis]);
        let turn = match (self.heading_rad, other.heading_rad) {
            (Some(a), Some(b)) => wrapped(a - b).abs(),
            (None, None) => 0.0,
            _ => f64::INFINITY,
        };
        length(way) > MIN_CHANGE || turn > MIN_CHANGE || self.is_rest() != other.is_rest()
    }

    pub(super) fn is_rest(&self) -> bool {
        length(self.velocity_mps) < REST_MPS
    }
}

/// Returns the place on a path after `secs` seconds. `from` is the current place.
pub(super) fn path_place(path: &[Waypoint], from: Place, secs: f64) -> Place {
    let mut before = Waypoint {
        secs: 0.0,
        place: from,
    };
    for point in path {
        if secs < point.secs {
            let part = (secs - before.secs) / (point.secs - before.secs);
            let (a, b) = (before.place, point.place);
            let turn = wrapped(b.heading_rad - a.heading_rad);
            return Place {
                position_m: [0, 1]
                    .map(|i| a.position_m[i] + (b.position_m[i] - a.position_m[i]) * part),
                heading_rad: wrapped(a.heading_rad + turn * part),
            };
        }
        before = *point;
    }
    before.place
}
