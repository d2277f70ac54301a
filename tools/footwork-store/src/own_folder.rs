//! The library's own folder, `.footwork/`: what can be rebuilt or thrown away.

/// The folder of what can be rebuilt or thrown away, below the library's root.
pub const FOLDER: &str = ".footwork";

/// What the names of histories begin with that were damaged and set aside, below the library's root; a number follows.
pub const DAMAGED_HISTORY: &str = ".footwork/history.damaged-";

/// What the names of histories begin with that somebody else wrote and that were set aside, below the library's root; a
/// number follows.
pub const FOREIGN_HISTORY: &str = ".footwork/history.foreign-";

/// What the names of journals begin with that somebody else wrote and that were set aside, below the library's root; a
/// number follows.
pub const FOREIGN_JOURNAL: &str = ".footwork/journal.foreign-";
