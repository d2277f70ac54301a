//! `footwork rebase LIB CLIP [--from OLD_FILE | --keep-frames] [--write]`: moves the tags of a changed clip, or keeps
//! their frames.

mod keep;

use std::path::PathBuf;

use footwork::base::FrameRange;
use footwork::tags::ClipId;
use footwork_library::Signature;
use footwork_library::{Change, Library};
use footwork_pipeline::{AlignError, MapCourse, MoveFlag, MovedLine, Rebase, RebaseError};
use footwork_sidecar::Line;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Done, Speech, warning};
use crate::source::{LibraryArg, edit_by};
use crate::table::{Table, cells, count};

/// Move the tags and events of a changed clip to the new places of their frames.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork rebase samples walk
  footwork rebase samples walk --from old/walk.bvh --write
  footwork rebase samples walk --keep-frames --write

The clip may have been trimmed, sampled at another rate, played faster or slower, and mirrored.
Its frames are found by the poses that it had when it was tagged. Your cache folder usually has
these; if not, give the old file with --from. Nothing is written without --write. Tags of frames
that were cut away are kept as a note.

Until a changed clip is rebased, edits of its tags are refused, because its frames may have moved.
If every frame still has its number, for example after you fixed a hand, use --keep-frames: the
sidecar then records the clip's present content, and everything else in it stays.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The clip: its name, or the last part of its name.
    clip: String,

    /// The tagged version of the clip's file; any other version is refused.
    #[arg(long, value_name = "OLD_FILE")]
    from: Option<PathBuf>,

    /// Do not search, because the frames have kept their numbers.
    #[arg(long, conflicts_with = "from")]
    keep_frames: bool,

    /// Change the sidecar.
    #[arg(long)]
    write: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    clip: &'a str,
    written: bool,
    map: Option<Map>,
    items: Vec<Item<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<keep::Kept>,
}

#[derive(Serialize)]
struct Map {
    words: String,
    old: Version,
    new: Version,
    even: bool,
    speed: f64,
    mirrored: bool,
    residual_metres: f64,
}

#[derive(Serialize)]
struct Version {
    frames: u32,
    rate: String,
}

#[derive(Serialize)]
struct Item<'a> {
    kind: &'static str,
    name: &'a str,
    new_name: Option<&'a str>,
    old: Vec<f64>,
    new: Option<Vec<f64>>,
    confidence: Vec<f64>,
    unsure: bool,
    flags: Vec<&'static str>,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let (mut library, reading) = args.library.open(speech)?;
    let clip = library.find_clip(&args.clip)?;
    // A half-written clip is allowed, because the answer shows how many of the old frames are missing.
    let whole = reading
        .only_tags(&library, clip)
        .whole("nothing has changed")?;
    if args.keep_frames {
        return keep::run(&mut library, clip, args.write, &whole, speech);
    }
    let proposal = if library.is_stale(clip) {
        let old = old_pose(&library, clip, args)?;
        let proposed = footwork_pipeline::propose_rebase(&library, clip, &old);
        proposed.map_err(|error| failure(&library, clip, &error))?
    } else {
        None
    };
    let name = library.clips()[clip].name.clone();
    if let Some(rebase) = proposal.as_ref().filter(|rebase| rebase.unknown_lines > 0) {
        let lines = count(rebase.unknown_lines, "line");
        let message = format!("not moved: {lines} that this version does not know");
        speech.note(&[warning(&name, "unknown-lines", message)]);
    }
    let mut written = false;
    if let Some(rebase) = proposal.as_ref().filter(|_| args.write) {
        let change = edit_by(&mut library, &whole, speech, |library, editor| {
            footwork_pipeline::apply_rebase(library, editor, rebase)
        });
        written = change? == Change::Saved;
        if !written {
            let message = "nothing is written, because the tags have changed in the meantime";
            return Err(Failure::plain("changed-outside", message));
        }
    }
    let proposal = proposal.as_ref();
    let answer = Answer {
        clip: &name,
        written,
        map: proposal.map(map),
        items: proposal.map(items).unwrap_or_default(),
        kept: None,
    };
    let text = || to_text(&name, proposal, written);
    speech.answer(&answer, || to_csv(proposal), text)
}

/// Returns the poses that the clip had when it was tagged.
fn old_pose(library: &Library, clip: ClipId, args: &Args) -> Result<Signature, Failure> {
    let entry = &library.clips()[clip];
    let Some(path) = &args.from else {
        let name = &entry.name;
        let kept = library.recall_pose(clip).map_err(|error| {
            let message =
                format!("the poses that {name} had when it was tagged cannot be read: {error}");
            let hint = "make the cache folder readable, or give the tagged version of the file with --from OLD_FILE";
            Failure::plain("unreadable", message)
                .hint(hint)
                .unread_if(true)
        })?;
        return kept.ok_or_else(|| {
            let message = format!("{name} has changed, and the poses it had when it was tagged are not known");
            let hint = "give the tagged version of the file with --from OLD_FILE, or use --keep-frames if the \
                        frames have kept their numbers";
            Failure::plain("no-old-motion", message).hint(hint)
        });
    };
    let read = footwork_pipeline::pose_of_file(library, clip, path);
    let (signature, hash) = read.map_err(|error| match &error {
        RebaseError::Unreadable(error) if error.position.is_none() => {
            let message = format!("{}: {}", path.display(), error.message);
            Failure::plain(error.code, message).maybe_hint(error.hint.clone())
        }
        RebaseError::Unreadable(error) => {
            Failure::in_clip(&path.display().to_string(), path, error)
        }
        error => failure(library, clip, error),
    })?;
    let tagged = entry.sidecar.as_ref().and_then(|sidecar| sidecar.hash());
    let said = entry.sidecar.as_ref();
    let frames = said.and_then(|sidecar| sidecar.frames());
    let rate = said.and_then(|sidecar| sidecar.rate());
    let expected = match tagged {
        Some(tagged) if tagged != hash => {
            format!("that version has the hash {tagged}, and this one has {hash}")
        }
        None if frames.is_some_and(|frames| frames != signature.frame_count()) => format!(
            "that version has {} frames, and this one has {}",
            frames.unwrap_or_default(),
            signature.frame_count()
        ),
        None if rate.is_some_and(|rate| rate != signature.rate()) => format!(
            "that version has {} frames per second, and this one has {}",
            rate.map(|rate| rate.to_string()).unwrap_or_default(),
            signature.rate()
        ),
        _ => return Ok(signature),
    };
    let message = format!(
        "{} is not the tagged version of {}: {expected}",
        path.display(),
        entry.name
    );
    let hint = "nothing has changed; give the tagged version, for example from version control, or use \
                --keep-frames if the frames have kept their numbers";
    Err(Failure::plain("other-content", message).hint(hint))
}

fn failure(library: &Library, clip: ClipId, error: &RebaseError) -> Failure {
    let entry = &library.clips()[clip];
    let code = match error {
        RebaseError::Unreadable(error) => {
            return Failure::in_clip(&entry.name, &entry.path, error).unread_if(true);
        }
        RebaseError::Clip(_) => "mirrored-clip",
        RebaseError::Align(AlignError::Unrelated { .. }) => "unrelated",
        RebaseError::Align(_) => "no-motion",
        RebaseError::Signature(_) => "other-skeleton",
        _ => "changed-outside",
    };
    let hint = (code == "unrelated").then_some(
        "if the motion was replaced on purpose, delete the sidecar and tag the clip again; if the frames have kept \
         their numbers, use --keep-frames",
    );
    Failure::plain(code, format!("{}: {error}", entry.name)).maybe_hint(hint.map(str::to_owned))
}

fn map(rebase: &Rebase) -> Map {
    let alignment = &rebase.alignment;
    Map {
        words: rebase.words(),
        old: Version {
            frames: rebase.old_frames,
            rate: rebase.old_rate.to_string(),
        },
        new: Version {
            frames: rebase.new_frames,
            rate: rebase.new_rate.to_string(),
        },
        even: matches!(alignment.map.course(), MapCourse::Even { .. }),
        speed: rebase.speed(),
        mirrored: alignment.mirrored,
        residual_metres: alignment.map.residual_m(),
    }
}

fn items(rebase: &Rebase) -> Vec<Item<'_>> {
    rebase.items.iter().map(item).collect()
}

fn item(moved: &MovedLine) -> Item<'_> {
    let (kind, name, old) = parts(&moved.before);
    let after = moved.after.as_ref().map(parts);
    Item {
        kind,
        name,
        new_name: after.as_ref().map(|(_, name, _)| *name),
        old,
        new: after.map(|(_, _, frames)| frames),
        confidence: moved.confidence.clone(),
        unsure: moved.needs_a_look(),
        flags: moved.flags.iter().map(|flag| flag.as_str()).collect(),
    }
}

/// Returns the kind and the name of a line, and its frames.
fn parts(line: &Line) -> (&'static str, &str, Vec<f64>) {
    let ends = |range: &FrameRange| vec![f64::from(range.start()), f64::from(range.stop())];
    match line {
        Line::Tag(span) => ("tag", span.name.as_str(), ends(&span.range)),
        Line::Not { name, range } => ("not", name.as_str(), ends(range)),
        Line::Event { name, time, .. } => ("event", name.as_str(), vec![*time]),
        _ => ("", "", Vec::new()),
    }
}

fn to_csv(rebase: Option<&Rebase>) -> String {
    let mut table = Table::new([
        "kind",
        "name",
        "new_name",
        "old_start",
        "old_stop",
        "new_start",
        "new_stop",
        "confidence",
        "unsure",
        "flags",
    ]);
    for moved in rebase.iter().flat_map(|rebase| &rebase.items) {
        let item = item(moved);
        let new = item.new.as_deref().unwrap_or_default();
        table.row(cells![
            item.kind,
            item.name,
            item.new_name,
            item.old.first().copied(),
            item.old.get(1).copied(),
            new.first().copied(),
            new.get(1).copied(),
            format!("{:.2}", moved.least_confidence()),
            item.unsure,
            item.flags.join(" "),
        ]);
    }
    table.csv()
}

fn to_text(name: &str, rebase: Option<&Rebase>, written: bool) -> String {
    let Some(rebase) = rebase else {
        return nothing_to_do(name);
    };
    let mut table = Table::default();
    for moved in &rebase.items {
        let item = item(moved);
        let kind = if item.kind == "tag" { "" } else { item.kind };
        let label = format!("{kind} {}", item.new_name.unwrap_or(item.name));
        let confidence = moved.least_confidence();
        let flags = moved.flags.iter().map(|flag| in_words(*flag));
        table.row(cells![
            label.trim_start(),
            frames(&item.old),
            format!(
                "→ {}",
                item.new.as_ref().map_or("–".to_owned(), |new| frames(new))
            ),
            match item.new {
                Some(_) => format!("{} {:>3.0} %", bar(confidence), confidence * 100.0),
                None => String::new(),
            },
            flags.collect::<Vec<_>>().join(", "),
        ]);
    }
    let unsure = rebase
        .items
        .iter()
        .filter(|moved| moved.needs_a_look())
        .count();
    let look = match unsure {
        0 => String::new(),
        unsure => format!(", {unsure} to check"),
    };
    let end = if written {
        "written"
    } else {
        "nothing is written; add --write"
    };
    format!(
        "{name}: {}\nposes are {:.1} mm apart\n\n{}\n{}{look}: {end}\n",
        rebase.words(),
        rebase.alignment.map.residual_m() * 1000.0,
        table.text("  "),
        count(rebase.items.len(), "item"),
    )
}

fn nothing_to_do(name: &str) -> String {
    format!("{name}: the clip has not changed since it was tagged; nothing to do\n")
}

fn frames(ends: &[f64]) -> String {
    match ends {
        [start, stop] => format!("[{start}, {stop})"),
        [time] => time.to_string(),
        _ => String::new(),
    }
}

fn in_words(flag: MoveFlag) -> &'static str {
    match flag {
        MoveFlag::Gone => "cut away",
        MoveFlag::Cut => "partly cut away",
        MoveFlag::Short => "shorter than a frame",
        MoveFlag::Still => "too little motion here",
        MoveFlag::Differs => "the poses differ here",
        MoveFlag::Beyond => "not in the old clip",
        MoveFlag::Again => "the motion repeats itself",
    }
}

/// Returns ten cells, with one full cell for each tenth of the confidence.
fn bar(confidence: f64) -> String {
    let cells = (1..=10).map(|tenth| {
        if confidence * 10.0 + 0.5 >= f64::from(tenth) {
            '█'
        } else {
            '·'
        }
    });
    cells.collect()
}
