//! The geometry of an obstacle, at its pose in the world.

use glam::DVec3;

use super::found::Query;
use super::gathered::Finder;
use super::piece::{PartId, Piece};
use super::placed_mesh::PlacedMesh;
use crate::bounds::Bounds;
use crate::compound::Solid;
use crate::mesh::{Edge, Mesh};
use crate::pose::Pose;
use crate::volume::RoundZonotope;

/// A solid at its pose. A compound keeps its parts in the order of the solid's parts.
#[derive(Clone, Debug)]
pub(super) enum Placed {
    Single(Single),
    Compound(Vec<Bounded>),
}

/// A mesh or a volume at its pose.
#[derive(Clone, Debug)]
pub(super) enum Single {
    Mesh(PlacedMesh),
    Volume(RoundZonotope),
}

/// A part of a compound, with its bounds in the world.
#[derive(Clone, Debug)]
pub(super) struct Bounded {
    part: Single,
    bounds: Bounds,
}

impl Single {
    /// Returns the mesh or volume `solid` at `pose`, and its bounds in the world; `None` for a compound.
    #[inline]
    fn new(solid: &Solid, pose: &Pose) -> Option<(Self, Bounds)> {
        match solid {
            Solid::Mesh(mesh) => {
                let placed = PlacedMesh::new(mesh, pose);
                let bounds = placed.bounds(mesh);
                Some((Self::Mesh(placed), bounds))
            }
            Solid::Volume(volume) => {
                let placed = volume.at(pose);
                Some((Self::Volume(placed), placed.bounds()))
            }
            Solid::Compound(_) => None,
        }
    }

    #[inline(always)]
    fn visit(&self, solid: &Solid, id: PartId, query: &Query<'_>, found: &mut impl Finder) {
        match (self, solid) {
            (Self::Volume(volume), _) => {
                found.piece(Piece::from_volume(id, query.frame.volume_to_local(volume)));
            }
            (Self::Mesh(placed), Solid::Mesh(mesh)) => placed.visit(mesh, id, query, found),
            (Self::Mesh(_), _) => {}
        }
    }
}

impl Placed {
    #[inline]
    pub(super) fn new(solid: &Solid, pose: &Pose) -> (Self, Bounds) {
        match Single::new(solid, pose) {
            Some((placed, bounds)) => (Self::Single(placed), bounds),
            None => {
                let mut placed = Self::Compound(Vec::new());
                let bounds = placed.move_to(solid, pose);
                (placed, bounds)
            }
        }
    }

    /// Puts the solid at another pose and returns its bounds there; allocates nothing.
    #[inline]
    pub(super) fn move_to(&mut self, solid: &Solid, pose: &Pose) -> Bounds {
        if let (Self::Compound(parts), Solid::Compound(compound)) = (&mut *self, solid) {
            parts.clear();
            parts.extend(compound.parts().iter().filter_map(|part| {
                let (part, bounds) = Single::new(&part.solid, &pose.after(&part.pose))?;
                Some(Bounded { part, bounds })
            }));
            if parts.is_empty() {
                return Bounds {
                    min: pose.place(),
                    max: pose.place(),
                };
            }
            let all = parts.iter();
            return all.fold(Bounds::EMPTY, |all, part| all.join(&part.bounds));
        }
        let (placed, bounds) = Self::new(solid, pose);
        *self = placed;
        bounds
    }

    /// Calls `found` with the pieces that a query finds. Inlined, so that a volume's piece is built at its final
    /// address.
    #[inline(always)]
    pub(super) fn visit(
        &self,
        solid: &Solid,
        id: PartId,
        query: &Query<'_>,
        found: &mut impl Finder,
    ) {
        match (self, solid) {
            (Self::Single(placed), _) => placed.visit(solid, id, query, found),
            (Self::Compound(placed), Solid::Compound(compound)) => {
                for ((placed, part), index) in placed.iter().zip(compound.parts()).zip(0..) {
                    if placed.bounds.touch(&query.near) {
                        let id = PartId { index, ..id };
                        placed.part.visit(&part.solid, id, query, found);
                    }
                }
            }
            (Self::Compound(_), _) => {}
        }
    }

    fn part(&self, index: u32) -> Option<&Single> {
        match self {
            Self::Single(placed) => Some(placed),
            Self::Compound(parts) => parts.get(index as usize).map(|placed| &placed.part),
        }
    }

    /// Returns the volume `part`; `None` if there is no such part or it is a mesh.
    pub(super) fn volume(&self, part: u32) -> Option<&RoundZonotope> {
        match self.part(part)? {
            Single::Volume(volume) => Some(volume),
            Single::Mesh(_) => None,
        }
    }

    /// Returns the mesh `part` of `solid`; `None` if there is no such part or it is a volume.
    fn mesh<'a>(&'a self, solid: &'a Solid, part: u32) -> Option<(&'a PlacedMesh, &'a Mesh)> {
        match (self.part(part)?, part_of(solid, part)?) {
            (Single::Mesh(placed), Solid::Mesh(mesh)) => Some((placed, mesh)),
            _ => None,
        }
    }

    /// Returns the mesh `part`, placed as if the solid were at `pose`. Without a `pose`, the mesh stays where it is.
    /// Returns `None` if there is no such part or it is a volume.
    pub(super) fn mesh_at<'a>(
        &self,
        solid: &'a Solid,
        part: u32,
        pose: Option<&Pose>,
    ) -> Option<(PlacedMesh, &'a Mesh)> {
        let Solid::Mesh(mesh) = part_of(solid, part)? else {
            return None;
        };
        let placed = match (pose, solid, self.part(part)?) {
            (None, _, Single::Mesh(placed)) => placed.clone(),
            (Some(pose), Solid::Compound(compound), _) => {
                let part = compound.parts().get(part as usize)?;
                PlacedMesh::new(mesh, &pose.after(&part.pose))
            }
            (Some(pose), ..) => PlacedMesh::new(mesh, pose),
            (None, _, Single::Volume(_)) => return None,
        };
        Some((placed, mesh))
    }

    /// Returns triangle `number` of a mesh in a frame at `origin` that is not turned; `None` for a volume.
    #[inline]
    pub(super) fn triangle(
        &self,
        solid: &Solid,
        id: PartId,
        number: u32,
        origin: DVec3,
    ) -> Option<Piece> {
        let (placed, mesh) = self.mesh(solid, id.index)?;
        Some(placed.triangle(mesh, id, number, origin))
    }

    /// Returns the unit normal of a mesh's triangle by its winding, along the axes of the world; `None` for a volume.
    pub(super) fn face_normal(&self, solid: &Solid, part: u32, number: u32) -> Option<DVec3> {
        let (placed, mesh) = self.mesh(solid, part)?;
        Some(placed.normal(mesh, number))
    }

    /// Returns the neighbour across an edge of a mesh's triangle, with its normal along the axes of the world. Returns
    /// [`Edge::Border`] for a volume.
    pub(super) fn edge(&self, solid: &Solid, part: u32, number: u32, edge: usize) -> Edge {
        match self.mesh(solid, part) {
            Some((placed, mesh)) => placed.edge(mesh, number, edge),
            None => Edge::Border,
        }
    }
}

/// Calls `found` with the pieces that a query would find if `solid` were at `pose`.
pub(super) fn visit_elsewhere(
    solid: &Solid,
    pose: &Pose,
    id: PartId,
    query: &Query<'_>,
    found: &mut impl Finder,
) {
    match solid {
        Solid::Volume(volume) => {
            let volume = volume.at(pose);
            found.piece(Piece::from_volume(id, query.frame.volume_to_local(&volume)));
        }
        Solid::Mesh(mesh) => {
            PlacedMesh::new(mesh, pose).visit_elsewhere(mesh, id, query, found);
        }
        Solid::Compound(compound) => {
            for (part, index) in compound.parts().iter().zip(0..) {
                // The parts of a compound are not compounds.
                let (solid, pose) = (&part.solid, pose.after(&part.pose));
                visit_elsewhere(solid, &pose, PartId { index, ..id }, query, found);
            }
        }
    }
}

fn part_of(solid: &Solid, index: u32) -> Option<&Solid> {
    match solid {
        Solid::Compound(compound) => {
            let part = compound.parts().get(index as usize)?;
            Some(&part.solid)
        }
        single => Some(single),
    }
}
