//! Programs in C and C++ that use the library as games do, compiled and run here.

#![allow(clippy::unwrap_used, reason = "a failure ends the test")]

mod characters;
mod corpus;
mod csharp;
mod frames;
mod networks;
mod package;
mod program;
mod random;
mod reasons;
mod scenes;
mod wrong;
