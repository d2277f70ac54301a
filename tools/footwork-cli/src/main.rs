//! The `footwork` command.

fn main() {}
