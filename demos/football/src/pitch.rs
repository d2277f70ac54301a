//! The pitch: its lines, the obstacles of the ball and of footballers, and its surfaces.

use footwork::flight::{HitId, Shape, ShapeError, Statics, Surface};
use footwork::slide::{Label, Pose, Volume, World};
use footwork_base::{Id, to_f32};

use crate::flat::Flat;

/// The radius of posts, in metres.
const POST_RADIUS_M: f64 = 0.06;
/// The depth of the nets behind the goal lines, in metres.
pub(crate) const NET_DEPTH_M: f64 = 1.6;
const NET_THICKNESS_M: f64 = 0.02;
const BANNER_HEIGHT_M: f64 = 0.9;
const BANNER_THICKNESS_M: f64 = 0.2;
/// The width of the grass beyond the lines, in metres. The track begins there.
pub(crate) const GRASS_BEYOND_M: f64 = 1.2;

/// The sizes of a pitch. Its centre is the origin, x runs along it, and the ground is at y = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pitch {
    /// Along x, from goal line to goal line.
    pub length_m: f64,
    /// Along z.
    pub width_m: f64,
    /// The inner width of a goal.
    pub goal_width_m: f64,
    /// The height of the lower edge of its bar.
    pub goal_height_m: f64,
    /// The distance of the banners from the lines.
    pub banners_m: f64,
}

/// A surface under a foot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Mown grass.
    Grass,
    /// A painted line.
    Line,
    /// The track around the pitch.
    Track,
}

impl Ground {
    /// Returns its name, such as `grass`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grass => "grass",
            Self::Line => "line",
            Self::Track => "track",
        }
    }
}

/// A surface that the ball touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// The ground.
    Ground,
    /// A post or a bar.
    Post,
    /// A net.
    Net,
    /// A banner.
    Banner,
}

impl Pitch {
    /// Returns the pitch for five a side, 40 by 25 m, or for eleven, 105 by 68 m.
    pub fn new(a_side: u8) -> Self {
        match a_side {
            11 => Self {
                length_m: 105.0,
                width_m: 68.0,
                goal_width_m: 7.32,
                goal_height_m: 2.44,
                banners_m: 4.0,
            },
            _ => Self {
                length_m: 40.0,
                width_m: 25.0,
                goal_width_m: 3.0,
                goal_height_m: 2.0,
                banners_m: 3.0,
            },
        }
    }

    /// Returns half the length and half the width.
    pub fn half_m(&self) -> [f64; 2] {
        [0.5 * self.length_m, 0.5 * self.width_m]
    }

    /// Returns whether a place is on the pitch, lines included, or at most `beyond_m` from it.
    pub fn contains(&self, [x, z]: Flat, beyond_m: f64) -> bool {
        let [half_x, half_z] = self.half_m();
        x.abs() <= half_x + beyond_m && z.abs() <= half_z + beyond_m
    }

    /// Returns the nearest place on the pitch at least `inside_m` from its lines.
    pub fn nearest(&self, [x, z]: Flat, inside_m: f64) -> Flat {
        let [half_x, half_z] = self.half_m().map(|half| half - inside_m);
        [x.clamp(-half_x, half_x), z.clamp(-half_z, half_z)]
    }

    /// Returns the area in which a keeper may use its hands: its depth from the goal line, and half its width.
    pub fn area_m(&self) -> [f64; 2] {
        if self.length_m > 60.0 {
            [16.5, 20.16]
        } else {
            [6.0, 6.5]
        }
    }

    /// Returns the radius of the circle in the middle.
    pub fn circle_m(&self) -> f64 {
        if self.length_m > 60.0 { 9.15 } else { 3.0 }
    }

    /// Returns the surface at a place.
    pub fn ground(&self, [x, z]: Flat) -> Ground {
        const HALF_LINE_M: f64 = 0.06;
        let [half_x, half_z] = self.half_m();
        if !self.contains([x, z], GRASS_BEYOND_M) {
            return Ground::Track;
        }
        let is_near = |a: f64, b: f64| (a - b).abs() <= HALF_LINE_M;
        let is_inside = self.contains([x, z], HALF_LINE_M);
        let on_border = is_near(x.abs(), half_x) || is_near(z.abs(), half_z) || is_near(x, 0.0);
        let on_circle = is_near((x * x + z * z).sqrt(), self.circle_m());
        let [deep, wide] = self.area_m();
        let on_area = (is_near(half_x - x.abs(), deep) && z.abs() <= wide)
            || (is_near(z.abs(), wide) && half_x - x.abs() <= deep);
        if is_inside && (on_border || on_circle || on_area) {
            Ground::Line
        } else {
            Ground::Grass
        }
    }

    /// Builds the colliders of the ball, in the order that [`Pitch::touched`] expects: the ground, two posts and a bar
    /// at each end, four banners, and four sides of each net.
    pub(crate) fn statics(&self) -> Result<Statics, ShapeError> {
        let mut statics = Statics::new();
        let [x, _] = self.half_m();
        let normal = [0.0, 1.0, 0.0];
        statics.add(Shape::Plane {
            normal,
            offset_m: 0.0,
        })?;
        for capsule in self.posts() {
            statics.add(capsule)?;
        }
        for (min, max) in self.banners() {
            statics.add(Shape::Box { min, max })?;
        }
        let side = 0.5 * self.goal_width_m + POST_RADIUS_M;
        let bar = self.goal_height_m + POST_RADIUS_M;
        let thick = NET_THICKNESS_M;
        for line in [-x, x] {
            let back = line + NET_DEPTH_M * line.signum();
            let (low, high) = if line < 0.0 {
                (back, line)
            } else {
                (line, back)
            };
            let sides = [
                ([back, 0.0, -side], [back + thick, bar, side]),
                ([low, 0.0, -side - thick], [high, bar, -side]),
                ([low, 0.0, side], [high, bar, side + thick]),
                ([low, bar, -side], [high, bar + thick, side]),
            ];
            for (min, max) in sides {
                statics.add_with(Shape::Box { min, max }, Surface::NET)?;
            }
        }
        Ok(statics)
    }

    /// Returns the surface that a hit of [`Pitch::statics`] touched.
    pub(crate) fn touched(hit: HitId) -> Touched {
        match hit.index() {
            0 => Touched::Ground,
            1..=6 => Touched::Post,
            7..=10 => Touched::Banner,
            _ => Touched::Net,
        }
    }

    fn posts(&self) -> Vec<Shape> {
        let side = 0.5 * self.goal_width_m + POST_RADIUS_M;
        let bar = self.goal_height_m + POST_RADIUS_M;
        let mut posts = Vec::new();
        for x in [-0.5 * self.length_m, 0.5 * self.length_m] {
            let capsule = |a, b| Shape::Capsule {
                a,
                b,
                radius_m: POST_RADIUS_M,
            };
            posts.push(capsule([x, 0.0, -side], [x, bar, -side]));
            posts.push(capsule([x, 0.0, side], [x, bar, side]));
            posts.push(capsule([x, bar, -side], [x, bar, side]));
        }
        posts
    }

    fn banners(&self) -> [([f64; 3], [f64; 3]); 4] {
        let [x, z] = self.half_m().map(|half| half + self.banners_m);
        let (thick, high) = (BANNER_THICKNESS_M, BANNER_HEIGHT_M);
        [
            ([-x - thick, 0.0, -z], [-x, high, z]),
            ([x, 0.0, -z], [x + thick, high, z]),
            ([-x, 0.0, -z - thick], [x, high, -z]),
            ([-x, 0.0, z], [x, high, z + thick]),
        ]
    }

    /// Returns the outlines of [`Pitch::obstacles`] from above: x and z of one corner, then of the other.
    pub(crate) fn walls(&self) -> Vec<[f64; 4]> {
        let mut walls: Vec<[f64; 4]> = self
            .banners()
            .iter()
            .map(|(min, max)| [min[0], min[2], max[0], max[2]])
            .collect();
        let side = 0.5 * self.goal_width_m + 2.0 * POST_RADIUS_M;
        for line in [-0.5 * self.length_m, 0.5 * self.length_m] {
            let back = line + (NET_DEPTH_M + 0.01) * line.signum();
            let front = line - POST_RADIUS_M * line.signum();
            let (low, high) = if line < 0.0 {
                (back, front)
            } else {
                (front, back)
            };
            walls.push([low, -side, high, side]);
        }
        walls
    }

    /// Builds the obstacles of footballers: posts, banners, and the sides of the nets, which do not yield to
    /// footballers.
    pub(crate) fn obstacles(&self) -> Option<World> {
        let mut world = World::new();
        let label = Label::default();
        let side = 0.5 * self.goal_width_m + POST_RADIUS_M;
        let mut boxes = self.banners().to_vec();
        for line in [-0.5 * self.length_m, 0.5 * self.length_m] {
            for z in [-side, side] {
                let half_axis_m = to_f32(0.5 * self.goal_height_m);
                let volume = Volume::Capsule {
                    radius_m: to_f32(POST_RADIUS_M),
                    half_axis_m,
                };
                let pose = Pose::at([line, 0.5 * self.goal_height_m, z]).ok()?;
                world.add_volume(volume, pose, label).ok()?;
                let back = line + NET_DEPTH_M * line.signum();
                let (low, high) = if line < 0.0 {
                    (back, line)
                } else {
                    (line, back)
                };
                let thick = 0.5 * NET_THICKNESS_M;
                let bar = self.goal_height_m;
                boxes.push(([low, 0.0, z - thick], [high, bar, z + thick]));
            }
            let back = line + NET_DEPTH_M * line.signum();
            boxes.push((
                [back - 0.01, 0.0, -side],
                [back + 0.01, self.goal_height_m, side],
            ));
        }
        for (min, max) in boxes {
            let half_m = [0, 1, 2].map(|axis| to_f32(0.5 * (max[axis] - min[axis])));
            let middle = [0, 1, 2].map(|axis| 0.5 * (max[axis] + min[axis]));
            world
                .add_volume(Volume::Box { half_m }, Pose::at(middle).ok()?, label)
                .ok()?;
        }
        Some(world)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hit_names_the_surface_that_was_added() {
        for a_side in [5, 11] {
            let pitch = Pitch::new(a_side);
            let statics = pitch.statics().unwrap();
            assert_eq!(statics.shapes().len(), 19);
            for (place, shape) in statics.shapes().iter().enumerate() {
                let touched = Pitch::touched(HitId::from_index(place).unwrap());
                let expected = match shape {
                    Shape::Plane { .. } => touched == Touched::Ground,
                    Shape::Capsule { .. } => touched == Touched::Post,
                    Shape::Box { max, .. } => {
                        (touched == Touched::Banner) == (max[1] == BANNER_HEIGHT_M)
                    }
                };
                assert!(expected, "{place}: {touched:?}");
            }
            assert_eq!(pitch.obstacles().unwrap().len(), 4 + 4 + 6);
        }
    }

    #[test]
    fn the_ground_at_a_place_is_grass_a_line_or_the_track() {
        let pitch = Pitch::new(5);
        assert_eq!(pitch.ground([3.0, 4.0]), Ground::Grass);
        assert_eq!(pitch.ground([20.0, 4.0]), Ground::Line);
        assert_eq!(pitch.ground([0.02, 4.0]), Ground::Line);
        assert_eq!(pitch.ground([3.0, 0.0]), Ground::Line);
        assert_eq!(pitch.ground([22.0, 4.0]), Ground::Track);
    }
}
