//! `footwork rules LIB [--write]`: tags frames by the rules of a library.

use footwork::tags::Ranges;
use footwork_library::Library;
use footwork_pipeline::RuleProposal;
use footwork_pipeline::follow_rules;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::plausible::PlausibleArgs;
use crate::source::{LibraryArg, edit};
use crate::table::{Cell, Table, cells, count};
use crate::vocabulary;

/// Show the tags that the rules of a library would place, or place them.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork rules samples
  footwork rules samples --write

footwork.toml holds the rules: a tag and the query that places it.

  [rules]
  \"Gait.Run\" = \"{ mean(speed, 0.3s) > 3 }\"

Spans placed by a rule are marked in the sidecars. Rules change only these
spans, and remove them once the rule is gone. Spans placed by hand stay, and
frames that you erase from a rule's span stay erased. An edit by hand takes only
its own frames from the rule; the rule keeps the others.

If tags exclude each other, a rule yields to spans placed by hand and to rules
written before it. A rule that uses the tag of another rule is evaluated after
that rule, whichever is written first.

Rules are evaluated on the clips themselves; mirrored twins get the same tags
with sides swapped. Times and names are written as in a query; @NAME is not
allowed.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    #[command(flatten)]
    plausible: PlausibleArgs,

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
    let (mut library, mut reading) = args.library.open(speech)?;
    if args.write {
        reading.whole(KEPT)?;
    }
    if !library.settings().rules.is_empty() {
        args.plausible.check(&library, library.clips().ids())?;
    }
    let mut proposals = footwork_pipeline::propose_rules(&library)
        .map_err(|errors| Failure::in_rules(&errors, library.root()))?;
    // In an unreadable clip, a rule finds nothing and would remove the tags that it placed earlier.
    proposals.retain(|one| library.is_whole(one.clip) && library.knows_motion(one.clip));
    for tag in library.settings().rules.keys() {
        vocabulary::hint_at_mistake(&library, tag, speech);
    }
    reading.note_unread(&library, speech);
    speech.note(&library.assumptions());
    if args.write {
        let whole = reading.whole(KEPT)?;
        edit(&mut library, &follow_rules(&proposals), &whole, speech)?;
    }
    let answer = Answer {
        written: args.write,
        changes: proposals.iter().map(|p| change(p, &library)).collect(),
    };
    let text = || to_text(&proposals, &library, args.write);
    let done = speech.answer(&answer, || to_csv(&answer), text)?;
    Ok(reading.end(done, speech))
}

const KEPT: &str = "nothing is written";

fn change<'a>(proposal: &'a RuleProposal, library: &'a Library) -> Change<'a> {
    let pairs = |ranges: &Ranges| ranges.iter().map(|r| [r.start(), r.stop()]).collect();
    Change {
        tag: proposal.tag.as_str(),
        clip: &library.clips()[proposal.clip].name,
        before: pairs(&proposal.before),
        after: pairs(&proposal.after),
    }
}

fn to_csv(answer: &Answer<'_>) -> String {
    let mut table = Table::new(["tag", "clip", "when", "start", "stop"]);
    for change in &answer.changes {
        for (when, ranges) in [("before", &change.before), ("after", &change.after)] {
            for &[start, stop] in ranges {
                table.row(cells![change.tag, change.clip, when, start, stop]);
            }
        }
    }
    table.csv()
}

fn to_text(proposals: &[RuleProposal], library: &Library, written: bool) -> String {
    let rules = count(library.settings().rules.len(), "rule");
    if proposals.is_empty() {
        return format!("{rules}: nothing to change\n");
    }
    let mut table = Table::default();
    for RuleProposal {
        tag,
        clip,
        before,
        after,
    } in proposals
    {
        table.row(cells![
            tag.as_str(),
            library.clips()[*clip].name.as_str(),
            Cell::right(format!("+{}", gained(before, after))),
            Cell::right(format!("-{}", gained(after, before))),
            after.to_string(),
        ]);
    }
    let changes = count(proposals.len(), "change");
    let end = if written {
        "written"
    } else {
        "nothing is written; add --write"
    };
    format!("{}\n{rules}, {changes}: {end}\n", table.text("  "))
}

/// Returns the number of frames in `after` that are not in `before`.
fn gained(before: &Ranges, after: &Ranges) -> u32 {
    use footwork::tags::SetAlgebra;
    after.difference(before).frame_count()
}
