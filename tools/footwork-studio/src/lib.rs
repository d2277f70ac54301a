//! The studio: see, query and tag a library of motion clips in a browser.

pub mod api;
