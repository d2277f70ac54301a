//! Draws a clip as a strip of stick figures in a PNG picture, for inspection before tagging.
//!
//! Figures stand every few frames along a time axis that wraps over several rows. Each figure is drawn from its right
//! side and slightly from the front, so it always faces right. A small arrow below it shows its real heading, as on a
//! map with +z up and +x to the left. Heights are to scale: the ground line is y = 0, and is left out if the clip stays
//! more than 2 m away from it. Below each row are lanes with coloured bars.

mod figure;
mod layout;
mod options;
mod palette;
mod render;

pub use options::{
    MAX_HEIGHT_PIXELS, MAX_WIDTH_PIXELS, MIN_WIDTH_PIXELS, StripError, StripLane, StripOptions,
};
pub use render::{draw_strip, draw_strips};
