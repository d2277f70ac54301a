//! `footwork query LIB 'Q'`: finds frames with a query.

use footwork::base::{ClipPattern, FrameRange};
use footwork::tags::{
    BoundQuery, ClipId, Database, Explanation, MAX_EXPLAINED_NODES, Query, RangeSet,
    query_functions,
};
use footwork_sidecar::{SETTINGS_FILE, SettingsEdit};
use serde::Serialize;

use crate::ask;
use crate::bar;
use crate::failure::Failure;
use crate::output::{Done, Format, Speech, note};
use crate::source::{SAVED_QUERIES, SourceArg, edit};
use crate::table::{Cell, Table, cells, count, secs};

const EXAMPLES: &str = "Examples:
  footwork query samples 'Gait.Run - Direction.Turn'
  footwork query samples 'then(Phase.Airborne, Phase.Land, 0.2s)' --format json
  footwork query samples @quick-landings --count";

/// Describes the language of queries, for the long help.
fn language() -> String {
    let functions = query_functions().map(|f| format!("  {}\n      {}\n", f.call, f.meaning));
    format!(
        "{OPERATORS}\n{}\n{PREDICATES}",
        functions.collect::<String>()
    )
}

const OPERATORS: &str = "Queries:
  Gait         the tag and all tags below it; exact(Gait) is only the tag, Gait.* only the tags below
  \"Hand made\"  a name with a space
  !A           not A
  A - B        A without B
  A & B        both
  A ^ B        exactly one
  A | B        either
  all, none    every frame, and no frame

Operators are listed from the tightest to the loosest; parentheses group. The words `not`, `except`,
`and`, `xor` and `or` mean the same as ! - & ^ |.

Functions; an amount is in frames (12) or a time (0.5s, 200ms):";

const PREDICATES: &str =
    "Braces hold a condition on the motion, such as { mean(speed, 0.3s) > 2.5 } and
{ LeftFoot.height < 0.1 }: an expression over channels of the clip, in metres, seconds and radians.
{ data(Foot, strength) > 0.5 } compares the data of an event, on the frame of the event.";

/// Find the frames for which a query holds.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", language()))]
pub(crate) struct Args {
    #[command(flatten)]
    library: SourceArg,

    /// The query, `@NAME` for a saved query, or `-` to read it from standard input.
    query: String,

    /// Search only clips whose names match.
    #[arg(long, value_name = "GLOB")]
    clips: Option<String>,

    /// Print only the numbers of frames, ranges and clips.
    #[arg(long)]
    count: bool,

    /// Show how the query is grouped and what each part finds.
    #[arg(long, conflicts_with = "count")]
    explain: bool,

    /// Exit with 1 if nothing is found.
    #[arg(long)]
    require: bool,

    /// Save the query in footwork.toml as `@NAME`.
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
}

#[derive(Serialize)]
struct Answer<'a> {
    query: String,
    frames: u64,
    clips: Vec<ClipRanges<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Plan>,
}

/// A part of the query, and the numbers of frames and ranges that it finds.
#[derive(Serialize)]
struct Plan {
    node: String,
    clips: usize,
    ranges: usize,
    frames: u64,
    children: Vec<Plan>,
}

impl From<Explanation> for Plan {
    fn from(part: Explanation) -> Self {
        Self {
            node: part.node,
            clips: part.clips,
            ranges: part.ranges,
            frames: part.frames,
            children: part.children.into_iter().map(Self::from).collect(),
        }
    }
}

#[derive(Serialize)]
struct ClipRanges<'a> {
    clip: &'a str,
    frames: u32,
    rate: String,
    ranges: Vec<[u32; 2]>,
}

#[derive(Serialize)]
struct Counts {
    query: String,
    frames: u64,
    ranges: usize,
    clips: usize,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let (mut source, reading) = args.library.open(speech)?;
    let text = ask::text(&args.query, &source)?;
    let (query, bound) = ask::parse(&text, source.database(), &reading, speech)?;
    let db = source.database();
    let pattern = args.clips.as_deref().map(ClipPattern::new);
    let mut reading = reading.matching(args.clips.as_deref());
    let is_shown = |clip| {
        pattern
            .as_ref()
            .is_none_or(|p| p.matches(&db.clips()[clip].name))
    };
    if let (Some(glob), false) = (&args.clips, db.clips().ids().any(is_shown)) {
        speech.no_clip_matches(glob, db.clips().values().map(|c| c.name.as_str()));
    }
    let plan = if args.explain {
        Some(explain(&query, &bound, db, is_shown)?)
    } else {
        None
    };
    let found = db.ranges(&bound)?.filtered(is_shown);
    source.note_unread(&mut reading, speech);
    if text.contains('{') {
        source.note_units(speech);
    }
    let missing = args.require && found.is_empty();
    let done = if args.count {
        print_counts(&query, &found, speech)?
    } else {
        print_ranges(&query, &found, plan, db, speech)?
    };
    // A query is saved only after it has been answered.
    if let Some(name) = &args.save {
        let whole = reading.whole("the query is not saved")?;
        let folder = source.folder_mut(SAVED_QUERIES)?;
        let save = SettingsEdit::SaveQuery {
            name: name.clone(),
            query: text.to_string(),
        };
        edit(folder, &save.into(), &whole, speech)?;
        let message = format!("the query is saved as @{name}");
        speech.note(&[note(SETTINGS_FILE, "saved", message)]);
    }
    Ok(reading.end(done, speech).finding(missing))
}

fn print_counts(query: &Query<'_>, found: &RangeSet, speech: Speech) -> Result<Done, Failure> {
    let counts = Counts {
        query: query.to_string(),
        frames: found.frame_count(),
        ranges: found.range_count(),
        clips: found.clip_count(),
    };
    let csv = || {
        let mut table = Table::new(["frames", "ranges", "clips"]);
        table.row(cells![counts.frames, counts.ranges, counts.clips]);
        table.csv()
    };
    speech.answer(&counts, csv, || {
        format!(
            "{}, {}, {}\n",
            count(counts.frames, "frame"),
            count(counts.ranges, "range"),
            count(counts.clips, "clip"),
        )
    })
}

fn print_ranges(
    query: &Query<'_>,
    found: &RangeSet,
    plan: Option<Plan>,
    db: &Database,
    speech: Speech,
) -> Result<Done, Failure> {
    if speech.format == Format::Csv && plan.is_some() {
        let message = "an explanation is a tree, which CSV cannot hold; use --format json";
        return Err(Failure::plain("usage", message));
    }
    let clips = found.iter().map(|(clip, ranges)| ClipRanges {
        clip: &db.clips()[clip].name,
        frames: db.clips()[clip].frames,
        rate: db.clips()[clip].rate.to_string(),
        ranges: ranges.iter().map(|r| [r.start(), r.stop()]).collect(),
    });
    let answer = Answer {
        query: query.to_string(),
        frames: found.frame_count(),
        clips: clips.collect(),
        plan,
    };
    let csv = || {
        let mut table = Table::new(["clip", "start", "stop"]);
        for clip in &answer.clips {
            for &[start, stop] in &clip.ranges {
                table.row(cells![clip.clip, start, stop]);
            }
        }
        table.csv()
    };
    speech.answer(&answer, csv, || {
        let plan = answer.plan.as_ref().map(plan_table);
        to_text(query, found, db) + &plan.unwrap_or_default()
    })
}

fn to_text(query: &Query<'_>, found: &RangeSet, db: &Database) -> String {
    let names = found.clips().iter();
    let names = names.map(|&clip| db.clips()[clip].name.chars().count());
    let width = bar::width(names.max().unwrap_or(0) + OTHER_COLUMNS);
    let mut table = Table::default();
    let mut seconds = 0.0;
    for (clip, ranges) in found.iter() {
        let info = &db.clips()[clip];
        let frames: u32 = ranges.iter().map(|range| range.frame_count()).sum();
        seconds += f64::from(frames) * info.rate.period_secs();
        table.row(cells![
            info.name.as_str(),
            bar::of_ranges(ranges, info.frames, width),
            Cell::count(ranges.len(), "range"),
            Cell::count(frames, "frame"),
            first_ranges(ranges),
        ]);
    }
    format!(
        "{query}\n\n{}{}{}, {}, {} ({})\n",
        table.text("  "),
        if found.is_empty() { "" } else { "\n" },
        count(found.clip_count(), "clip"),
        count(found.range_count(), "range"),
        count(found.frame_count(), "frame"),
        secs(seconds),
    )
}

fn explain(
    query: &Query<'_>,
    bound: &BoundQuery,
    db: &Database,
    is_shown: impl Fn(ClipId) -> bool,
) -> Result<Plan, Failure> {
    let explained = db.explain(query, bound, is_shown)?.ok_or_else(|| {
        let message = format!(
            "the query has more parts than the limit of {MAX_EXPLAINED_NODES} for --explain"
        );
        Failure::plain("too-large", message)
    })?;
    Ok(explained.into())
}

/// Formats the parts of a query as a tree with the counts of each part.
fn plan_table(plan: &Plan) -> String {
    let mut table = Table::default();
    plan_rows(plan, "", "", &mut table);
    format!("\n{}", table.text("  "))
}

fn plan_rows(part: &Plan, branch: &str, below: &str, table: &mut Table) {
    table.row(cells![
        format!("{branch}{}", part.node),
        Cell::count(part.clips, "clip"),
        Cell::count(part.ranges, "range"),
        Cell::count(part.frames, "frame"),
    ]);
    for (number, child) in part.children.iter().enumerate() {
        let (branch, more) = if number + 1 < part.children.len() {
            ("├─ ", "│  ")
        } else {
            ("└─ ", "   ")
        };
        plan_rows(
            child,
            &format!("{below}{branch}"),
            &format!("{below}{more}"),
            table,
        );
    }
}

/// The width of all columns except the name and the bar, in characters.
const OTHER_COLUMNS: usize = 2 + 2 + 2 + 10 + 2 + 12 + 2 + 36;

/// Formats the first three ranges of a clip. CSV and JSON have all of them.
fn first_ranges(ranges: &[FrameRange]) -> String {
    let shown: Vec<_> = ranges.iter().take(3).map(ToString::to_string).collect();
    let more = if ranges.len() > shown.len() {
        " …"
    } else {
        ""
    };
    shown.join(" ") + more
}
