//! Shapes of parry as solids.

use std::sync::Arc;

use footwork_slide::{Compound, Part, Pose, Solid, Volume};
use parry3d::shape::{Polyline, Shape, TypedShape};

use crate::error::ConvertError;
use crate::pieces::{Piece, hull, mesh, point, pose_of, rod, thin_rod, y_to};
use crate::{revolved, round};

/// Half the extent of the box that stands for a half-space, in metres.
const HALF_SPACE_M: f32 = Volume::MAX_LENGTH_M;

/// A shape as a solid.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The geometry.
    pub solid: Solid,
    /// The pose of the geometry in the shape's space.
    pub pose: Pose,
    /// For a compound shape, the index of the shape's part for each part of the solid; empty for other shapes.
    pub parts: Vec<u32>,
}

impl Converted {
    /// Converts a shape.
    ///
    /// # Errors
    ///
    /// Returns an error for a shape that is not in [the table](crate#shapes), and for a degenerate shape: a hull
    /// without thickness, a radius of zero, a NaN.
    pub fn from_shape(shape: &dyn Shape) -> Result<Self, ConvertError> {
        let mut pieces = Vec::new();
        let mut parts = Vec::new();
        if let TypedShape::Compound(compound) = shape.as_typed_shape() {
            for (index, (pose, part)) in (0_u32..).zip(compound.shapes()) {
                let pose = pose_of(pose)?;
                for (solid, inner) in pieces_of(part.as_ref())? {
                    pieces.push((solid, pose.after(&inner)));
                    parts.push(index);
                }
            }
        } else {
            pieces = pieces_of(shape)?;
        }
        let (solid, pose) = match <[Piece; 1]>::try_from(pieces) {
            Ok([(solid, pose)]) => (solid, pose),
            Err(pieces) => {
                let part = |(solid, pose)| Part { solid, pose };
                let compound = Compound::new(pieces.into_iter().map(part).collect());
                let compound = compound.map_err(ConvertError::Compound)?;
                (Solid::Compound(Arc::new(compound)), Pose::IDENTITY)
            }
        };
        if let Solid::Volume(volume) = &solid {
            volume.check().map_err(ConvertError::Volume)?;
        }
        Ok(Self { solid, pose, parts })
    }
}

/// Returns the meshes and volumes whose union is a shape other than a compound.
fn pieces_of(shape: &dyn Shape) -> Result<Vec<Piece>, ConvertError> {
    let single = |solid: Solid| Ok(vec![(solid, Pose::IDENTITY)]);
    match shape.as_typed_shape() {
        TypedShape::Ball(ball) => single(Solid::Volume(Volume::Sphere {
            radius_m: ball.radius,
        })),
        TypedShape::Cuboid(cuboid) => single(Solid::Volume(Volume::Box {
            half_m: cuboid.half_extents.to_array(),
        })),
        TypedShape::Capsule(capsule) => {
            let [a, b] = [capsule.segment.a, capsule.segment.b].map(point);
            Ok(vec![rod(a, b, capsule.radius)?])
        }
        TypedShape::Segment(segment) => Ok(vec![thin_rod(point(segment.a), point(segment.b))?]),
        TypedShape::Polyline(polyline) => rods(polyline),
        TypedShape::Triangle(triangle) => {
            single(mesh(&[[triangle.a, triangle.b, triangle.c].map(point)])?)
        }
        TypedShape::TriMesh(trimesh) => {
            let corners = |triangle: parry3d::shape::Triangle| {
                [triangle.a, triangle.b, triangle.c].map(point)
            };
            let triangles: Vec<_> = trimesh.triangles().map(corners).collect();
            single(mesh(&triangles)?)
        }
        TypedShape::HeightField(heights) => {
            let corners = |triangle: parry3d::shape::Triangle| {
                [triangle.a, triangle.b, triangle.c].map(point)
            };
            let triangles: Vec<_> = heights.triangles().map(corners).collect();
            single(mesh(&triangles)?)
        }
        TypedShape::Voxels(voxels) => {
            let (vertices, indices) = voxels.to_trimesh();
            let corner =
                |at: u32| (vertices.get(at as usize).copied()).map_or([f64::NAN; 3], point);
            let triangles: Vec<_> = (indices.iter())
                .map(|triangle| triangle.map(corner))
                .collect();
            single(mesh(&triangles)?)
        }
        TypedShape::ConvexPolyhedron(convex) => {
            let points: Vec<_> = convex.points().iter().copied().map(point).collect();
            single(hull(&points)?)
        }
        TypedShape::HalfSpace(half_space) => half_space_box(point(half_space.normal)),
        TypedShape::Cylinder(cylinder) => single(Solid::Volume(Volume::Cylinder {
            radius_m: cylinder.radius,
            half_height_m: cylinder.half_height,
        })),
        TypedShape::Cone(cone) => single(revolved::cone(cone.half_height, cone.radius, 0.0)?),
        TypedShape::RoundCylinder(round) => {
            let inner = &round.inner_shape;
            single(revolved::cylinder(
                inner.half_height,
                inner.radius,
                round.border_radius,
            )?)
        }
        TypedShape::RoundCone(round) => {
            let inner = &round.inner_shape;
            single(revolved::cone(
                inner.half_height,
                inner.radius,
                round.border_radius,
            )?)
        }
        TypedShape::RoundCuboid(round) => {
            let half = round.inner_shape.half_extents.to_array();
            round::cuboid(half, round.border_radius)
        }
        TypedShape::RoundTriangle(round) => {
            let triangle = &round.inner_shape;
            let corners = [triangle.a, triangle.b, triangle.c].map(point);
            round::triangle(corners, round.border_radius)
        }
        TypedShape::RoundConvexPolyhedron(round) => {
            round::polyhedron(&round.inner_shape, round.border_radius)
        }
        TypedShape::Compound(_) => Err(ConvertError::Nested),
        TypedShape::Custom(custom) => Err(ConvertError::Custom {
            kind: custom.shape_type(),
        }),
    }
}

fn rods(polyline: &Polyline) -> Result<Vec<Piece>, ConvertError> {
    let rod = |segment: parry3d::shape::Segment| thin_rod(point(segment.a), point(segment.b));
    polyline.segments().map(rod).collect()
}

/// Returns the box that stands for a half-space with an outward unit normal.
fn half_space_box(normal: [f64; 3]) -> Result<Vec<Piece>, ConvertError> {
    // The length of a unit vector in f32 is wrong by centimetres in a million metres.
    let [x, y, z] = normal;
    let length = (x * x + y * y + z * z).sqrt();
    let normal = normal.map(|part| part / length);
    let centre = normal.map(|part| -f64::from(HALF_SPACE_M) * part);
    let pose = Pose::new(centre, y_to(normal)).map_err(ConvertError::Pose)?;
    let volume = Volume::Box {
        half_m: [HALF_SPACE_M; 3],
    };
    Ok(vec![(Solid::Volume(volume), pose)])
}
