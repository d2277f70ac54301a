//! `GET /api/mesh?clip=`: the mesh skinned to the joints of a clip.

use std::sync::Arc;

use axum::extract::State;
use footwork_base::Id;
use footwork_clip::Mesh;
use serde::Deserialize;

use super::motion::{MAX_NUMBERS, unreadable};
use crate::answer::Answer;
use crate::api::MeshHeader;
use crate::body::Parameters;
use crate::frame_file::frame_file;
use crate::refusal::Refusal;
use crate::studio::{Studio, not_sent, work};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    clip: String,
}

/// Sends the mesh of a clip. Reads the clip file without the library's lock.
pub(super) async fn show(
    State(studio): State<Arc<Studio>>,
    Parameters(asked): Parameters<Asked>,
) -> Result<Answer, Refusal> {
    work(studio, move |studio| {
        let source = {
            let open = studio.open();
            open.library.motion_source(open.clip(&asked.clip)?)
        };
        let mesh = source.read_mesh();
        let mesh = mesh.map_err(|error| unreadable(&asked.clip, &error))?;
        let mesh = mesh.unwrap_or_default();
        let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let header = MeshHeader {
            joints: mesh
                .bones
                .iter()
                .map(|bone| count(bone.joint.index()))
                .collect(),
            vertices: count(mesh.vertices.len()),
            triangles: count(mesh.triangles.len()),
        };
        let numbers = numbers(&mesh, MAX_NUMBERS).ok_or_else(|| {
            Refusal::unprocessable("too-large", "the mesh has too many vertices to show")
        })?;
        let bytes = frame_file(&header, numbers.into_iter());
        bytes
            .map(Answer::frame_file)
            .map_err(|error| not_sent(&error))
    })
    .await
}

/// Returns the numbers that follow the header; `None` if there are more than `max`, or if an `f32` cannot represent an
/// index.
fn numbers(mesh: &Mesh, max: usize) -> Option<Vec<f32>> {
    let count = mesh.bones.len() * 12 + mesh.vertices.len() * 17 + mesh.triangles.len() * 3;
    if count > max || mesh.vertices.len() > 1 << 24 {
        return None;
    }
    let mut numbers = Vec::with_capacity(count);
    for bone in &mesh.bones {
        numbers.extend(bone.joint_from_mesh.as_flattened());
    }
    for vertex in &mesh.vertices {
        numbers.extend(vertex.position);
        numbers.extend(vertex.normal);
        numbers.extend(vertex.colour);
        numbers.extend(vertex.bones.map(f32::from));
        numbers.extend(vertex.weights);
    }
    let indices = mesh.triangles.as_flattened().iter();
    numbers.extend(indices.map(|&index| footwork_base::to_f32(f64::from(index))));
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use footwork_clip::MeshVertex;

    use super::*;

    #[test]
    fn a_mesh_with_more_numbers_than_the_limit_is_none() {
        let vertex = MeshVertex {
            position: [1.0, 2.0, 3.0],
            normal: [0.0, 1.0, 0.0],
            colour: [1.0; 3],
            bones: [0; 4],
            weights: [1.0, 0.0, 0.0, 0.0],
        };
        let mesh = Mesh {
            vertices: vec![vertex; 3],
            triangles: vec![[0, 1, 2]; 2],
            ..Mesh::default()
        };
        let all = 3 * 17 + 2 * 3;
        assert_eq!(numbers(&mesh, all).map(|numbers| numbers.len()), Some(all));
        assert_eq!(numbers(&mesh, all - 1), None);
    }
}
