//! `footwork state LIB [CLIP…] [--set STATE]`: shows or sets the state of work on clips.

use footwork::tags::ClipId;
use footwork_library::{Edit, Library, Operation};
use footwork_sidecar::{Day, ParseDayError, ParseStateError, SignedState, WorkState};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::source::{LibraryArg, edit};
use crate::table::{Table, cells, count, secs};

/// Show or set the state of work on clips.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork state samples
  footwork state samples run walk --set done --by Ann --on 2026-11-26
  footwork state samples run --set done --by Ann --for Ben
  footwork state samples run --set automatic

A clip is untouched, in-progress, done or reviewed. The state is a line of its
sidecar, which merges like its tags. Without that line, a clip is in progress once
it has a label or a note. `automatic` removes the line.

`--for` assigns the next step to a person: the review of a done clip, and the
labelling of one that is not done. The studio lists each reviewer's clips.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The clips: their names, or the last parts of their names. By default all clips.
    #[arg(value_name = "CLIP")]
    clips: Vec<String>,

    /// The state to set: untouched, in-progress, done, reviewed or automatic.
    #[arg(long, value_name = "STATE", requires = "clips")]
    set: Option<String>,

    /// The name of the person who sets the state.
    #[arg(long, value_name = "NAME", requires = "set")]
    by: Option<String>,

    /// The day of the state, such as 2026-11-26.
    #[arg(long, value_name = "DAY", requires = "set")]
    on: Option<String>,

    /// The person who works on the clips next, such as the reviewer of a done clip.
    #[arg(long = "for", value_name = "NAME", requires = "set")]
    assignee: Option<String>,
}

#[derive(Serialize)]
struct Answer<'a> {
    changed: bool,
    clips: Vec<ClipJson<'a>>,
}

#[derive(Serialize)]
struct ClipJson<'a> {
    clip: &'a str,
    state: &'static str,
    by: Option<&'a str>,
    on: Option<String>,
    #[serde(rename = "for")]
    assignee: Option<&'a str>,
    seconds: f64,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let said = args
        .set
        .as_deref()
        .map(|set| signed(set, args))
        .transpose()?;
    let (mut library, reading) = args.library.open(speech)?;
    let named = args.clips.iter().map(|name| library.find_clip(name));
    let mut clips: Vec<ClipId> = named.collect::<Result<_, _>>()?;
    let reading = if clips.is_empty() {
        clips = library.originals().map(|(clip, _)| clip).collect();
        reading
    } else {
        reading.only(&library, &clips)
    };
    let mut changed = false;
    if let Some(said) = said {
        let whole = reading.whole("nothing has changed")?;
        let is_named = !args.clips.is_empty();
        clips.retain(|&clip| library.knows_tags(clip) && (is_named || library.is_whole(clip)));
        let give = |made: Edit, &clip: &ClipId| {
            made.with(
                clip,
                [Operation::SetState {
                    state: said.clone(),
                }],
            )
        };
        changed = edit(
            &mut library,
            &clips.iter().fold(Edit::default(), give),
            &whole,
            speech,
        )?;
    }
    let answer = Answer {
        changed,
        clips: clips.iter().map(|&clip| of_clip(&library, clip)).collect(),
    };
    let done = speech.answer(&answer, || table(&answer).csv(), || to_text(&answer))?;
    Ok(reading.end(done, speech))
}

/// Returns the state to record; `None` for `automatic`, which removes the recorded state.
fn signed(set: &str, args: &Args) -> Result<Option<SignedState>, Failure> {
    if set == "automatic" {
        return Ok(None);
    }
    let state = set.parse();
    let state = state.map_err(|error: ParseStateError| {
        Failure::plain(
            "bad-state",
            format!("`{set}` is not a state: {error}, or `automatic`"),
        )
    })?;
    let day = |text: &String| -> Result<Day, Failure> {
        let day = text.parse();
        day.map_err(|error: ParseDayError| {
            Failure::plain("bad-day", format!("`{text}` is not a day: {error}"))
        })
    };
    Ok(Some(SignedState {
        state,
        by: args.by.clone(),
        on: args.on.as_ref().map(day).transpose()?,
        assignee: args.assignee.clone(),
    }))
}

fn of_clip(library: &Library, clip: ClipId) -> ClipJson<'_> {
    let entry = &library.clips()[clip];
    let said = entry.labels().and_then(|labels| labels.signed_state());
    ClipJson {
        clip: &entry.name,
        state: entry.work_state().word(),
        by: said.and_then(|said| said.by.as_deref()),
        on: said.and_then(|said| said.on).map(|on| on.to_string()),
        assignee: said.and_then(|said| said.assignee.as_deref()),
        seconds: f64::from(entry.frames) * entry.rate.period_secs(),
    }
}

fn table(answer: &Answer<'_>) -> Table {
    let mut table = Table::new(["clip", "state", "by", "on", "for"]);
    for ClipJson {
        clip,
        state,
        by,
        on,
        assignee,
        ..
    } in &answer.clips
    {
        table.row(cells![*clip, *state, *by, on.as_deref(), *assignee]);
    }
    table
}

fn to_text(answer: &Answer<'_>) -> String {
    let is_finished = |clip: &&ClipJson<'_>| {
        let state: Result<WorkState, _> = clip.state.parse();
        state.is_ok_and(WorkState::is_finished)
    };
    let finished: Vec<&ClipJson<'_>> = answer.clips.iter().filter(is_finished).collect();
    let all: f64 = answer.clips.iter().map(|clip| clip.seconds).sum();
    let done: f64 = finished.iter().map(|clip| clip.seconds).sum();
    let end = format!(
        "{} of {} done or reviewed, {} of {}\n",
        finished.len(),
        count(answer.clips.len(), "clip"),
        secs(done),
        secs(all)
    );
    if answer.clips.is_empty() {
        end
    } else {
        format!("{}\n{end}", table(answer).text("  "))
    }
}
