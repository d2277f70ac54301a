//! How large an expression may be.

/// The longest text of an expression.
pub const MAX_TEXT_BYTES: usize = 64 * 1024;

/// The deepest nesting of parentheses and calls. Chains of operators do not nest.
pub const MAX_NESTING: usize = 200;

/// The most steps of a program, without its end.
pub const MAX_STEPS: usize = 65_535;
