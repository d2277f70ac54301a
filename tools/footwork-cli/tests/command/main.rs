//! Tests of the command as users and programs run it, on a small library and on `samples/`.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod agree;
#[cfg(unix)]
mod attack;
mod blendspace;
mod broken_sidecar;
mod bulk_edits;
#[cfg(unix)]
mod bytes;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod cache_faults;
mod changed_clips;
mod check;
mod compile;
mod contracts;
mod contracts_hold;
mod copies;
mod cut;
mod cut_onto;
mod diff;
mod edits;
mod errors;
mod events;
mod events_detect;
mod expr;
mod fbx;
mod fix;
mod formats;
#[cfg(target_os = "linux")]
mod full_disk;
mod gltf;
mod guides;
mod help;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod incomplete;
mod interchange;
mod interrupted;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod journal_faults;
mod json;
mod measure;
mod merge_driver;
mod merge_in_git;
mod mirrored;
mod mixed;
#[cfg(target_os = "linux")]
mod mounted;
mod not_writable;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod outputs;
mod poses;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod propose;
mod read_faults;
mod rebase;
mod recover;
mod recovery;
mod roles;
mod rules;
mod run;
mod samples;
mod sim_flight;
mod sim_matching;
mod sim_scenes;
mod sim_slide;
mod state;
mod studio;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod studio_faults;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod tracer;
mod turns;
#[cfg(unix)]
mod two_users;
mod watch;
