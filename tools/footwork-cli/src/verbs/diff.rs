//! `footwork diff OLD NEW`: what changed between two versions of a clip or of a library.

mod text;
mod worst;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use footwork::tags::ClipId;
use footwork_clip::{FolderFiles, LoadedClip, ReadOptions, read_clips};
use footwork_library::{ClipEntry, Library, Whole};
use footwork_pipeline::{ClipDifference, StrikeDifference, compare_clips};
use footwork_sidecar::Quantity;
use serde::Serialize;

use crate::compiled_name::only_folder;
use crate::failure::Failure;
use crate::input;
use crate::output::{Done, Speech};
use crate::output_file::{PNG_SIGNATURE, no_dash, refuse_replacing};
use crate::reading::ReadArgs;
use text::{csv, text};
use worst::Worst;

/// The start of the error if clips are missing.
const NO_STRIP: &str = "nothing is drawn";

/// Show what changed between two versions of a clip or of a library.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork diff old/walk.glb new/walk.glb
  git worktree add ../before HEAD~5 && footwork diff ../before/clips clips
  footwork diff ../before clips --tolerance 5mm --format json
  footwork diff ../before clips --strip worst.png

Clips are paired by their names. For each pair the answer lists joints, length, rate, the axis that
points up, the size of bones, frames with other poses, strikes of feet that moved, and tags of the
old library that reach past the new end.

The picture of --strip shows one second around the frame where a joint is farthest away, the old
motion above the new one.")]
pub(crate) struct Args {
    /// The old clip file or library.
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// The new clip file or library.
    #[arg(value_name = "NEW")]
    new: PathBuf,

    /// The distance of a joint up to which poses are the same.
    #[arg(long, value_name = "LENGTH", default_value = "1mm", value_parser = length)]
    tolerance: f64,

    /// Draw the frames around the largest difference. Replaces an existing picture, but no other file.
    #[arg(long, value_name = "FILE.png", value_parser = no_dash())]
    strip: Option<PathBuf>,

    #[command(flatten)]
    read: ReadArgs,
}

fn length(text: &str) -> Result<f64, String> {
    let metres = Quantity::Length.parse(text)?;
    if metres >= 0.0 {
        Ok(metres)
    } else {
        Err("a tolerance is at least 0".to_owned())
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    added: Vec<&'a str>,
    lost: Vec<&'a str>,
    same: usize,
    changed: Vec<ClipJson<'a>>,
    strip: Option<String>,
}

#[derive(Serialize)]
struct ClipJson<'a> {
    clip: &'a str,
    joints_added: &'a [String],
    joints_lost: &'a [String],
    joints_moved: &'a [String],
    frames: Option<[u32; 2]>,
    rate: Option<[String; 2]>,
    looping: Option<[bool; 2]>,
    up: Option<[String; 2]>,
    scale: Option<f64>,
    poses: Option<PosesJson<'a>>,
    strikes: Vec<StrikeJson>,
    tags_past_end: Vec<&'a str>,
}

#[derive(Serialize)]
struct PosesJson<'a> {
    worst_m: f64,
    joint: &'a str,
    frame: u32,
    ranges: Vec<[u32; 2]>,
}

#[derive(Serialize)]
struct StrikeJson {
    foot: &'static str,
    old: Option<f64>,
    new: Option<f64>,
}

/// One clip of both versions.
struct Pair {
    name: String,
    difference: ClipDifference,
    /// Tags of the old library that reach past the new end.
    tags: Vec<String>,
}

impl Pair {
    fn is_same(&self) -> bool {
        self.difference.is_empty() && self.tags.is_empty()
    }
}

/// The clips of both versions.
#[derive(Default)]
struct Versions {
    added: Vec<String>,
    lost: Vec<String>,
    pairs: Vec<Pair>,
    worst: Worst,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    for path in [&args.old, &args.new] {
        only_folder(path)?;
    }
    if let Some(strip) = &args.strip {
        refuse_replacing(strip, PNG_SIGNATURE, "a PNG picture")?;
    }
    if args.old.is_dir() != args.new.is_dir() {
        let message = "one is a folder and the other is not; compare two files or two folders";
        return Err(Failure::plain("usage", message));
    }
    if args.old.is_dir() {
        return libraries(args, speech);
    }
    let [old, new] = [&args.old, &args.new].map(|path| clips_of(path));
    let (mut old, new) = (old?, new?);
    let is_one = old.len() == 1 && new.len() == 1;
    let mut versions = Versions::default();
    for (name, new) in new {
        let before = if is_one {
            old.pop_first()
        } else {
            old.remove_entry(&name)
        };
        match before {
            Some((_, before)) => {
                let difference = compare_clips(&before, &new, args.tolerance);
                versions.worst.see(&name, (&before, &new), &difference);
                versions.pairs.push(Pair {
                    difference,
                    tags: Vec::new(),
                    name,
                });
            }
            None => versions.added.push(name),
        }
    }
    versions.lost = old.into_keys().collect();
    let whole = Whole::new(&BTreeSet::new(), false);
    let whole = whole.map_err(|error| Failure::incomplete(error.to_string()))?;
    let strip = drawn(args, &versions, Ok(whole), speech)?;
    answer(&versions, strip, speech)
}

/// Reads the clips of a file, by the names of their animations.
fn clips_of(path: &Path) -> Result<BTreeMap<String, LoadedClip>, Failure> {
    let shown = path.display().to_string();
    let limits = footwork_clip::Limits::default();
    let bytes = input::file(path, limits.bytes);
    let bytes = bytes.map_err(|error| Failure::plain("input", error))?;
    let files = FolderFiles::containing(path);
    let options = ReadOptions {
        files: &files,
        ..ReadOptions::default()
    };
    let name = path.file_name().map(|name| name.to_string_lossy());
    let name = name.unwrap_or_default().into_owned();
    let read = read_clips(&name, &bytes, &options)
        .map_err(|error| Failure::in_clip(&shown, path, &error))?;
    if let Some(rejected) = read.rejected.first() {
        return Err(Failure::in_clip(&shown, path, &rejected.error));
    }
    let named = read.clips.into_iter().map(|clip| {
        let animation = clip.animation.clone();
        (animation.unwrap_or_else(|| name.clone()), clip)
    });
    Ok(named.collect())
}

/// Returns whether two clips have the same content and the same reading settings.
fn is_same_motion(old: &ClipEntry, new: &ClipEntry) -> bool {
    let is_same_size = old.size_m.to_bits() == new.size_m.to_bits();
    let is_same_space = old.unit == new.unit && old.up == new.up && old.root == new.root;
    old.hash == new.hash && is_same_space && is_same_size
}

fn libraries(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let (old, mut old_reading) = args.read.open(&args.old, speech)?;
    let (new, mut new_reading) = args.read.open(&args.new, speech)?;
    let names = |library: &Library| -> BTreeMap<String, ClipId> {
        let originals = library.originals();
        originals
            .map(|(clip, entry)| (entry.name.clone(), clip))
            .collect()
    };
    let (of_old, of_new) = (names(&old), names(&new));
    let [was, is]: [BTreeSet<&String>; 2] = [of_old.keys().collect(), of_new.keys().collect()];
    let mut versions = Versions {
        added: is.difference(&was).map(|name| (*name).clone()).collect(),
        lost: was.difference(&is).map(|name| (*name).clone()).collect(),
        pairs: Vec::new(),
        worst: Worst::default(),
    };
    for (name, &clip) in &of_new {
        let Some(&before) = of_old.get(name) else {
            continue;
        };
        let tags = tags_past_end(&old, before, new.clips()[clip].frames);
        let difference = if is_same_motion(&old.clips()[before], &new.clips()[clip]) {
            ClipDifference::default()
        } else {
            match (old.load(before), new.load(clip)) {
                (Ok(before), Ok(after)) => {
                    let difference = compare_clips(&before, &after, args.tolerance);
                    versions.worst.see(name, (&before, &after), &difference);
                    difference
                }
                (Err(error), _) => {
                    old_reading.lacks(name, error.code);
                    continue;
                }
                (_, Err(error)) => {
                    new_reading.lacks(name, error.code);
                    continue;
                }
            }
        };
        versions.pairs.push(Pair {
            name: name.clone(),
            difference,
            tags,
        });
    }
    let whole = old_reading.whole(NO_STRIP);
    let whole = whole.and_then(|_| new_reading.whole(NO_STRIP));
    let strip = drawn(args, &versions, whole, speech)?;
    let done = answer(&versions, strip, speech)?;
    Ok(new_reading.end(old_reading.end(done, speech), speech))
}

/// Draws the frames around the largest difference if `--strip` names a file, and returns the file's name. Draws nothing
/// if clips are missing.
fn drawn(
    args: &Args,
    versions: &Versions,
    whole: Result<Whole, Failure>,
    speech: Speech,
) -> Result<Option<String>, Failure> {
    let Some(path) = &args.strip else {
        return Ok(None);
    };
    let is_drawn = versions.worst.draw(path, &whole?, speech)?;
    Ok(is_drawn.then(|| path.display().to_string()))
}

fn tags_past_end(library: &Library, clip: ClipId, frames: u32) -> Vec<String> {
    let db = library.database();
    let tags = db.tags().filter(|(_, id)| {
        let ranges = db.tag_frames(*id).ranges(clip);
        ranges.iter().any(|range| range.stop() > frames)
    });
    tags.map(|(name, _)| name.to_string()).collect()
}

fn answer(versions: &Versions, strip: Option<String>, speech: Speech) -> Result<Done, Failure> {
    let changed: Vec<&Pair> = versions
        .pairs
        .iter()
        .filter(|pair| !pair.is_same())
        .collect();
    let json = Answer {
        added: versions.added.iter().map(String::as_str).collect(),
        lost: versions.lost.iter().map(String::as_str).collect(),
        same: versions.pairs.len() - changed.len(),
        changed: changed.iter().map(|pair| to_json(pair)).collect(),
        strip,
    };
    speech.answer(
        &json,
        || csv(versions),
        || text(versions, &changed, json.strip.as_deref()),
    )
}

fn to_json(pair: &Pair) -> ClipJson<'_> {
    let found = &pair.difference;
    let pair_of = |old: String, new: String| [old, new];
    ClipJson {
        clip: &pair.name,
        joints_added: &found.joints_added,
        joints_lost: &found.joints_lost,
        joints_moved: &found.joints_moved,
        frames: found.frames.map(|both| [both.old, both.new]),
        rate: found
            .rate
            .map(|both| pair_of(both.old.to_string(), both.new.to_string())),
        looping: found.looping.map(|both| [both.old, both.new]),
        up: found
            .up
            .map(|both| pair_of(both.old.to_string(), both.new.to_string())),
        scale: found.scale,
        poses: found.poses.as_ref().map(|poses| PosesJson {
            worst_m: poses.worst_m,
            joint: &poses.joint,
            frame: poses.frame,
            ranges: poses.ranges.iter().map(|r| [r.start(), r.stop()]).collect(),
        }),
        strikes: found.strikes.iter().map(strike_json).collect(),
        tags_past_end: pair.tags.iter().map(String::as_str).collect(),
    }
}

fn strike_json(strike: &StrikeDifference) -> StrikeJson {
    StrikeJson {
        foot: if strike.is_left { "left" } else { "right" },
        old: strike.old,
        new: strike.new,
    }
}
