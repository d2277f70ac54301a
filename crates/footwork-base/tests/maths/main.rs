//! Tests of `footwork_base::maths`: accuracy, special values, laws and golden bits.

mod accuracy;
mod functions;
mod golden;
mod inputs;
mod laws;
mod signalling_nan;
mod special;
