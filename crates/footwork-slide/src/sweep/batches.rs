//! Triangles side by side in f32, so that one pass screens many of them.

use footwork_base::{SimdWork, SupportedLevel, to_f32};
use glam::{DVec3, Vec3};

/// The number of triangles in a batch.
pub(super) const LANES: usize = 16;

/// One number for each triangle of a batch.
pub(crate) type Row = [f32; LANES];

/// The coordinates of triangles side by side, by vertex and axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batch([[Row; 3]; 3]);

/// Triangles in batches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batches {
    /// Batches after the last triangle are spare memory.
    batches: Vec<Batch>,
    /// The number of triangles.
    len: usize,
}

impl Batch {
    #[inline(always)]
    pub(super) fn triangle(&self, lane: usize) -> [Vec3; 3] {
        let [a, b, c] = &self.0;
        let corner = |rows: &[Row; 3]| Vec3::new(rows[0][lane], rows[1][lane], rows[2][lane]);
        [corner(a), corner(b), corner(c)]
    }
}

impl Batches {
    pub(crate) fn with_capacity(triangles: usize) -> Self {
        Self {
            batches: Vec::with_capacity(triangles.div_ceil(LANES)),
            len: 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a triangle.
    pub(crate) fn push(&mut self, triangle: &[DVec3; 3]) {
        let (batch, lane) = (self.len / LANES, self.len % LANES);
        self.len += 1;
        self.make_room();
        for (rows, corner) in self.batches[batch].0.iter_mut().zip(triangle) {
            for (row, at) in rows.iter_mut().zip(corner.as_vec3().to_array()) {
                row[lane] = at;
            }
        }
    }

    /// Adds the triangle for each of `numbers`, moved by `offset`.
    pub(crate) fn extend<N>(
        &mut self,
        level: SupportedLevel,
        numbers: &[N],
        triangle: impl Fn(&N) -> [DVec3; 3],
        offset: DVec3,
    ) {
        let free = self.len.next_multiple_of(LANES) - self.len;
        let (few, many) = numbers.split_at(free.min(numbers.len()));
        for number in few {
            self.push(&triangle(number).map(|vertex| offset + vertex));
        }
        let first = self.len.div_ceil(LANES);
        self.len += many.len();
        self.make_room();
        level.run(Fill {
            batches: &mut self.batches[first..],
            numbers: many,
            triangle,
            offset,
        });
    }

    fn make_room(&mut self) {
        let batches = self.len.div_ceil(LANES);
        if self.batches.len() < batches {
            self.batches.resize(batches, Batch([[[0.0; LANES]; 3]; 3]));
        }
    }

    pub(super) fn batches(&self) -> &[Batch] {
        &self.batches[..self.len.div_ceil(LANES)]
    }
}

/// The task of filling batches with triangles.
struct Fill<'a, N, T> {
    batches: &'a mut [Batch],
    numbers: &'a [N],
    triangle: T,
    offset: DVec3,
}

impl<N, T: Fn(&N) -> [DVec3; 3]> SimdWork for Fill<'_, N, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { offset, .. } = self;
        // Coordinates are first collected side by side in f64, so that one loop rounds the whole batch.
        let mut exact = [[[0.0_f64; LANES]; 3]; 3];
        for (batch, numbers) in self.batches.iter_mut().zip(self.numbers.chunks(LANES)) {
            for (lane, number) in numbers.iter().take(LANES).enumerate() {
                for (rows, corner) in exact.iter_mut().zip((self.triangle)(number)) {
                    rows[0][lane] = offset.x + corner.x;
                    rows[1][lane] = offset.y + corner.y;
                    rows[2][lane] = offset.z + corner.z;
                }
            }
            let rounded = batch.0.as_flattened_mut().as_flattened_mut();
            for (rounded, exact) in rounded.iter_mut().zip(exact.as_flattened().as_flattened()) {
                *rounded = to_f32(*exact);
            }
        }
    }
}
