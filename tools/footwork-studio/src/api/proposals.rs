//! Proposals: spans and events that programs suggest, for a person to accept or reject.

use serde::{Deserialize, Serialize};

use super::{Finding, LabelKind};

/// A program that proposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) enum Source {
    /// Classifiers trained on the labelled clips.
    Learned,
    /// Strikes of feet.
    Contacts,
    /// The rules of `footwork.toml`.
    Rules,
    /// Places that move like given frames.
    Similar,
}

/// The proposals of a source.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProposalsAnswer {
    /// A counter that every change increases.
    pub(crate) revision: u32,
    /// The source.
    pub(crate) source: Source,
    /// The proposals, the most useful decision first: all likely ones clip by clip, and then those that are only
    /// possible.
    pub(crate) proposals: Vec<Proposed>,
    /// The number of all proposals, including those that a long list leaves out.
    pub(crate) total: u32,
    /// The number of labelled clips to learn from; `None` if the source does not learn.
    pub(crate) labelled: Option<u32>,
    /// The lowest score at and above which 97 % of the proposals were right; `None` if no score reaches that share.
    pub(crate) threshold: Option<f64>,
    /// The measured quality of the proposals, by tag.
    pub(crate) quality: Vec<ProposalQuality>,
    /// The number of rejected proposals of the library.
    pub(crate) rejected: u32,
    /// The clips without proposals, with the reasons.
    pub(crate) findings: Vec<Finding>,
}

/// A proposed span or event.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Proposed {
    /// The clip.
    pub(crate) clip: String,
    /// Whether the proposal is a tag or an event.
    pub(crate) kind: LabelKind,
    /// The tag or the event.
    pub(crate) name: String,
    /// The first frame of a tag, or the time of an event in frames.
    pub(crate) start: f64,
    /// The frame after the last one of a tag, or the time of an event.
    pub(crate) stop: f64,
    /// The confidence of the source, from 0 to 1; always 1 if the source has no scores.
    pub(crate) score: f64,
    /// The source.
    pub(crate) source: Source,
    /// Whether the proposal is only possible rather than likely.
    pub(crate) possible: bool,
    /// Whether the proposal may be accepted in bulk: its tag has enough examples, and its score reaches the threshold.
    pub(crate) bulk: bool,
    /// Whether accepting the proposal begins the work on its clip, which then becomes `in-progress`.
    pub(crate) begins: bool,
}

/// The quality of a tag's proposals, measured by leaving out each labelled clip in turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProposalQuality {
    /// The tag.
    pub(crate) tag: String,
    /// The number of labelled spans of the tag.
    pub(crate) spans: u32,
    /// The number of clips with a labelled span.
    pub(crate) clips: u32,
    /// The share of right spans among the proposed ones; `None` if there are too few labels to measure it.
    pub(crate) precision: Option<f64>,
    /// The share of labelled spans that were found.
    pub(crate) recall: Option<f64>,
    /// The median error of edges, in seconds; `None` if no span was found.
    pub(crate) edge_secs: Option<f64>,
}

/// A rejection of a proposal, which is then not proposed again. Undo withdraws the rejection.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Reject {
    /// The clip.
    pub(crate) clip: String,
    /// Whether the proposal is a tag or an event.
    pub(crate) kind: LabelKind,
    /// The tag or the event.
    pub(crate) name: String,
    /// The first frame, or the time of an event in frames.
    pub(crate) start: f64,
    /// The frame after the last one, or the time of an event.
    pub(crate) stop: f64,
}

/// The result of a rejection.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Rejected {
    /// The number of rejected proposals of the library.
    pub(crate) rejected: u32,
}

/// The rejected proposals of the library.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RejectedList {
    /// The rejections, the newest first.
    pub(crate) rejected: Vec<Reject>,
    /// The number of all rejections, including those that a long list leaves out.
    pub(crate) total: u32,
}
