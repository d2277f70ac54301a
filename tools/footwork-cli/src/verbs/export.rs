//! `footwork export LIB --to FORMAT [-o FILE]`: writes tags and events for other programs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::slice;

use clap::ValueEnum;
use footwork::base::ClipPattern;
use footwork::tags::ClipId;
use footwork_library::Library;
use footwork_pipeline::{
    ClipTable, ExportError, ExportedTags, TableItem, TagTable, UNITY_SCRIPT, UNREAL_SCRIPT,
    UnityClip, asset_path, tag_table, write_bids, write_csv, write_cut_list, write_eaf,
    write_unity, write_unreal,
};
use footwork_store::{refuse_links, sweep_beside};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::output_file::{is_dash, refuse_own, save_all};
use crate::source::LibraryArg;
use crate::table::{Table as Rows, cells, count};

/// Write tags and events in the format of another program.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork export samples --to csv
  footwork export samples --to bids -o samples_events.tsv
  footwork export samples --to eaf --clips '*walk*' -o elan

  csv       clip,start,stop,tag in exact frames; events have no stop
  bids      events.tsv in seconds with nine decimals, with a column for the clip
  eaf       ELAN, one file per clip; for several clips, -o is a folder. Times are milliseconds:
            spans are read back exactly if a frame is longer than 1 ms; events are rounded to 1 ms
  cut-list  Frame_Cuts.csv of 100STYLE, in frames: for each clip NAME_MOVE, its first span of the
            tag Style.NAME
  glb       the motion, with its tags and events in glTF extras, in exact frames. -o FILE.glb
            writes all clips to one file, if they have the same skeleton; -o FOLDER writes one
            file per clip
  fbx       the motion with the mesh of its file, without tags; -o as for glb. Clips in one file
            need the same rate too
  unreal    notifies as CSV in seconds and, next to that file, a Python script that adds them in
            the editor. -o FOLDER/ writes the motion too, one FBX per clip. The script has not been
            tested in the editor
  unity     one FBX per clip, events as JSON, and a script for the editor that adds them to the
            clips; -o is a folder. The script has not been tested in the editor

In csv, bids, cut-list and unreal, a name that a spreadsheet would run as a formula gets a leading
apostrophe, and control characters are written as escapes or as symbols such as ␇. `import`
restores such names.

Without -o, or with `-o -`, the file goes to standard output. The library's own files (clips,
sidecars and footwork.toml) are never replaced. Mirrored twins are left out, because their tags
are those of their originals. Notes and unknown lines are left out with a message.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The format.
    #[arg(long, value_enum)]
    to: Target,

    /// The file to write, or a folder for one file per clip. Existing files are replaced. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Only clips whose names match.
    #[arg(long, value_name = "GLOB")]
    clips: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    Csv,
    Bids,
    Eaf,
    CutList,
    Glb,
    Fbx,
    Unreal,
    Unity,
}

impl Target {
    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Returns the path and the text of the script for the engine's editor; `None` if the format has none.
    fn script(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Unreal => Some(("footwork_notifies.py", UNREAL_SCRIPT)),
            Self::Unity => Some(("Editor/FootworkEvents.cs", UNITY_SCRIPT)),
            _ => None,
        }
    }
}

/// A file to be written.
struct File {
    /// Its path in the output folder, if the output is a folder.
    path: String,
    bytes: Vec<u8>,
    spans: usize,
    events: usize,
    clips: usize,
}

#[derive(Serialize)]
struct Answer {
    format: String,
    files: Rows,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let (library, reading) = args.library.open(speech)?;
    let reading = reading.matching(args.clips.as_deref());
    let mut clips = chosen(args, &library, speech);
    let whole = reading.whole("nothing is exported")?;
    clips.retain(|&clip| library.knows_tags(clip));
    let ExportedTags { table, left_behind } = tag_table(&library, &clips);
    speech.note(left_behind.as_slice());
    let files = files(args, &library, &table, speech)?;
    let Some(output) = args.output.as_deref().filter(|output| !is_dash(output)) else {
        return Ok(reading.end(Done::bytes(only(files)?.bytes), speech));
    };
    let is_folder = is_folder(args.to, output) || files.len() != 1;
    let place = |name: &str| {
        if is_folder {
            output.join(name)
        } else {
            output.to_owned()
        }
    };
    let files: Vec<(PathBuf, File)> = files
        .into_iter()
        .map(|file| (place(&file.path), file))
        .collect();
    let script = args.to.script().filter(|_| !files.is_empty());
    let script = script.map(|(name, text)| {
        let path = if is_folder {
            output.join(name)
        } else {
            output.with_file_name(name)
        };
        (path, text)
    });
    let script_path = script.as_ref().map(|(path, _)| path);
    let paths = files.iter().map(|(path, _)| path).chain(script_path);
    refuse_own(paths.clone(), &library)?;
    let folder = if is_folder {
        output
    } else {
        output.parent().unwrap_or(Path::new(""))
    };
    for path in paths.clone().filter(|path| *path != output) {
        refuse_links(folder, path)
            .map_err(|error| Failure::plain("not-saved", error.to_string()))?;
    }
    sweep(paths);
    let mut rows = Rows::new(["file", "bytes", "clips", "spans", "events"]);
    let mut text = String::new();
    let written = files
        .iter()
        .map(|(path, file)| (path.as_path(), file.bytes.as_slice()));
    let script = script
        .iter()
        .map(|(path, text)| (path.as_path(), text.as_bytes()));
    save_all(written.chain(script), &whole, speech)?;
    for (path, file) in &files {
        let shown = path.display().to_string();
        let clips = count(file.clips, "clip");
        let (spans, events) = (count(file.spans, "span"), count(file.events, "event"));
        text += &format!("{shown}: {clips}, {spans}, {events}\n");
        rows.row(cells![
            shown,
            file.bytes.len(),
            file.clips,
            file.spans,
            file.events
        ]);
    }
    let answer = Answer {
        format: args.to.name(),
        files: rows,
    };
    let done = speech.answer(&answer, || answer.files.csv(), || text)?;
    Ok(reading.end(done, speech))
}

/// Returns the only file, for standard output, or an error if there are several.
fn only(files: Vec<File>) -> Result<File, Failure> {
    let one = <[File; 1]>::try_from(files).map(|[file]| file);
    one.map_err(|files| {
        let clips = count(files.len(), "clip");
        let message = format!(
            "{clips} need {} files, and standard output takes one",
            files.len()
        );
        let hint = "write them into a folder with -o, or choose one clip with --clips";
        Failure::plain("several-files", message).hint(hint)
    })
}

/// Returns the output folder; `None` if the output is a file or standard output.
fn folder_of(args: &Args) -> Option<&Path> {
    let output = args.output.as_deref();
    output.filter(|output| !is_dash(output) && is_folder(args.to, output))
}

/// Returns whether the output is a folder, even if only one file is written.
fn is_folder(to: Target, output: &Path) -> bool {
    to == Target::Unity || output.is_dir() || has_slash(output)
}

/// Returns the clips that match `--clips`, or all clips, without mirrors; reports a pattern that matches no clip.
fn chosen(args: &Args, library: &Library, speech: Speech) -> Vec<ClipId> {
    let pattern = args.clips.as_deref().map(ClipPattern::new);
    let clips = library.clips().iter().filter(|(_, entry)| {
        let matches = pattern.as_ref().is_none_or(|p| p.matches(&entry.name));
        matches && entry.mirror_of.is_none()
    });
    let clips: Vec<_> = clips.map(|(clip, _)| clip).collect();
    if let (Some(glob), true) = (&args.clips, clips.is_empty()) {
        speech.no_clip_matches(glob, library.clips().values().map(|c| c.name.as_str()));
    }
    clips
}

fn files(
    args: &Args,
    library: &Library,
    table: &TagTable,
    speech: Speech,
) -> Result<Vec<File>, Failure> {
    let one = |path: &str, text: String| Ok(vec![File::new(path, text, &table.clips)]);
    match args.to {
        Target::Csv => one("tags.csv", write_csv(table)),
        Target::Bids => one("events.tsv", write_bids(table)),
        Target::CutList => {
            let list = write_cut_list(table, "Frame_Cuts.csv");
            speech.note(&list.findings);
            Ok(vec![File {
                path: "Frame_Cuts.csv".to_owned(),
                bytes: list.text.into_bytes(),
                spans: list.cuts,
                events: 0,
                clips: list.cuts,
            }])
        }
        Target::Unreal => {
            let mut files = vec![File::new("notifies.csv", write_unreal(table), &table.clips)];
            if folder_of(args).is_some() {
                files.extend(assets(library, table, speech)?);
            }
            Ok(files)
        }
        Target::Unity => {
            let mut files = assets(library, table, speech)?;
            let clips = table.clips.iter().zip(&files);
            let clips = clips.map(|(table, file)| UnityClip {
                file: &file.path,
                table,
            });
            let text = write_unity(&clips.collect::<Vec<_>>());
            files.push(File::new("footwork_events.json", text, &table.clips));
            Ok(files)
        }
        Target::Eaf => {
            let clips = table.clips.chunks(1);
            let elan = |clip: &[ClipTable]| {
                File::new(format!("{}.eaf", clip[0].path), write_eaf(&clip[0]), clip)
            };
            Ok(clips.map(elan).collect())
        }
        Target::Glb => motion(args, table, |clips| {
            let bytes = footwork_pipeline::to_glb(library, &ids(library, clips)?);
            Ok(File::new(
                String::new(),
                bytes.map_err(not_exported)?,
                clips,
            ))
        }),
        Target::Fbx => motion(args, table, |clips| fbx(library, clips, speech)),
    }
}

/// Returns one file with all clips if `-o` names a file with the extension of the format, else one file for each clip.
fn motion(
    args: &Args,
    table: &TagTable,
    write: impl Fn(&[ClipTable]) -> Result<File, Failure>,
) -> Result<Vec<File>, Failure> {
    let output = args.output.as_deref().filter(|output| !output.is_dir());
    let extension = output.and_then(Path::extension);
    let name = args.to.name();
    let is_one = extension.is_some_and(|extension| extension.eq_ignore_ascii_case(&name));
    let groups = if is_one {
        vec![table.clips.as_slice()]
    } else {
        table.clips.chunks(1).collect()
    };
    let files = groups.into_iter().map(|clips| {
        let file = write(clips)?;
        let path = clips.first().map_or("clips", |clip| clip.path.as_str());
        let path = format!("{path}.{name}");
        Ok(File { path, ..file })
    });
    files.collect()
}

fn ids(library: &Library, clips: &[ClipTable]) -> Result<Vec<ClipId>, Failure> {
    let ids = clips.iter().map(|clip| library.find_clip(&clip.name));
    Ok(ids.collect::<Result<_, _>>()?)
}

fn not_exported(error: ExportError) -> Failure {
    let hint = error.hint().map(str::to_owned);
    Failure::plain("not-exported", error.to_string()).maybe_hint(hint)
}

/// Returns an FBX file with the motion of the clips, but without their tags and events. Its path is empty.
fn fbx(library: &Library, clips: &[ClipTable], speech: Speech) -> Result<File, Failure> {
    let fbx = footwork_pipeline::to_fbx(library, &ids(library, clips)?);
    let (bytes, findings) = fbx.map_err(not_exported)?;
    speech.note(&findings);
    let mut file = File::new(String::new(), bytes, &[]);
    file.clips = clips.len();
    Ok(file)
}

/// Returns one FBX file per clip, with the name under which an engine imports it.
fn assets(library: &Library, table: &TagTable, speech: Speech) -> Result<Vec<File>, Failure> {
    let mut taken: BTreeMap<String, &str> = BTreeMap::new();
    let files = table.clips.iter().map(|clip| {
        let entry = &library.clips()[library.find_clip(&clip.name)?];
        let path = format!("{}.fbx", asset_path(entry));
        if let Some(other) = taken.insert(path.to_lowercase(), &clip.name) {
            let message = format!("{other} and {} would both be {path}", clip.name);
            let hint = "choose one of them with --clips";
            return Err(Failure::plain("same-name", message).hint(hint));
        }
        let file = fbx(library, slice::from_ref(clip), speech)?;
        Ok(File { path, ..file })
    });
    files.collect()
}

impl File {
    /// Returns a file with all tags and events of the given clips.
    fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>, clips: &[ClipTable]) -> Self {
        let items = || clips.iter().flat_map(|clip| &clip.items);
        let is_span = |item: &&TableItem| matches!(item, TableItem::Span { .. });
        let spans = items().filter(is_span).count();
        Self {
            path: path.into(),
            bytes: bytes.into(),
            spans,
            events: items().count() - spans,
            clips: clips.len(),
        }
    }
}

/// Removes the temporary files of killed exports next to the given files.
fn sweep<'a>(paths: impl Iterator<Item = &'a PathBuf>) {
    let mut swept = BTreeSet::new();
    for path in paths {
        if swept.insert(path.parent()) {
            sweep_beside(path);
        }
    }
}

fn has_slash(path: &Path) -> bool {
    path.to_string_lossy().ends_with(['/', '\\'])
}
