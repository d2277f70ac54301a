//! Sweeps agree with an oracle that enumerates vertices, edges and faces, and have the promised properties.

mod flat_pairs;
mod gaps;
mod golden;
mod hull;
mod random;
mod resting;
mod round_pairs;
mod scenes;
