//! Jobs on a library: each reads a [`Library`](footwork_library::Library), and those that change it make an
//! [`Edit`](footwork_library::Edit) of what they found.
//!
//! | module | what it does |
//! |---|---|
//! | [`rules`] | tags that queries place |
//! | [`check`](mod@check) | what is wrong with the tags and events of a library |
//! | [`detect`] | events that are found by feet touching the ground, or by queries |
//! | [`rebase`] | moving tags and events when a clip's content changed |
//! | [`cut`] | clips of the ranges that a query found, as files of their own |
//! | [`blendspace`] | where the ranges that a query found lie by what their motion does |
//! | [`interchange`] | tags and events in files of other programs |
//! | [`to_glb`] | clips with their tags as one GLB file |
//! | [`event_track`](event_track()), [`signal_csv`] | events as times, and signals as tables |

pub mod blendspace;
pub mod check;
pub mod cut;
pub mod detect;
mod event_track;
mod export_glb;
pub mod interchange;
pub mod rebase;
pub mod rules;
pub mod signal_csv;

pub use blendspace::{Axis, BlendSpace, blend_space, parse_axes};
pub use check::{CheckFinding, check};
pub use cut::{CutError, CutFormat, CutOptions, CutPlan, Piece, Template, plan_cut};
pub use event_track::event_track;
pub use export_glb::{ExportError, to_glb};
pub use rules::{Proposal, RuleError, follow_rules, propose_rules};
