//! The one automation.

fn main() {}
