//! The mover of many games since 1999: Footwork's sweeps, and clipping by one plane after the other as in
//! `PM_SlideMove` of Quake III, over a grid of triangles. It does not use neighbouring triangles and does not
//! resolve overlaps.

use footwork_slide::{PlacedVolume, Shape, Swept, Volume, sweep_triangle, sweep_volume};

use super::{Bodies, Kind, SKIN};
use crate::slide::scenes::{HALF, HEIGHT, RADIUS, Triangle};
use crate::slide::vector::{Vector, add, cross, dot};

/// The maximum number of changes of direction in a move.
const MAX_BUMPS: usize = 4;
/// The maximum number of planes that a move remembers.
const MAX_PLANES: usize = 5;
/// The overbounce: the clipped velocity leads away from the plane by this share.
const OVERCLIP: f64 = 1.001;
/// The cosine above which two normals count as the same plane.
const SAME: f64 = 0.99;
/// The share of the wanted motion by which a body that meets a plane again is nudged off the plane.
const NUDGE: f64 = 1.0 / 320.0;

pub(super) struct Quake {
    shape: Shape,
    half: Vector,
    volume: Volume,
    grid: Grid,
    places: Vec<Vector>,
    near: Vec<u32>,
}

impl Quake {
    pub(super) fn new(kind: Kind, triangles: &[Triangle], places: &[Vector]) -> Self {
        let half = match kind {
            Kind::Box => HALF,
            Kind::Capsule => [RADIUS, HEIGHT / 2.0, RADIUS],
        };
        Self {
            shape: kind.shape(),
            half: half.map(f64::from),
            volume: kind.volume(),
            grid: Grid::new(triangles),
            places: places.to_vec(),
            near: Vec::new(),
        }
    }

    /// Returns the time of impact and the contact normal; `None` if nothing is hit.
    fn trace(&mut self, who: usize, motion: Vector) -> Option<(f64, Vector)> {
        let at = self.places[who];
        let skin = f64::from(SKIN);
        let reach = |axis: usize| self.half[axis] + skin;
        let low = [0, 1, 2].map(|i| at[i] + motion[i].min(0.0) - reach(i));
        let high = [0, 1, 2].map(|i| at[i] + motion[i].max(0.0) + reach(i));
        let mut first: Option<(f64, Vector)> = None;
        let mut see = |swept: Swept| {
            let (time, normal) = match swept {
                Swept::Apart => return,
                Swept::Meets { time, normal } => (time, normal),
                Swept::Within { normal, .. } => (0.0, normal),
            };
            if dot(normal, motion) < 0.0 && first.is_none_or(|(least, _)| time < least) {
                first = Some((time, normal));
            }
        };
        self.grid.touching(low, high, &mut self.near);
        for &index in &self.near {
            let triangle = &self.grid.triangles[index as usize];
            let relative = triangle.map(|vertex| add(vertex, at, -1.0));
            see(sweep_triangle(&self.shape, motion, &relative, skin));
        }
        for (other, &place) in self.places.iter().enumerate() {
            let touches =
                |i: usize| place[i] - self.half[i] <= high[i] && low[i] <= place[i] + self.half[i];
            if other != who && (0..3).all(touches) {
                let placed = PlacedVolume {
                    volume: self.volume,
                    centre: add(place, at, -1.0),
                    rotation: [0.0, 0.0, 0.0, 1.0],
                };
                see(sweep_volume(&self.shape, motion, &placed, skin));
            }
        }
        first
    }
}

impl Bodies for Quake {
    fn begin_step(&mut self) {}

    fn step(&mut self, who: usize, wanted: Vector) {
        let length = dot(wanted, wanted).sqrt();
        if length == 0.0 {
            return;
        }
        // The first plane keeps the body from moving back.
        let mut planes = [[0.0; 3]; MAX_PLANES];
        planes[0] = wanted.map(|part| part / length);
        let mut count = 1;
        let (mut velocity, mut left) = (wanted, 1.0);
        for _ in 0..MAX_BUMPS {
            let motion = velocity.map(|part| part * left);
            let Some((time, normal)) = self.trace(who, motion) else {
                self.places[who] = add(self.places[who], motion, 1.0);
                return;
            };
            self.places[who] = add(self.places[who], motion, time);
            left *= 1.0 - time;
            if count == MAX_PLANES {
                return;
            }
            if planes[..count]
                .iter()
                .any(|&known| dot(known, normal) > SAME)
            {
                velocity = add(velocity, normal, NUDGE * length);
                continue;
            }
            planes[count] = normal;
            count += 1;
            match clipped(velocity, &planes[..count], OVERCLIP) {
                Some(along) => velocity = along,
                None => return,
            }
        }
    }

    fn position(&self, who: usize) -> Vector {
        self.places[who]
    }

    fn put(&mut self, who: usize, place: Vector) {
        self.places[who] = place;
    }
}

fn off(velocity: Vector, plane: Vector, overclip: f64) -> Vector {
    let into = dot(velocity, plane);
    let share = if into < 0.0 { overclip } else { 1.0 / overclip };
    add(velocity, plane, -into * share)
}

/// Returns the velocity along the first plane that it enters, or along the crease of two planes; `None` if a third stops it.
/// The velocity leads away from a plane by the share `overclip`.
pub(in crate::slide) fn clipped(
    velocity: Vector,
    planes: &[Vector],
    overclip: f64,
) -> Option<Vector> {
    let Some(first) = planes.iter().position(|&plane| dot(velocity, plane) < 0.0) else {
        return Some(velocity);
    };
    let mut along = off(velocity, planes[first], overclip);
    for (second, &plane) in planes.iter().enumerate() {
        if second == first || dot(along, plane) >= 0.0 {
            continue;
        }
        along = off(along, plane, overclip);
        if dot(along, planes[first]) >= 0.0 {
            continue;
        }
        let line = cross(planes[first], plane);
        let square = dot(line, line);
        if square == 0.0 {
            return None;
        }
        along = line.map(|part| part * dot(line, velocity) / square);
        let mut others = (0..planes.len()).filter(|&third| third != first && third != second);
        if others.any(|third| dot(along, planes[third]) < 0.0) {
            return None;
        }
    }
    Some(along)
}

/// Triangles sorted into squares of the ground.
struct Grid {
    triangles: Vec<Triangle>,
    bounds: Vec<[Vector; 2]>,
    low: Vector,
    cells: [usize; 2],
    lists: Vec<Vec<u32>>,
    /// The last query that found each triangle.
    found: Vec<u32>,
    time: u32,
}

/// The sides of the squares, in metres.
const CELL: f64 = 1.0;

impl Grid {
    fn new(triangles: &[Triangle]) -> Self {
        let bounds: Vec<[Vector; 2]> = triangles.iter().map(bounds_of).collect();
        let (mut low, mut high) = ([0.0; 3], [0.0; 3]);
        for [min, max] in &bounds {
            low = [0, 1, 2].map(|axis| min[axis].min(low[axis]));
            high = [0, 1, 2].map(|axis| max[axis].max(high[axis]));
        }
        let cells = [0, 2].map(|axis| cell(high[axis] - low[axis], usize::MAX) + 1);
        let mut grid = Self {
            triangles: triangles.to_vec(),
            bounds,
            low,
            cells,
            lists: vec![Vec::new(); cells[0] * cells[1]],
            found: vec![0; triangles.len()],
            time: 0,
        };
        for (index, triangle) in (0_u32..).zip(triangles) {
            let [min, max] = bounds_of(triangle);
            for cell in grid.covered(min, max) {
                grid.lists[cell].push(index);
            }
        }
        grid
    }

    fn covered(&self, min: Vector, max: Vector) -> impl Iterator<Item = usize> + use<> {
        let range = |side: usize, axis: usize| {
            let at = |place: f64| cell(place - self.low[axis], self.cells[side] - 1);
            at(min[axis])..=at(max[axis])
        };
        let (columns, width) = (range(0, 0), self.cells[0]);
        range(1, 2).flat_map(move |row| columns.clone().map(move |column| row * width + column))
    }

    /// Finds the triangles whose bounds touch a box.
    fn touching(&mut self, min: Vector, max: Vector, near: &mut Vec<u32>) {
        near.clear();
        self.time = self.time.wrapping_add(1);
        for cell in self.covered(min, max) {
            for &index in &self.lists[cell] {
                let found = &mut self.found[index as usize];
                let [low, high] = &self.bounds[index as usize];
                let touches = |axis: usize| low[axis] <= max[axis] && min[axis] <= high[axis];
                if *found != self.time && (0..3).all(touches) {
                    near.push(index);
                }
                *found = self.time;
            }
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers below zero are in the first cell"
)]
fn cell(metres: f64, last: usize) -> usize {
    ((metres / CELL) as usize).min(last)
}

fn bounds_of(triangle: &Triangle) -> [Vector; 2] {
    let [a, b, c] = *triangle;
    let low = [0, 1, 2].map(|axis| a[axis].min(b[axis]).min(c[axis]));
    let high = [0, 1, 2].map(|axis| a[axis].max(b[axis]).max(c[axis]));
    [low, high]
}
