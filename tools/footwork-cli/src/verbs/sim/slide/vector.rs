//! Functions on the vectors of a scene.

/// Returns a vector scaled to length 1. The zero vector stays unchanged.
pub(crate) fn unit(vector: [f64; 3]) -> [f64; 3] {
    let length = dot(vector, vector).sqrt();
    if length > 0.0 {
        vector.map(|part| part / length)
    } else {
        vector
    }
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
