//! Laws of columns and specifications, for random skeletons and motions.

#![allow(clippy::unwrap_used, reason = "tests")]

mod channels;
mod laws;
mod motion;
mod specs;
mod stored;
