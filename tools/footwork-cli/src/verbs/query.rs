//! `footwork query LIB 'Q'`: find frames by logic.

use footwork::base::ClipPattern;
use footwork::base::FrameRange;
use footwork::tags::MAX_EXPLAINED_NODES;
use footwork::tags::query_functions;
use footwork::tags::{BoundQuery, ClipId, Database, Explanation, Query, RangeSet};
use footwork_library::SettingsEdit;
use footwork_sidecar::{FILE_NAME, Finding, Severity};
use serde::Serialize;

use crate::ask;
use crate::bar;
use crate::failure::Failure;
use crate::output::{Done, Format, Speech, csv_row};
use crate::source::{SAVED_QUERIES, SourceArg};
use crate::table::{Table, count, secs};

const EXAMPLES: &str = "Examples:
  footwork query samples 'Gait.Run - Direction.Turn'
  footwork query samples 'then(Phase.Airborne, Phase.Land, 0.2s)' --format json
  footwork query samples @quick-landings --count";

/// What a query may say, for the long help.
fn language() -> String {
    let functions = query_functions().map(|f| format!("  {}\n      {}\n", f.call, f.meaning));
    format!(
        "{OPERATORS}\n{}\n{PREDICATES}",
        functions.collect::<String>()
    )
}

const OPERATORS: &str = "Queries:
  Gait         the tag and all below it; exact(Gait) is only itself, Gait.* only what is below
  \"Hand made\"  a name with a space
  !A           not A
  A - B        A without B
  A & B        both
  A ^ B        exactly one
  A | B        either
  all, none    every frame, and no frame

Operators are from the tightest to the loosest; parentheses group. `not except and xor or` mean the same.

Functions, in which an amount is frames (12) or a time (0.5s, 200ms):";

const PREDICATES: &str = "Braces hold what is said of the motion, such as { mean(speed, 0.3s) > 2.5 } and
{ LeftFoot.height < 0.1 }: an expression over channels of the clip, in metres, seconds and radians.";

/// Find the frames of a library for which a query holds.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", language()))]
pub(crate) struct Args {
    #[command(flatten)]
    library: SourceArg,

    /// The query; `@NAME` is a saved one, `-` reads it from standard input.
    query: String,

    /// Only clips whose names match.
    #[arg(long, value_name = "GLOB")]
    clips: Option<String>,

    /// Print only how many frames, ranges and clips there are.
    #[arg(long)]
    count: bool,

    /// Show how the query is grouped and what each part of it finds.
    #[arg(long, conflicts_with = "count")]
    explain: bool,

    /// Exit with 1 when nothing is found.
    #[arg(long)]
    require: bool,

    /// Keep the query in footwork.toml, to be asked again as `@NAME`.
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
}

#[derive(Serialize)]
struct Answer<'a> {
    query: String,
    frames: u64,
    clips: Vec<Found<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Plan>,
}

/// A part of the query and what it finds.
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
struct Found<'a> {
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
    let mut source = args.library.open(speech)?;
    let text = ask::read(&args.query, &source)?;
    let (query, bound) = Query::parse_for(&text, source.database())
        .map_err(|errors| Failure::in_query(&text, &errors))?;
    for hint in bound.hints() {
        speech.errors.hint(&text, hint);
    }
    let db = source.database();
    let pattern = args.clips.as_deref().map(ClipPattern::new);
    let is_shown = |clip| {
        pattern
            .as_ref()
            .is_none_or(|p| p.matches(&db.clips()[clip].name))
    };
    if let (Some(glob), false) = (&args.clips, db.clips().ids().any(is_shown)) {
        speech.errors.no_clip_matches(glob);
    }
    let plan = match args.explain {
        true => Some(explain(&query, &bound, db, is_shown)?),
        false => None,
    };
    let found = db.ranges(&bound).filtered(is_shown);
    source.note_unread(speech);
    if text.contains('{') {
        source.note_units(speech);
    }
    let missing = args.require && found.is_empty();
    let done = match args.count {
        true => print_counts(&query, &found, speech.format)?,
        false => print_ranges(&query, &found, plan, db, speech.format)?,
    };
    // Only a query that was answered is kept.
    if let Some(name) = &args.save {
        let folder = source.folder_mut(SAVED_QUERIES)?;
        let save = SettingsEdit::SaveQuery {
            name: name.clone(),
            query: text.to_string(),
        };
        let mut editor = folder.editor();
        folder.edit(&mut editor, &save.into())?;
        speech.errors.note(&[Finding {
            severity: Severity::Note,
            file: FILE_NAME.to_owned(),
            position: None,
            code: "saved",
            message: format!("the query is saved as @{name}"),
        }]);
        speech.errors.note_remarks(&mut editor);
    }
    Ok(done.finding(missing))
}

fn print_counts(query: &Query<'_>, found: &RangeSet, format: Format) -> Result<Done, Failure> {
    let counts = Counts {
        query: query.to_string(),
        frames: found.frame_count(),
        ranges: found.range_count(),
        clips: found.clip_count(),
    };
    let numbers = [counts.frames, counts.ranges as u64, counts.clips as u64];
    Ok(match format {
        Format::Json => Done::json(&counts)?,
        Format::Csv => {
            let header = csv_row(&["frames", "ranges", "clips"].map(str::to_owned));
            Done::csv(header + &csv_row(&numbers.map(|number| number.to_string())))
        }
        Format::Table => Done::text(format!(
            "{}, {}, {}\n",
            count(counts.frames, "frame"),
            count(counts.ranges, "range"),
            count(counts.clips, "clip"),
        )),
    })
}

fn print_ranges(
    query: &Query<'_>,
    found: &RangeSet,
    plan: Option<Plan>,
    db: &Database,
    format: Format,
) -> Result<Done, Failure> {
    match format {
        Format::Json => Done::json(&Answer {
            query: query.to_string(),
            frames: found.frame_count(),
            clips: found
                .iter()
                .map(|(clip, ranges)| Found {
                    clip: &db.clips()[clip].name,
                    frames: db.clips()[clip].frames,
                    rate: db.clips()[clip].rate.to_string(),
                    ranges: ranges.iter().map(|r| [r.start(), r.stop()]).collect(),
                })
                .collect(),
            plan,
        }),
        Format::Csv if plan.is_some() => Err(Failure::plain(
            "usage",
            "an explanation is a tree, which CSV cannot hold; ask for --format json",
        )),
        Format::Csv => {
            let mut text = csv_row(&["clip", "start", "stop"].map(str::to_owned));
            for (clip, ranges) in found.iter() {
                for range in ranges {
                    let name = db.clips()[clip].name.clone();
                    let ends = [range.start().to_string(), range.stop().to_string()];
                    let [start, stop] = ends;
                    text += &csv_row(&[name, start, stop]);
                }
            }
            Ok(Done::csv(text))
        }
        Format::Table => {
            let plan = plan.map(|plan| plan_table(&plan)).unwrap_or_default();
            Ok(Done::text(to_table(query, found, db) + &plan))
        }
    }
}

fn to_table(query: &Query<'_>, found: &RangeSet, db: &Database) -> String {
    let names = found
        .clips()
        .iter()
        .map(|&clip| db.clips()[clip].name.chars().count());
    let width = bar::width(names.max().unwrap_or(0) + OTHER_COLUMNS);
    let mut table = Table::with_numbers(&[2, 3]);
    let mut seconds = 0.0;
    for (clip, ranges) in found.iter() {
        let info = &db.clips()[clip];
        let frames: u32 = ranges.iter().map(|range| range.frame_count()).sum();
        seconds += f64::from(frames) * info.rate.period_secs();
        table.row([
            info.name.clone(),
            bar::of_ranges(ranges, info.frames, width),
            count(ranges.len(), "range"),
            count(frames, "frame"),
            first_ranges(ranges),
        ]);
    }
    format!(
        "{query}\n\n{}{}{}, {}, {} ({})\n",
        table.print("  "),
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
    let explained = db.explain(query, bound, is_shown).ok_or_else(|| {
        let message = format!("only queries of at most {MAX_EXPLAINED_NODES} parts are explained");
        Failure::plain("too-large", &message)
    })?;
    Ok(explained.into())
}

/// The parts of a query as a tree, each with what it finds.
fn plan_table(plan: &Plan) -> String {
    let mut table = Table::with_numbers(&[1, 2, 3]);
    plan_rows(plan, "", "", &mut table);
    format!("\n{}", table.print("  "))
}

fn plan_rows(part: &Plan, branch: &str, below: &str, table: &mut Table) {
    table.row([
        format!("{branch}{}", part.node),
        count(part.clips, "clip"),
        count(part.ranges, "range"),
        count(part.frames, "frame"),
    ]);
    for (number, child) in part.children.iter().enumerate() {
        let (branch, more) = match number + 1 < part.children.len() {
            true => ("├─ ", "│  "),
            false => ("└─ ", "   "),
        };
        plan_rows(
            child,
            &format!("{below}{branch}"),
            &format!("{below}{more}"),
            table,
        );
    }
}

/// What the columns beside the name and the bar take, in characters.
const OTHER_COLUMNS: usize = 2 + 2 + 2 + 10 + 2 + 12 + 2 + 36;

/// The first ranges of a clip; all are in the other formats.
fn first_ranges(ranges: &[FrameRange]) -> String {
    let shown: Vec<_> = ranges.iter().take(3).map(ToString::to_string).collect();
    let more = if ranges.len() > shown.len() {
        " …"
    } else {
        ""
    };
    shown.join(" ") + more
}
