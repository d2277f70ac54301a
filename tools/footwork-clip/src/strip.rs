//! A strip of stick figures of a clip as a PNG picture, to look at before tagging.
//!
//! Figures stand every few frames along a time axis that runs over several rows. Each is seen
//! from its right and a little from the front, as if it always faced right; a small arrow beneath
//! shows where it really faces, as on a map with +z up and +x to the left. Heights are true: the
//! ground line is y = 0, and left out in a clip that keeps more than 2 m from it. Below each row
//! stand lanes with coloured bars.

mod figure;
mod layout;
mod options;
mod palette;
mod render;

pub use options::{
    MAX_HEIGHT_PIXELS, MAX_WIDTH_PIXELS, MIN_WIDTH_PIXELS, StripError, StripLane, StripOptions,
};
pub use render::draw_strip;
