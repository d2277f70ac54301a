//! `footwork agree LIB OTHER`: measures how well two labellers agree.

use std::path::PathBuf;

use footwork::tags::Ranges;
use footwork_library::Library;
use footwork_pipeline::{
    Agreement, AgreementError, LabelDifference, NotCompared, SecondLabels, TagAgreement, agreement,
};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Done, Speech};
use crate::source::LibraryArg;
use crate::table::{Cell, Table, cells, count};

/// Compare the labels of a library with those of a second labeller.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork agree samples ../samples-by-ann
  git worktree add ../ann ann && footwork agree . ../ann
  footwork agree samples ../samples-by-ann --tolerance 2
  footwork agree samples ../samples-by-ann --format json

The second folder has sidecars at the same paths as the library: a copy
labelled by another person, or another branch. It does not need the clips.

A clip is compared if both people labelled the same version of it. For each tag:

  ours, theirs   the frames to which each person gave the tag
  common         the share of the tagged frames that both people tagged
  kappa          Cohen's kappa: 1 if they agree on every frame, 0 if they
                 agree as often as chance

Kappa is empty if both people gave every frame the same answer, such as all
frames tagged. `studio --compare` shows both people's labels side by side for
you to choose. If you keep your own label, the difference still counts as one.
The answer says how many differences are settled this way.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The folder of the second labeller.
    #[arg(value_name = "OTHER")]
    other: PathBuf,

    /// Leave out differences in which only edges differ, by at most this number of frames. Counts of frames and kappa stay exact.
    #[arg(long, value_name = "FRAMES", default_value_t = 0)]
    tolerance: u32,
}

#[derive(Serialize)]
struct Answer<'a> {
    tags: Vec<TagJson<'a>>,
    clips: Vec<ClipJson<'a>>,
    left_out: Vec<LeftOutJson<'a>>,
}

#[derive(Serialize)]
struct TagJson<'a> {
    tag: &'a str,
    both: u64,
    only_ours: u64,
    only_theirs: u64,
    neither: u64,
    kappa: Option<f64>,
    clips_apart: u32,
}

#[derive(Serialize)]
struct ClipJson<'a> {
    clip: &'a str,
    differences: Vec<DifferenceJson<'a>>,
}

#[derive(Serialize)]
struct DifferenceJson<'a> {
    tag: &'a str,
    span: [u32; 2],
    ours: Vec<[u32; 2]>,
    theirs: Vec<[u32; 2]>,
    kept: bool,
}

#[derive(Serialize)]
struct LeftOutJson<'a> {
    clip: &'a str,
    why: String,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let folder = args.library.folder()?;
    let second = SecondLabels::new(folder, &args.other)?;
    let (library, mut reading) = args.library.open(speech)?;
    let mut agreement = agreement(&library, &second);
    speech.note(&agreement.findings);
    for clip in &mut agreement.clips {
        let is_apart = |one: &LabelDifference| !one.is_within(args.tolerance);
        clip.differences.retain(is_apart);
    }
    for (clip, why) in &agreement.left_out {
        if let NotCompared::Unreadable(_) = why {
            let file = library.clips()[*clip].sidecar_name();
            reading.lacks(&args.other.join(file).display().to_string(), "unreadable");
        }
    }
    let answer = Answer {
        tags: agreement.tags.iter().map(tag_json).collect(),
        clips: agreement
            .clips
            .iter()
            .map(|of_clip| ClipJson {
                clip: &library.clips()[of_clip.clip].name,
                differences: of_clip.differences.iter().map(difference).collect(),
            })
            .collect(),
        left_out: agreement
            .left_out
            .iter()
            .map(|(clip, why)| LeftOutJson {
                clip: &library.clips()[*clip].name,
                why: why.to_string(),
            })
            .collect(),
    };
    let text = || to_text(&agreement, &library);
    let done = speech.answer(&answer, || to_csv(&agreement), text)?;
    Ok(reading.end(done, speech))
}

fn tag_json(of_tag: &TagAgreement) -> TagJson<'_> {
    let counts = of_tag.counts;
    TagJson {
        tag: of_tag.tag.as_str(),
        both: counts.both,
        only_ours: counts.only_ours,
        only_theirs: counts.only_theirs,
        neither: counts.neither,
        kappa: counts.kappa(),
        clips_apart: of_tag.clips_apart,
    }
}

fn difference(difference: &LabelDifference) -> DifferenceJson<'_> {
    let pairs = |ranges: &Ranges| ranges.iter().map(|r| [r.start(), r.stop()]).collect();
    DifferenceJson {
        tag: difference.tag.as_str(),
        span: [difference.range.start(), difference.range.stop()],
        ours: pairs(&difference.ours),
        theirs: pairs(&difference.theirs),
        kept: difference.is_kept,
    }
}

fn to_csv(agreement: &Agreement) -> String {
    let mut table = Table::new([
        "tag",
        "both",
        "only_ours",
        "only_theirs",
        "neither",
        "kappa",
        "clips_apart",
    ]);
    for of_tag in &agreement.tags {
        let counts = of_tag.counts;
        table.row(cells![
            of_tag.tag.as_str(),
            counts.both,
            counts.only_ours,
            counts.only_theirs,
            counts.neither,
            counts.kappa().map(|kappa| format!("{kappa:.6}")),
            of_tag.clips_apart,
        ]);
    }
    table.csv()
}

fn to_text(agreement: &Agreement, library: &Library) -> String {
    let mut table = Table::new(["tag", "ours", "theirs", "common", "kappa", "clips apart"]);
    for of_tag in &agreement.tags {
        let counts = of_tag.counts;
        let number = |part: Option<f64>| part.map(|part| format!("{part:.2}"));
        table.row(cells![
            of_tag.tag.as_str(),
            counts.both + counts.only_ours,
            counts.both + counts.only_theirs,
            Cell::right(number(counts.common_part()).unwrap_or_default()),
            Cell::right(number(counts.kappa()).unwrap_or_default()),
            of_tag.clips_apart,
        ]);
    }
    let mut text = if agreement.tags.is_empty() {
        String::new()
    } else {
        table.headed("  ") + "\n"
    };
    let apart = agreement.clips.iter();
    let apart = apart.flat_map(|of_clip| &of_clip.differences);
    text += &format!(
        "{} compared, {}",
        count(agreement.clips.len(), "clip"),
        count(apart.clone().count(), "difference")
    );
    text += &match apart.filter(|one| one.is_kept).count() {
        0 => "\n".to_owned(),
        kept => format!(", of which {kept} settled\n"),
    };
    for (why, title) in [
        (NotCompared::NotOurs, "labelled only there"),
        (NotCompared::NotTheirs, "labelled only here"),
        (NotCompared::Neither, "labelled by neither"),
    ] {
        let number = agreement.left_out.iter().filter(|(_, w)| *w == why).count();
        if number > 0 {
            text += &format!("{} {title}\n", count(number, "clip"));
        }
    }
    for (clip, why) in &agreement.left_out {
        if matches!(why, NotCompared::OtherVersion | NotCompared::Unreadable(_)) {
            let name = crate::shown::line(&library.clips()[*clip].name);
            text += &format!("{name}: {why}\n");
        }
    }
    text
}

impl From<AgreementError> for Failure {
    fn from(error: AgreementError) -> Self {
        Self::plain(error.code(), error.to_string())
    }
}
