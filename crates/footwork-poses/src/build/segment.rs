//! The choice of multiples: the coarsest differences of a segment whose measured error stays within the tolerance.

use super::body::Body;
use super::kinematics::Place;
use super::profiles::Widths;
use super::tracks::{Moving, Steps, Tracks};
use crate::bits::width;
use crate::joint_frame::JointFrame;
use crate::tree::{Branch, LEVELS, MULTIPLES, SEGMENT, place};

/// The number of rounds. In each round, every track is raised to the next multiple if the error allows it.
const ROUNDS: usize = 3;

/// A segment: the multiple and the branches of each moving track, in order.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    /// Indexes into [`MULTIPLES`].
    pub(super) multiples: Vec<usize>,
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
    /// The wanted places of all tracks in the space of the clip, per frame.
    pub(super) wanted: &'a [Vec<Place>],
    pub(super) limit_m: f64,
}

/// The decoded places of one track in the frames of a segment.
type Row = [Place; SEGMENT + 1];

/// A segment while its multiples are chosen.
struct Search<'a> {
    measure: &'a Measure<'a>,
    first: usize,
    /// The number of frames of the segment that exist in the clip.
    count: usize,
    segment: Segment,
    /// For each track, in its parent and in the space of the clip.
    local: Vec<Row>,
    world: Vec<Row>,
}

impl Measure<'_> {
    /// Returns the segment that begins at a frame; `None` if no multiples are fine enough.
    pub(super) fn segment(&self, first: usize) -> Option<Segment> {
        let tracks = self.tracks;
        let still = tracks.still.iter().map(|still| [*still; SEGMENT + 1]);
        let mut search = Search {
            measure: self,
            first,
            count: (self.wanted.len() - first).min(SEGMENT + 1),
            segment: Segment {
                multiples: vec![0; tracks.moving.len()],
                branches: vec![[Branch::default(); 4]; tracks.moving.len()],
            },
            local: still.collect(),
            world: vec![[Place::ORIGIN; SEGMENT + 1]; tracks.still.len()],
        };
        // The error grows with the multiple, so bisection finds the largest multiple that fits if all tracks use it.
        let (mut low, mut high) = (0, MULTIPLES.len());
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
        // The last trial may have failed halfway.
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
        Some(search.segment)
    }
}

impl Search<'_> {
    /// Uses one multiple for all tracks. Returns whether the error stays within the limit.
    fn set_all(&mut self, multiple: usize) -> bool {
        for moving in 0..self.segment.multiples.len() {
            self.set(moving, multiple);
        }
        (0..self.local.len()).all(|track| self.place(track))
    }

    fn set(&mut self, moving: usize, multiple: usize) {
        let Moving {
            track,
            is_rotation,
            components,
            numbers,
        } = &self.measure.tracks.moving[moving];
        let mut branches = [Branch::default(); 4];
        for (component, branch) in branches.iter_mut().enumerate().take(*components) {
            let own = std::array::from_fn(|frame| numbers[self.first + frame][component]);
            *branch = Branch::new(&own, self.count, MULTIPLES[multiple]);
        }
        let steps = self.measure.steps;
        let frame = &self.measure.frames[*track];
        let rest = self.measure.body.rests[*track].translation_m;
        for (at, place) in self.local[*track].iter_mut().enumerate().take(self.count) {
            let [a, b, c, d] = branches.map(|branch| branch.decoded[at] as f32);
            if !is_rotation {
                let way = [a, b, c].map(|part| part * steps.translation_m);
                place.position_m = [0, 1, 2].map(|axis| f64::from(rest[axis] + way[axis]));
            } else if *components == 3 {
                place.rotation = frame.rotation([a, b, c], steps.scale).map(f64::from);
            } else {
                place.rotation = frame.spin([a, b, c, d], steps.scale).map(f64::from);
            }
        }
        self.segment.multiples[moving] = multiple;
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

    /// Raises a track to the next multiple if the error stays within the limit. Returns whether it did.
    fn raise(&mut self, moving: usize) -> bool {
        let body = self.measure.body;
        let (multiple, branches) = (
            self.segment.multiples[moving],
            self.segment.branches[moving],
        );
        if multiple + 1 == MULTIPLES.len() {
            return false;
        }
        let below = &body.below[self.measure.tracks.moving[moving].track];
        let local = self.local[below[0]];
        let worlds: Vec<Row> = below.iter().map(|track| self.world[*track]).collect();
        self.set(moving, multiple + 1);
        if below.iter().all(|track| self.place(*track)) {
            return true;
        }
        self.segment.multiples[moving] = multiple;
        self.segment.branches[moving] = branches;
        self.local[below[0]] = local;
        for (track, world) in below.iter().zip(worlds) {
            self.world[*track] = world;
        }
        false
    }
}
