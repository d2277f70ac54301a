//! What games did before: clipping the movement by one plane after the other, as Quake III does in
//! `PM_SlideMove`, without its limit of five planes and its overbounce.
//!
//! The movement loses what goes into the first plane it enters; if it then enters a second one, it
//! loses that too; if that leads back into the first, it goes along the line where both meet; if
//! that enters a third, it stops.

type Vector = [f64; 3];

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn clipped(a: Vector, normal: Vector) -> Vector {
    let into = dot(a, normal);
    [0, 1, 2].map(|axis| a[axis] - into * normal[axis])
}

fn cross(a: Vector, b: Vector) -> Vector {
    let part = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    [part(1, 2), part(2, 0), part(0, 1)]
}

/// The movement clipped by the planes.
pub(super) fn clip(wanted: Vector, normals: &[Vector]) -> Vector {
    let Some(first) = normals.iter().position(|&n| dot(wanted, n) < 0.0) else {
        return wanted;
    };
    let mut moved = clipped(wanted, normals[first]);
    for (second, &normal) in normals.iter().enumerate() {
        if second == first || dot(moved, normal) >= 0.0 {
            continue;
        }
        moved = clipped(moved, normal);
        if dot(moved, normals[first]) >= 0.0 {
            continue;
        }
        let along = cross(normals[first], normal);
        let square = dot(along, along);
        if square == 0.0 {
            return [0.0; 3];
        }
        let share = dot(along, wanted) / square;
        moved = along.map(|x| share * x);
        let enters = |(third, &normal): (usize, &Vector)| {
            third != first && third != second && dot(moved, normal) < 0.0
        };
        if normals.iter().enumerate().any(enters) {
            return [0.0; 3];
        }
    }
    moved
}
