//! Triangle soups.

use proptest::prelude::Rng;
use proptest::test_runner::TestRng;

pub(crate) type Soup = Vec<[[f64; 3]; 3]>;

/// Returns the two triangles of a quadrilateral. Their common edge is edge 2 of the first and edge 0 of the second.
pub(crate) fn quad(corners: [[f64; 3]; 4]) -> Soup {
    let [a, b, c, d] = corners;
    vec![[a, b, c], [a, c, d]]
}

/// Returns a cube of edge 2, wound outwards.
pub(crate) fn cube() -> Soup {
    let corner = |bits: usize| [0, 1, 2].map(|axis| [-1.0, 1.0][bits >> axis & 1]);
    let faces = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    faces
        .into_iter()
        .flat_map(|face| quad(face.map(corner)))
        .collect()
}

/// Returns a unit sphere, wound outwards: an octahedron whose triangles are divided in four `times` times.
pub(crate) fn sphere(times: usize) -> Soup {
    let mut soup = Soup::new();
    for bits in 0..8_usize {
        let [x, y, z] = [0, 1, 2].map(|axis| [-1.0, 1.0][bits >> axis & 1]);
        let (a, b, c) = ([x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]);
        soup.push(if x * y * z > 0.0 {
            [a, b, c]
        } else {
            [a, c, b]
        });
    }
    for _ in 0..times {
        soup = soup
            .into_iter()
            .flat_map(|[a, b, c]| {
                let (ab, bc, ca) = (between(a, b), between(b, c), between(c, a));
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
            })
            .collect();
    }
    soup
}

fn between(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    let sum = [0, 1, 2].map(|axis| a[axis] + b[axis]);
    let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
    sum.map(|x| x / length)
}

/// Returns a terrain of `side` squares on a side, with bumps, wound upwards.
pub(crate) fn terrain(side: usize, rng: &mut TestRng) -> Soup {
    let heights: Vec<f64> = (0..(side + 1) * (side + 1))
        .map(|_| 0.6 * random(rng))
        .collect();
    let at = |x: usize, z: usize| [x as f64, heights[x * (side + 1) + z], z as f64];
    let mut soup = Soup::new();
    for x in 0..side {
        for z in 0..side {
            soup.extend(quad([
                at(x, z),
                at(x, z + 1),
                at(x + 1, z + 1),
                at(x + 1, z),
            ]));
        }
    }
    soup
}

/// Returns a number from 0 to 1.
pub(crate) fn random(rng: &mut TestRng) -> f64 {
    f64::from(rng.next_u32()) / f64::from(u32::MAX)
}

/// Returns a number below `limit`, which must be above zero.
pub(crate) fn below(rng: &mut TestRng, limit: usize) -> usize {
    rng.next_u32() as usize % limit
}

pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut TestRng) {
    for at in (1..items.len()).rev() {
        items.swap(at, below(rng, at + 1));
    }
}
