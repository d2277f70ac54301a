//! Compressed poses: their size, their error, and the time to decode one.
//!
//! The limits come from the specification of `footwork-poses`. The figures of ACL (N. Frechette, *Animation
//! Compression Library*) were measured once, with the same clips and the same metric, because its decoder needs
//! a separate C++ build.

use std::hint::black_box;
use std::path::Path;

use footwork_base::FrameRate;
use footwork_library::Library;
use footwork_pipeline::compress_poses;
use footwork_poses::{PoseClip, PoseFile, Transform};

use crate::figure;
use crate::measure::{Contender, in_turn, median_secs};
use crate::random::Random;
use crate::report::{Bar, Block, Outcome, Section, Table};

/// The tolerances in millimetres, each with the largest size in MB per minute and the size that ACL reached at that setting.
const TOLERANCES: [(f32, f64, f64); 2] = [(0.1, 0.21, 0.299), (0.5, 0.16, 0.239)];
/// The limit and the goal for the time to decode a pose of 28 joints, in seconds.
const POSE: [f64; 2] = [0.9e-6, 0.5e-6];
/// ACL's times for such a pose in nanoseconds, with SSE4.1: for a random pose, and for the next pose of a clip.
const ACL_NS: [u32; 2] = [492, 459];
/// The limit for the time to decode both legs, as a share of the time for a whole pose.
const LEGS: f64 = 0.5;
/// The number of poses decoded per call.
const POSES: u16 = 1024;

/// Compresses the football samples and decodes them.
pub(crate) fn run() -> Outcome<Section> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples/football");
    let library = Library::open(&samples)?;
    let rate = FrameRate::whole(60).ok_or("the frame rate is 0")?;
    let mut losses = Vec::new();
    let mut sizes = Table::new(
        "The motion of `samples/football` at 60 frames/s, without the index (mirrored twins share the motion and add nothing)",
        "tolerance | MB a minute | largest error | must | ACL, MB a minute",
    );
    let mut fine = Vec::new();
    for (tolerance_mm, must_mb, acl_mb) in TOLERANCES {
        let job = compress_poses(&library, rate, |_| tolerance_mm / 1e3, || {})?;
        let file = PoseFile::open(job.bytes.as_slice())?;
        let indexes: usize = file.skeletons().map(|of| of.index_bytes().len()).sum();
        let mb = (job.bytes.len() - indexes) as f64 / 1e6 / (job.secs / 60.0);
        let errors = file.clips().map(|clip| clip.error_m());
        let error_m = errors.fold(0.0, |a, b| if b > a { b } else { a });
        let what = format!("compressed poses at {tolerance_mm} mm, MB a minute");
        sizes.row([
            format!("{tolerance_mm} mm"),
            figure::plain(mb),
            format!("{:.3} mm", error_m * 1e3),
            Bar::at_most(must_mb).judge(&what, mb, &mut losses),
            figure::plain(acl_mb),
        ]);
        if fine.is_empty() {
            fine = job.bytes;
        }
    }
    let file = PoseFile::open(fine.as_slice())?;
    let decoding = decoding(&file, &mut losses)?;
    let index = index(&file)?;
    Ok(Section {
        title: "Compressed poses",
        peers: &[],
        blocks: vec![
            Block::Table(sizes),
            Block::Table(decoding),
            Block::Text(index),
        ],
        losses,
    })
}

/// Decodes poses between frames.
fn decoding(file: &PoseFile<&[u8]>, losses: &mut Vec<String>) -> Outcome<Table> {
    let clips: Vec<PoseClip<'_>> = file.clips().filter(|clip| !clip.is_mirrored()).collect();
    let first = clips.first().ok_or("the file has no clips")?;
    let count = u32::try_from(clips.len())?;
    let mut random = Random::new(1);
    let places: Vec<(PoseClip<'_>, u32)> = (0..POSES)
        .map(|_| {
            let clip = clips[random.below(count) as usize];
            (clip, random.below(clip.frame_count()))
        })
        .collect();
    let longest = clips.iter().max_by_key(|clip| clip.frame_count());
    let longest = longest.ok_or("the file has no clips")?;
    let out = || vec![Transform::IDENTITY; first.joint_count()];
    let (mut all, mut twins, mut legs, mut next) = (out(), out(), out(), out());
    let timings = in_turn(vec![
        Contender::new("a random pose", || {
            for (clip, frame) in &places {
                black_box(clip.decode(*frame, 0.3, &mut all));
            }
        }),
        Contender::new("a random pose of a mirrored twin", || {
            for (clip, frame) in &places {
                black_box(clip.mirrored().decode(*frame, 0.3, &mut twins));
            }
        }),
        Contender::new("both legs of a random pose", || {
            for (clip, frame) in &places {
                black_box(clip.decode_legs(*frame, 0.3, &mut legs));
            }
        }),
        Contender::new("the next pose of a clip", || {
            for place in 0..u32::from(POSES) {
                black_box(longest.decode(place % longest.frame_count(), 0.3, &mut next));
            }
        }),
    ]);
    let of = |name| median_secs(&timings, name) / f64::from(POSES);
    let pose = of("a random pose");
    let mut table = Table::new(
        format!(
            "Decoding a pose of {} joints between two frames, at 0.1 mm, in safe Rust",
            first.joint_count()
        ),
        "what | time | must | goal | ACL",
    );
    for timing in &timings {
        let secs = timing.median_secs / f64::from(POSES);
        let is_legs = timing.name == "both legs of a random pose";
        let [must, goal] = if is_legs {
            let what = "both legs ÷ a whole pose";
            [
                Bar::at_most(LEGS).judge(what, secs / pose, losses),
                String::new(),
            ]
        } else {
            let what = format!("decoding {}", timing.name);
            let goal = Bar::secs(POSE[1]).judge(&what, secs, &mut Vec::new());
            [Bar::secs(POSE[0]).judge(&what, secs, losses), goal]
        };
        let acl = match timing.name {
            "a random pose" => format!("{} ns", ACL_NS[0]),
            "the next pose of a clip" => format!("{} ns", ACL_NS[1]),
            _ => String::new(),
        };
        table.row([
            timing.name.to_owned(),
            timing.cell(f64::from(POSES)),
            must,
            goal,
            acl,
        ]);
    }
    Ok(table)
}

/// Returns a sentence about the size of the search index.
fn index(file: &PoseFile<&[u8]>) -> Outcome<String> {
    let skeleton = file.skeletons().next().ok_or("the file has no skeleton")?;
    let index = footwork_matching::Index::from_bytes(skeleton.index_bytes().to_vec())?;
    let bytes = index.memory_bytes() as f64 / index.pose_count() as f64;
    Ok(format!(
        "The search index in the file has {} poses, mirrored twins included, in {} bytes each.",
        index.pose_count(),
        figure::plain(bytes)
    ))
}
