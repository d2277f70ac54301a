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
    /// Whether the motion was checked too. This is slow for many clips, and done only on request.
    pub(crate) has_motion: bool,
    /// The findings, ordered by clip, span and code.
    pub(crate) findings: Vec<Checked>,
    /// The contracts, in the order of `footwork.toml`; empty if the motion was not checked.
    pub(crate) contracts: Vec<Contract>,
}

/// A contract of `footwork.toml`, with the numbers of its kept, broken and unevaluated limits over all its ranges.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Contract {
    /// The query whose ranges the contract limits.
    pub(crate) query: String,
    /// The message that the user wrote for the contract's findings.
    pub(crate) message: Option<String>,
    /// The line of the contract in `footwork.toml`, counted from 1.
    pub(crate) line: u32,
    /// The number of ranges that the query finds.
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
    /// The clip with the finding; `None` if the finding is about a file.
    pub(crate) clip: Option<String>,
    /// The file, relative to the library's root; `None` if the finding is about a clip.
    pub(crate) file: Option<String>,
    /// The frames of the finding, if it has any: the first frame, and the frame after the last.
    pub(crate) span: Option<[u32; 2]>,
    /// The tag or the event of the finding, if it has one.
    pub(crate) label: Option<String>,
    /// The joint of the finding, if it has one.
    pub(crate) joint: Option<String>,
    /// The fault and how to correct it.
    pub(crate) message: String,
    /// Alternative edits that each resolve the finding. Empty if a person must decide; several if more than one may be
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

/// The rules of the library, and the changes that they would make now.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RulesAnswer {
    /// A counter that every change increases.
    pub(crate) revision: u32,
    /// The rules, in the order of `footwork.toml`.
    pub(crate) rules: Vec<Rule>,
    /// The changes that the rules would make, ordered by tag and clip.
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
    /// The length of the clip in frames.
    pub(crate) frames: u32,
    /// The frames that would get the tag.
    pub(crate) added: Vec<[u32; 2]>,
    /// The frames that would lose the tag.
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
    /// The tags that either labeller used, by name.
    pub(crate) tags: Vec<TagAgreement>,
    /// The clips that both labelled, in the order of the library.
    pub(crate) clips: Vec<ClipAgreement>,
    /// The number of clips that only one of them labelled.
    pub(crate) only_one: u32,
    /// The clips that cannot be compared, with the reasons.
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
    /// Cohen's kappa, from −1 to 1; `None` if it is undefined because even chance would give complete agreement.
    pub(crate) kappa: Option<f64>,
    /// The number of clips in which the labellers differ.
    pub(crate) clips_apart: u32,
}

/// A clip that both labelled.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClipAgreement {
    /// The clip.
    pub(crate) clip: String,
    /// The differences, ordered by tag and first frame.
    pub(crate) differences: Vec<LabelDifference>,
}

/// A run of frames on which two labellers differ about a tag. It combines all ranges of both labellers that touch or
/// overlap each other.
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
    /// The largest distance between an edge of our range and the same edge of theirs, in frames; `None` if the
    /// labellers differ in more than edges.
    pub(crate) edges_apart: Option<u32>,
    /// Whether a stored decision keeps ours, which settles the difference.
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

/// The second labeller's labels of a clip.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SecondAnswer {
    /// The clip.
    pub(crate) clip: String,
    /// Why the clip cannot be compared; `None` if it can be.
    pub(crate) why: Option<String>,
    /// The second labeller's spans, ordered by tag, start and stop.
    pub(crate) spans: Vec<Span>,
    /// The second labeller's events, ordered by name and time.
    pub(crate) events: Vec<Moment>,
}
