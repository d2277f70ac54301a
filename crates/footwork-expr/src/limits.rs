//! The limits on the size of an expression.

/// The maximum length of an expression's text, in bytes.
pub const MAX_TEXT_BYTES: usize = 64 * 1024;

/// The maximum depth of parentheses and calls. Chains of operators do not nest.
pub const MAX_NESTING: usize = 200;

/// The maximum number of steps of a program, not counting the end step.
pub const MAX_STEPS: usize = 65_535;
