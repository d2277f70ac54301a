//! Merges the meshes of a file into one.

use std::collections::BTreeMap;

use glam::{DAffine3, Vec3};

use super::{MESH_BONES_PER_VERTEX, Mesh, MeshBone, MeshVertex};
use crate::number::{finite_f32, to_f32};
use crate::skeleton::JointId;

/// One mesh with one material.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeshPart {
    pub(crate) positions: Vec<[f32; 3]>,
    /// One normal per position; `None` computes the normals from the triangles.
    pub(crate) normals: Option<Vec<[f32; 3]>>,
    /// For each position, indices of bones of the builder, with weights.
    pub(crate) influences: Vec<Vec<(usize, f64)>>,
    /// The indices of the corners' positions.
    pub(crate) triangles: Vec<[usize; 3]>,
    /// The colour in sRGB.
    pub(crate) colour: [f32; 3],
}

/// A mesh that grows by parts.
#[derive(Debug, Default)]
pub(crate) struct MeshBuilder {
    mesh: Mesh,
    /// The indices of the bones, by their joints and the bits of their matrices.
    places: BTreeMap<(u32, [[u32; 4]; 3]), usize>,
}

impl MeshBuilder {
    /// Adds a bone unless there is an equal one, and returns its index. `None` if there are too many bones, or if the
    /// numbers of this one are not finite.
    pub(crate) fn add_bone(&mut self, joint: usize, joint_from_mesh: DAffine3) -> Option<usize> {
        let joint = u32::try_from(joint).ok();
        let joint = joint.filter(|_| joint_from_mesh.is_finite())?;
        let m = joint_from_mesh;
        let row = |axis: usize| {
            let columns = m.matrix3;
            [
                columns.x_axis[axis],
                columns.y_axis[axis],
                columns.z_axis[axis],
                m.translation[axis],
            ]
            .map(finite_f32)
        };
        let joint_from_mesh = [row(0), row(1), row(2)];
        let key = (joint, joint_from_mesh.map(|row| row.map(f32::to_bits)));
        if let Some(&index) = self.places.get(&key) {
            return Some(index);
        }
        let index = self.mesh.bones.len();
        u16::try_from(index).ok()?;
        self.places.insert(key, index);
        self.mesh.bones.push(MeshBone {
            joint: JointId::new(joint),
            joint_from_mesh,
        });
        Some(index)
    }

    /// Adds a part. Vertices that no bone moves are left out, and so are triangles with such vertices or with invalid
    /// indices.
    pub(crate) fn add(&mut self, part: &MeshPart) {
        let normals = match &part.normals {
            Some(normals) if normals.len() == part.positions.len() => normals.clone(),
            _ => normals_of(&part.positions, &part.triangles),
        };
        let bones = self.mesh.bones.len();
        let mut place = vec![None; part.positions.len()];
        for (at, &position) in part.positions.iter().enumerate() {
            let influences = part.influences.get(at).map_or(&[][..], Vec::as_slice);
            let known = position.iter().all(|x| x.is_finite());
            let Some((of, weights)) = strongest(influences, bones).filter(|_| known) else {
                continue;
            };
            place[at] = u32::try_from(self.mesh.vertices.len()).ok();
            self.mesh.vertices.push(MeshVertex {
                position,
                normal: Vec3::from_array(normals[at]).normalize_or(Vec3::Y).into(),
                colour: part.colour,
                bones: of,
                weights,
            });
        }
        let placed = |at: usize| place.get(at).copied().flatten();
        let triangles = part
            .triangles
            .iter()
            .filter_map(|&[a, b, c]| Some([placed(a)?, placed(b)?, placed(c)?]));
        self.mesh.triangles.extend(triangles);
    }

    /// Returns the mesh; `None` if nothing can be drawn.
    pub(crate) fn finish(self) -> Option<Mesh> {
        (!self.mesh.triangles.is_empty()).then_some(self.mesh)
    }
}

/// Returns the strongest influences, scaled to sum to 1; `None` if there are no influences.
fn strongest(
    influences: &[(usize, f64)],
    bones: usize,
) -> Option<([u16; MESH_BONES_PER_VERTEX], [f32; MESH_BONES_PER_VERTEX])> {
    let is_real =
        |&&(bone, weight): &&(usize, f64)| bone < bones && weight > 0.0 && weight.is_finite();
    let mut sorted: Vec<(usize, f64)> = influences.iter().filter(is_real).copied().collect();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    sorted.truncate(MESH_BONES_PER_VERTEX);
    let total: f64 = sorted.iter().map(|(_, weight)| weight).sum();
    let mut of = [0; MESH_BONES_PER_VERTEX];
    let mut weights = [0.0; MESH_BONES_PER_VERTEX];
    for (at, &(bone, weight)) in sorted.iter().enumerate() {
        of[at] = u16::try_from(bone).ok()?;
        weights[at] = to_f32(weight / total);
    }
    (total > 0.0 && total.is_finite()).then_some((of, weights))
}

/// Returns a normal per position: the mean of its triangles' normals, weighted by area.
fn normals_of(positions: &[[f32; 3]], triangles: &[[usize; 3]]) -> Vec<[f32; 3]> {
    let mut normals = vec![Vec3::ZERO; positions.len()];
    let place = |at: usize| positions.get(at).map(|&place| Vec3::from_array(place));
    for &corners in triangles {
        let [Some(a), Some(b), Some(c)] = corners.map(place) else {
            continue;
        };
        let normal = (b - a).cross(c - a);
        for corner in corners {
            normals[corner] += normal;
        }
    }
    normals.iter().map(Vec3::to_array).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(influences: Vec<Vec<(usize, f64)>>) -> Option<Mesh> {
        let mut builder = MeshBuilder::default();
        for joint in 0..6 {
            builder.add_bone(joint, DAffine3::IDENTITY).unwrap();
        }
        builder.add(&MeshPart {
            positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            influences,
            triangles: vec![[0, 1, 2], [0, 1, 3]],
            ..MeshPart::default()
        });
        builder.finish()
    }

    #[test]
    fn only_the_four_strongest_bones_count() {
        let many = (0..6).map(|bone| (bone, f64::from(u8::try_from(bone).unwrap()) + 1.0));
        let mesh = triangle(vec![
            many.collect(),
            vec![(1, 0.5)],
            vec![(0, 2.0), (9, 1.0)],
        ]);
        let mesh = mesh.unwrap();
        let [first, second, third] = &mesh.vertices[..] else {
            panic!("three vertices");
        };
        assert_eq!(first.bones, [5, 4, 3, 2]);
        assert_eq!(first.weights, [6.0, 5.0, 4.0, 3.0].map(|w| w / 18.0));
        assert_eq!((second.bones[0], second.weights), (1, [1.0, 0.0, 0.0, 0.0]));
        assert_eq!(third.weights, [1.0, 0.0, 0.0, 0.0]);
        // The second triangle is left out, because one of its corners has no bone.
        assert_eq!(mesh.triangles, [[0, 1, 2]]);
        assert_eq!(first.normal, [0.0, 0.0, 1.0]);
    }

    #[test]
    fn equal_bones_are_merged() {
        let mut builder = MeshBuilder::default();
        let up = DAffine3::from_translation(glam::DVec3::Y);
        let bones = [(0, up), (1, up), (0, DAffine3::IDENTITY), (1, up), (0, up)];
        let places = bones.map(|(joint, matrix)| builder.add_bone(joint, matrix));
        assert_eq!(places, [Some(0), Some(1), Some(2), Some(1), Some(0)]);
        assert_eq!(builder.mesh.bones.len(), 3);
    }

    #[test]
    fn vertices_that_no_bone_moves_are_left_out() {
        assert_eq!(triangle(vec![vec![(0, 1.0)], vec![], vec![(0, 1.0)]]), None);
        assert_eq!(triangle(vec![vec![(0, f64::NAN)]; 3]), None);
        assert_eq!(triangle(vec![vec![(0, 1e308), (1, 1e308)]; 3]), None);
        assert_eq!(triangle(Vec::new()), None);
    }
}
