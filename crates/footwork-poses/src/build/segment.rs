//! Chooses steps: the coarsest differences of a segment whose measured error stays within the tolerance.

use super::body::Body;
use super::kinematics::Place;
use super::profiles::{Widths, bits};
use super::tracks::{Moving, Part, Steps, Tracks};
use crate::bits::{MAX_BITS, width};
use crate::joint_frame::JointFrame;
use crate::tree::{Branch, LEVELS, SEGMENT, STEPS, place};

/// The number of rounds. Each round raises every track to the next step if the error allows it.
const ROUNDS: usize = 3;
/// Widths that do not limit the bits of differences.
const FREE: Widths = [MAX_BITS; LEVELS];

/// A segment: the step and the branches of each moving track, in order.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    /// The numbers of the steps.
    pub(super) steps: Vec<usize>,
    /// For each component, the maximum number of bits for differences.
    limits: Vec<[Widths; 4]>,
    pub(super) branches: Vec<[Branch; 4]>,
}

impl Segment {
    /// Returns the widths that a component of a moving track needs.
    pub(super) fn need(&self, moving: usize, component: usize) -> Widths {
        let mut need = [0; LEVELS];
        let differences = &self.branches[moving][component].differences;
        for (frame, difference) in differences.iter().enumerate().skip(1) {
            let (level, _) = place(frame);
            need[level] = need[level].max(width(i64::from(*difference)));
        }
        need
    }
}

/// Measures the error of a segment against its frames.
pub(super) struct Measure<'a> {
    pub(super) body: &'a Body,
    pub(super) frames: &'a [JointFrame],
    pub(super) tracks: &'a Tracks,
    pub(super) steps: Steps,
    /// The exact places of all tracks in the space of the clip, for each frame.
    pub(super) wanted: &'a [Vec<Place>],
    pub(super) limit_m: f64,
}

/// The decoded places of one track in the frames of a segment.
type Row = [Place; SEGMENT + 1];

/// A segment while its steps are chosen.
struct Search<'a> {
    measure: &'a Measure<'a>,
    first: usize,
    /// The number of the segment's frames that exist in the clip.
    count: usize,
    segment: Segment,
    /// The places of each track relative to its parent.
    local: Vec<Row>,
    world: Vec<Row>,
}

impl Measure<'_> {
    /// Returns the segment that begins at the frame `first`; `None` if no step is fine enough.
    pub(super) fn segment(&self, first: usize) -> Option<Segment> {
        let tracks = self.tracks;
        let still = tracks.still.iter().map(|still| [*still; SEGMENT + 1]);
        let mut search = Search {
            measure: self,
            first,
            count: (self.wanted.len() - first).min(SEGMENT + 1),
            segment: Segment {
                steps: vec![0; tracks.moving.len()],
                limits: vec![[FREE; 4]; tracks.moving.len()],
                branches: vec![[Branch::default(); 4]; tracks.moving.len()],
            },
            local: still.collect(),
            world: vec![[Place::ORIGIN; SEGMENT + 1]; tracks.still.len()],
        };
        // The error grows with the step. Bisection finds the largest step that all tracks can use.
        let (mut low, mut high) = (0, STEPS);
        if !search.set_all(0) {
            return None;
        }
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if search.set_all(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        // The last trial may have failed and left some tracks changed.
        search.set_all(low);
        for _ in 0..ROUNDS {
            let mut has_grown = false;
            for moving in (0..tracks.moving.len()).rev() {
                has_grown |= search.raise(moving);
            }
            if !has_grown {
                break;
            }
        }
        for moving in (0..tracks.moving.len()).rev() {
            search.narrow(moving);
        }
        Some(search.segment)
    }
}

impl Search<'_> {
    /// Sets the step of all tracks. Returns whether the error stays within the limit.
    fn set_all(&mut self, step: usize) -> bool {
        for moving in 0..self.segment.steps.len() {
            self.set(moving, step);
        }
        (0..self.local.len()).all(|track| self.place(track))
    }

    fn set(&mut self, moving: usize, step: usize) {
        let Moving {
            track,
            part,
            components,
            numbers,
        } = &self.measure.tracks.moving[moving];
        let mut branches = [Branch::default(); 4];
        for (component, branch) in branches.iter_mut().enumerate().take(*components) {
            let own = std::array::from_fn(|frame| numbers[self.first + frame][component]);
            let limits = self.segment.limits[moving][component];
            *branch = Branch::new(&own, self.count, step, limits);
        }
        let steps = self.measure.steps;
        let frame = &self.measure.frames[*track];
        let rest = self.measure.body.rests[*track].translation_m;
        for (at, place) in self.local[*track].iter_mut().enumerate().take(self.count) {
            let [a, b, c, d] = branches.map(|branch| branch.decoded[at]);
            let spins = *components == 4;
            let numbers = match part {
                Part::Root => [c, 0.0, 0.0, d],
                _ => [a, b, c, d],
            };
            if *part != Part::Rotation {
                let [x, y, z] = if *part == Part::Root {
                    [a, 0.0, b]
                } else {
                    [a, b, c]
                };
                let way = [x, y, z].map(|part| part * steps.translation_m);
                place.position_m = [0, 1, 2].map(|axis| f64::from(rest[axis] + way[axis]));
            }
            if *part != Part::Translation {
                let [a, b, c, _] = numbers;
                let rotation = if spins {
                    frame.spin(numbers, steps.scale)
                } else {
                    frame.rotation([a, b, c], steps.scale)
                };
                place.rotation = rotation.map(f64::from);
            }
        }
        self.segment.steps[moving] = step;
        self.segment.branches[moving] = branches;
    }

    /// Computes the places of a track from the places of its parent. Returns whether the error stays within the limit.
    fn place(&mut self, track: usize) -> bool {
        let measure = self.measure;
        let parent = measure.body.parents[track].map(|parent| self.world[parent]);
        let shell_m = measure.body.shells_m[track];
        let mut fits = true;
        for at in 0..self.count {
            let local = &self.local[track][at];
            let place = parent.map_or(*local, |parent| parent[at].child(local));
            let wanted = &measure.wanted[self.first + at][track];
            fits &= place.error_m(wanted, shell_m) <= measure.limit_m;
            self.world[track][at] = place;
        }
        fits
    }

    /// Raises a track to the next step if the error stays within the limit. Returns whether it did.
    fn raise(&mut self, moving: usize) -> bool {
        let step = self.segment.steps[moving];
        step + 1 < STEPS && self.change(moving, step + 1, |_| true)
    }

    /// Reduces the bits of a track's differences, level by level, if the error stays within the limit and the lower
    /// levels do not need more bits.
    fn narrow(&mut self, moving: usize) {
        for component in 0..self.measure.tracks.moving[moving].components {
            for level in 0..LEVELS {
                loop {
                    let need = self.segment.need(moving, component);
                    if need[level] == 0 {
                        break;
                    }
                    let before = self.segment.limits[moving];
                    self.segment.limits[moving][component][level] = need[level] - 1;
                    let is_less =
                        |segment: &Segment| bits(segment.need(moving, component)) < bits(need);
                    let step = self.segment.steps[moving];
                    if !self.change(moving, step, is_less) {
                        self.segment.limits[moving] = before;
                        break;
                    }
                }
            }
        }
    }

    /// Stores a track with another step and its current limits. Keeps the change if `is_better` accepts it and the
    /// error stays within the limit. Returns whether the change was kept.
    fn change(&mut self, moving: usize, step: usize, is_better: impl Fn(&Segment) -> bool) -> bool {
        let body = self.measure.body;
        let (before, branches) = (self.segment.steps[moving], self.segment.branches[moving]);
        let below = &body.below[self.measure.tracks.moving[moving].track];
        let local = self.local[below[0]];
        let worlds: Vec<Row> = below.iter().map(|track| self.world[*track]).collect();
        self.set(moving, step);
        if is_better(&self.segment) && below.iter().all(|track| self.place(*track)) {
            return true;
        }
        self.segment.steps[moving] = before;
        self.segment.branches[moving] = branches;
        self.local[below[0]] = local;
        for (track, world) in below.iter().zip(worlds) {
            self.world[*track] = world;
        }
        false
    }
}
