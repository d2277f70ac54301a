//! Footwork for C and C++, and for any language that can call C.
//!
//! `include/footwork.h` is generated from this crate, and `include/footwork.hpp` wraps it for C++17. The rules for all functions
//! are at the top of the header, in `cbindgen.toml`.
//!
//! | file | what it has |
//! |---|---|
//! | `handle.rs` | handles, and the tables that map them to objects |
//! | `door.rs` | the entry of every call: stops panics and checks pointers |
//! | `error.rs` | statuses and errors |
//! | `allocator.rs`, `file.rs` | the game's own allocator; reading a file |
//! | `database.rs`, `query.rs`, `query_cache.rs` | tags |
//! | `expression.rs` | expressions |
//! | `names.rs` | the names of reasons and bands |
//! | `tracks.rs`, `trigger.rs` | events: times, signals, and when they happen |
//! | `network.rs`, `network_pose.rs` | networks: their inputs, and the tags and events that they return |
//! | `index.rs`, `pose_filter.rs`, `bias.rs`, `pose_search.rs`, `rules.rs`, `matcher.rs`, `blend.rs` | motion matching |
//! | `repertoire.rs`, `character.rs`, `character_config.rs`, `character_pose.rs`, `recording.rs`, `surroundings.rs` | compressed motion, characters that play it, and the world around them |
//! | `world.rs`, `obstacle_filter.rs`, `body.rs`, `mover.rs` | bodies that slide |
//! | `statics.rs`, `physics.rs`, `prediction.rs` | the ball, what it bounces off, and its flight |
//! | `player.rs`, `intercept.rs`, `choice.rs`, `control.rs` | who can reach the ball, who should, and whom a human controls |

#![allow(
    unsafe_code,
    reason = "C passes pointers, and finds functions by their names"
)]
#![allow(
    unreachable_pub,
    reason = "C calls functions by name, and the header lists the public ones"
)]
#![allow(non_camel_case_types, reason = "names as C has them")]
#![allow(
    clippy::missing_safety_doc,
    reason = "the top of the header states the rules for pointers, which hold for all functions"
)]

mod allocator;
mod bias;
mod blend;
mod body;
mod character;
mod character_config;
mod character_pose;
mod choice;
mod control;
mod database;
mod door;
mod error;
mod expression;
mod file;
mod handle;
mod index;
mod intercept;
mod matcher;
mod mover;
mod names;
mod network;
mod network_pose;
mod obstacle_filter;
mod physics;
mod player;
mod pose_filter;
mod pose_search;
mod prediction;
mod query;
mod query_cache;
mod recording;
mod repertoire;
mod rules;
mod statics;
mod surroundings;
mod tracks;
mod trigger;
mod world;

/// The version of this header's functions and structs. It changes when a program compiled with an older header would no longer
/// work.
pub const FW_ABI_VERSION: u32 = 1;

/// A missing id, clip, pose or other number.
pub const FW_NONE: u32 = u32::MAX;

/// Returns the `FW_ABI_VERSION` of the linked library. Call it first: if it differs from that of the header, call no other
/// function.
#[unsafe(no_mangle)]
pub extern "C" fn fw_abi_version() -> u32 {
    FW_ABI_VERSION
}
