//! `footwork fix LIB [QUERY]`: mends the keys of GLB files without changing their motion.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use footwork::tags::ClipId;
use footwork_clip::{KeyFixes, NoFiles, ReadOptions, fix_glb, is_glb, read_clips};
use footwork_library::{Edit, Library, Operation};
use footwork_pipeline::compare_clips;
use footwork_sidecar::Finding;
use serde::Serialize;

use crate::ask;
use crate::failure::Failure;
use crate::output::{Done, Speech, warning};
use crate::output_file::save_all;
use crate::reading::Reading;
use crate::shown;
use crate::source::{LibraryArg, edit};
use crate::table::{Table, cells, count};

/// Mend the keys of GLB files: unit quaternions, equal signs, one key for constant tracks.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork fix clips
  footwork fix clips 'clip(\"walks/**\")' --write

Without --write, the answer lists what would change. Meshes, materials and everything else in a
file keep their bytes, and the motion stays the same: a file is refused if a joint would move by
0.1 mm. Tags and events keep their frames. Splines, sparse and packed keys stay as they are.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// Only files with clips that this query finds.
    #[arg(default_value = "all")]
    query: String,

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
    bytes: [usize; 2],
}

/// A mended file.
struct Fixed {
    file: String,
    path: PathBuf,
    clips: Vec<ClipId>,
    fixes: KeyFixes,
    old_bytes: usize,
    content: Vec<u8>,
}

/// A joint that moves farther than this, in metres, has another motion.
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
    // The query may find only some clips of a file, and all of them get its new content.
    for (clip, entry) in library.originals() {
        if let Some(clips) = files.get_mut(&entry.path) {
            clips.push(clip);
        }
    }
    let mut fixed = Vec::new();
    for (path, clips) in files {
        match mended(&library, &path, &clips) {
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

/// Replaces the files, and records their content in the sidecars, whose tags keep their frames. Sidecars that were stale
/// before stay so.
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
    save_all(files, &whole, speech)?;
    let tagged: Vec<String> = fixed
        .iter()
        .flat_map(|file| &file.clips)
        .filter(|clip| library.clips()[**clip].sidecar.is_some() && !library.is_stale(**clip))
        .map(|clip| library.clips()[*clip].name.clone())
        .collect();
    library.rescan()?;
    for name in tagged {
        let clip = library.find_clip(&name)?;
        if library.is_stale(clip) {
            edit(
                library,
                &Edit::one(clip, Operation::KeepFrames),
                &whole,
                speech,
            )?;
        }
    }
    Ok(())
}

/// Returns a file with mended keys; `None` if there is nothing to mend.
fn mended(library: &Library, path: &Path, clips: &[ClipId]) -> Result<Option<Fixed>, Finding> {
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
    let mended = fix_glb(&bytes).map_err(|error| refuse("not-fixed", error.to_string()))?;
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
    let is_same = old.clips.len() == new.clips.len()
        && old.clips.iter().zip(&new.clips).all(|(a, b)| {
            let difference = compare_clips(a, b, SAME_M);
            difference.poses.is_none() && difference.frames.is_none() && difference.rate.is_none()
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
        old_bytes: bytes.len(),
        content,
        file,
    }))
}

/// Returns whether no link leads to a file of the library.
fn is_inside(path: &Path, library: &Library) -> bool {
    let [file, root] = [path, library.root()].map(|path| path.canonicalize().ok());
    let own = path.strip_prefix(library.root()).ok();
    let expected = root.zip(own).map(|(root, own)| root.join(own));
    file.is_some() && file == expected
}

fn file_json(file: &Fixed) -> FileJson<'_> {
    FileJson {
        file: &file.file,
        normalised: file.fixes.normalised,
        aligned: file.fixes.aligned,
        shortened: file.fixes.shortened,
        bytes: [file.old_bytes, file.content.len()],
    }
}

fn csv(fixed: &[Fixed]) -> String {
    let columns = [
        "file",
        "normalised",
        "aligned",
        "shortened",
        "bytes",
        "new_bytes",
    ];
    let mut table = Table::new(columns);
    for file in fixed {
        let KeyFixes {
            normalised,
            aligned,
            shortened,
        } = file.fixes;
        let bytes = file.content.len();
        table.row(cells![
            file.file.as_str(),
            normalised,
            aligned,
            shortened,
            file.old_bytes,
            bytes
        ]);
    }
    table.csv()
}

fn to_text(fixed: &[Fixed], write: bool) -> String {
    let mut text = String::new();
    for file in fixed {
        let parts = [
            (
                file.fixes.normalised,
                "rotation key",
                "scaled to unit length",
            ),
            (
                file.fixes.aligned,
                "rotation key",
                "with the sign of the key before",
            ),
            (file.fixes.shortened, "constant track", "with one key"),
        ];
        let parts = parts.into_iter().filter(|(number, ..)| *number > 0);
        let parts = parts.map(|(number, noun, what)| format!("{} {what}", count(number, noun)));
        let parts: Vec<String> = parts.collect();
        text += &format!("{}: {}\n", shown::line(&file.file), parts.join(", "));
    }
    let end = match (fixed.is_empty(), write) {
        (true, _) => "nothing to mend",
        (false, true) => "written",
        (false, false) => "nothing is written; add --write",
    };
    text + &format!("{}: {end}\n", count(fixed.len(), "file"))
}
