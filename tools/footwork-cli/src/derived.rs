//! Selects clips by a query, and makes and writes derived clips, for `cut` and for the verbs that write edited copies.
//! The arguments and the answer in this file are those of the copying verbs; `cut` has its own.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use footwork::base::FrameRange;
use footwork::tags::{ClipId, RangeSet};
use footwork_library::{Library, MIRRORED_SUFFIX};
use footwork_pipeline::{
    DeriveError, DeriveOptions, Derived, DerivedFormat, Edit, NameTemplate, plan_derived,
};
use serde::Serialize;

use crate::ask;
use crate::failure::Failure;
use crate::output::{Done, Speech, note};
use crate::output_file::no_dash;
use crate::plausible::PlausibleArgs;
use crate::reading::Reading;
use crate::source::LibraryArg;
use crate::table::{Cell, Table, cells, count};

/// The arguments of the verbs that write edited copies of clips.
#[derive(clap::Args)]
pub(crate) struct CopyArgs {
    #[command(flatten)]
    library: LibraryArg,

    /// The query that selects the clips. `@NAME` means a saved query, and `-` reads it from standard input. Mirrored twins
    /// are left out, unless the query names them by `~mirrored`.
    query: String,

    /// The folder for the copies; it is created if necessary.
    #[arg(short, long, value_name = "DIR", value_parser = no_dash())]
    output: PathBuf,

    /// The template for names of copies, without extension, as in `footwork cut`.
    #[arg(long, value_name = "TEMPLATE", default_value = "{folder}/{clip}")]
    name: String,

    /// The format of all copies. By default, loops and copies with the meshes of a character become GLB; other copies
    /// become BVH if their clip is BVH, else GLB.
    #[arg(long = "as", value_name = "FORMAT", value_enum)]
    becomes: Option<ClipFormat>,

    #[command(flatten)]
    plausible: PlausibleArgs,

    /// Make the copies without writing them, which shows every failure.
    #[arg(long)]
    dry_run: bool,

    /// Replace existing files and their sidecars.
    #[arg(long)]
    force: bool,
}

/// A format of written clips.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ClipFormat {
    Bvh,
    Glb,
    Fbx,
}

impl From<ClipFormat> for DerivedFormat {
    fn from(format: ClipFormat) -> Self {
        match format {
            ClipFormat::Bvh => Self::Bvh,
            ClipFormat::Glb => Self::Glb,
            ClipFormat::Fbx => Self::Fbx,
        }
    }
}

/// The clips that a query selects, with the ranges that it finds in them.
pub(crate) struct Selected {
    pub(crate) library: Library,
    pub(crate) reading: Reading,
    /// The canonical text of the query.
    pub(crate) query: String,
    pub(crate) found: RangeSet,
}

/// Opens a library and runs the query that selects the clips to copy. Fails if files of the library could not be read,
/// unless the user accepts missing files or nothing is written.
pub(crate) fn select(
    library: &LibraryArg,
    query: &str,
    plausible: PlausibleArgs,
    dry_run: bool,
    speech: Speech,
) -> Result<Selected, Failure> {
    let (library, mut reading) = library.open(speech)?;
    if !dry_run {
        reading.whole(KEPT)?;
    }
    let text = ask::text_for(query, &library)?;
    let (query, bound) = ask::parse(&text, library.database(), &reading, speech)?;
    let query = query.to_string();
    let found = Reading::of_whole_clips(&library, library.database().ranges(&bound)?);
    reading.note_unread(&library, speech);
    plausible.check(&library, found.clips().iter().copied())?;
    Ok(Selected {
        library,
        reading,
        query,
        found,
    })
}

/// The start of the error for files that could not be read; see [`Reading::whole`].
const KEPT: &str = "nothing is written";

/// The folder, names and format of the written clips.
pub(crate) struct Destination<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) name: &'a str,
    pub(crate) format: Option<ClipFormat>,
    pub(crate) force: bool,
    pub(crate) dry_run: bool,
}

/// The derived clips, and the text of the settings written next to them.
pub(crate) struct Made {
    pub(crate) derived: Derived,
    pub(crate) settings: Option<String>,
}

/// Makes a clip from each of the given ranges. Writes them unless it is a dry run.
pub(crate) fn make(
    selected: &Selected,
    ranges: &RangeSet,
    edit: Edit,
    to: &Destination<'_>,
    speech: Speech,
) -> Result<Made, Failure> {
    let Selected {
        library, reading, ..
    } = selected;
    let name = NameTemplate::parse_for(to.name, library.database())
        .map_err(|errors| Failure::in_text("--name", to.name, errors))?;
    let options = DeriveOptions {
        name,
        format: to.format.map(DerivedFormat::from),
        edit,
        force: to.force,
        partial: reading.accepts_gaps(),
    };
    if !to.dry_run {
        settle(to.folder, speech)?;
    }
    let plan =
        plan_derived(library, ranges, to.folder, &options).map_err(|errors| all_of(&errors))?;
    let derived = if to.dry_run {
        plan.try_out(library)
    } else {
        plan.write(library, &reading.whole(KEPT)?)
    };
    let derived = derived.map_err(|errors| all_of(&errors))?;
    speech.note(&derived.findings);
    Ok(Made {
        derived,
        settings: plan.settings().map(str::to_owned),
    })
}

#[derive(Serialize)]
struct Answer {
    query: String,
    folder: String,
    written: bool,
    settings: Option<String>,
    clips: Table,
}

impl CopyArgs {
    /// Selects the clips to copy: those in which the query finds a frame. Mirrored twins are left out unless the query
    /// names them.
    pub(crate) fn select(&self, speech: Speech) -> Result<Selected, Failure> {
        let (query, plausible) = (&self.query, self.plausible);
        let selected = select(&self.library, query, plausible, self.dry_run, speech)?;
        let names_twins = selected.query.contains(MIRRORED_SUFFIX);
        let clips = selected.library.clips();
        let found = selected
            .found
            .filtered(|clip| names_twins || clips[clip].mirror_of.is_none());
        Ok(Selected { found, ..selected })
    }

    /// Writes an edited copy of each range, and prints a list of the copies.
    pub(crate) fn run(
        &self,
        selected: &Selected,
        ranges: &RangeSet,
        edit: Edit,
        speech: Speech,
    ) -> Result<Done, Failure> {
        let to = Destination {
            folder: &self.output,
            name: &self.name,
            format: self.becomes,
            force: self.force,
            dry_run: self.dry_run,
        };
        let made = make(selected, ranges, edit, &to, speech)?;
        let answer = Answer {
            query: selected.query.clone(),
            folder: self.output.display().to_string(),
            written: !self.dry_run,
            settings: made.settings,
            clips: table(&made.derived, &selected.library),
        };
        let done = speech.answer(
            &answer,
            || answer.clips.csv(),
            || to_text(&answer, &made.derived, &selected.library),
        )?;
        Ok(selected.reading.end(done, speech))
    }
}

/// Returns all frames of each selected clip.
pub(crate) fn whole_clips(selected: &Selected) -> RangeSet {
    each_clip(selected, |clip, _| {
        FrameRange::new(0, selected.library.clips()[clip].frames)
    })
}

/// Returns at most one range of each selected clip. `range` computes it from the ranges that the query found in the
/// clip; if `range` returns `None`, the clip is left out.
pub(crate) fn each_clip(
    selected: &Selected,
    range: impl Fn(ClipId, &[FrameRange]) -> Option<FrameRange>,
) -> RangeSet {
    let clips = selected.found.iter();
    let ranges = clips.filter_map(|(clip, found)| Some((clip, range(clip, found)?)));
    let ranges = ranges.map(|(clip, range)| (clip, std::iter::once(range).collect()));
    RangeSet::from_clips(ranges).unwrap_or_default()
}

/// Completes the files that killed commands were writing to the folder, and reports their number.
fn settle(folder: &Path, speech: Speech) -> Result<(), Failure> {
    let shown = folder.display().to_string();
    let finished = footwork_pipeline::finish_derived(folder)
        .map_err(|error| Failure::plain("not-saved", format!("{shown}: {error}")))?;
    if finished > 0 {
        let files = count(finished, "file");
        let message = format!("an interrupted command in this folder has been completed: {files}");
        speech.note(&[note(&shown, "cut-finished", message)]);
    }
    Ok(())
}

fn one(error: &DeriveError) -> Failure {
    let failure = Failure::plain(error.code(), error.to_string()).maybe_hint(error.hint());
    // If a source in the library can no longer be read, input is missing; the user made no mistake.
    failure.unread_if(error.code() == "unreadable")
}

fn all_of(errors: &[DeriveError]) -> Failure {
    let all = errors.iter().map(one).reduce(Failure::and);
    all.unwrap_or_else(|| Failure::plain("not-saved", "nothing could be written"))
}

fn table(derived: &Derived, library: &Library) -> Table {
    let mut table = Table::new([
        "file", "clip", "start", "stop", "frames", "rate", "format", "spans", "events", "replaces",
    ]);
    for made in &derived.clips {
        let clip = library.clips()[made.clip].name.as_str();
        let (start, stop) = (made.range.start(), made.range.stop());
        let place = cells![made.file.as_str(), clip, start, stop];
        let form = cells![made.frames, made.rate.to_string(), made.format.extension()];
        let counts = cells![made.spans, made.events, made.replaces];
        table.row(place.into_iter().chain(form).chain(counts));
    }
    table
}

fn to_text(answer: &Answer, derived: &Derived, library: &Library) -> String {
    if derived.clips.is_empty() {
        return "no clip is found\n".to_owned();
    }
    let mut table = Table::default();
    for made in &derived.clips {
        table.row(cells![
            made.name(),
            library.clips()[made.clip].name.as_str(),
            made.range.to_string(),
            format!("{} at {}", count(made.frames as usize, "frame"), made.rate),
            Cell::count(made.spans, "span"),
            Cell::count(made.events, "event"),
            if made.replaces { "replaces" } else { "" },
        ]);
    }
    let shown = Shown {
        clips: derived.clips.len(),
        folder: &answer.folder,
        has_settings: answer.settings.is_some(),
        is_written: answer.written,
    };
    format!("{}\n{}\n", table.text("  "), shown.end())
}

/// The last line of an answer for people.
pub(crate) struct Shown<'a> {
    pub(crate) clips: usize,
    pub(crate) folder: &'a str,
    pub(crate) has_settings: bool,
    pub(crate) is_written: bool,
}

impl Shown<'_> {
    /// Returns the line, which says how many clips went to which folder.
    pub(crate) fn end(&self) -> String {
        let clips = count(self.clips, "clip");
        let folder = self.folder;
        let settings = if self.has_settings {
            " with a footwork.toml"
        } else {
            ""
        };
        if self.is_written {
            format!("{clips}: written to {folder}{settings}")
        } else {
            format!("{clips}: would go to {folder}{settings}; nothing is written")
        }
    }
}
