//! Rotations as Euler angles that change without jumps.
//!
//! FBX stores three angles per joint and interpolates each by itself. Every rotation has two triples of angles, plus
//! whole turns; the triple closest to the previous key is stored. Between keys, interpolated angles leave the shortest
//! arc. The error is large near gimbal lock: there the middle angle is ±90°, and the other two angles turn about the
//! same axis. Two measures bound the error: each joint has the order of axes that keeps its middle angle smallest, and
//! keys are added between frames on which the angles leave the arc by more than [`TOLERANCE_RAD`].

use glam::{DMat3, DQuat};

/// The maximum angle between interpolated angles and the arc between two frames.
pub(super) const TOLERANCE_RAD: f64 = 0.5 * std::f64::consts::PI / 180.0;
/// The maximum number of times that the interval between two frames is halved.
const MAX_HALVINGS: u32 = 10;
/// Above this angle, f32 would hold fewer than three decimals, so whole turns are dropped.
const MAX_DEGREES: f64 = 16384.0;
/// The cosine of the middle angle below which the other two angles are one rotation.
const LOCKED: f64 = 1e-6;

/// The order of axes of a joint. The first letter is the axis of the first rotation, so the matrix of `Xyz` is Z·Y·X.
///
/// Only the cyclic orders of x, y and z are used, because their formulas differ only in the names of the axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Xyz,
    Yzx,
    Zxy,
}

impl Order {
    const ALL: [Self; 3] = [Self::Xyz, Self::Yzx, Self::Zxy];

    /// Returns the value of the property `RotationOrder`.
    pub(super) fn code(self) -> i32 {
        match self {
            Self::Xyz => 0,
            Self::Yzx => 2,
            Self::Zxy => 4,
        }
    }

    /// Returns the index of the first axis.
    fn first(self) -> usize {
        match self {
            Self::Xyz => 0,
            Self::Yzx => 1,
            Self::Zxy => 2,
        }
    }

    /// Returns the order whose middle angle stays smallest; the first one if several tie.
    pub(super) fn best(rotations: &[DQuat]) -> Self {
        let largest = |order: Self| {
            let sines = rotations.iter().map(|&turn| order.middle_sine(turn).abs());
            sines.fold(0.0, f64::max)
        };
        let mut best = (Self::Xyz, f64::INFINITY);
        for order in Self::ALL {
            let largest = largest(order);
            // Differences by rounding do not choose between equal orders.
            if largest < best.1 - 1e-6 {
                best = (order, largest);
            }
        }
        best.0
    }

    /// Returns the rotation with its first axis renamed to x, its second to y and its third to z.
    fn renamed(self, turn: DQuat) -> DQuat {
        let mut axes = [turn.x, turn.y, turn.z];
        axes.rotate_left(self.first());
        DQuat::from_xyzw(axes[0], axes[1], axes[2], turn.w)
    }

    fn middle_sine(self, turn: DQuat) -> f64 {
        let DQuat { x, y, z, w } = self.renamed(turn);
        2.0 * (w * y - x * z)
    }

    /// Returns the angles about x, y and z of a unit rotation, in degrees, each as close to `near` as possible.
    pub(super) fn degrees(self, turn: DQuat, near: [f64; 3]) -> [f64; 3] {
        let mut near = near;
        near.rotate_left(self.first());
        let m = DMat3::from_quat(self.renamed(turn));
        let cosine = libm::hypot(m.x_axis.x, m.x_axis.y);
        let y = libm::atan2(-m.x_axis.z, cosine).to_degrees();
        let (x, z) = if cosine > LOCKED {
            let x = libm::atan2(m.y_axis.z, m.z_axis.z).to_degrees();
            (x, libm::atan2(m.x_axis.y, m.x_axis.x).to_degrees())
        } else {
            // At +90° only z - x matters, and at -90° only z + x.
            let both = libm::atan2(-m.y_axis.x, m.y_axis.y).to_degrees();
            (near[0], both + near[0] * y.signum())
        };
        let own = unrolled([x, y, z], near);
        let other = unrolled([x + 180.0, 180.0 - y, z + 180.0], near);
        let mut closest = if distance(other, near) < distance(own, near) {
            other
        } else {
            own
        };
        closest.rotate_right(self.first());
        closest
    }

    /// Returns the rotation with these angles.
    pub(super) fn rotation(self, degrees: [f64; 3]) -> DQuat {
        let about = |axis: usize| {
            let half = degrees[axis].to_radians() / 2.0;
            let mut turn = [0.0; 4];
            turn[axis] = libm::sin(half);
            turn[3] = libm::cos(half);
            DQuat::from_array(turn)
        };
        let first = self.first();
        about((first + 2) % 3) * about((first + 1) % 3) * about(first)
    }
}

/// Adds whole turns to the angles, so that each is as close to `near` as possible.
fn unrolled(degrees: [f64; 3], near: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|axis| {
        let turns = libm::round((near[axis] - degrees[axis]) / 360.0);
        degrees[axis] + 360.0 * turns
    })
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// One key of a rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turn {
    pub(super) ticks: i64,
    /// The angles about x, y and z.
    pub(super) degrees: [f64; 3],
    /// Whether the angles stay until the next key instead of moving towards it.
    pub(super) holds: bool,
}

/// Returns the keys of rotations at the given times: one per frame, and more between frames if the tolerance needs
/// them.
pub(super) fn turns(order: Order, rotations: &[DQuat], ticks: &[i64]) -> Vec<Turn> {
    let mut keys = Keys {
        order,
        turns: Vec::with_capacity(ticks.len()),
    };
    let mut previous = None;
    for (&turn, &ticks) in rotations.iter().zip(ticks) {
        match previous {
            Some(from) => keys.walk(from, (turn, ticks), MAX_HALVINGS),
            None => keys.push(order.degrees(turn, [0.0; 3]), ticks),
        }
        previous = Some((turn, ticks));
    }
    keys.turns
}

struct Keys {
    order: Order,
    turns: Vec<Turn>,
}

impl Keys {
    fn push(&mut self, degrees: [f64; 3], ticks: i64) {
        self.turns.push(Turn {
            ticks,
            degrees,
            holds: false,
        });
    }

    /// Adds keys from the last key up to the rotation and time `to`.
    fn walk(&mut self, from: (DQuat, i64), to: (DQuat, i64), halvings: u32) {
        let Some(last) = self.turns.last_mut() else {
            return;
        };
        let degrees = self.order.degrees(to.0, last.degrees);
        if degrees.iter().any(|angle| angle.abs() > MAX_DEGREES) {
            last.holds = true;
            self.push(self.order.degrees(to.0, [0.0; 3]), to.1);
            return;
        }
        let start = last.degrees;
        let strays = [0.25, 0.5, 0.75].into_iter().any(|part| {
            let between = std::array::from_fn(|i| start[i] + (degrees[i] - start[i]) * part);
            let arc = from.0.slerp(to.0, part);
            angle(self.order.rotation(between), arc) > TOLERANCE_RAD
        });
        if halvings == 0 || !strays || to.1 - from.1 < 2 {
            self.push(degrees, to.1);
            return;
        }
        let middle = (from.0.slerp(to.0, 0.5), from.1 + (to.1 - from.1) / 2);
        self.walk(from, middle, halvings - 1);
        self.walk(middle, to, halvings - 1);
    }
}

/// Returns the angle between two rotations, in radians.
pub(super) fn angle(a: DQuat, b: DQuat) -> f64 {
    let between = a.conjugate() * b;
    let sine = DQuat::from_xyzw(between.x, between.y, between.z, 0.0).length();
    2.0 * libm::atan2(sine, between.w.abs())
}
