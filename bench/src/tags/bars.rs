//! The bars of the specification of `footwork-tags`, in the order S, M, N, L.

use crate::report::Bar;

/// The speed as a multiple of that of the article's evaluator, for Q1 and Q2 of each workload.
pub(crate) struct SpeedBar {
    pub(crate) name: &'static str,
    pub(crate) ratios: [[f64; 2]; 4],
}

pub(crate) const DEFAULT: SpeedBar = SpeedBar {
    name: "bar, as stored by default",
    ratios: [[1.5, 1.5], [2.3, 4.0], [25.0, 35.0], [3.0, 3.5]],
};

pub(crate) const PINNED: SpeedBar = SpeedBar {
    name: "bar, queried tags pinned as words",
    ratios: [[1.5, 1.5], [3.0, 5.0], [30.0, 40.0], [3.5, 4.5]],
};

pub(crate) const GOAL: SpeedBar = SpeedBar {
    name: "goal, without AVX-512",
    ratios: [[5.0, 8.0], [8.0, 10.0], [60.0, 90.0], [8.0, 8.0]],
};

/// The bar for the memory of tags, as a share of the bytes of packed `u32` pairs, on M and L.
pub(crate) const STORAGE: Bar = Bar::at_most(0.5);
pub(crate) const EDIT_AND_QUERY: Bar = Bar::secs(50e-6);
/// The bar for testing one frame.
pub(crate) const HOLDS: Bar = Bar::secs(15e-9);
/// The bar for testing 40,000 frames.
pub(crate) const HOLDS_MANY: Bar = Bar::secs(0.4e-3);
/// The bar for testing one frame in a table.
pub(crate) const TABLE: Bar = Bar::secs(3e-9);
/// The bar for the bytes that a table takes per frame.
pub(crate) const TABLE_BYTES: Bar = Bar::at_most(8.0);
/// The bar for binding a query with the exact name of a clip, on L.
pub(crate) const BIND_NAME: Bar = Bar::secs(20e-6);
pub(crate) const CACHE_HIT: Bar = Bar::secs(100e-9);
pub(crate) const OPEN: Bar = Bar::secs(50e-3);
