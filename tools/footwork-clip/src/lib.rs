//! Clips.
