//! The pitch from above: vectors of x and z in metres, and headings about +y from +z towards +x.

/// A place or a direction on the ground: x and z.
pub(crate) type Flat = [f64; 2];

pub(crate) fn add(a: Flat, b: Flat) -> Flat {
    [a[0] + b[0], a[1] + b[1]]
}

pub(crate) fn sub(a: Flat, b: Flat) -> Flat {
    [a[0] - b[0], a[1] - b[1]]
}

pub(crate) fn scale(a: Flat, by: f64) -> Flat {
    [a[0] * by, a[1] * by]
}

pub(crate) fn dot(a: Flat, b: Flat) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub(crate) fn length(a: Flat) -> f64 {
    dot(a, a).sqrt()
}

pub(crate) fn distance(a: Flat, b: Flat) -> f64 {
    length(sub(a, b))
}

/// Returns the direction of a vector; `None` if its length is 0.
pub(crate) fn direction(a: Flat) -> Option<Flat> {
    let far = length(a);
    (far > 1e-9).then(|| scale(a, 1.0 / far))
}

/// Shortens a vector to this length, if it is longer.
pub(crate) fn at_most(a: Flat, most: f64) -> Flat {
    let far = length(a);
    if far > most { scale(a, most / far) } else { a }
}

pub(crate) fn lerp(a: Flat, b: Flat, part: f64) -> Flat {
    add(a, scale(sub(b, a), part))
}

/// Returns the heading of a direction.
pub(crate) fn heading(a: Flat) -> f64 {
    libm::atan2(a[0], a[1])
}

/// Returns the direction of a heading.
pub(crate) fn ahead(heading_rad: f64) -> Flat {
    let (sine, cosine) = libm::sincos(heading_rad);
    [sine, cosine]
}

/// Converts a vector relative to a body with this heading, `[left, ahead]`, to a vector on the pitch.
pub(crate) fn to_pitch(heading_rad: f64, [left, forward]: Flat) -> Flat {
    let [sine, cosine] = ahead(heading_rad);
    [
        forward * sine + left * cosine,
        forward * cosine - left * sine,
    ]
}

/// Converts a vector on the pitch to one relative to a body with this heading, `[left, ahead]`.
pub(crate) fn to_body(heading_rad: f64, [x, z]: Flat) -> Flat {
    let [sine, cosine] = ahead(heading_rad);
    [x * cosine - z * sine, x * sine + z * cosine]
}

/// Wraps an angle into the range from -π to π.
pub(crate) fn wrapped(angle: f64) -> f64 {
    angle - (angle / std::f64::consts::TAU).round() * std::f64::consts::TAU
}

/// Projects a place onto the ground.
pub(crate) fn below([x, _, z]: [f64; 3]) -> Flat {
    [x, z]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_converted_to_the_pitch_and_back_is_unchanged() {
        for heading_rad in [-3.0, -0.4, 0.0, 1.0, 2.5] {
            let there = to_pitch(heading_rad, [0.3, 1.2]);
            let back = to_body(heading_rad, there);
            assert!(distance(back, [0.3, 1.2]) < 1e-12);
            assert!(wrapped(heading(ahead(heading_rad)) - heading_rad).abs() < 1e-12);
        }
    }

    #[test]
    fn the_left_of_a_body_that_faces_z_is_x() {
        assert_eq!(to_pitch(0.0, [1.0, 0.0]), [1.0, 0.0]);
        assert_eq!(to_pitch(0.0, [0.0, 1.0]), [0.0, 1.0]);
    }
}
