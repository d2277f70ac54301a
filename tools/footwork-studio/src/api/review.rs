//! Looking over a library: findings, rules, and a second labeller.

use footwork_library::Operation;
use serde::{Deserialize, Serialize};

use super::{Moment, Span};

/// What `footwork check` finds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct CheckAnswer {
    /// Counts the changes of any kind.
    pub(crate) revision: u32,
    /// Whether the motion was read too: that takes long for many clips, and is done when it is asked for.
    pub(crate) has_motion: bool,
    /// The findings, by clip, span and code.
    pub(crate) findings: Vec<Checked>,
}

/// One finding of a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Checked {
    /// `error` or `warning`.
    pub(crate) severity: String,
    /// What kind it is, for machines.
    pub(crate) code: String,
    /// The clip that it is about; `None` if it is about a file.
    pub(crate) clip: Option<String>,
    /// The file, from the library's root, if it is about no clip.
    pub(crate) file: Option<String>,
    /// The frames, if it is about some: the first, and the one behind the last.
    pub(crate) span: Option<[u32; 2]>,
    /// The tag or the event, if it is about one.
    pub(crate) label: Option<String>,
    /// What is wrong, and what would be right.
    pub(crate) message: String,
    /// Edits of which one settles it: none if people have to decide how, several where either may be right.
    pub(crate) fixes: Vec<Fix>,
}

/// An edit of the clip of a finding.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Fix {
    /// What it does.
    pub(crate) title: String,
    /// What is done to the clip.
    pub(crate) operations: Vec<Operation>,
}

/// The rules of the library, and what they would change now.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RulesAnswer {
    /// Counts the changes of any kind.
    pub(crate) revision: u32,
    /// The rules, in the order in which they are written.
    pub(crate) rules: Vec<Rule>,
    /// What they would change, by tag and clip.
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

/// What a rule would change in a clip.
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

/// Makes what the rules would change in these clips, as one edit.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct FollowRules {
    /// The clips.
    pub(crate) clips: Vec<String>,
}

/// How well a second labeller agrees.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgreementAnswer {
    /// Counts the changes of any kind.
    pub(crate) revision: u32,
    /// The tags that either gave, by name.
    pub(crate) tags: Vec<TagAgreement>,
    /// The clips that both labelled, in the order of the library.
    pub(crate) clips: Vec<ClipAgreement>,
    /// How many clips only one of them labelled.
    pub(crate) only_one: u32,
    /// The clips that cannot be compared, and why.
    pub(crate) left_out: Vec<LeftOut>,
}

/// How well two labellers agree about a tag, in frames of the clips that both labelled.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct TagAgreement {
    /// The tag.
    pub(crate) tag: String,
    /// Frames that both gave the tag.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) both: u64,
    /// Frames that only we gave it.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) only_ours: u64,
    /// Frames that only they gave it.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) only_theirs: u64,
    /// Cohen's kappa, -1 to 1; `None` if chance leaves nothing open.
    pub(crate) kappa: Option<f64>,
    /// In how many clips they differ.
    pub(crate) clips_apart: u32,
}

/// A clip that both labelled.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClipAgreement {
    /// The clip.
    pub(crate) clip: String,
    /// Where they differ, by tag and first frame.
    pub(crate) differences: Vec<LabelDifference>,
}

/// Frames on which two labellers differ about a tag: ranges of either that touch or overlap.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LabelDifference {
    /// The tag.
    pub(crate) tag: String,
    /// The first frame.
    pub(crate) start: u32,
    /// The frame behind the last one.
    pub(crate) stop: u32,
    /// What we tagged of them.
    pub(crate) ours: Vec<[u32; 2]>,
    /// What they tagged of them.
    pub(crate) theirs: Vec<[u32; 2]>,
    /// Whether ours were kept, so that it is no question any more.
    pub(crate) is_kept: bool,
}

/// A clip that cannot be compared.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct LeftOut {
    /// The clip.
    pub(crate) clip: String,
    /// Why it cannot be.
    pub(crate) why: String,
}

/// What a second labeller gave a clip.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SecondAnswer {
    /// The clip.
    pub(crate) clip: String,
    /// Why it cannot be compared, where it cannot.
    pub(crate) why: Option<String>,
    /// Their spans, by tag, start and stop.
    pub(crate) spans: Vec<Span>,
    /// Their events, by name and time.
    pub(crate) events: Vec<Moment>,
}
