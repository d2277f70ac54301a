//! Jobs on a library of tagged clips: import, detect, check, rebase, cut and export tags and
//! events. Each job reads a [`Library`](footwork_library::Library), and a job that changes sidecars
//! does so through one [`Edit`](footwork_library::Edit), which can be undone.
//!
//! The source files, in the order of the data flow:
//!
//! | file | what it does |
//! |---|---|
//! | `src/interchange.rs` | reads and writes tags and events in files of other programs: [`interchange`] |
//! | `src/rules.rs` | places tags by queries: [`rules`] |
//! | `src/detect.rs` | finds events from foot contacts or queries: [`detect`] |
//! | `src/check.rs` | lists what is wrong with the tags and events: [`check`](mod@check) |
//! | `src/rebase.rs` | moves tags and events after the content of a clip changed: [`rebase`] |
//! | `src/blendspace.rs` | measures the ranges of a query on the axes of a blend space: [`blendspace`] |
//! | `src/cut.rs` | writes the ranges of a query as clips in files of their own: [`cut`] |
//! | `src/export_glb.rs` | writes clips and their tags as one GLB file: [`to_glb`] |
//! | `src/event_track.rs` | converts events to times for event encodings: [`event_track`](event_track()) |
//! | `src/signal_csv.rs` | reads and writes the encoded signals as CSV: [`signal_csv`] |

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
