//! A piece touched by a body, and the rule for when a touched face is only roughness of a surface.

use std::cmp::Ordering;

use glam::DVec3;

use super::scene::{Scene, Sighted};
use crate::body::Body;
use crate::obstacle_id::ObstacleId;
use crate::sweep::{Meeting, Sweep};
use crate::vector::{reversed, smaller};
use crate::volume::RoundZonotope;
use crate::world::{Nearby, Piece, PieceKind};

/// A surface is rough where its faces rise out of it by at most this many skins.
pub(super) const ROUGH_SKINS: f64 = 4.0;

/// The assumed length of a volume's side in the test for roughness. It is so long that only a side parallel to the
/// surface passes.
const NOT_ROUGH_M: f64 = 1.0e6;

/// The cosine of six degrees. The normals of a rough surface differ by a smaller angle.
const ALIKE: f64 = 0.9945;

/// The cosine of 60°. A face turned away by a larger angle is a side that leads down from a surface, not a part of it.
const SIDE: f64 = 0.5;

/// The cosine of 120°. Two surfaces face each other if the cosine between their normals is smaller.
pub(super) const FACING: f64 = -0.5;

/// A piece that a body touches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) obstacle: ObstacleId,
    pub(super) part: u32,
    pub(super) triangle: Option<u32>,
    /// The unit contact normal, from the obstacle to the body.
    pub(super) normal: DVec3,
    /// For a triangle, the unit normal of its face on the side of the body. For a volume, the unit normal of the most
    /// level side that the contact borders on.
    pub(super) face: DVec3,
    /// The y of the outward normal of the steepest side that the contact borders on. The module `ground` uses it.
    pub(super) front_up: f64,
    /// A vertex of the triangle and two sides from there; `None` for volumes.
    pub(super) corner: Option<(DVec3, [DVec3; 2])>,
    /// The position of the body's centre.
    pub(super) at: DVec3,
    /// The way out, if the hit is a face of a solid mesh and the body's centre is behind it.
    pub(super) out: Option<WayOut>,
    /// For a sweep, the time of the hit, from 0 to 1. For a body at rest, the gap; negative inside.
    pub(super) value: f64,
    /// For a body at rest, the gap to the piece along the normal for which the gap is smallest.
    pub(super) gap: f64,
    /// The index among the contacts of the move, once the hit belongs to them.
    pub(super) contact: usize,
    /// See [`Contact::active`].
    pub(super) active: bool,
    /// Whether the normal stays unchanged even if the hit is roughness.
    pub(super) is_sharp: bool,
}

/// A way out of a solid mesh.
#[derive(Clone, Copy, Debug)]
pub(super) struct WayOut {
    /// The unit direction.
    direction: DVec3,
    /// The gap along the direction, in metres; negative inside.
    gap: f64,
}

/// Returns the hit of a piece at a gap of `gap` metres from a body at rest; `None` if the body neither faces the piece
/// nor stands on it by its skin. A body faces a piece if it would touch the piece by moving straight towards it.
///
/// A body that has sunk into its skin next to an edge is near the surface beyond the edge without facing it. Such a
/// surface must not hold the body.
pub(super) fn resting(
    sighted: &mut Sighted<'_>,
    scene: &Scene<'_>,
    at: DVec3,
    gap: f64,
    normal: DVec3,
) -> Option<Hit> {
    let piece = sighted.piece;
    let mut hit = Hit::new(piece, scene, normal, at, gap);
    // If the normal was turned far, another side of the triangle may be near.
    if hit.normal.dot(normal) < TURNED_FAR {
        hit.value = piece.gap_along(hit.normal, &scene.body, at);
    }
    if gap < 0.0 {
        hit.out = piece.way_out(scene, at);
    }
    // Next to an edge, the body may be behind the plane of a side that it does not face.
    if gap > 0.0 && hit.value < 0.0 {
        return None;
    }
    // A surface this far away matters only as roughness.
    let is_far = hit.value >= FACED_SKINS * scene.skin;
    // A body that keeps a distance faces every near surface.
    if gap <= 0.0 || is_far || scene.body.keeps_distance() {
        return Some(hit);
    }
    let before = at - hit.normal * (hit.value + FACING_M);
    let swept = scene.swept(before, DVec3::ZERO, FACING_M);
    // A face is reached by moving straight along its normal.
    let is_face = hit.normal == hit.face;
    let sweep = Sweep::new(before, DVec3::ZERO, FACING_M);
    let is_within = |meeting| matches!(meeting, Meeting::Within { .. });
    let faces = if is_face {
        piece.bounds.touch(&swept)
    } else {
        is_within(sighted.meet(&scene.body, &sweep, &swept))
    };
    // A surface higher than the body's lower side is at its side and carries nothing.
    let may_carry = scene.stands_by_skin && hit.normal.y > FOOTHOLD_UP && hit.value >= 0.0;
    if faces || !may_carry {
        return faces.then_some(hit);
    }
    let foothold = scene.foothold();
    let stands = if is_face {
        (piece.bounds).touch(&swept.widened(DVec3::new(foothold, 0.0, foothold)))
    } else {
        is_within(piece.meet(&scene.body.widened(foothold), &sweep, &mut None))
    };
    stands.then_some(hit)
}

/// A body must face a piece to touch it only if the piece is within this many skins.
const FACED_SKINS: f64 = 2.0;

/// The cosine of 45°.
const TURNED_FAR: f64 = 0.707;

/// The cosine of 45°. The skin alone may stand on a surface if the y of the surface's normal is larger than this.
pub(super) const FOOTHOLD_UP: f64 = 0.707;

/// How far the test for facing moves a body into a surface, in metres.
const FACING_M: f64 = 1.0e-6;

impl Piece {
    /// See [`Hit::out`].
    fn way_out(&self, scene: &Scene<'_>, at: DVec3) -> Option<WayOut> {
        let PieceKind::Triangle {
            vertices,
            outwards: Some(outwards),
            ..
        } = &self.kind
        else {
            return None;
        };
        let out = scene.world.face_normal(self)? * *outwards;
        let is_behind = (scene.body.inside(at) - vertices[0]).dot(out) < 0.0;
        is_behind.then(|| WayOut {
            direction: out,
            gap: self.gap_along(out, &scene.body, at),
        })
    }

    /// Returns the gap along `normal` between this triangle and a body at a place, in metres; zero for a volume.
    fn gap_along(&self, normal: DVec3, body: &Body, at: DVec3) -> f64 {
        let PieceKind::Triangle { vertices, .. } = &self.kind else {
            return 0.0;
        };
        let highest = vertices.iter().fold(f64::NEG_INFINITY, |highest, vertex| {
            let height = vertex.dot(normal);
            if height > highest { height } else { highest }
        });
        at.dot(normal) - body.reach(-normal) - highest
    }
}

impl Hit {
    /// Returns the hit of a piece that a body at `at` meets along a contact normal.
    pub(super) fn new(
        piece: &Piece,
        scene: &Scene<'_>,
        normal: DVec3,
        at: DVec3,
        value: f64,
    ) -> Self {
        let winding = scene.world.face_normal(piece);
        let normal = (scene.world).limited_normal(&scene.frame, piece, winding, normal, at);
        let (face, front_up, corner) = match &piece.kind {
            PieceKind::Volume(volume) => {
                let (face, front_up) = sides_at(volume, normal);
                (face, front_up, None)
            }
            PieceKind::Triangle {
                vertices: [a, b, c],
                outwards,
                ..
            } => {
                let corner = Some((*a, [*b - *a, *c - *a]));
                let winding = winding.unwrap_or(normal);
                // A body meets a solid from outside, even next to the edge of a face that the body's centre is behind.
                let outer = outwards.map(|outwards| winding * outwards);
                let outer = outer.filter(|outer| normal.dot(*outer) > FACING);
                let inside = scene.body.inside(at);
                let facing = || reversed(winding, (inside - *a).dot(winding) < 0.0);
                let face = outer.unwrap_or_else(facing);
                (face, face.y, corner)
            }
        };
        Self {
            obstacle: piece.obstacle,
            part: piece.part,
            triangle: piece.triangle,
            normal,
            face,
            front_up,
            corner,
            at,
            out: None,
            value,
            gap: value,
            contact: 0,
            active: false,
            is_sharp: false,
        }
    }

    /// Returns whether the filter accepts this hit. `gap` is the distance to the piece, or 0 if the body meets it on
    /// its way.
    #[inline]
    pub(super) fn counts(&self, scene: &Scene<'_>, gap: f64) -> bool {
        let normal = scene.frame.vector_to_world(self.normal);
        (scene.world).counts(scene.filter, self.id(), normal, gap)
    }

    /// Returns the caller's ids of the piece.
    pub(super) fn id(&self) -> Nearby {
        Nearby {
            obstacle: self.obstacle,
            part: self.part,
            triangle: self.triangle,
        }
    }

    /// Orders hits by their values and their geometry. Ids only break ties, because they depend on the order in which
    /// triangles were added.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        (self.value.total_cmp(&other.value)).then_with(|| self.geometric_order(other))
    }

    #[cold]
    fn geometric_order(&self, other: &Self) -> Ordering {
        let directions = |hit: &Self| [hit.face, hit.normal].map(|direction| direction.to_array());
        let corners = |hit: &Self| {
            let (corner, [b, c]) = hit.corner.unwrap_or_default();
            [corner, b, c].map(|at| at.to_array())
        };
        let [a, b] = [directions(self), directions(other)];
        first_unequal(a.as_flattened(), b.as_flattened())
            .then_with(|| {
                let [a, b] = [corners(self), corners(other)];
                first_unequal(a.as_flattened(), b.as_flattened())
            })
            .then_with(|| self.id().cmp(&other.id()))
    }

    /// Returns the way out as a separate hit.
    pub(super) fn led_out(&self) -> Option<Self> {
        let WayOut { direction, gap } = self.out?;
        Some(Self {
            normal: direction,
            value: gap,
            gap,
            out: None,
            ..*self
        })
    }

    /// Returns whether this hit is roughness of a surface with the given normal: a face with nearly the same normal
    /// that rises out of the surface by at most [`ROUGH_SKINS`]. A sliver rises little, whatever its length and turn.
    fn is_rough(&self, normal: DVec3, skin: f64) -> bool {
        let cosine = self.face.dot(normal);
        cosine > ALIKE && self.rises_at_most(ROUGH_SKINS * skin, normal, cosine)
    }

    /// Returns whether both are hits of one triangle or volume.
    pub(super) fn is_same_piece(&self, other: &Self) -> bool {
        self.id() == other.id()
    }

    /// Returns whether this hits the same piece as `before`, or a surface that continues that piece.
    pub(super) fn goes_on(&self, before: &Self) -> bool {
        self.is_same_piece(before) || self.normal.dot(before.normal) > ALIKE
    }

    /// Returns whether this hit's triangle rises along `normal` by at most `rise` metres. `cosine` is that of the angle
    /// between the face's normal and `normal`.
    fn rises_at_most(&self, rise: f64, normal: DVec3, cosine: f64) -> bool {
        let Some((_, sides)) = self.corner else {
            return NOT_ROUGH_M * NOT_ROUGH_M * (1.0 - cosine * cosine) <= rise * rise;
        };
        let [b, c] = sides.map(|side| side.dot(normal));
        b.abs() <= rise && c.abs() <= rise && (b - c).abs() <= rise
    }

    /// Returns whether this is roughness of a surface that the body slides along.
    pub(super) fn is_rough_beside(&self, along: &Self, skin: f64) -> bool {
        along.normal.dot(self.normal) > ALIKE && self.is_rough(along.normal, skin)
    }

    /// Returns the mean normal of the surrounding faces that form one surface with this rough face; the hit's own
    /// normal if there is no such surface.
    pub(super) fn smooth_normal(&self, around: &[Self], skin: f64) -> DVec3 {
        let mean = |default: DVec3, is_part: &dyn Fn(&Self) -> bool| {
            let parts = around.iter().filter(|hit| is_part(hit));
            let sum = parts.fold(DVec3::ZERO, |sum, hit| sum + hit.face);
            sum.try_normalize().unwrap_or(default)
        };
        let alike = mean(self.normal, &|hit| hit.face.dot(self.normal) > ALIKE);
        // A contact at the edge between a surface and a side that leads down from it gets the surface's mean normal.
        let is_border = self.face.dot(self.normal) <= SIDE;
        if is_border || self.is_rough(alike, skin) {
            mean(alike, &|hit| hit.is_rough(alike, skin))
        } else {
            self.normal
        }
    }
}

/// Orders two lists by the first pair of different numbers.
fn first_unequal(a: &[f64], b: &[f64]) -> Ordering {
    let mut orders = a.iter().zip(b).map(|(a, b)| a.total_cmp(b));
    orders
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// Returns the smallest gap of the hits, negative inside; infinite without hits.
pub(super) fn least_gap(near: &[Hit]) -> f64 {
    (near.iter()).fold(f64::INFINITY, |least, hit| smaller(hit.value, least))
}

/// Returns the normal of the most level side of a volume that a contact borders on, and the y of the normal of the
/// steepest such side. A contact at an edge or a corner of a box or a cylinder borders on several sides.
fn sides_at(volume: &RoundZonotope, contact: DVec3) -> (DVec3, f64) {
    let (mut face, mut front_up) = (contact, contact.y);
    if volume.radius > 0.0 {
        return (face, front_up);
    }
    for generator in &volume.generators {
        let along = generator.dot(contact);
        // Usually the contact borders on no side across two of the three axes, and this test needs no square root.
        if along * along <= FAR_FROM_BORDERS * generator.length_squared() {
            continue;
        }
        let Some(axis) = generator.try_normalize() else {
            continue;
        };
        let axis = reversed(axis, along < 0.0);
        if axis.dot(contact) > BORDERS {
            if axis.y > face.y {
                face = axis;
            }
            front_up = smaller(front_up, axis.y);
        }
    }
    if volume.disc > 0.0
        && let Some(side) = volume.across(contact).try_normalize()
        && side.dot(contact) > BORDERS
    {
        if side.y > face.y {
            face = side;
        }
        front_up = smaller(front_up, side.y);
    }
    (face, front_up)
}

/// A contact borders on a side if the cosine between the contact normal and the side's normal is larger than this.
const BORDERS: f64 = 1.0e-3;

/// A squared cosine at most this large is below the square of [`BORDERS`] in spite of rounding.
const FAR_FROM_BORDERS: f64 = 0.99 * BORDERS * BORDERS;
