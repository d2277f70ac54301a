//! Generates performances with known labels: gaits at varied speed, and actions inside idling, in many styles and on three
//! skeletons. Feet that stand stay in place.

// Tests include this file by its path, so the path of its module must be given too.
#[path = "body.rs"]
mod body;

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use footwork_base::{FrameRange, Name, to_u32};
use footwork_clip::{Clip, ClipParts};
use footwork_testkit::Random;

pub(crate) use body::Rig;
use body::{LEAN, NOD, POSE, SIDES, TWIST};

/// The tags of the exclusive group `Do`, with the weight by which each is performed.
const KINDS: [(&str, usize); 14] = [
    ("Do.Idle", 6),
    ("Do.Walk", 5),
    ("Do.Run", 4),
    ("Do.Sneak", 3),
    ("Do.Kick.Left", 2),
    ("Do.Kick.Right", 2),
    ("Do.Wave.Left", 2),
    ("Do.Wave.Right", 2),
    ("Do.Punch.Left", 2),
    ("Do.Punch.Right", 2),
    ("Do.Jump", 3),
    ("Do.Crouch", 3),
    ("Do.Bow", 1),
    ("Do.Nod", 1),
];
/// The tags of gaits.
pub(crate) const GAITS: [&str; 4] = ["Do.Idle", "Do.Walk", "Do.Run", "Do.Sneak"];
/// The time over which one pose turns into the next, in seconds.
const BLEND_SECS: f64 = 0.27;

/// The way in which a simulated person moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    reach: f64,
    tempo: f64,
    lean: f64,
    out: f64,
    elbow: f64,
    nod: f64,
    bounce: f64,
}

impl Style {
    /// Returns a style that differs clearly from others.
    pub(crate) fn random(random: &mut Random) -> Self {
        Self {
            reach: random.between(0.75, 1.25),
            tempo: random.between(0.8, 1.25),
            lean: random.between(-0.1, 0.3),
            out: random.between(0.05, 0.4),
            elbow: random.between(0.1, 1.0),
            nod: random.between(-0.2, 0.3),
            bounce: random.between(0.0, 0.06),
        }
    }
}

/// A clip with its labels.
pub(crate) struct Performance {
    pub(crate) clip: Clip,
    pub(crate) spans: Vec<(Name, FrameRange)>,
}

impl Rig {
    /// Performs for about `secs` seconds. The frequency of each kind follows its weight.
    pub(crate) fn perform(&self, secs: f64, style: &Style, random: &mut Random) -> Performance {
        let weighted: Vec<usize> = KINDS
            .iter()
            .enumerate()
            .flat_map(|(kind, (_, weight))| vec![kind; *weight])
            .collect();
        let mut kinds = Vec::new();
        let mut length = 0.0;
        while length < secs {
            let mut kind = *random.pick(&weighted);
            // Actions happen inside idling.
            let is_after_idle = kinds.last().is_none_or(|(last, _)| *last == 0);
            if kind >= GAITS.len() && !is_after_idle
                || kinds.last().is_some_and(|(last, _)| *last == kind)
            {
                kind = if is_after_idle { 1 } else { 0 };
            }
            let lasts = duration(kind, random) / if kind == 0 { 1.0 } else { style.tempo };
            kinds.push((kind, lasts));
            length += lasts;
        }
        self.perform_these(&kinds, style, random)
    }

    /// Stands, and nods at the given times in seconds.
    pub(crate) fn stand(
        &self,
        secs: f64,
        nods: &[f64],
        style: &Style,
        random: &mut Random,
    ) -> Performance {
        let mut kinds = Vec::new();
        let mut at = 0.0;
        for nod in nods {
            let lasts = duration(13, random) / style.tempo;
            kinds.extend([(0, nod - at), (13, lasts)]);
            at = nod + lasts;
        }
        kinds.push((0, secs - at));
        self.perform_these(&kinds, style, random)
    }

    fn perform_these(
        &self,
        kinds: &[(usize, f64)],
        style: &Style,
        random: &mut Random,
    ) -> Performance {
        let rate = self.rate.as_f64();
        let mut segments = Vec::new();
        let mut start = 0.0;
        let mut spans = Vec::new();
        for &(kind, lasts) in kinds {
            let segment = Segment::new(kind, start, start + lasts, style, random);
            let frame = |secs: f64| to_u32(secs * rate);
            let mut label = |name: &str, start: f64, stop: f64| {
                let range = FrameRange::new(frame(start), frame(stop));
                spans.extend(range.map(|range| (name.parse().unwrap(), range)));
            };
            label(KINDS[kind].0, segment.start, segment.stop);
            if segment.turn_rate != 0.0 {
                let side = if segment.turn_rate > 0.0 {
                    "Left"
                } else {
                    "Right"
                };
                label(&format!("Turn.{side}"), segment.turn[0], segment.turn[1]);
            }
            start += lasts;
            segments.push(segment);
        }
        let frames = to_u32(start * rate);
        Performance {
            clip: self.clip(&segments, frames, style, random),
            spans,
        }
    }

    fn clip(&self, segments: &[Segment], frames: u32, style: &Style, random: &mut Random) -> Clip {
        let sway: Vec<[f64; 4]> = (0..POSE)
            .map(|_| {
                [
                    random.between(0.1, 0.4),
                    random.between(0.4, 0.9),
                    random.between(0.0, TAU),
                    random.between(0.01, 0.04),
                ]
            })
            .collect();
        let joints = self.skeleton.joint_count();
        let mut rotations = Vec::with_capacity(frames as usize * joints);
        let mut roots = Vec::new();
        let (mut x, mut z, mut heading) =
            (random.signed(), random.signed(), random.between(-PI, PI));
        let (mut before, mut pace): (Option<[[f64; 2]; 2]>, f64) = (None, 0.0);
        let period = self.rate.period_secs();
        for frame in 0..frames {
            let secs = f64::from(frame) * period;
            let (mut pose, air, turn) = mixed(segments, secs, style);
            for (value, [slow, fast, phase, size]) in pose.iter_mut().zip(&sway) {
                *value += size
                    * (libm::sin(TAU * slow * secs + phase)
                        + 0.5 * libm::sin(TAU * fast * secs - phase));
                *value += 0.004 * random.signed();
            }
            let legs = SIDES.map(|side| {
                let (thigh, shin) = (pose[side + 3], pose[side + 3] - pose[side + 5]);
                let ahead = self.thigh_m * libm::sin(thigh) + self.shin_m * libm::sin(shin);
                let drop = self.thigh_m * libm::cos(thigh) + self.shin_m * libm::cos(shin);
                [ahead, drop]
            });
            let stance = usize::from(legs[1][1] > legs[0][1]);
            if air < 0.02
                && let Some(before) = before
            {
                pace = before[stance][0] - legs[stance][0];
            }
            before = Some(legs);
            heading += turn * period;
            let (sin, cos) = libm::sincos(heading);
            x += pace * sin;
            z += pace * cos;
            let scale = (self.thigh_m + self.shin_m) / 0.83;
            let up = legs[stance][1] + self.ankle_m + self.hip_m + air * scale;
            roots.push([x, up, z]);
            rotations.extend(self.pose(&pose, heading));
        }
        Clip::new(ClipParts {
            skeleton: Arc::clone(&self.skeleton),
            rate: self.rate,
            looping: false,
            root_positions: roots,
            rotations,
            translations: None,
        })
        .unwrap()
    }
}

/// A part of a performance that has one kind.
struct Segment {
    kind: usize,
    start: f64,
    stop: f64,
    reach: f64,
    /// The cycles per second of a gait.
    cadence: f64,
    phase: f64,
    turn: [f64; 2],
    turn_rate: f64,
}

fn duration(kind: usize, random: &mut Random) -> f64 {
    let (low, high) = match kind {
        0 => (0.6, 2.5),
        1..=3 => (2.0, 5.0),
        6 | 7 => (1.2, 2.4),
        11 | 12 => (1.4, 2.4),
        _ => (0.7, 1.2),
    };
    random.between(low, high)
}

impl Segment {
    fn new(kind: usize, start: f64, stop: f64, style: &Style, random: &mut Random) -> Self {
        let cadence = match kind {
            1 => random.between(0.8, 1.1),
            2 => random.between(1.3, 1.6),
            _ => random.between(0.5, 0.7),
        };
        let turns = matches!(kind, 0 if stop - start > 1.5) || kind == 1 || kind == 2;
        let turns = turns && random.one_in(3);
        let middle = 0.5 * (start + stop);
        let half = random.between(0.5, 0.8) * 0.5 * (stop - start);
        Self {
            kind,
            start,
            stop,
            reach: style.reach * random.between(0.88, 1.12),
            cadence: cadence * style.tempo,
            phase: random.between(0.0, TAU),
            turn: [middle - half, middle + half],
            turn_rate: if turns {
                random.between(0.9, 2.0) * if random.one_in(2) { 1.0 } else { -1.0 }
            } else {
                0.0
            },
        }
    }

    /// Returns the pose, the height above the ground and the turn rate at a time.
    fn at(&self, secs: f64, style: &Style) -> ([f64; POSE], f64, f64) {
        let share = ((secs - self.start) / (self.stop - self.start)).clamp(0.0, 1.0);
        let mut pose = [0.0; POSE];
        pose[LEAN] = style.lean;
        pose[NOD] = style.nod;
        for side in SIDES {
            pose[side + 1] = style.out;
            pose[side + 2] = 0.2 + 0.3 * style.elbow;
            pose[side + 5] = 0.08;
            pose[side + 3] = 0.04;
        }
        let mut air = 0.0;
        let phase = self.phase + TAU * self.cadence * (secs - self.start);
        let bump = libm::sin(PI * share) * libm::sin(PI * share);
        let size = self.reach;
        match self.kind {
            0 => {}
            1..=3 => air = self.gait(&mut pose, phase, style),
            4 | 5 => kick(&mut pose, SIDES[self.kind - 4], share, size),
            6 | 7 => {
                let arm = SIDES[self.kind - 6];
                pose[arm + 1] += 2.2 * bump.sqrt() * size.min(1.2);
                pose[arm + 2] += bump * (0.7 + 0.5 * libm::sin(TAU * 2.0 * (secs - self.start)));
            }
            8 | 9 => {
                let arm = SIDES[self.kind - 8];
                let out = libm::pow(libm::sin(PI * share), 4.0);
                pose[arm] += 1.5 * size * bump;
                pose[arm + 2] += 1.8 * bump * (1.0 - out);
                pose[TWIST] += 0.5 * out * if self.kind == 8 { -1.0 } else { 1.0 };
            }
            10 => {
                let sunk = libm::sin(PI * (share / 0.4).min(1.0))
                    + 0.7 * libm::sin(PI * ((share - 0.75) / 0.25).clamp(0.0, 1.0));
                sink(&mut pose, 0.7 * sunk * size);
                let flown = ((share - 0.4) / 0.35).clamp(0.0, 1.0);
                air = 0.35 * size * 4.0 * flown * (1.0 - flown);
                for side in SIDES {
                    pose[side] += 1.2 * bump;
                }
            }
            11 => sink(&mut pose, 1.1 * bump.sqrt() * size),
            12 => pose[LEAN] += 1.0 * bump * size,
            _ => pose[NOD] += 0.45 * size * libm::sin(TAU * 2.0 * share) * bump.sqrt(),
        }
        let turn = if (self.turn[0]..self.turn[1]).contains(&secs) {
            self.turn_rate
        } else {
            0.0
        };
        (pose, air, turn)
    }

    /// Writes the pose of a gait and returns its height above the ground.
    fn gait(&self, pose: &mut [f64; POSE], phase: f64, style: &Style) -> f64 {
        let (swing, knee, arms, elbow) = match self.kind {
            1 => (0.42, 0.8, 0.45, 0.3),
            2 => (0.72, 1.4, 0.8, 1.4),
            _ => (0.3, 0.6, 0.1, 0.9),
        };
        let size = self.reach;
        for (side, offset) in SIDES.into_iter().zip([0.0, PI]) {
            let (sin, cos) = libm::sincos(phase + offset);
            pose[side + 3] += swing * size * sin;
            pose[side + 5] += knee * cos.max(0.0);
            pose[side + 6] -= 0.3 * (-cos).max(0.0) * (-sin).max(0.0);
            pose[side] -= arms * size * sin;
            pose[side + 2] += elbow;
        }
        match self.kind {
            2 => {
                pose[LEAN] += 0.2;
                (0.03 + style.bounce) * (1.0 - libm::cos(2.0 * phase))
            }
            3 => {
                sink(pose, 0.55);
                pose[LEAN] += 0.35;
                0.0
            }
            _ => 0.0,
        }
    }
}

/// Bends both legs by an angle so that the feet stay below the hips.
fn sink(pose: &mut [f64; POSE], angle: f64) {
    for side in SIDES {
        pose[side + 3] += angle;
        pose[side + 5] += 2.0 * angle;
    }
    pose[LEAN] += 0.4 * angle;
}

fn kick(pose: &mut [f64; POSE], leg: usize, share: f64, size: f64) {
    let back = libm::sin(PI * (share / 0.45).min(1.0));
    let ahead = libm::sin(PI * ((share - 0.35) / 0.65).clamp(0.0, 1.0));
    pose[leg + 3] += size * (1.2 * ahead - 0.5 * back);
    pose[leg + 5] += 1.2 * back + 0.2 * ahead;
    let other = SIDES[0] + SIDES[1] - leg;
    pose[other] += 0.7 * ahead;
    pose[leg] -= 0.5 * ahead;
}

/// Returns the pose at a time, blended with the neighbouring segment near the ends of a segment.
fn mixed(segments: &[Segment], secs: f64, style: &Style) -> ([f64; POSE], f64, f64) {
    let index = segments.partition_point(|segment| segment.stop <= secs);
    let index = index.min(segments.len() - 1);
    let segment = &segments[index];
    let (own, own_air, turn) = segment.at(secs, style);
    let to_stop = (segment.stop - secs) / BLEND_SECS;
    let to_start = (secs - segment.start) / BLEND_SECS;
    let (other, apart) = if to_stop < to_start {
        (segments.get(index + 1), to_stop)
    } else {
        (
            index.checked_sub(1).map(|before| &segments[before]),
            to_start,
        )
    };
    let Some(other) = other.filter(|_| apart < 0.5) else {
        return (own, own_air, turn);
    };
    // At the boundary, each segment has half of the weight.
    let weight = 0.5 - 0.5 * libm::cos(PI * (0.5 + apart.max(0.0)));
    let (theirs, their_air, _) = other.at(secs, style);
    let mut pose = own;
    for (value, other) in pose.iter_mut().zip(theirs) {
        *value = weight * *value + (1.0 - weight) * other;
    }
    (pose, weight * own_air + (1.0 - weight) * their_air, turn)
}
