//! `footwork fix LIB [QUERY]`: mends the keys of GLB files without changing their motion, and, on request, the ends of loops
//! and the times of keys.

mod follow;
mod text;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use footwork::base::FrameRate;
use footwork::tags::ClipId;
use footwork_clip::{
    GltfError, KeyFixOptions, KeyFixes, NoFiles, ReadOptions, animation_names, fix_glb, is_glb,
    read_clips,
};
use footwork_library::Library;
use footwork_pipeline::compare_clips;
use footwork_sidecar::Finding;
use serde::Serialize;

use crate::ask;
use crate::failure::Failure;
use crate::output::{Done, Speech, warning};
use crate::output_file::save_all;
use crate::reading::Reading;
use crate::source::LibraryArg;
use text::{csv, file_json, to_text};

/// Mend the keys of GLB files: lengths and signs of quaternions, one key for constant tracks, loop ends, key times.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork fix clips
  footwork fix clips 'clip(\"walks/**\")' --write
  footwork fix clips Loop --loop-ends 1
  footwork fix clips --snap 30

Without --write, the answer lists what would change. Meshes, materials and everything else in a
file keep their bytes, and the motion stays the same: a file is refused if a joint would move by
0.1 mm. Tags and events keep their frames. Splines, sparse and packed keys stay as they are.

--loop-ends drops frames that repeat the first pose at the end of the clips that the query finds;
tags are cut off at the new end. --snap moves keys that lie up to a quarter of a frame off onto the
frames of a rate. That changes the motion a little, and the answer says how far joints move. If it
changes the rate of a clip, its tags move to the new numbers of their frames.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// Only files with clips that this query finds.
    #[arg(default_value = "all")]
    query: String,

    /// Keep N copies of the first pose at the end of loops: 1 for Footwork, 0 for players that go from the last frame to
    /// the first.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=1))]
    loop_ends: Option<u8>,

    /// Move keys onto the frames of a rate, in frames per second.
    #[arg(long, value_name = "RATE")]
    snap: Option<FrameRate>,

    /// Replace the files.
    #[arg(long)]
    write: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    written: bool,
    files: Vec<FileJson<'a>>,
}

#[derive(Serialize)]
struct FileJson<'a> {
    file: &'a str,
    normalised: usize,
    aligned: usize,
    shortened: usize,
    ends_dropped: usize,
    snapped: usize,
    left_off_grid: usize,
    moved_m: f64,
    bytes: [usize; 2],
}

/// A mended file.
struct Fixed {
    file: String,
    path: PathBuf,
    clips: Vec<ClipId>,
    fixes: KeyFixes,
    /// How far a joint moves at most, in metres.
    moved_m: f64,
    old_bytes: usize,
    content: Vec<u8>,
}

/// A larger movement of a joint, in metres, counts as a change of the motion.
const SAME_M: f64 = 1e-4;

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    args.library.folder()?;
    let (mut library, mut reading) = args.library.open(speech)?;
    let text = ask::text_for(&args.query, &library)?;
    let db = library.database();
    let (_, bound) = ask::parse(&text, db, &reading, speech)?;
    let found = db.ranges(&bound)?;
    reading.note_unread(&library, speech);
    let mut files: BTreeMap<PathBuf, Vec<ClipId>> = BTreeMap::new();
    for (clip, entry) in library.originals() {
        if !found.ranges(clip).is_empty() {
            files.entry(entry.path.clone()).or_default();
        }
    }
    // The query may find only some clips of a file. The others change too, because the whole file is replaced.
    for (clip, entry) in library.originals() {
        if let Some(clips) = files.get_mut(&entry.path) {
            clips.push(clip);
        }
    }
    let mut fixed = Vec::new();
    for (path, clips) in files {
        let is_found = |clip: &ClipId| !found.ranges(*clip).is_empty();
        let loops: Vec<ClipId> = clips.iter().copied().filter(is_found).collect();
        match mended(&library, &path, &clips, &loops, args) {
            Ok(file) => fixed.extend(file),
            Err(finding) => reading.note(&[finding], speech),
        }
    }
    if args.write && !fixed.is_empty() {
        write(&mut library, &fixed, &reading, speech)?;
    }
    let answer = Answer {
        written: args.write && !fixed.is_empty(),
        files: fixed.iter().map(file_json).collect(),
    };
    let text = || to_text(&fixed, args.write);
    let done = speech.answer(&answer, || csv(&fixed), text)?;
    Ok(reading.end(done, speech))
}

/// Replaces the files, and records their new content in the sidecars. Sidecars that were stale before stay stale.
fn write(
    library: &mut Library,
    fixed: &[Fixed],
    reading: &Reading,
    speech: Speech,
) -> Result<(), Failure> {
    let whole = reading.whole("nothing is written")?;
    let files = fixed
        .iter()
        .map(|file| (file.path.as_path(), file.content.as_slice()));
    let followers = follow::Followers::new(library, fixed);
    save_all(files, &whole, speech)?;
    library.rescan()?;
    followers.follow(library, &whole, speech)
}

/// Returns a file with mended keys; `None` if there is nothing to mend.
fn mended(
    library: &Library,
    path: &Path,
    clips: &[ClipId],
    loops: &[ClipId],
    args: &Args,
) -> Result<Option<Fixed>, Finding> {
    let Some(first) = clips.first() else {
        return Ok(None);
    };
    let file = library.clips()[*first].file_name().to_owned();
    let refuse = |code: &'static str, message: String| warning(&file, code, message);
    let bytes = library.motion_source(*first).read_bytes();
    let bytes = bytes.map_err(|error| footwork_library::clip_finding(&file, &error))?;
    if !is_glb(&bytes) {
        return Ok(None);
    }
    let options = key_options(library, &bytes, loops, args)
        .map_err(|error| refuse("not-fixed", error.to_string()))?;
    let mended =
        fix_glb(&bytes, &options).map_err(|error| refuse("not-fixed", error.to_string()))?;
    let Some((content, fixes)) = mended else {
        return Ok(None);
    };
    if !is_inside(path, library) {
        let message = "it is behind a link; mend it in its own folder".to_owned();
        return Err(refuse("not-fixed", message));
    }
    let options = ReadOptions {
        files: &NoFiles,
        ..ReadOptions::default()
    };
    let read = |bytes: &[u8]| {
        let read = read_clips(&file, bytes, &options);
        read.map_err(|error| {
            refuse(
                "not-fixed",
                format!("its motion cannot be compared: {error}"),
            )
        })
    };
    let (old, new) = (read(&bytes)?, read(&content)?);
    let may_move = args.snap.is_some();
    let may_end = args.loop_ends.is_some();
    let mut moved_m = 0.0;
    let is_same = old.clips.len() == new.clips.len()
        && old.clips.iter().zip(&new.clips).all(|(a, b)| {
            let found = compare_clips(a, b, SAME_M);
            moved_m = found
                .poses
                .as_ref()
                .map_or(moved_m, |p| p.worst_m.max(moved_m));
            let is_shorter = found.frames.is_none_or(|both| both.new < both.old);
            let is_length = found.frames.is_none() || may_move || may_end && is_shorter;
            is_length && (may_move || found.poses.is_none() && found.rate.is_none())
        });
    if !is_same {
        return Err(refuse(
            "not-fixed",
            "mending its keys would change its motion".to_owned(),
        ));
    }
    Ok(Some(Fixed {
        path: path.to_owned(),
        clips: clips.to_vec(),
        fixes,
        moved_m,
        old_bytes: bytes.len(),
        content,
        file,
    }))
}

/// Returns the repairs to make in a file.
fn key_options(
    library: &Library,
    bytes: &[u8],
    loops: &[ClipId],
    args: &Args,
) -> Result<KeyFixOptions, GltfError> {
    let names = match args.loop_ends {
        Some(_) => animation_names(bytes)?,
        None => Vec::new(),
    };
    let at = |clip: &ClipId| match library.clips()[*clip].animation() {
        Some(name) => names.iter().position(|own| own == name),
        None => (!names.is_empty()).then_some(0),
    };
    Ok(KeyFixOptions {
        snap: args.snap,
        loops: loops.iter().filter_map(at).collect(),
        end_copies: args.loop_ends.unwrap_or_default().into(),
    })
}

/// Returns whether a file lies in the library without a link on its path.
fn is_inside(path: &Path, library: &Library) -> bool {
    let [file, root] = [path, library.root()].map(|path| path.canonicalize().ok());
    let own = path.strip_prefix(library.root()).ok();
    let expected = root.zip(own).map(|(root, own)| root.join(own));
    file.is_some() && file == expected
}
