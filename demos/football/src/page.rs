//! The match as a page shows it: commands go in as JSON, and frames, leaves and messages come out. Nothing here draws,
//! waits or reads a clock; the page calls [`Session::tick`] for each frame.

mod command;
mod frame;
mod happening;
mod idle;
mod mistakes;
mod overlay;
mod run;
mod scene;
mod sentence;
mod session;
mod words;

pub use session::{News, Session, SessionError};
