//! Motion matching: the poses of a library as features, searches among the poses that a query allows, and characters
//! that play compressed poses.

mod around;
pub(crate) mod character;
pub(crate) mod explanation;
pub(crate) mod filter;
mod goal;
mod index_source;
pub(crate) mod matches;
pub(crate) mod pose_index;
pub(crate) mod poses;
pub(crate) mod repertoire;
mod restriction;
pub(crate) mod simulated;
