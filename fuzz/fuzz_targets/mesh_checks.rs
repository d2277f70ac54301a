//! Checks of a mesh, for the fuzz targets of clip formats that can contain a mesh.

use footwork_clip::{Limits, ReadOptions, read_mesh};

/// Reads the bytes as a file named `name`. If the file has a mesh, checks that it has triangles, that they refer to
/// existing vertices and bones, that all numbers are finite, and that the weights of each vertex sum to 1. Every error
/// must have a message.
pub(crate) fn check_mesh(name: &str, data: &[u8], limits: Limits) {
    let options = ReadOptions {
        limits,
        ..ReadOptions::default()
    };
    let mesh = match read_mesh(name, data, &options) {
        Ok(Some(mesh)) => mesh,
        Ok(None) => return,
        Err(error) => {
            assert!(!error.message.is_empty());
            return;
        }
    };
    assert!(!mesh.triangles.is_empty());
    for bone in &mesh.bones {
        let numbers = bone.joint_from_mesh.as_flattened();
        assert!(numbers.iter().all(|x| x.is_finite()));
    }
    for vertex in &mesh.vertices {
        let numbers = vertex.position.iter().chain(&vertex.normal);
        assert!(numbers.chain(&vertex.colour).all(|x| x.is_finite()));
        let is_there = |&bone: &u16| usize::from(bone) < mesh.bones.len();
        assert!(vertex.bones.iter().all(is_there));
        let sum: f32 = vertex.weights.iter().sum();
        assert!((sum - 1.0).abs() < 1e-5, "{:?}", vertex.weights);
    }
    let mut corners = mesh.triangles.as_flattened().iter();
    let count = mesh.vertices.len();
    assert!(corners.all(|&corner| usize::try_from(corner).is_ok_and(|at| at < count)));
}
