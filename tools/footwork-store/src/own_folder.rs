//! The library's own folder, `.footwork/`: what can be rebuilt or thrown away.

/// The folder of what can be rebuilt or thrown away, below the library's root.
pub const FOLDER: &str = ".footwork";

/// Where a history that was set aside lies, below the library's root. There is one: a newer one
/// replaces it.
pub const DAMAGED: &str = ".footwork/history.damaged";
