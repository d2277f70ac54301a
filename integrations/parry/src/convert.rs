//! Shapes of parry as solids.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use footwork_slide::{
    Compound, CompoundError, Mesh, MeshError, Part, Pose, PoseError, Solid, Volume, VolumeError,
};
use parry3d::math::{Pose as ParryPose, Vector};
use parry3d::shape::{Polyline, Shape, ShapeType, TypedShape};

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

/// Mesh or volume with a pose.
pub(crate) type Piece = (Solid, Pose);

impl Converted {
    /// Converts a shape.
    ///
    /// # Errors
    ///
    /// A shape that is none of those in [the table](crate#shapes), or that is degenerate: a hull without thickness,
    /// a radius of zero, a NaN.
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
        TypedShape::Cylinder(cylinder) => single(revolved::cylinder(
            cylinder.half_height,
            cylinder.radius,
            0.0,
        )?),
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

/// Returns a pose of parry as a pose of Footwork.
pub(crate) fn pose_of(pose: &ParryPose) -> Result<Pose, ConvertError> {
    let position = point(pose.translation);
    Pose::new(position, pose.rotation.to_array()).map_err(ConvertError::Pose)
}

pub(crate) fn point(at: Vector) -> [f64; 3] {
    at.to_array().map(f64::from)
}

pub(crate) fn mesh(triangles: &[[[f64; 3]; 3]]) -> Result<Solid, ConvertError> {
    let mesh = Mesh::from_triangles(triangles).map_err(ConvertError::Mesh)?;
    Ok(Solid::Mesh(Arc::new(mesh)))
}

pub(crate) fn hull(points: &[[f64; 3]]) -> Result<Solid, ConvertError> {
    let mesh = Mesh::from_hull(points).map_err(ConvertError::Mesh)?;
    Ok(Solid::Mesh(Arc::new(mesh)))
}

/// Returns a capsule around a segment.
pub(crate) fn rod(a: [f64; 3], b: [f64; 3], radius_m: f32) -> Result<Piece, ConvertError> {
    let (pose, half_axis_m) = along(a, b)?;
    let capsule = Volume::Capsule {
        radius_m,
        half_axis_m,
    };
    Ok((Solid::Volume(capsule), pose))
}

/// Returns a segment as a box without thickness.
fn thin_rod(a: [f64; 3], b: [f64; 3]) -> Result<Piece, ConvertError> {
    let (pose, half) = along(a, b)?;
    let half_m = [0.0, half, 0.0];
    Ok((Solid::Volume(Volume::Box { half_m }), pose))
}

fn rods(polyline: &Polyline) -> Result<Vec<Piece>, ConvertError> {
    let rod = |segment: parry3d::shape::Segment| thin_rod(point(segment.a), point(segment.b));
    polyline.segments().map(rod).collect()
}

/// Returns a pose in the middle of a segment whose y axis lies along the segment, and half the segment's length.
#[allow(
    clippy::cast_possible_truncation,
    reason = "the nearest f32; parry's own numbers are f32"
)]
fn along(a: [f64; 3], b: [f64; 3]) -> Result<(Pose, f32), ConvertError> {
    let middle = [0, 1, 2].map(|axis| 0.5 * (a[axis] + b[axis]));
    let way = [0, 1, 2].map(|axis| b[axis] - a[axis]);
    let length = (way[0] * way[0] + way[1] * way[1] + way[2] * way[2]).sqrt();
    let pose = if way[0] == 0.0 && way[2] == 0.0 {
        Pose::at(middle)
    } else {
        // Either direction along the segment will do; this one is at most a quarter turn from y.
        let sign = if way[1] < 0.0 { -1.0 } else { 1.0 };
        let [x, y, z] = way.map(|part| sign * part / length);
        Pose::new(middle, y_to([x, y, z]))
    };
    Ok((pose.map_err(ConvertError::Pose)?, (0.5 * length) as f32))
}

/// Returns the shortest rotation from y to a unit vector.
#[allow(
    clippy::cast_possible_truncation,
    reason = "a pose takes its rotation in f32"
)]
pub(crate) fn y_to([x, y, z]: [f64; 3]) -> [f32; 4] {
    if y <= -1.0 {
        return [1.0, 0.0, 0.0, 0.0];
    }
    let length = (z * z + x * x + (1.0 + y) * (1.0 + y)).sqrt();
    [z / length, 0.0, -x / length, (1.0 + y) / length].map(|part| part as f32)
}

/// Returns the box that stands for a half-space with an outward unit normal.
fn half_space_box(normal: [f64; 3]) -> Result<Vec<Piece>, ConvertError> {
    let centre = normal.map(|part| -f64::from(HALF_SPACE_M) * part);
    let pose = Pose::new(centre, y_to(normal)).map_err(ConvertError::Pose)?;
    let volume = Volume::Box {
        half_m: [HALF_SPACE_M; 3],
    };
    Ok(vec![(Solid::Volume(volume), pose)])
}

/// The reason why a shape cannot be an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ConvertError {
    /// A custom shape, whose geometry is unknown.
    Custom {
        /// The kind, as parry names it.
        kind: ShapeType,
    },
    /// A compound that is a part of a compound.
    Nested,
    /// A volume with an invalid length.
    Volume(VolumeError),
    /// Triangles or a hull with an invalid vertex or without thickness.
    Mesh(MeshError),
    /// Too many parts, or an invalid part.
    Compound(CompoundError),
    /// An invalid position or rotation.
    Pose(PoseError),
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Custom { kind } => write!(f, "a custom shape ({kind:?}) has no known geometry"),
            Self::Nested => f.write_str("a part of the compound is a compound itself"),
            Self::Volume(_) => f.write_str("a length of the shape is invalid"),
            Self::Mesh(_) => f.write_str("the shape makes no mesh"),
            Self::Compound(_) => f.write_str("the parts of the shape make no compound"),
            Self::Pose(_) => f.write_str("a position or a rotation is invalid"),
        }
    }
}

impl Error for ConvertError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Custom { .. } | Self::Nested => None,
            Self::Volume(error) => Some(error),
            Self::Mesh(error) => Some(error),
            Self::Compound(error) => Some(error),
            Self::Pose(error) => Some(error),
        }
    }
}
