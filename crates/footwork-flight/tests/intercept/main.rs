//! Tests of interception: the search compared with plain scans, the cache with the search, and reach with its
//! guarantee.

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

#[path = "../ball/flights.rs"]
mod flights;
#[path = "../ball/kicks.rs"]
mod kicks;
