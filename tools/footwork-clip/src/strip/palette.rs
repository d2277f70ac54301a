//! The colours of a strip.

use crate::canvas::Color;

pub(super) const PAPER: Color = [250, 250, 248];
pub(super) const ROW_PAPER: Color = [255, 255, 255];
pub(super) const INK: Color = [40, 44, 52];
pub(super) const FAINT_INK: Color = [130, 134, 142];
pub(super) const GROUND: Color = [176, 168, 152];
pub(super) const GRID: Color = [232, 232, 228];
pub(super) const LEFT: Color = [32, 112, 196];
pub(super) const RIGHT: Color = [214, 84, 32];
pub(super) const MIDDLE: Color = [64, 68, 78];

const LANES: [Color; 8] = [
    [72, 148, 96],
    [136, 96, 184],
    [200, 148, 40],
    [56, 152, 176],
    [192, 80, 120],
    [128, 140, 56],
    [104, 120, 168],
    [168, 112, 80],
];

/// Returns the colour for the lane with this index if its options name none.
pub(super) fn lane(index: usize) -> Color {
    LANES[index % LANES.len()]
}
