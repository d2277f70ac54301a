//! The scenes of the tests, which the comparisons with other engines also use.
//!
//! Lengths are in metres, and y is up. Triangles are in no particular order and wound both ways.

/// The three corners of a triangle.
pub(crate) type Triangle = [[f64; 3]; 3];

/// The half extents of the walking box. The box and the walking capsule are 0.6 by 1.8 by 0.6 m.
pub(crate) const HALF: [f32; 3] = [0.3, 0.9, 0.3];
/// The radius of the capsule.
pub(crate) const RADIUS: f32 = 0.3;
/// The height of the capsule.
pub(crate) const HEIGHT: f32 = 1.8;
/// The length of a step at 5 m/s and 60 Hz, in metres.
pub(crate) const STEP: f64 = 5.0 / 60.0;

/// Random numbers (SplitMix64; Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns 64 random bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns a number in `[low, high)`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        let share = (self.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * share
    }

    /// Shuffles the items.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, (self.bits() % (last as u64 + 1)) as usize);
        }
    }
}

/// The parameters of a sheet of triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sheet {
    /// The number of cells in each direction.
    pub(crate) cells: [usize; 2],
    /// The lengths of the sheet's sides, in metres.
    pub(crate) size: [f64; 2],
    /// How far a vertex is moved within the sheet at most, as a share of a cell.
    pub(crate) jitter: f64,
    /// How far a vertex is moved out of the sheet at most, in metres.
    pub(crate) noise: f64,
}

impl Sheet {
    /// The sheet of most tests: 2,760 jittered triangles, 13.8 m by 9 m.
    pub(crate) const BAR: Self = Self {
        cells: [46, 30],
        size: [13.8, 9.0],
        jitter: 0.35,
        noise: 0.0,
    };

    /// Returns the triangles of the sheet. `place` maps a point (u, v, out) of the sheet, with the origin at its
    /// centre, to the scene.
    pub(crate) fn triangles(
        &self,
        random: &mut Random,
        place: impl Fn([f64; 3]) -> [f64; 3],
    ) -> Vec<Triangle> {
        let [across, along] = self.cells;
        let mut points = Vec::new();
        for row in 0..=along {
            for column in 0..=across {
                let inside = row > 0 && row < along && column > 0 && column < across;
                let jitter = if inside { self.jitter } else { 0.0 };
                let mut moved = |index: usize, cells: usize, size: f64| {
                    let shifted = index as f64 + random.between(-jitter, jitter);
                    (shifted / cells as f64 - 0.5) * size
                };
                let u = moved(column, across, self.size[0]);
                let v = moved(row, along, self.size[1]);
                let out = if self.noise > 0.0 {
                    random.between(-self.noise, self.noise)
                } else {
                    0.0
                };
                points.push(place([u, v, out]));
            }
        }
        let mut triangles = Vec::new();
        for row in 0..along {
            for column in 0..across {
                let corner = row * (across + 1) + column;
                let [a, b] = [corner, corner + 1].map(|index| points[index]);
                let [c, d] = [corner + across + 1, corner + across + 2].map(|index| points[index]);
                match random.bits() % 2 {
                    0 => triangles.extend([[a, b, d], [a, d, c]]),
                    _ => triangles.extend([[a, b, c], [b, d, c]]),
                }
            }
        }
        random.shuffle(&mut triangles);
        triangles
    }
}

/// Maps a point of a sheet to a wall at x = 0 that faces -x.
pub(crate) fn as_wall([u, v, out]: [f64; 3]) -> [f64; 3] {
    [-out, v, u]
}

/// Maps a point of a sheet to a floor at y = 0 that faces up.
pub(crate) fn as_floor([u, v, out]: [f64; 3]) -> [f64; 3] {
    [u, out, v]
}

/// Returns a rectangle as two triangles.
pub(crate) fn quad(corner: [f64; 3], side: [f64; 3], up: [f64; 3]) -> [Triangle; 2] {
    let add = |a: [f64; 3], b: [f64; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
    let (b, d) = (add(corner, side), add(corner, up));
    let c = add(b, up);
    [[corner, b, c], [corner, c, d]]
}

/// Returns a box as twelve triangles, wound outwards.
pub(crate) fn cuboid(min: [f64; 3], max: [f64; 3]) -> Vec<Triangle> {
    let corner = |index: usize| {
        let pick = |axis: usize| {
            if index >> axis & 1 == 1 {
                max[axis]
            } else {
                min[axis]
            }
        };
        [pick(0), pick(1), pick(2)]
    };
    let faces = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let halves = faces
        .into_iter()
        .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    halves.map(|indices| indices.map(corner)).collect()
}

/// Returns two upright walls of 20 m by 6 m that meet at the y axis, and their normals, which point into the wedge
/// between the walls. The wedge has an angle of `degrees` and opens towards -x.
pub(crate) fn corner(degrees: f64) -> (Vec<Triangle>, [[f64; 3]; 2]) {
    let half = (degrees / 2.0).to_radians();
    let mut triangles = Vec::new();
    let normals = [1.0, -1.0].map(|side: f64| {
        let along = [-20.0 * libm::cos(half), 0.0, side * 20.0 * libm::sin(half)];
        triangles.extend(quad([0.0, -3.0, 0.0], along, [0.0, 6.0, 0.0]));
        [-libm::sin(half), 0.0, -side * libm::cos(half)]
    });
    (triangles, normals)
}

/// Returns rolling ground around the origin, with cells of 0.7 m and two triangles per cell.
pub(crate) fn terrain(cells: usize, random: &mut Random) -> Vec<Triangle> {
    let sheet = Sheet {
        cells: [cells, cells],
        size: [cells as f64 * 0.7; 2],
        jitter: 0.3,
        noise: 0.0,
    };
    let height = |x: f64, z: f64| {
        0.8 * libm::sin(x * 0.35) * libm::cos(z * 0.3)
            + 0.25 * libm::sin(x * 1.3 + 0.7) * libm::sin(z * 1.1)
    };
    sheet.triangles(random, |[u, v, _]| [u, height(u, v), v])
}

/// Returns the steps of a stair that goes up along x from x = 0. Each step is `rise` high and `run` deep.
pub(crate) fn stairs(count: usize, rise: f64, run: f64) -> Vec<Triangle> {
    let steps = (0..count).flat_map(|index| {
        let at = index as f64;
        cuboid(
            [at * run, -1.0, -2.0],
            [count as f64 * run + 4.0, (at + 1.0) * rise, 2.0],
        )
    });
    let floor = cuboid([-10.0, -1.0, -2.0], [0.0, 0.0, 2.0]);
    steps.chain(floor).collect()
}
