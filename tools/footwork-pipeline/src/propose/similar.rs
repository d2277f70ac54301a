//! Finds stretches that move like given frames and last 80 to 120 % as long. Head and spine count as well as the limbs.
//!
//! A row has the position of each joint in the space of the body and the angular velocity of each bone, which mean the
//! same on every skeleton. Two stretches are compared at 16 moments, spread evenly over their lengths. Positions are
//! relative to their mean over the stretch, because the way a person holds the arms while nodding is not part of the
//! nod. Joints and bones that move in the given frames count most.

use footwork_base::{FrameRange, Id, Name, Role, to_f32};
use footwork_clip::{Clip, ForwardKinematics, Motion};
use footwork_library::{Library, clip_finding};
use footwork_sidecar::{Finding, Line, Severity};
use footwork_tags::ClipId;
use rayon::prelude::*;

use super::columns::{BodySpace, MotionColumns, around, turned};
use super::learned::Certainty;
use super::proposal::{Proposal, ProposedPlace};
use super::rejected::Rejections;
use super::sources::{ProposalSource, SourceProposals};
use super::takes::{is_current, stale_clips};
use crate::rules::{IsWanted, RuleError};

/// The joints whose place counts.
const PLACES: [Role; 10] = [
    Role::Head,
    Role::Chest,
    Role::LeftLowerArm,
    Role::RightLowerArm,
    Role::LeftHand,
    Role::RightHand,
    Role::LeftLowerLeg,
    Role::RightLowerLeg,
    Role::LeftFoot,
    Role::RightFoot,
];
/// The bones whose angular velocity counts.
const BONES: [Role; 15] = [
    Role::Hips,
    Role::Spine,
    Role::Chest,
    Role::Neck,
    Role::Head,
    Role::LeftUpperArm,
    Role::RightUpperArm,
    Role::LeftLowerArm,
    Role::RightLowerArm,
    Role::LeftUpperLeg,
    Role::RightUpperLeg,
    Role::LeftLowerLeg,
    Role::RightLowerLeg,
    Role::LeftFoot,
    Role::RightFoot,
];
const WIDTH: usize = 3 * (PLACES.len() + BONES.len());
/// The moments at which stretches are compared.
const MOMENTS: usize = 16;
/// The candidate lengths, in tenths of the given length.
const WARPS_TENTHS: [usize; 5] = [8, 9, 10, 11, 12];
/// The smallest weight of a column. A column that moves in the given frames as much as in the library has half the full
/// weight.
const MIN_WEIGHT: f32 = 0.05;
/// The rows from one candidate start to the next.
const START_STEP: usize = 2;

/// Frames of a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClipFrames {
    /// The clip.
    pub clip: ClipId,
    /// The frames.
    pub range: FrameRange,
}

/// The places of a library that are most like given frames, the most similar first.
#[derive(Clone, Debug)]
pub struct SimilarSource {
    /// The frames to look for.
    pub like: ClipFrames,
    /// The tag to propose.
    pub tag: Name,
    /// The number of places.
    pub count: usize,
}

type Row = [f32; WIDTH];

/// A clip to search.
struct Searched {
    clip: ClipId,
    columns: MotionColumns,
    rows: Vec<Row>,
}

/// A stretch of rows with its distance from the given one.
#[derive(Clone, Copy)]
struct Stretch {
    searched: usize,
    start: usize,
    stop: usize,
    distance: f32,
}

impl ProposalSource for SimilarSource {
    fn name(&self) -> &'static str {
        "similar"
    }

    /// The score is 1 / (1 + d), where d is the distance in standard deviations over the library. The given frames,
    /// frames that have the tag or one below it, rejected frames, and clips without known hips and legs are left out.
    fn propose_while(
        &self,
        library: &Library,
        is_wanted: &IsWanted<'_>,
    ) -> Result<SourceProposals, Vec<RuleError>> {
        let (mut searched, unread) = read(library, is_wanted);
        scale(&mut searched);
        let given = searched.iter().find(|one| one.clip == self.like.clip);
        let query = given.and_then(|one| {
            let rows = one.columns.rows_of(self.like.range);
            (!rows.is_empty()).then(|| Query::new(&one.rows[rows]))
        });
        let Some(query) = query else {
            let mut findings = stale_clips(library);
            findings.push(self.useless_example(library));
            return Ok(SourceProposals {
                proposals: Vec::new(),
                findings,
                unread,
            });
        };
        let (rejections, unread_rejections) = Rejections::of(library);
        let stretches: Vec<Vec<Stretch>> = searched
            .par_iter()
            .enumerate()
            .filter(|_| is_wanted())
            .map(|(index, one)| query.search(index, one, &self.taken(library, one, &rejections)))
            .collect();
        let mut stretches = stretches.concat();
        stretches.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        stretches.truncate(self.count);
        let proposals = stretches.iter().filter_map(|found| {
            let one = &searched[found.searched];
            let range = one.columns.frames_of(found.start..found.stop)?;
            Some(Proposal {
                clip: one.clip,
                name: self.tag.clone(),
                place: ProposedPlace::Span(range),
                score: 1.0 / (1.0 + f64::from(found.distance)),
                source: self.name().to_owned(),
                certainty: Certainty::Possible,
                is_bulk: false,
            })
        });
        let mut findings = stale_clips(library);
        findings.extend(unread_rejections);
        Ok(SourceProposals {
            proposals: proposals.collect(),
            findings,
            unread,
        })
    }
}

impl SimilarSource {
    /// Returns the finding that explains why nothing can be like the given frames.
    fn useless_example(&self, library: &Library) -> Finding {
        let entry = &library.clips()[self.like.clip];
        let why = if entry.mirror_of.is_some() {
            "it is a mirrored twin; give frames of its original"
        } else if entry.is_stale() {
            "it changed since it was tagged"
        } else {
            "its hips and legs are unknown, or the frames last less than 1/30 s"
        };
        Finding {
            severity: Severity::Warning,
            file: entry.name.clone(),
            position: None,
            code: "no-example",
            message: format!("frames {} cannot be an example: {why}", self.like.range),
        }
    }

    /// Returns for each row whether it is among the given frames, has the tag or one below it, or does not have the tag.
    fn taken(&self, library: &Library, one: &Searched, rejections: &Rejections) -> Vec<bool> {
        let mut taken = vec![false; one.rows.len()];
        let entry = &library.clips()[one.clip];
        let tags = entry.tags();
        let own = tags
            .filter(|span| span.name == self.tag || span.name.is_below(&self.tag))
            .map(|span| span.range);
        let lines = entry.labels().into_iter().flat_map(|l| l.lines());
        let rejected = lines.filter_map(|line| match line {
            Line::Not { name, range } if *name == self.tag || self.tag.is_below(name) => {
                Some(*range)
            }
            _ => None,
        });
        let of_clip = rejections.of_clip(&entry.name);
        let proposed = of_clip.filter_map(|rejection| match rejection.place {
            ProposedPlace::Span(range) if rejection.name == self.tag => Some(range),
            _ => None,
        });
        let given = (one.clip == self.like.clip).then_some(self.like.range);
        for range in own.chain(rejected).chain(proposed).chain(given) {
            taken[one.columns.rows_of(range)].fill(true);
        }
        taken
    }
}

/// The given frames.
struct Query {
    length: usize,
    moments: Vec<Row>,
    weights: Row,
}

impl Query {
    fn new(rows: &[Row]) -> Self {
        let moments = moments(rows);
        let energy = |column: usize| {
            let squares = moments.iter().map(|row| row[column] * row[column]);
            squares.sum::<f32>() / to_f32(MOMENTS as f64)
        };
        let mut weights = [0.0; WIDTH];
        for (column, weight) in weights.iter_mut().enumerate() {
            let energy = energy(column);
            *weight = (energy / (1.0 + energy)).max(MIN_WEIGHT);
        }
        let sum: f32 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        Self {
            length: rows.len(),
            moments,
            weights,
        }
    }

    /// Returns the most similar stretches of a clip that share no rows.
    fn search(&self, searched: usize, one: &Searched, taken: &[bool]) -> Vec<Stretch> {
        let mut all = Vec::new();
        for tenths in WARPS_TENTHS {
            let length = (self.length * tenths / 10).max(1);
            for start in (0..(one.rows.len() + 1).saturating_sub(length)).step_by(START_STEP) {
                let stop = start + length;
                all.push(Stretch {
                    searched,
                    start,
                    stop,
                    distance: self.distance(&one.rows[start..stop]),
                });
            }
        }
        all.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        let mut taken = taken.to_vec();
        all.retain(|found| {
            let rows = found.start..found.stop;
            let is_free = !taken[rows.clone()].contains(&true);
            taken[rows].iter_mut().for_each(|taken| *taken |= is_free);
            is_free
        });
        all
    }

    /// Returns the root of the weighted mean square difference.
    fn distance(&self, rows: &[Row]) -> f32 {
        let mut sums = [0.0_f32; WIDTH];
        for (own, other) in self.moments.iter().zip(moments(rows)) {
            for column in 0..WIDTH {
                let apart = own[column] - other[column];
                sums[column] += apart * apart;
            }
        }
        let weighted = sums
            .iter()
            .zip(&self.weights)
            .map(|(sum, weight)| sum * weight);
        (weighted.sum::<f32>() / to_f32(MOMENTS as f64)).sqrt()
    }
}

/// Returns evenly spread rows; places relative to their mean.
fn moments(rows: &[Row]) -> Vec<Row> {
    let last = rows.len() - 1;
    let spread =
        (0..MOMENTS).map(|moment| rows[(moment * last + (MOMENTS - 1) / 2) / (MOMENTS - 1)]);
    let mut spread: Vec<Row> = spread.collect();
    let count = to_f32(MOMENTS as f64);
    for column in 0..3 * PLACES.len() {
        let mean = spread.iter().map(|row| row[column]).sum::<f32>() / count;
        spread.iter_mut().for_each(|row| row[column] -= mean);
    }
    spread
}

fn read(library: &Library, is_wanted: &IsWanted<'_>) -> (Vec<Searched>, Vec<Finding>) {
    let originals = library.originals().map(|(clip, _)| clip);
    let originals: Vec<ClipId> = originals
        .filter(|&clip| is_current(library, clip))
        .collect();
    let read: Vec<_> = originals
        .par_iter()
        .filter(|_| is_wanted())
        .map(|&clip| match library.load(clip) {
            Ok(loaded) => Ok(searched(clip, &loaded.clip)),
            Err(error) => Err(clip_finding(&library.clips()[clip].name, &error)),
        })
        .collect();
    let (mut clips, mut unread) = (Vec::new(), Vec::new());
    for one in read {
        match one {
            Ok(one) => clips.extend(one),
            Err(finding) => unread.push(finding),
        }
    }
    (clips, unread)
}

fn searched(clip: ClipId, motion: &Clip) -> Option<Searched> {
    Some(Searched {
        clip,
        columns: MotionColumns::from_clip(motion)?,
        rows: rows(motion)?,
    })
}

/// Returns the rows of a clip; the columns of a joint that the skeleton lacks are 0.
fn rows(clip: &Clip) -> Option<Vec<Row>> {
    let motion = Motion::new(clip);
    let space = BodySpace::new(&motion)?;
    let roles = clip.skeleton().roles();
    let mut rows = vec![[0.0; WIDTH]; space.count];
    for (place, role) in PLACES.into_iter().enumerate() {
        let Some(joint) = roles.joint(role) else {
            continue;
        };
        for (row, at) in rows.iter_mut().zip(space.positions(&motion, joint)) {
            row[3 * place..3 * place + 3].copy_from_slice(&at.map(to_f32));
        }
    }
    let bones = BONES.map(|role| roles.joint(role).map(Id::index));
    let turns = rotations(clip, &space, &bones);
    for (index, row) in rows.iter_mut().enumerate() {
        let (before, after, secs) = around(index, space.count);
        for (bone, (a, b)) in turns[before].iter().zip(&turns[after]).enumerate() {
            let (Some(a), Some(b), true) = (a, b, secs > 0.0) else {
                continue;
            };
            let spin = turned(angular(*a, *b).map(|x| x / secs), space.turns[index]);
            let first = 3 * (PLACES.len() + bone);
            row[first..first + 3].copy_from_slice(&spin.map(to_f32));
        }
    }
    Some(rows)
}

/// Returns the world rotation of each bone at each row.
fn rotations(
    clip: &Clip,
    space: &BodySpace,
    bones: &[Option<usize>; BONES.len()],
) -> Vec<[Option<[f64; 4]>; BONES.len()]> {
    let mut kinematics = ForwardKinematics::new(clip.skeleton());
    let mut positions = vec![[0.0; 3]; clip.skeleton().joint_count()];
    let at = space.frames().map(|frame| {
        let pose = u32::try_from(frame).ok().and_then(|frame| clip.pose(frame));
        if let Some(pose) = pose {
            kinematics.solve(pose, &mut positions);
        }
        let all: Vec<[f64; 4]> = kinematics.rotations().collect();
        bones.map(|bone| bone.and_then(|bone| all.get(bone).copied()))
    });
    at.collect()
}

/// Returns the rotation between two orientations as an axis times twice the sine of half the angle.
fn angular([x, y, z, w]: [f64; 4], [bx, by, bz, bw]: [f64; 4]) -> [f64; 3] {
    // b times the inverse of a.
    let real = bw * w + bx * x + by * y + bz * z;
    let sign = if real < 0.0 { -2.0 } else { 2.0 };
    [
        sign * (bx * w - bw * x - by * z + bz * y),
        sign * (by * w - bw * y - bz * x + bx * z),
        sign * (bz * w - bw * z - bx * y + by * x),
    ]
}

/// Divides each column by its deviation over all clips. Places are measured about the mean of their clip.
fn scale(searched: &mut [Searched]) {
    for column in 0..WIDTH {
        let (mut squares, mut count) = (0.0_f64, 0.0_f64);
        for one in searched.iter() {
            let per = 1.0 / one.rows.len().max(1) as f64;
            let values = || one.rows.iter().map(|row| f64::from(row[column]));
            let mean = values().sum::<f64>() * per;
            squares += values().map(|x| (x - mean) * (x - mean)).sum::<f64>();
            count += one.rows.len() as f64;
        }
        // A millimetre or a degree per second is noise.
        let deviation = (squares / count.max(1.0)).sqrt().max(0.02);
        let factor = to_f32(1.0 / deviation);
        for row in searched.iter_mut().flat_map(|one| &mut one.rows) {
            row[column] *= factor;
        }
    }
}
