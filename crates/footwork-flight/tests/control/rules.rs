//! One test for each rule of the specification.

mod choice;
mod humans;
