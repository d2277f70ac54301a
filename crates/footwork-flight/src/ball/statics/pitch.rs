//! A football pitch as shapes: the ground, the goals and their nets, and the banners around the pitch.

use super::Statics;
use super::shape::{Shape, ShapeError, within};
use crate::ball::world::Surface;

/// The size of a pitch. The default is the recommended size for international matches.
///
/// The origin is the centre spot, and x runs along the pitch. There is a goal at each end. On a pitch of any size, a
/// goal is 7.32 m wide and 2.44 m high inside, and its posts and bar have a radius of 0.06 m. The ground is at
/// `ground_m`. To change the size of the goals, or to turn the pitch or move it sideways, change its shapes and add
/// them to new [`Statics`].
///
/// ```
/// use footwork_flight::{Pitch, Shape};
///
/// let statics = Pitch::default().statics().unwrap();
/// assert!(matches!(statics.shapes()[0], Shape::Plane { .. }));
/// // The ground, two posts and a bar at each end, four banners.
/// assert_eq!(statics.shapes().len(), 11);
/// let netted = Pitch { nets: true, ..Pitch::default() };
/// assert_eq!(netted.statics().unwrap().shapes().len(), 19);
/// // On a hill.
/// let high = Pitch { ground_m: 120.0, ..Pitch::default() };
/// assert!(matches!(high.statics().unwrap().shapes()[0], Shape::Plane { offset_m: 120.0, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pitch {
    /// The length along x, in metres from 10 to 1000.
    pub length_m: f64,
    /// The width along z, in metres from 10 to 1000.
    pub width_m: f64,
    /// Whether the goals have nets, made of thin boxes.
    pub nets: bool,
    /// How far the banners stand behind the lines, in metres from 0 to 1000; `None` for no banners.
    pub banners_m: Option<f64>,
    /// The height of the ground, in metres along y from -1000 to 1000.
    #[cfg_attr(feature = "serde", serde(default))]
    pub ground_m: f64,
}

/// The inner size of a goal and the radius of its posts (law 1: 7.32 m by 2.44 m, posts at most 12 cm).
const GOAL_WIDTH_M: f64 = 7.32;
const GOAL_HEIGHT_M: f64 = 2.44;
const POST_RADIUS_M: f64 = 0.06;
/// The depth of a net, and the thickness of its boxes.
const NET_DEPTH_M: f64 = 2.0;
const NET_THICKNESS_M: f64 = 0.02;
const BANNER_HEIGHT_M: f64 = 0.9;
const BANNER_THICKNESS_M: f64 = 0.2;

impl Default for Pitch {
    fn default() -> Self {
        Self {
            length_m: 105.0,
            width_m: 68.0,
            nets: false,
            banners_m: Some(4.0),
            ground_m: 0.0,
        }
    }
}

impl Pitch {
    /// Returns the shapes in this order: the ground; for each goal the post at -z, the post at +z and the bar; the
    /// banners; the nets.
    ///
    /// # Errors
    /// Returns [`ShapeError::OutOfRange`] if a size is NaN or out of range.
    pub fn statics(&self) -> Result<Statics, ShapeError> {
        within("length_m", &[self.length_m], 10.0, 1000.0)?;
        within("width_m", &[self.width_m], 10.0, 1000.0)?;
        within(
            "banners_m",
            &[self.banners_m.unwrap_or_default()],
            0.0,
            1000.0,
        )?;
        within("ground_m", &[self.ground_m], -1000.0, 1000.0)?;
        let mut statics = Statics::new();
        let mut add = |shape, surface| statics.add_with(shape, surface);
        let (x, z) = (0.5 * self.length_m, 0.5 * self.width_m);
        let plain = Surface::default();
        let (normal, offset_m) = ([0.0, 1.0, 0.0], self.ground_m);
        add(Shape::Plane { normal, offset_m }, plain)?;
        let side = 0.5 * GOAL_WIDTH_M + POST_RADIUS_M;
        let foot = self.ground_m;
        let bar = foot + GOAL_HEIGHT_M + POST_RADIUS_M;
        for x in [-x, x] {
            let capsule = |a, b| Shape::Capsule {
                a,
                b,
                radius_m: POST_RADIUS_M,
            };
            add(capsule([x, foot, -side], [x, bar, -side]), plain)?;
            add(capsule([x, foot, side], [x, bar, side]), plain)?;
            add(capsule([x, bar, -side], [x, bar, side]), plain)?;
        }
        if let Some(behind) = self.banners_m {
            let (x, z, thick) = (x + behind, z + behind, BANNER_THICKNESS_M);
            let mut banner = |low: [f64; 2], high: [f64; 2]| {
                let min = [low[0], foot, low[1]];
                let max = [high[0], foot + BANNER_HEIGHT_M, high[1]];
                add(Shape::Box { min, max }, plain)
            };
            banner([-x - thick, -z], [-x, z])?;
            banner([x, -z], [x + thick, z])?;
            banner([-x, -z - thick], [x, -z])?;
            banner([-x, z], [x, z + thick])?;
        }
        for line in [-x, x].iter().filter(|_| self.nets) {
            for (min, max) in net(*line, side, [foot, bar]) {
                add(Shape::Box { min, max }, Surface::NET)?;
            }
        }
        Ok(statics)
    }
}

/// Returns the back, the two sides and the roof of a net behind the goal line at `x`.
fn net(x: f64, side: f64, [foot, bar]: [f64; 2]) -> [([f64; 3], [f64; 3]); 4] {
    let thick = NET_THICKNESS_M;
    let back = if x < 0.0 {
        x - NET_DEPTH_M
    } else {
        x + NET_DEPTH_M
    };
    let (low, high) = if x < 0.0 { (back, x) } else { (x, back) };
    [
        ([back, foot, -side], [back + thick, bar, side]),
        ([low, foot, -side - thick], [high, bar, -side]),
        ([low, foot, side], [high, bar, side + thick]),
        ([low, bar, -side], [high, bar + thick, side]),
    ]
}
