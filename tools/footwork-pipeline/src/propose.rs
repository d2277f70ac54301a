//! Proposals: spans and events that programs suggest and a person decides on.
//!
//! A [`ProposalSource`] makes proposals, and [`accept_proposals`] turns the accepted ones into labels.
//! [`LearnedSource`] trains one classifier per tag on the labelled clips of the library, measures itself on labelled
//! clips held out in turn, and orders the unlabelled clips by how much labels for them would teach.
//!
//! The files, in the order of the data flow:
//!
//! | file | what it does |
//! |---|---|
//! | `columns.rs` | a clip as rows of 35 numbers, 30 per second |
//! | `windows.rs` | features: a row, and means and deviations over 0.1 to 4 s |
//! | `labels.rs` | the labelled class of each row, in layers of tags that exclude each other |
//! | `logistic.rs`, `lbfgs.rs`, `whitening.rs`, `dense.rs` | one logistic regression per tag |
//! | `viterbi.rs` | smoothing, so that the classes of rows do not flicker |
//! | `model.rs` | the regressions and the smoothing together |
//! | `held_out.rs`, `quality.rs`, `threshold.rs` | how many proposals are right for takes held out in turn |
//! | `rare.rs` | the likeliest places of tags with few examples |
//! | `possible.rs` | places of common tags that smoothing dropped |
//! | `learned.rs` | learning from takes and proposing for others |
//! | `order.rs` | which take to label next |
//! | `takes.rs` | the takes of a library |
//! | `rejected.rs` | rejected proposals, in the user's state folder |
//! | `attract.rs` | gaps between proposals and labelled neighbours |
//! | `similar.rs` | places like given frames |
//! | `known.rs` | whether a library has the tags to propose |
//! | `sources.rs`, `proposal.rs` | the sources, and accepting what they propose |
//!
//! Answers are the same on every machine: all sums are made in a fixed order, and functions such as `exp` are libm's.

mod attract;
mod columns;
mod dense;
mod held_out;
mod known;
mod labels;
mod lbfgs;
mod learned;
mod logistic;
mod model;
mod order;
mod possible;
mod proposal;
mod quality;
mod rare;
mod rejected;
mod similar;
mod sources;
mod takes;
mod threshold;
mod viterbi;
mod whitening;
mod windows;

pub use columns::MotionColumns;
pub use known::{UnknownTagError, check_known_tags};
pub use labels::{Coverage, TagLayers, TakeLabels, TrainingTake};
pub use learned::{Certainty, LearnedTags, ProposedSpan, TakeProposals};
pub use order::{Candidate, labelling_order};
pub use proposal::{Proposal, ProposedPlace, accept_proposals, begins_work, sort_for_deciding};
pub use quality::{MeasuredQuality, TagQuality};
pub use rare::MIN_COMMON_SPANS;
pub use rejected::{RejectedFileError, Rejection, Rejections};
pub use similar::{ClipFrames, SimilarSource};
pub use sources::{
    ContactSource, ImportedSource, LearnedProposals, LearnedSource, ProposalSource, RuleSource,
    SourceProposals,
};
pub use takes::{LibraryTake, LibraryTakes, ReadColumns, read_columns};
