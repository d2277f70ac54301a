//! Scores how well rebasing finds the frames of changed clips, for each kind of change.
//!
//! ```text
//! cargo run --release -p footwork-pipeline --example score_rebase [FOLDER…]
//! ```
//!
//! Without a folder, the clips of `samples/` and their tags are used; a clip without tags gets a
//! boundary every seventh of a second.
#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an example with test data"
)]

#[path = "../tests/rebase/variants.rs"]
mod variants;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

use footwork_clip::Clip;
use footwork_library::Signature;
use footwork_library::{ClipEntry, Library};
use footwork_pipeline::{MIN_CONFIDENCE, align};
use variants::Kind;

#[derive(Default)]
struct Score {
    clips: usize,
    refused: usize,
    swapped: usize,
    boundaries: usize,
    near: usize,
    silent: usize,
    flagged: usize,
    worst: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if folders.is_empty() {
        folders.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples"));
    }
    let mut scores: BTreeMap<Kind, Score> = BTreeMap::new();
    let mut signatures = Vec::new();
    let start = Instant::now();
    for folder in folders {
        let library = Library::open(&folder)?;
        for (id, entry) in library.clips().iter() {
            let clip = library.load(id)?.clip;
            if clip.frame_count() < 12 {
                continue;
            }
            let boundaries = boundaries(entry);
            let old = Signature::from_clip(&clip, &BTreeMap::new())?;
            score(&entry.name, &clip, &old, &boundaries, &mut scores);
            signatures.push((entry.name.clone(), clip, old));
        }
    }
    println!(
        "{:<48} clips  refused  swapped  boundaries   near      %  flagged  off and not flagged  worst",
        ""
    );
    for (kind, score) in &scores {
        println!(
            "{kind:<48} {:>5}  {:>7}  {:>7}  {:>10} {:>6} {:>6.2}  {:>7}  {:>19}  {:>5.1}",
            score.clips,
            score.refused,
            score.swapped,
            score.boundaries,
            score.near,
            100.0 * score.near as f64 / score.boundaries.max(1) as f64,
            score.flagged,
            score.silent,
            score.worst,
        );
    }
    println!("{:.1} s", start.elapsed().as_secs_f64());
    let (mut pairs, mut accepted) = (0, 0);
    for (a, (name, _, old)) in signatures.iter().enumerate() {
        for (b, (other, clip, _)) in signatures.iter().enumerate() {
            let Some(new) = old.with_same_joints(clip).ok().filter(|_| a != b) else {
                continue;
            };
            pairs += 1;
            if let Ok(found) = align(old, &new) {
                accepted += 1;
                println!(
                    "  {name} is found in {other}: residual {:.1} cm, spread {:.1} cm{}",
                    100.0 * found.map.residual_m(),
                    100.0 * found.spread_m,
                    if found.mirrored { ", mirrored" } else { "" },
                );
            }
        }
    }
    println!(
        "{pairs} pairs of different clips, {accepted} not refused; {:.1} s",
        start.elapsed().as_secs_f64()
    );
    Ok(())
}

fn boundaries(entry: &ClipEntry) -> Vec<f64> {
    let spans = entry
        .tags()
        .flat_map(|span| [span.range.start(), span.range.stop()]);
    let mut all: Vec<f64> = spans
        .map(f64::from)
        .chain(entry.events().map(|(_, time)| time))
        .collect();
    if all.is_empty() {
        let step = (entry.rate.as_f64() / 7.0).ceil() as usize;
        all = (0..entry.frames)
            .step_by(step.max(1))
            .map(f64::from)
            .collect();
    }
    all
}

fn score(
    name: &str,
    clip: &Clip,
    old: &Signature,
    boundaries: &[f64],
    scores: &mut BTreeMap<Kind, Score>,
) {
    let seed = clip.frame_count();
    for (kind, recipe) in variants::recipes(seed) {
        let variant = variants::make(clip, recipe);
        let score = scores.entry(kind).or_default();
        score.clips += 1;
        let new = old.with_same_joints(&variant.clip).unwrap();
        let found = match align(old, &new) {
            Ok(found) => found,
            Err(error) => {
                println!("  {name}: {}: {error}", variant.what);
                score.refused += 1;
                continue;
            }
        };
        score.swapped += usize::from(found.mirrored != variant.mirrored);
        let (mut off, mut silent, mut worst) = (0, 0, 0.0f64);
        for &boundary in boundaries {
            let Some(truth) = variant.truth(boundary) else {
                continue;
            };
            let place = found.map.place(boundary);
            let gap = (place.frame - truth).abs();
            let flagged = found.confidence(boundary) < MIN_CONFIDENCE;
            score.boundaries += 1;
            score.near += usize::from(gap <= 1.0);
            score.flagged += usize::from(flagged);
            off += usize::from(gap > 1.0);
            silent += usize::from(gap > 1.0 && !flagged);
            worst = worst.max(gap);
        }
        score.silent += silent;
        score.worst = score.worst.max(worst);
        if off > 0 || found.mirrored != variant.mirrored {
            let course = match found.map.course() {
                footwork_pipeline::MapCourse::Even { scale, offset, .. } => {
                    format!("even {scale:.4} {offset:.2}")
                }
                footwork_pipeline::MapCourse::Varying { .. } => "varying".to_owned(),
                footwork_pipeline::MapCourse::Cut { pieces, .. } => {
                    format!("{} pieces", pieces.len())
                }
            };
            println!(
                "  {name}: {}: {off} off by up to {worst:.1}, {silent} not flagged; {course}, residual {:.4}",
                variant.what,
                found.map.residual_m()
            );
        }
    }
}
