//! Two-bone inverse kinematics: an arm or a leg that reaches for a point.
//!
//! Laws, checked by property tests below: both bones keep their lengths; the end reaches every goal within reach, and
//! otherwise the limb points at the goal; a bent limb stays in its plane, which turns with the line from start to goal;
//! a straight limb bends to the side that the caller gives. Near straight, the plane turns gradually to that side,
//! because the deviation of a straight limb from its line is noise.

use glam::{DQuat, DVec3};

/// The maximum share of its length to which a limb stretches, so that the plane in which it bends stays defined.
const MAX_STRETCH: f64 = 0.9999;

/// The minimum distance from start to end, as a share of the upper bone, so that the line between them stays defined.
const MIN_FOLD: f64 = 1e-4;

/// The sine of the angle between the bones below which the limb bends to the side that the caller gives.
const STRAIGHT: f64 = 0.02;

/// The minimum sine of the angle between the bones at which a rest pose shows the side to which the limb bends.
const BENT: f64 = 0.05;

/// The cosine of 45°. A rest pose shows the side only if its bend, and the deviation of its direction, are below 45°.
const MIN_COSINE: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// The joints of a limb in the world.
///
/// ```
/// use footwork_clip::TwoBones;
///
/// let leg = TwoBones::new([[0.0, 1.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 0.0]]);
/// let turns = leg.reach([0.0, 0.4, 0.0], [0.0, 0.0, 1.0]).unwrap();
/// assert!((turns.end_m[1] - 0.4).abs() < 1e-12);
/// // Half a metre of thigh and shin each, and the knee in front.
/// assert!((turns.middle_m[2] - 0.4).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TwoBones {
    start: DVec3,
    middle: DVec3,
    end: DVec3,
}

/// How a limb turns to reach a point: rotations in world space, to apply after the rotations of the pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimbTurns {
    /// The rotation of the upper bone.
    pub upper: [f64; 4],
    /// The rotation of the lower bone, which includes the rotation of the upper bone.
    pub lower: [f64; 4],
    /// The new position of the middle joint.
    pub middle_m: [f64; 3],
    /// The new position of the end; equal to the goal if the goal is within reach.
    pub end_m: [f64; 3],
}

impl TwoBones {
    /// Creates a limb from the positions of its start, middle and end, in metres.
    pub fn new(places_m: [[f64; 3]; 3]) -> Self {
        let [start, middle, end] = places_m.map(DVec3::from_array);
        Self { start, middle, end }
    }

    /// Returns the lengths of the limb's bones in metres, upper before lower.
    pub fn lengths_m(&self) -> [f64; 2] {
        let (upper, lower) = (self.middle - self.start, self.end - self.middle);
        [upper.length(), lower.length()]
    }

    /// Returns how the limb turns so that its end is at `goal_m`, or as near as the lengths of its bones allow. A
    /// straight limb moves its middle towards the direction `side`.
    ///
    /// Returns `None` if a bone has no length, or if a number is not finite.
    pub fn reach(&self, goal_m: [f64; 3], side: [f64; 3]) -> Option<LimbTurns> {
        let [upper_m, lower_m] = self.lengths_m();
        let (thigh, shin) = (self.middle - self.start, self.end - self.middle);
        let from = self.end - self.start;
        let to = DVec3::from_array(goal_m) - self.start;
        let is_finite = to.is_finite() && from.is_finite() && upper_m.is_finite();
        if !is_finite || upper_m <= 0.0 || lower_m <= 0.0 {
            return None;
        }
        let [near, far] = self.reach_m(MAX_STRETCH);
        let reach_m = to.length().clamp(near, far);
        // A limb whose end is at its start, and a goal at the start, give no direction.
        let from = from.try_normalize();
        let along = to.try_normalize().or(from).unwrap_or(thigh / upper_m);
        let swing = from.map_or(DQuat::IDENTITY, |from| {
            DQuat::from_rotation_arc(from, along)
        });
        let across = |line: DVec3| line - along * along.dot(line);
        let own = across(swing * thigh).normalize_or_zero();
        let side = across(DVec3::from_array(side)).normalize_or_zero();
        let sine = thigh.cross(shin).length() / (upper_m * lower_m);
        let share = (sine / STRAIGHT).min(1.0);
        let pole = own * share + side * (1.0 - share);
        let spare = if share > 0.5 { own } else { side };
        let pole = pole.try_normalize().or(spare.try_normalize());
        let pole = pole.unwrap_or_else(|| along.any_orthonormal_vector());
        let square = upper_m * upper_m + reach_m * reach_m - lower_m * lower_m;
        let cosine = (square / (2.0 * upper_m * reach_m)).clamp(-1.0, 1.0);
        let middle = upper_m * (along * cosine + pole * (1.0 - cosine * cosine).sqrt());
        let end = along * reach_m;
        let upper = turned_onto(swing, thigh, middle);
        let lower = turned_onto(upper, shin, end - middle);
        Some(LimbTurns {
            upper: upper.to_array(),
            lower: lower.to_array(),
            middle_m: (self.start + middle).to_array(),
            end_m: (self.start + end).to_array(),
        })
    }

    /// Returns the vector by which the limb misses `goal_m` at full stretch, in metres; zero if the goal is not too
    /// far.
    pub fn miss_m(&self, goal_m: [f64; 3]) -> [f64; 3] {
        let line = DVec3::from_array(goal_m) - self.start;
        let [_, far] = self.reach_m(MAX_STRETCH);
        let share = 1.0 - far / line.length().max(far);
        // A limb without length has no stretch.
        (line * if share.is_nan() { 0.0 } else { share }).to_array()
    }

    /// Returns the distance, in metres, by which the start must move down so that the end reaches `goal_m` when the
    /// limb stretches to at most `max_stretch` of its length. Negative if the start must move up because the limb
    /// cannot fold far enough. 0 if the goal is within reach, or too far to the side.
    pub fn drop_m(&self, goal_m: [f64; 3], max_stretch: f64) -> f64 {
        let line = self.start - DVec3::from_array(goal_m);
        let [near, far] = self.reach_m(max_stretch.min(MAX_STRETCH));
        let wanted = line.length().clamp(near, far);
        let square = wanted * wanted - line.x * line.x - line.z * line.z;
        if wanted != line.length() && square > 0.0 {
            line.y - square.sqrt()
        } else {
            0.0
        }
    }

    /// Whether the limb is clearly bent against the direction `side`, as the knee of a bird is at rest. False for legs
    /// whose knees deviate sideways, and for rest poses that do not stand.
    pub fn bends_against(&self, side: [f64; 3]) -> bool {
        let (thigh, shin) = (self.middle - self.start, self.end - self.middle);
        let lengths = thigh.length() * shin.length();
        let across = |line: DVec3| {
            let along = (self.end - self.start).normalize_or_zero();
            (line - along * along.dot(line)).normalize_or_zero()
        };
        let is_slight = thigh.dot(shin) > MIN_COSINE * lengths;
        let is_bent = thigh.cross(shin).length() > BENT * lengths;
        let against = -across(thigh).dot(across(DVec3::from_array(side)));
        is_slight && is_bent && against > MIN_COSINE
    }

    /// Returns the direction in which a knee bends: forward, perpendicular to the leg. `right` is the direction to the
    /// right of the body.
    pub fn knee_side(&self, right: [f64; 3]) -> [f64; 3] {
        let along = self.end - self.start;
        DVec3::from_array(right).cross(along).to_array()
    }

    /// Returns the direction in which an elbow bends: back, or down if the arm points forward or back. `front` and `up`
    /// are the directions to the front and to the top of the body.
    pub fn elbow_side(&self, front: [f64; 3], up: [f64; 3]) -> [f64; 3] {
        let along = (self.end - self.start).normalize_or_zero();
        let [front, up] = [front, up].map(DVec3::from_array);
        let is_across = front.cross(along).length() > 0.1;
        (if is_across { -front } else { -up }).to_array()
    }

    /// Returns the smallest and the largest distance from start to end.
    fn reach_m(&self, max_stretch: f64) -> [f64; 2] {
        let [upper_m, lower_m] = self.lengths_m();
        let near = (upper_m - lower_m).abs().max(MIN_FOLD * upper_m);
        [near, (max_stretch * (upper_m + lower_m)).max(near)]
    }
}

/// Returns `by`, followed by the shortest rotation that makes a bone point in the direction of `to`.
fn turned_onto(by: DQuat, bone: DVec3, to: DVec3) -> DQuat {
    match ((by * bone).try_normalize(), to.try_normalize()) {
        (Some(from), Some(to)) => DQuat::from_rotation_arc(from, to) * by,
        _ => by,
    }
}
