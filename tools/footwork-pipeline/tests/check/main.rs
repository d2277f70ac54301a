//! Tests `check` with cases for every kind of finding, and with valid libraries.
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod cases;
mod clean;
#[path = "../../../footwork-library/tests/support/desk.rs"]
mod desk;
mod folder;
mod many;
mod owners;
mod queries;
mod settings;
