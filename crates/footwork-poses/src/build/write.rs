//! Writes the file: compressed clips, tables and checksums. Then measures the errors of the result.

use std::collections::BTreeMap;

use footwork_base::{Id, to_f32};

use super::kinematics::Place;
use super::profiles::{Widths, train};
use super::segment::{Measure, Segment};
use super::tracks::Tracks;
use super::{OwnClip, PoseBuildError, PoseFileBuilder, set, steps, stream};
use crate::clip_rows::{CLIP_BYTES, ClipRow, ERROR, MOTION_BYTES, MotionRow};
use crate::error::MAJOR;
use crate::file::{PoseClipEnd, PoseClipId, PoseFile};
use crate::joint_frame::JointFrame;
use crate::layout::{
    CHECKED, HEADER, INDEX_ALIGN, JOINT_BYTES, MAGIC, MINOR, NO_PARENT, PROFILES, SET_BYTES,
    SKELETON_BYTES,
};
use crate::pose_leg::legs_word;
use crate::transform::Transform;
use crate::tree::SEGMENT;

/// The share of the tolerance that segments may use. The rest is for the rounding of poses relative to the root.
const USED: f64 = 0.99;
/// The maximum number of times that the steps of a clip are halved before the clip is refused.
const MAX_HALVINGS: u8 = 4;

/// A compressed clip: its tracks, its segments, and how often its steps were halved.
struct Compressed {
    tracks: Tracks,
    segments: Vec<Segment>,
    halvings: u8,
}

/// Returns the places of all tracks in the space of the clip.
fn world(parents: &[Option<usize>], pose: &[Place]) -> Vec<Place> {
    let mut world: Vec<Place> = Vec::with_capacity(pose.len());
    for (local, parent) in pose.iter().zip(parents) {
        world.push(parent.map_or(*local, |parent| world[parent].child(local)));
    }
    world
}

impl PoseFileBuilder {
    fn compress(
        &self,
        clip: &OwnClip,
        frames: &[JointFrame],
    ) -> Result<Compressed, PoseBuildError> {
        let body = &self.bodies[clip.skeleton];
        let poses = clip.poses.iter();
        let wanted: Vec<Vec<Place>> = poses.map(|pose| world(&body.parents, pose)).collect();
        let tolerance_m = f64::from(clip.tolerance_m);
        for halvings in 0..=MAX_HALVINGS {
            let steps = steps(clip.tolerance_m, halvings);
            let Some(tracks) = Tracks::new(body, frames, &clip.poses, steps, tolerance_m) else {
                break;
            };
            let measure = Measure {
                body,
                frames,
                tracks: &tracks,
                steps,
                wanted: &wanted,
                limit_m: USED * tolerance_m,
            };
            let starts = (0..(wanted.len() - 1).max(1)).step_by(SEGMENT);
            let segments: Option<Vec<Segment>> = starts.map(|at| measure.segment(at)).collect();
            if let Some(segments) = segments {
                return Ok(Compressed {
                    tracks,
                    segments,
                    halvings,
                });
            }
        }
        Err(PoseBuildError::Tolerance {
            name: clip.name.clone(),
            tolerance_m: clip.tolerance_m,
            error_m: None,
        })
    }

    /// Measures every clip of a finished file. Only this function decides whether a tolerance is kept.
    pub(super) fn check(&self, bytes: &[u8]) -> Result<(), PoseBuildError> {
        for (place, clip) in self.clips.iter().enumerate() {
            let error_m = self.error_m(bytes, place).ok_or(PoseBuildError::TooLarge)?;
            if error_m > f64::from(clip.tolerance_m) || error_m.is_nan() {
                return Err(PoseBuildError::Tolerance {
                    name: clip.name.clone(),
                    tolerance_m: clip.tolerance_m,
                    error_m: Some(to_f32(error_m)),
                });
            }
        }
        Ok(())
    }

    /// Decodes a clip of a finished file as a game does, and returns its largest error in metres. Returns 0 for a twin,
    /// which has the motion of its original.
    fn error_m(&self, bytes: &[u8], place: usize) -> Option<f64> {
        let clip = &self.clips[place];
        let body = &self.bodies[clip.skeleton];
        let file = PoseFile::open(bytes).ok()?;
        let decoder = file.clip(PoseClipId::from_index(place)?)?;
        let mut joints = vec![Transform::IDENTITY; body.joints.len()];
        let mut largest: f64 = 0.0;
        for (frame, pose) in (0..).zip(&clip.poses) {
            let root = super::root_place(&decoder.decode(frame, 0.0, &mut joints)?);
            let decoded = body.order.iter().map(|joint| {
                let local = Place::from_transform(&joints[*joint]);
                match body.joints[*joint].parent {
                    Some(_) => local,
                    None => root.child(&local),
                }
            });
            let decoded: Vec<Place> = [root].into_iter().chain(decoded).collect();
            let [is, was] = [decoded.as_slice(), pose].map(|pose| world(&body.parents, pose));
            for ((is, was), shell_m) in is.iter().zip(&was).zip(&body.shells_m) {
                let error_m = is.error_m(was, *shell_m);
                if error_m > largest || error_m.is_nan() {
                    largest = error_m;
                }
            }
        }
        Some(largest)
    }
}

/// The names and sections written so far.
#[derive(Default)]
struct Writer {
    names: Vec<u8>,
    /// The streams and indexes. In the file, they follow the tables and the names.
    sections: Vec<u8>,
}

impl Writer {
    fn name(&mut self, name: &str) -> Option<[u32; 2]> {
        let start = u32::try_from(self.names.len()).ok()?;
        self.names.extend(name.as_bytes());
        Some([start, u32::try_from(name.len()).ok()?])
    }

    /// Adds a section. `start` is the offset of the first section in the file, a multiple of 64.
    fn section(&mut self, start: usize, bytes: &[u8], align: usize) -> [u64; 2] {
        self.sections
            .resize(self.sections.len().next_multiple_of(align), 0);
        let offset = start + self.sections.len();
        self.sections.extend(bytes);
        [offset as u64, bytes.len() as u64]
    }
}

/// Returns the bytes of the file, including the measured errors.
pub(super) fn file(builder: &PoseFileBuilder) -> Result<Vec<u8>, PoseBuildError> {
    let sets: Vec<Vec<JointFrame>> = (0..builder.bodies.len())
        .map(|skeleton| {
            let clips = builder
                .clips
                .iter()
                .filter(|clip| clip.skeleton == skeleton);
            let poses = clips.flat_map(|clip| clip.poses.iter().map(Vec::as_slice));
            set::frames(&builder.bodies[skeleton], poses)
        })
        .collect();
    let clips = builder.clips.iter().map(|clip| match clip.twin_of {
        Some(_) => Ok(None),
        None => builder.compress(clip, &sets[clip.skeleton]).map(Some),
    });
    let clips: Vec<Option<Compressed>> = clips.collect::<Result<_, _>>()?;
    let mut needs: BTreeMap<Widths, u64> = BTreeMap::new();
    for clip in clips.iter().flatten() {
        for segment in &clip.segments {
            for (place, moving) in clip.tracks.moving.iter().enumerate() {
                for component in 0..moving.components {
                    *needs.entry(segment.need(place, component)).or_default() += 1;
                }
            }
        }
    }
    let profiles = train(&needs);
    let mut file = tables(builder, &sets, &clips, &profiles).ok_or(PoseBuildError::TooLarge)?;
    let measured = builder.clips.iter().enumerate();
    let measured = measured.filter(|(_, clip)| clip.twin_of.is_none());
    let errors: Option<Vec<f64>> = measured
        .map(|(clip, _)| builder.error_m(&file.bytes, clip))
        .collect();
    for (place, error_m) in errors
        .ok_or(PoseBuildError::TooLarge)?
        .into_iter()
        .enumerate()
    {
        let at = file.motions + place * MOTION_BYTES + ERROR;
        file.bytes[at..at + 4].copy_from_slice(&to_f32(error_m).to_le_bytes());
    }
    file.seal();
    Ok(file.bytes)
}

struct Written {
    bytes: Vec<u8>,
    /// The start of the table of motions, and the end of all tables.
    motions: usize,
    end: usize,
}

impl Written {
    fn seal(&mut self) {
        let checksum = crc32fast::hash(&self.bytes[CHECKED..self.end]);
        self.bytes[12..CHECKED].copy_from_slice(&checksum.to_le_bytes());
    }
}

/// Returns the file with its checksum, without the measured errors.
fn tables(
    builder: &PoseFileBuilder,
    sets: &[Vec<JointFrame>],
    clips: &[Option<Compressed>],
    profiles: &[Widths; PROFILES],
) -> Option<Written> {
    let joints: usize = builder.bodies.iter().map(|body| body.joints.len()).sum();
    let frames: usize = sets.iter().map(Vec::len).sum();
    let names = builder.bodies.iter().flat_map(|body| {
        let joints = body.joints.iter().map(|joint| joint.name.len());
        joints.chain([body.name.len()])
    });
    let names: usize = names
        .chain(builder.clips.iter().map(|clip| clip.name.len()))
        .sum();
    let motion_count = clips.iter().flatten().count();
    let motion_table = HEADER
        + 4 * PROFILES
        + builder.bodies.len() * (SKELETON_BYTES + SET_BYTES)
        + joints * JOINT_BYTES
        + frames * crate::joint_frame::FRAME_BYTES;
    let end = motion_table + motion_count * MOTION_BYTES + clips.len() * CLIP_BYTES + names;
    let start = end.next_multiple_of(INDEX_ALIGN);
    let mut writer = Writer::default();
    let skeletons = skeleton_rows(builder, &mut writer, start)?;
    let clip_rows = clip_rows(builder, clips, profiles, &mut writer, start)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(
        [MAJOR, MINOR]
            .iter()
            .flat_map(|version| version.to_le_bytes()),
    );
    bytes.extend([0; 4]);
    bytes.extend(((start + writer.sections.len()) as u64).to_le_bytes());
    let counts = [
        builder.bodies.len(),
        joints,
        sets.len(),
        frames,
        motion_count,
        clips.len(),
        names,
    ];
    for count in counts {
        bytes.extend(u32::try_from(count).ok()?.to_le_bytes());
    }
    bytes.resize(HEADER, 0);
    bytes.extend(profiles.as_flattened());
    bytes.extend(skeletons);
    let mut first = 0;
    for (skeleton, set) in sets.iter().enumerate() {
        bytes.extend(u32::try_from(skeleton).ok()?.to_le_bytes());
        bytes.extend(u32::try_from(first).ok()?.to_le_bytes());
        first += set.len();
    }
    for frame in sets.iter().flatten() {
        bytes.extend(frame.to_bytes());
    }
    bytes.extend(clip_rows);
    bytes.extend(&writer.names);
    debug_assert_eq!(bytes.len(), end);
    bytes.resize(start, 0);
    bytes.extend(&writer.sections);
    let mut file = Written {
        bytes,
        motions: motion_table,
        end,
    };
    file.seal();
    Some(file)
}

/// Returns the rows of all skeletons, then the rows of their joints.
fn skeleton_rows(builder: &PoseFileBuilder, writer: &mut Writer, start: usize) -> Option<Vec<u8>> {
    let (mut skeletons, mut joints) = (Vec::new(), Vec::new());
    let words = |rows: &mut Vec<u8>, words: &[u32]| {
        rows.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    };
    for body in &builder.bodies {
        let first = u32::try_from(joints.len() / JOINT_BYTES).ok()?;
        let count = u32::try_from(body.joints.len()).ok()?;
        let leading = u32::try_from(body.leading).ok()?;
        let name = writer.name(&body.name)?;
        words(&mut skeletons, &name);
        words(
            &mut skeletons,
            &[first, count, leading, legs_word(body.legs)?],
        );
        for long in writer.section(start, &body.index, INDEX_ALIGN) {
            skeletons.extend(long.to_le_bytes());
        }
        for (joint, decoded) in body.joints.iter().zip(&body.order) {
            let parent = joint.parent.map(u32::try_from);
            let parent = parent.transpose().ok()?.unwrap_or(NO_PARENT);
            let name = writer.name(&joint.name)?;
            words(&mut joints, &name);
            let [partner, decoded] = [joint.partner, *decoded].map(u32::try_from);
            words(&mut joints, &[parent, partner.ok()?, decoded.ok()?]);
            words(&mut joints, &joint.rest.rotation.map(f32::to_bits));
            words(&mut joints, &joint.rest.translation_m.map(f32::to_bits));
        }
    }
    skeletons.extend(joints);
    Some(skeletons)
}

/// Returns the rows of all motions, then the rows of all clips.
fn clip_rows(
    builder: &PoseFileBuilder,
    clips: &[Option<Compressed>],
    profiles: &[Widths; PROFILES],
    writer: &mut Writer,
    start: usize,
) -> Option<Vec<u8>> {
    let (mut motions, mut rows) = (Vec::new(), Vec::new());
    let mut motion_of = Vec::with_capacity(clips.len());
    for (clip, compressed) in builder.clips.iter().zip(clips) {
        let motion = match (compressed, clip.twin_of) {
            (Some(compressed), _) => {
                let row = motion_row(clip, compressed, profiles, writer, start)?;
                motions.extend(row.to_bytes()?);
                motions.len() / MOTION_BYTES - 1
            }
            (None, original) => *motion_of.get(original?)?,
        };
        motion_of.push(motion);
        let row = ClipRow {
            name: writer.name(&clip.name)?,
            motion,
            end: match clip.end {
                PoseClipEnd::Cut => 0,
                PoseClipEnd::Rest => 1,
                PoseClipEnd::Loop => 2,
            },
            is_twin: u32::from(compressed.is_none()),
        };
        rows.extend(row.to_bytes()?);
    }
    motions.extend(rows);
    Some(motions)
}

fn motion_row(
    clip: &OwnClip,
    compressed: &Compressed,
    profiles: &[Widths; PROFILES],
    writer: &mut Writer,
    start: usize,
) -> Option<MotionRow> {
    let steps = steps(clip.tolerance_m, compressed.halvings);
    let rates = clip
        .rates
        .map(|rate| [rate.numerator(), rate.denominator()]);
    let mut row = MotionRow {
        skeleton: clip.skeleton,
        set: clip.skeleton,
        frames: u32::try_from(clip.poses.len()).ok()?,
        source_frames: clip.source_frames,
        rates,
        scale: steps.scale,
        translation_step_m: steps.translation_m,
        ..MotionRow::default()
    };
    let (tracks, segments) = (&compressed.tracks, &compressed.segments);
    let bytes = stream::bytes(tracks, segments, &clip.standing, profiles, &mut row)?;
    [row.offset, row.length] = writer.section(start, &bytes, 1);
    Some(row)
}
