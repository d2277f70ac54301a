//! `footwork propose LIB TAG… [--source S] [--write-above S] [--order] [--rejected] [--forget PLACE]`: proposes spans and events.

mod answer;
mod rejected;

use clap::ValueEnum;
use footwork::base::{FrameRange, Name};
use footwork_library::Library;
use footwork_pipeline::{
    Certainty, ClipFrames, ContactSource, LearnedProposals, LearnedSource, Proposal,
    ProposalSource, RuleSource, SimilarSource, SourceProposals, accept_proposals, check_known_tags,
};

use crate::arguments::{parse_frame, parse_name};
use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::plausible::PlausibleArgs;
use crate::source::{LibraryArg, edit};
use answer::Answer;

/// Propose tags for frames without labels, and optionally add the proposals with a high score.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork propose samples Gait
  footwork propose samples Gait Phase.Airborne --order
  footwork propose samples Gait --write-above 0.9
  footwork propose samples Gait --write-above auto
  footwork propose samples Foot --source contacts
  footwork propose samples Action.Kick --source similar --like kick:10..40
  footwork propose samples Gait --rejected
  footwork propose samples Gait --forget run:0..90

The source `learned` trains one classifier per tag on the labelled clips, then
proposes for the others. A TAG means the tag and the tags below it, as far as
they have labels. Without a TAG, all tags with labels are proposed. A clip
counts as labelled if its state is done or reviewed, or if it has no state and
a person placed one of the tags in it. All its frames then count, including
those without a tag. In a clip whose state is in-progress, only the frames of
its spans count, and the other frames get proposals. `not` lines teach in every
clip. Tags of an exclusive group compete.

A score is the mean probability of a span. The table shows which share of the
proposals is right, and which share of the labels they find. Both are measured
on labelled clips that are held out in turn, by frames and by spans. A span is
right if its overlap with a labelled span is at least half of their union.
Proposals of tags with fewer than 10 labelled spans are only `possible`, and
--write-above never adds them. For other tags, places where another tag is a
little likelier are `possible` too, if at least 90 % of such places were right
for held-out clips.

`--write-above auto` uses the lowest score at and above which 97 % of the
proposals for held-out clips were right. The proposals are added as one edit,
which `footwork undo` reverses. Untouched clips that get spans become
in-progress. With `[studio] provenance = true` in footwork.toml, sidecars keep
the source and the score of each added span.

The source `similar` ranks places that move like the frames given by --like and
last 80 to 120 % as long. `rules` proposes what `footwork rules` would place,
and `contacts` the strikes that `events detect` finds; both have the score 1.

Proposals that were rejected in the studio are not made again. --rejected lists
the rejected proposals of the TAGs. --forget withdraws rejections: of a clip,
of some of its frames, or `all`. That cannot be undone.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The tags, each with the tags below it. For `similar`, it is the tag to propose. For `contacts`, it is the event name
    /// to which `.Left` and `.Right` are added, such as `Foot`.
    #[arg(value_name = "TAG")]
    tags: Vec<String>,

    /// The source of the proposals.
    #[arg(long, value_enum, default_value_t = From::Learned)]
    source: From,

    /// The frames to look for, as numbers or times: `kick:10..40` or `kick:0.3s..1.2s`.
    #[arg(long, value_name = "CLIP:A..B", required_if_eq("source", "similar"))]
    like: Option<String>,

    /// The number of places that `similar` lists.
    #[arg(long, value_name = "N", default_value_t = 20)]
    count: usize,

    /// Add the likely proposals with at least this score; `auto` uses the calibrated one.
    #[arg(long, value_name = "SCORE")]
    write_above: Option<String>,

    /// List the clips without labels, the most useful to label first.
    #[arg(long)]
    order: bool,

    /// List the rejected proposals instead.
    #[arg(long, conflicts_with_all = ["write_above", "order", "like"])]
    rejected: bool,

    /// Withdraw the rejected proposals of a clip, of some of its frames, or of `all` clips, and list them.
    #[arg(long, value_name = "CLIP[:A..B]|all", conflicts_with_all = ["write_above", "order", "like", "rejected"])]
    forget: Option<String>,

    #[command(flatten)]
    plausible: PlausibleArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum From {
    /// Classifiers trained on the labelled clips.
    Learned,
    /// Strikes of feet.
    Contacts,
    /// The rules of footwork.toml.
    Rules,
    /// Places that move like the frames given by --like.
    Similar,
}

/// The least score of proposals to add.
#[derive(Clone, Copy, PartialEq)]
enum WriteAbove {
    Score(f64),
    Auto,
}

impl Args {
    /// Refuses options that would have no effect with the chosen source.
    fn check(&self, above: Option<WriteAbove>) -> Result<(), Failure> {
        let is_learned = self.source == From::Learned;
        let message = if self.order && !is_learned {
            "--order needs the source `learned`, which knows what a label would teach"
        } else if above == Some(WriteAbove::Auto) && !is_learned {
            "--write-above auto needs the source `learned`, whose scores are measured; give a score"
        } else if self.like.is_some() && self.source != From::Similar {
            "--like needs --source similar"
        } else {
            return Ok(());
        };
        Err(Failure::plain("usage", message))
    }
}

const KEPT: &str = "nothing is written";

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let above = args.write_above.as_deref().map(parse_above).transpose()?;
    let tags = args
        .tags
        .iter()
        .map(|text| parse_name(text).map_err(|failure| failure.in_name("TAG", text)));
    let tags: Vec<Name> = tags.collect::<Result<_, _>>()?;
    args.check(above)?;
    let (mut library, mut reading) = args.library.open(speech)?;
    if above.is_some() {
        reading.whole(KEPT)?;
    }
    let rejections = rejected::read(&library)?;
    if args.rejected || args.forget.is_some() {
        let answer = rejected::answer(&library, &rejections, &tags, args.forget.as_deref())?;
        let done = speech.answer(&answer, || answer.to_csv(false), || answer.to_text(false))?;
        return Ok(reading.end(done, speech));
    }
    args.plausible.check(&library, library.clips().ids())?;
    let (mut found, learned) = propose(args, &library, &tags)?;
    speech.note(&library.assumptions());
    speech.note(&found.findings);
    reading.note(&found.unread, speech);
    reading.note_unread(&library, speech);
    found
        .proposals
        .retain(|proposal| library.is_whole(proposal.clip));
    let mut written = vec![false; found.proposals.len()];
    if let Some(above) = above {
        let whole = reading.whole(KEPT)?;
        let chosen = |proposal: &Proposal| match above {
            WriteAbove::Auto => proposal.is_bulk,
            WriteAbove::Score(least) => {
                proposal.certainty == Certainty::Likely && proposal.score >= least
            }
        };
        written = found.proposals.iter().map(chosen).collect();
        let accepted: Vec<Proposal> = found
            .proposals
            .iter()
            .filter(|p| chosen(p))
            .cloned()
            .collect();
        if !accepted.is_empty() {
            let label = format!("propose {}", args.tags.join(" "));
            let accepting = accept_proposals(&library, &label, &accepted);
            edit(&mut library, &accepting, &whole, speech)?;
        }
    }
    let answer = Answer::new(
        &library,
        &found.proposals,
        &written,
        learned.as_ref(),
        above.is_some(),
    );
    let done = speech.answer(
        &answer,
        || answer.to_csv(args.order),
        || answer.to_text(args.order),
    )?;
    Ok(reading.end(done, speech))
}

/// Returns the proposals of the source and, if it learns, their quality.
fn propose(
    args: &Args,
    library: &Library,
    tags: &[Name],
) -> Result<(SourceProposals, Option<LearnedProposals>), Failure> {
    let one_tag = || match tags {
        [tag] => Ok(tag.clone()),
        _ => Err(Failure::plain("usage", "this source needs exactly one TAG")),
    };
    let source: Box<dyn ProposalSource> = match args.source {
        From::Learned => {
            check_known_tags(library, tags).map_err(|error| {
                let hint = error.near.as_ref();
                let hint = hint.map(|near| format!("did you mean {near}?"));
                Failure::plain("unknown-tag", error.to_string())
                    .in_name("TAG", error.tag.as_str())
                    .maybe_hint(hint)
            })?;
            let learned = LearnedSource {
                tags: tags.to_vec(),
            }
            .learn(library);
            return Ok((learned.found.clone(), Some(learned)));
        }
        From::Contacts => Box::new(ContactSource {
            below: one_tag()?,
            options: footwork::events::ContactOptions::default(),
        }),
        From::Rules => Box::new(RuleSource {
            tags: tags.to_vec(),
        }),
        From::Similar => Box::new(SimilarSource {
            like: parse_like(args.like.as_deref().unwrap_or_default(), library)?,
            tag: one_tag()?,
            count: args.count,
        }),
    };
    let found = source.propose(library);
    let found = found.map_err(|errors| Failure::in_rules(&errors, library.root()))?;
    Ok((found, None))
}

fn parse_above(text: &str) -> Result<WriteAbove, Failure> {
    if text == "auto" {
        return Ok(WriteAbove::Auto);
    }
    match text.parse::<f64>() {
        Ok(score) if (0.0..=1.0).contains(&score) => Ok(WriteAbove::Score(score)),
        _ => {
            let message = format!("`{text}` is not a score from 0 to 1, or `auto`");
            Err(Failure::plain("bad-score", message).in_argument("--write-above", text))
        }
    }
}

fn parse_like(text: &str, library: &Library) -> Result<ClipFrames, Failure> {
    let bad = || {
        let message = format!("`{text}` is not CLIP:A..B, such as `kick:10..40`");
        Failure::plain("bad-range", message).in_argument("--like", text)
    };
    let (clip, frames) = text.rsplit_once(':').ok_or_else(bad)?;
    let (start, stop) = frames.split_once("..").ok_or_else(bad)?;
    let clip = library.find_clip(clip)?;
    let start = parse_frame(start, library, clip)?;
    let stop = parse_frame(stop, library, clip)?;
    let range = FrameRange::new(start, stop).ok_or_else(bad)?;
    let frames = library.clips()[clip].frames;
    if stop > frames {
        let message = format!("the clip has {frames} frames, so [{start}, {stop}) is not in it");
        return Err(Failure::plain("bad-range", message).in_argument("--like", text));
    }
    Ok(ClipFrames { clip, range })
}
