//! The library's own folder, `.footwork/`: what can be rebuilt or thrown away.

/// The folder of what can be rebuilt or thrown away, below the library's root.
pub const FOLDER: &str = ".footwork";

/// Where a history that was set aside lies, below the library's root. There is one: a newer one
/// replaces it.
pub const DAMAGED: &str = ".footwork/history.damaged";

/// What the names of histories begin with that somebody else wrote and that were set aside, below the library's root; a
/// number follows.
pub const FOREIGN_HISTORY: &str = ".footwork/history.foreign-";

/// What the names of journals begin with that somebody else wrote and that were set aside, below the library's root; a
/// number follows.
pub const FOREIGN_JOURNAL: &str = ".footwork/journal.foreign-";
