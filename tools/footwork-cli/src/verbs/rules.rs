//! `footwork rules LIB [--write]`: make the tags that rules place.

use footwork::tags::Ranges;
use footwork_library::rules::follow_rules;
use footwork_library::{Library, Proposal};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Done, Format, Speech, csv_row};
use crate::source::{LibraryArg, edit};
use crate::table::{Table, count};
use crate::vocabulary;

/// Show what the rules of a library would tag, or tag it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork rules samples
  footwork rules samples --write

Rules stand in footwork.toml: a tag and the query that places it.

  [rules]
  \"Gait.Run\" = \"{ mean(speed, 0.3s) > 3 }\"

Spans that a rule made are marked in the sidecars, and only they are changed,
or removed where the rule is gone. Hand-placed spans stay, and so do the frames
that somebody took from a rule. A span that is edited by hand is a hand-placed
one from then on. Rules see the clips themselves; mirrored twins follow with
their sides swapped. Times and names in a rule are as in a query; @NAME is not.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// Change the sidecars.
    #[arg(long)]
    write: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    written: bool,
    changes: Vec<Change<'a>>,
}

#[derive(Serialize)]
struct Change<'a> {
    tag: &'a str,
    clip: &'a str,
    before: Vec<[u32; 2]>,
    after: Vec<[u32; 2]>,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let mut library = args.library.open(speech)?;
    let proposals = library
        .propose_rules()
        .map_err(|errors| Failure::in_rules(&errors, library.root()))?;
    for tag in library.config().rules.keys() {
        vocabulary::hint_at_mistake(&library, tag, speech);
    }
    speech.errors.note(&library.take_lacking());
    speech.errors.note(&library.estimated_units());
    let unread = library.take_unread();
    speech.errors.note(&unread);
    if args.write && !unread.is_empty() {
        let message = "nothing is written, as the motion of some clips could not be read";
        return Err(Failure::plain("unreadable", message));
    }
    if args.write {
        edit(&mut library, &follow_rules(&proposals), speech)?;
    }
    match speech.format {
        Format::Json => Done::json(&Answer {
            written: args.write,
            changes: proposals.iter().map(|p| change(p, &library)).collect(),
        }),
        Format::Csv => Ok(Done::csv(to_csv(&proposals, &library))),
        Format::Table => Ok(Done::text(to_table(&proposals, &library, args.write))),
    }
}

fn change<'a>(proposal: &'a Proposal, library: &'a Library) -> Change<'a> {
    let pairs = |ranges: &Ranges| ranges.iter().map(|r| [r.start(), r.stop()]).collect();
    Change {
        tag: proposal.tag.as_str(),
        clip: &library.clips()[proposal.clip].name,
        before: pairs(&proposal.before),
        after: pairs(&proposal.after),
    }
}

fn to_csv(proposals: &[Proposal], library: &Library) -> String {
    let mut text = csv_row(&["tag", "clip", "when", "start", "stop"].map(str::to_owned));
    for proposal in proposals {
        let change = change(proposal, library);
        for (when, ranges) in [("before", &change.before), ("after", &change.after)] {
            for [start, stop] in ranges {
                let ends = [start.to_string(), stop.to_string()];
                let [start, stop] = ends;
                let words = [
                    change.tag.to_owned(),
                    change.clip.to_owned(),
                    when.to_owned(),
                ];
                let [tag, clip, when] = words;
                text += &csv_row(&[tag, clip, when, start, stop]);
            }
        }
    }
    text
}

fn to_table(proposals: &[Proposal], library: &Library, written: bool) -> String {
    let rules = count(library.config().rules.len(), "rule");
    if proposals.is_empty() {
        return format!("{rules}: nothing to change\n");
    }
    let mut table = Table::with_numbers(&[2, 3]);
    for Proposal {
        tag,
        clip,
        before,
        after,
    } in proposals
    {
        table.row([
            tag.to_string(),
            library.clips()[*clip].name.clone(),
            format!("+{}", gained(before, after)),
            format!("-{}", gained(after, before)),
            after.to_string(),
        ]);
    }
    let changes = count(proposals.len(), "change");
    let end = match written {
        true => "written",
        false => "nothing is written; add --write",
    };
    format!("{}\n{rules}, {changes}: {end}\n", table.print("  "))
}

/// How many frames are in `after` and not in `before`.
fn gained(before: &Ranges, after: &Ranges) -> u32 {
    use footwork::tags::SetAlgebra;
    after.difference(before).frame_count()
}
