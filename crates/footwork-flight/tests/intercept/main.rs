//! Who can take the ball: the search held to plain scans, reach to its promise, the cache to the search.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod asked;
mod bugs;
mod cached;
mod criteria;
mod decisions;
mod hostile;
mod monotone;
mod people;
mod scans;
mod shots;
mod situations;

#[path = "../ball/kicks.rs"]
mod kicks;
