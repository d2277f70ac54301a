//! The maths of `footwork_base::maths`: accuracy, special values, laws, and the bits themselves.

mod accuracy;
mod functions;
mod golden;
mod inputs;
mod laws;
mod signalling_nan;
mod special;
