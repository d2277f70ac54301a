//! Programs in C and C++ that use the library as games do, compiled and run here.

mod corpus;
mod program;
mod wrong;
