//! One piece in the way of a body: how it is touched, and what is roughness of what.

use std::cmp::Ordering;

use glam::DVec3;

use super::surroundings::{Scene, meet, swept};
use crate::body::Body;
use crate::sweep::{Meeting, Outline};
use crate::volume::PlacedVolume;
use crate::world::{ObstacleId, Piece, PieceKind, World};

/// Roughness is what a surface rises by at most this many skins.
pub(super) const ROUGH_SKINS: f64 = 4.0;

/// What is so long is roughness of nothing that is not exactly like it.
const NOT_ROUGH_M: f64 = 1.0e6;

/// The cosine of the angle, six degrees, by which normals of a rough surface differ.
const ALIKE: f64 = 0.9945;

/// The cosine of 60°: a face turned away by more is the side of a surface, not a part of it.
const SIDE: f64 = 0.5;

/// One piece in the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) obstacle: ObstacleId,
    pub(super) triangle: Option<u32>,
    /// The unit normal, from the obstacle to the body.
    pub(super) normal: DVec3,
    /// The unit normal of the triangle's face on the side of the body; of a volume that of the most level
    /// side which the contact borders on.
    pub(super) face: DVec3,
    /// Two sides of the triangle; none of volumes.
    sides: Option<[DVec3; 2]>,
    /// Of a face of a solid mesh with the middle of the body behind it: the way out, and the gap along that.
    pub(super) out: Option<(DVec3, f64)>,
    /// For a sweep: when, from 0 to 1. For what is near a resting body: the gap, below zero inside.
    pub(super) value: f64,
    /// Its place among the contacts of the move, once it is one.
    pub(super) contact: usize,
    /// See [`Contact::active`](super::Contact::active).
    pub(super) active: bool,
}

/// A piece near a body at rest, if the body faces it: straight towards it, it would touch it.
///
/// What is beyond an edge both ways, such as the floor before a body that has sunk into its skin, is near
/// but not faced.
pub(super) fn resting(
    (piece, outline): (&Piece, &mut Option<Outline>),
    scene: &Scene<'_>,
    at: DVec3,
    (gap, normal): (f64, DVec3),
) -> Option<Hit> {
    let mut hit = Hit::of((piece, scene.world), normal, at, gap);
    // By a normal that was turned far, another side of the triangle is what may be near.
    if hit.normal.dot(normal) < TURNED_FAR {
        hit.value = piece.gap_along(hit.normal, &scene.body, at);
    }
    if gap < 0.0 {
        hit.out = piece.way_out(&scene.body, at);
    }
    // What is that far off is only asked for its roughness.
    let is_far = hit.value >= FACED_SKINS * scene.skin;
    // To a round body, what is near is what it would touch, straight on.
    let is_round = matches!(scene.body, Body::Round { .. });
    if gap <= 0.0 || is_far || is_round {
        let is_beside = gap > 0.0 && hit.value < 0.0;
        return (!is_beside).then_some(hit);
    }
    let before = at - hit.normal * (hit.value + FACING_M);
    let swept = swept(&scene.body, before, DVec3::ZERO, FACING_M);
    let faces = match hit.normal == hit.face {
        // A face that is neither beside the body nor above nor below it.
        true => piece.bounds.touch(&swept),
        false => {
            let meeting = meet(
                (piece, outline),
                scene,
                before,
                DVec3::ZERO,
                FACING_M,
                &swept,
            );
            matches!(meeting, Meeting::Within { .. })
        }
    };
    faces.then_some(hit)
}

/// Nearer than so many skins, it matters whether a body faces what is near.
const FACED_SKINS: f64 = 2.0;

/// The cosine of 45°.
const TURNED_FAR: f64 = 0.707;

/// How far a body must come into what it faces, to be sure.
const FACING_M: f64 = 1.0e-6;

impl Piece {
    /// See [`Hit::out`].
    fn way_out(&self, body: &Body, at: DVec3) -> Option<(DVec3, f64)> {
        let PieceKind::Triangle {
            vertices,
            normal,
            outwards: Some(outwards),
            ..
        } = &self.kind
        else {
            return None;
        };
        let out = *normal * *outwards;
        let is_behind = (at - vertices[0]).dot(out) < 0.0;
        is_behind.then(|| (out, self.gap_along(out, body, at)))
    }

    /// How far apart a body at a place and this triangle are along a direction; for volumes, zero.
    fn gap_along(&self, normal: DVec3, body: &Body, at: DVec3) -> f64 {
        let PieceKind::Triangle { vertices, .. } = &self.kind else {
            return 0.0;
        };
        let highest = vertices.iter().fold(f64::NEG_INFINITY, |highest, vertex| {
            let height = vertex.dot(normal);
            if height > highest { height } else { highest }
        });
        at.dot(normal) - body.reach(normal) - highest
    }
}

impl Hit {
    pub(super) fn of(
        (piece, world): (&Piece, &World),
        normal: DVec3,
        at: DVec3,
        value: f64,
    ) -> Self {
        let normal = piece.limited_normal(world, normal, at);
        let (face, sides) = match &piece.kind {
            PieceKind::Volume(volume) => (level_face(volume, normal), None),
            PieceKind::Triangle {
                vertices: [a, b, c],
                normal: winding,
                ..
            } => {
                let sides = Some([*b - *a, *c - *a]);
                match (at - *a).dot(*winding) < 0.0 {
                    true => (-*winding, sides),
                    false => (*winding, sides),
                }
            }
        };
        Self {
            obstacle: piece.obstacle,
            triangle: piece.triangle,
            normal,
            face,
            sides,
            out: None,
            value,
            contact: 0,
            active: false,
        }
    }
}

impl Hit {
    /// An order by what a hit is, not by what it is called.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let key = |hit: &Self| {
            let ([a, b, c], [d, e, f]) = (hit.face.to_array(), hit.normal.to_array());
            [hit.value, a, b, c, d, e, f]
        };
        let pairs = key(self).into_iter().zip(key(other));
        pairs.fold(Ordering::Equal, |so_far, (a, b)| {
            so_far.then(a.total_cmp(&b))
        })
    }

    /// The way out as a hit of its own.
    pub(super) fn led_out(&self) -> Option<Self> {
        let (normal, value) = self.out?;
        Some(Self {
            normal,
            value,
            out: None,
            ..*self
        })
    }

    /// Whether this is roughness of a surface with a normal: a face turned nearly like it that does not rise out
    /// of it by more than some skins. A sliver rises little, however long it is and however it is turned.
    fn is_rough(&self, normal: DVec3, skin: f64) -> bool {
        let cosine = self.face.dot(normal);
        cosine > ALIKE && self.rises_at_most(ROUGH_SKINS * skin, normal, cosine)
    }

    /// Whether this is a surface that was met before, or goes on like it.
    pub(super) fn goes_on(&self, before: &Self) -> bool {
        let is_same = (self.obstacle, self.triangle) == (before.obstacle, before.triangle);
        is_same || self.normal.dot(before.normal) > ALIKE
    }

    /// Whether this reaches along a normal at most so far; `cosine` is that of its face to it.
    fn rises_at_most(&self, rise: f64, normal: DVec3, cosine: f64) -> bool {
        let Some(sides) = self.sides else {
            return NOT_ROUGH_M * NOT_ROUGH_M * (1.0 - cosine * cosine) <= rise * rise;
        };
        let [b, c] = sides.map(|side| side.dot(normal));
        b.abs() <= rise && c.abs() <= rise && (b - c).abs() <= rise
    }

    /// Whether this is roughness of a surface that the body slides along.
    pub(super) fn is_rough_beside(&self, along: &Self, skin: f64) -> bool {
        along.normal.dot(self.normal) > ALIKE && self.is_rough(along.normal, skin)
    }

    /// The mean normal of a surface that this is roughness of, made of the faces around it; the normal of
    /// this where there is none.
    pub(super) fn smooth_normal(&self, around: &[Self], skin: f64) -> DVec3 {
        let mean = |of: DVec3, is_part: &dyn Fn(&Self) -> bool| {
            let parts = around.iter().filter(|hit| is_part(hit));
            let sum = parts.fold(DVec3::ZERO, |sum, hit| sum + hit.face);
            sum.try_normalize().unwrap_or(of)
        };
        let alike = mean(self.normal, &|hit| hit.face.dot(self.normal) > ALIKE);
        // An edge between a surface and a side that leads down from it is met by normals of the surface.
        let is_border = self.face.dot(self.normal) <= SIDE;
        match is_border || self.is_rough(alike, skin) {
            true => mean(alike, &|hit| hit.is_rough(alike, skin)),
            false => self.normal,
        }
    }
}

/// See [`Hit::face`]: of a box, of whose sides a contact at an edge or corner borders on several.
fn level_face(volume: &PlacedVolume, contact: DVec3) -> DVec3 {
    let mut face = contact;
    if volume.radius > 0.0 {
        return face;
    }
    let axes = volume
        .generators
        .into_iter()
        .filter_map(DVec3::try_normalize);
    for axis in axes.flat_map(|axis| [axis, -axis]) {
        if axis.dot(contact) > BORDERS && axis.y > face.y {
            face = axis;
        }
    }
    face
}

/// A contact whose cosine to a side's normal is above this borders on that side.
const BORDERS: f64 = 0.02;
