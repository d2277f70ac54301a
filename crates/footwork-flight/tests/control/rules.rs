//! The rules of the specification, one test each.

mod choice;
mod humans;
