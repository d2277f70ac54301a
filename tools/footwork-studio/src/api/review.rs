//! The review of a library: findings, rules, and a second labeller.

use footwork_library::Operation;
use serde::{Deserialize, Serialize};

use super::{Moment, Span};

/// The findings of `footwork check`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct CheckAnswer {
    /// A counter that every change increases.
    pub(crate) revision: u32,
    /// Whether the motion was checked too. That is slow for many clips, and done only on request.
    pub(crate) has_motion: bool,
    /// The findings, by clip, span and code.
    pub(crate) findings: Vec<Checked>,
    /// The contracts, in the order of `footwork.toml`; empty if the motion was not checked.
    pub(crate) contracts: Vec<Contract>,
}

/// A contract of `footwork.toml`, and the numbers of its limits on all its ranges.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Contract {
    /// The query whose ranges it measures.
    pub(crate) query: String,
    /// The user's words for its findings.
    pub(crate) message: Option<String>,
    /// Its line in `footwork.toml`, from 1.
    pub(crate) line: u32,
    /// The number of ranges.
    pub(crate) ranges: u32,
    /// The number of kept limits.
    pub(crate) kept: u32,
    /// The number of broken limits.
    pub(crate) broken: u32,
    /// The number of limits whose value could not be measured.
    pub(crate) not_evaluated: u32,
    /// The first mistake in its queries, which keeps it from being checked in full; `None` if there is none.
    pub(crate) problem: Option<String>,
}

/// One finding of a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Checked {
    /// `error` or `warning`.
    pub(crate) severity: String,
    /// The stable name of the kind of finding.
    pub(crate) code: String,
    /// The clip with the finding; `None` if it concerns a file.
    pub(crate) clip: Option<String>,
    /// The file, relative to the library's root, if it concerns no clip.
    pub(crate) file: Option<String>,
    /// The frames that it concerns, if any: the first, and the one after the last.
    pub(crate) span: Option<[u32; 2]>,
    /// The tag or the event that it concerns, if any.
    pub(crate) label: Option<String>,
    /// The joint that it concerns, if any.
    pub(crate) joint: Option<String>,
    /// The fault and how to correct it.
    pub(crate) message: String,
    /// Alternative edits that each resolve it. Empty if it needs a decision by a person, several if more than one may be
    /// right.
    pub(crate) fixes: Vec<Fix>,
}

/// An edit that resolves a finding of a clip.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Fix {
    /// A short description.
    pub(crate) title: String,
    /// The operations on the clip.
    pub(crate) operations: Vec<Operation>,
}

/// The rules of the library, and the changes they would make now.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RulesAnswer {
    /// A counter that every change increases.
    pub(crate) revision: u32,
    /// The rules, in the order of `footwork.toml`.
    pub(crate) rules: Vec<Rule>,
    /// Their changes, by tag and clip.
    pub(crate) changes: Vec<RuleChange>,
}

/// A rule of `footwork.toml`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Rule {
    /// The tag that it places.
    pub(crate) tag: String,
    /// The query that places it.
    pub(crate) query: String,
}

/// The change that a rule would make in a clip.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RuleChange {
    /// The tag.
    pub(crate) tag: String,
    /// The clip.
    pub(crate) clip: String,
    /// Its length in frames.
    pub(crate) frames: u32,
    /// The frames that would get the tag.
    pub(crate) added: Vec<[u32; 2]>,
    /// The frames that would lose it.
    pub(crate) removed: Vec<[u32; 2]>,
}

/// Applies the changes of the rules in these clips, as one edit.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct FollowRules {
    /// The clips.
    pub(crate) clips: Vec<String>,
}

/// The agreement with a second labeller.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgreementAnswer {
    /// A counter that every change increases.
    pub(crate) revision: u32,
    /// The tags used by either labeller, by name.
    pub(crate) tags: Vec<TagAgreement>,
    /// The clips that both labelled, in the order of the library.
    pub(crate) clips: Vec<ClipAgreement>,
    /// The number of clips labelled by only one of them.
    pub(crate) only_one: u32,
    /// The clips that cannot be compared, and why.
    pub(crate) left_out: Vec<LeftOut>,
    /// Warnings about compared files of the second labeller, such as one that may have been cut off.
    pub(crate) warnings: Vec<String>,
}

/// The agreement of two labellers about a tag, in frames of the clips that both labelled.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct TagAgreement {
    /// The tag.
    pub(crate) tag: String,
    /// The number of frames tagged by both.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) both: u64,
    /// The number of frames tagged only in this library.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) only_ours: u64,
    /// The number of frames tagged only by the second labeller.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) only_theirs: u64,
    /// Cohen's kappa, from -1 to 1; `None` if the agreement expected by chance is already complete.
    pub(crate) kappa: Option<f64>,
    /// The number of clips in which they differ.
    pub(crate) clips_apart: u32,
}

/// A clip that both labelled.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClipAgreement {
    /// The clip.
    pub(crate) clip: String,
    /// The differences, by tag and first frame.
    pub(crate) differences: Vec<LabelDifference>,
}

/// A run of frames on which two labellers differ about a tag. It joins the ranges of both labellers that touch or
/// overlap.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LabelDifference {
    /// The tag.
    pub(crate) tag: String,
    /// The first frame.
    pub(crate) start: u32,
    /// The frame after the last one.
    pub(crate) stop: u32,
    /// The ranges tagged in this library.
    pub(crate) ours: Vec<[u32; 2]>,
    /// The ranges tagged by the second labeller.
    pub(crate) theirs: Vec<[u32; 2]>,
    /// The largest distance between an edge of ours and the same edge of theirs, in frames; `None` if more than edges
    /// differ.
    pub(crate) edges_apart: Option<u32>,
    /// Whether a decision keeps ours, which settles the difference.
    pub(crate) is_kept: bool,
}

/// A clip that cannot be compared.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LeftOut {
    /// The clip.
    pub(crate) clip: String,
    /// The reason.
    pub(crate) why: String,
}

/// The labels of a clip by the second labeller.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SecondAnswer {
    /// The clip.
    pub(crate) clip: String,
    /// Why it cannot be compared; `None` if it can.
    pub(crate) why: Option<String>,
    /// Their spans, by tag, start and stop.
    pub(crate) spans: Vec<Span>,
    /// Their events, by name and time.
    pub(crate) events: Vec<Moment>,
}
