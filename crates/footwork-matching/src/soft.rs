//! Soft costs: a search chooses a pose with a soft cost only if the pose is better than the others by more than that
//! cost.

use footwork_base::maths;

use crate::filter::Filter;
use crate::index::Index;
use crate::levels::LANES;
use crate::pose_id::{PoseId, PoseSpan};

/// The largest soft cost of a pose.
pub const MAX_SOFT_COST: f32 = 1e12;

/// Costs of poses that add to their distance from the goal; see [`Search::soft`](crate::Search::soft). They work only
/// with the index that they were made for.
///
/// Each box stores the least soft cost of its poses. So searches stay exact, and soft costs reduce the number of opened
/// boxes.
#[derive(Clone, Debug)]
pub struct Soft {
    stamp: u64,
    of_rows: Vec<f32>,
    /// For each node, the least cost in each of its children.
    of_nodes: Vec<f32>,
}

impl Soft {
    /// Creates soft costs of 0 for an index.
    pub fn new(index: &Index) -> Self {
        Self {
            stamp: index.stamp,
            of_rows: vec![0.0; index.levels.blocks() * LANES],
            of_nodes: vec![0.0; index.levels.all_nodes() * LANES],
        }
    }

    /// Adds a cost to all poses of the given spans. Costs add up for a pose in overlapping spans, or in spans of
    /// several calls.
    ///
    /// # Errors
    /// Returns an error if the cost is negative or NaN, if the cost or its sum with earlier costs is above
    /// [`MAX_SOFT_COST`], or if the soft costs were made for another index. After an error, the costs are unchanged.
    pub fn add(
        &mut self,
        index: &Index,
        cost: f32,
        spans: impl IntoIterator<Item = PoseSpan>,
    ) -> Result<(), SoftError> {
        self.raise(index, cost, |of_rows| {
            for span in spans {
                index.for_rows_of(&span, |row| {
                    if let Some(of_row) = of_rows.get_mut(row) {
                        *of_row += cost;
                    }
                });
            }
        })
    }

    /// Adds a cost to each pose that a filter allows.
    ///
    /// # Errors
    /// Returns the errors of [`Soft::add`], and an error if the filter was made for another index. After an error, the
    /// costs are unchanged.
    pub fn add_allowed(
        &mut self,
        index: &Index,
        cost: f32,
        poses: &Filter,
    ) -> Result<(), SoftError> {
        if poses.stamp() != self.stamp {
            return Err(SoftError::Stale);
        }
        self.raise(index, cost, |of_rows| {
            for (row, of_row) in of_rows.iter_mut().enumerate() {
                if poses.allows_row(row) {
                    *of_row += cost;
                }
            }
        })
    }

    /// Raises the costs of rows. Changes nothing if a cost becomes too large.
    fn raise(
        &mut self,
        index: &Index,
        cost: f32,
        change: impl FnOnce(&mut [f32]),
    ) -> Result<(), SoftError> {
        if index.stamp != self.stamp {
            return Err(SoftError::Stale);
        }
        if !(0.0..=MAX_SOFT_COST).contains(&cost) {
            return Err(SoftError::Cost { cost });
        }
        let mut of_rows = self.of_rows.clone();
        change(&mut of_rows);
        let largest = of_rows.iter().copied().fold(0.0, maths::max);
        if largest > MAX_SOFT_COST {
            return Err(SoftError::Cost { cost: largest });
        }
        self.of_rows = of_rows;
        self.sum_up(index);
        Ok(())
    }

    fn sum_up(&mut self, index: &Index) {
        let levels = &index.levels;
        let least = |lanes: &[f32]| lanes.iter().copied().fold(f32::INFINITY, maths::min);
        for block in 0..levels.blocks() {
            let stop = levels.poses.min((block + 1) * LANES);
            self.of_nodes[block] = least(&self.of_rows[block * LANES..stop]);
        }
        for level in 2..=levels.top {
            for child in 0..levels.nodes(level - 1) {
                let below = if level == 2 {
                    levels.blocks()
                } else {
                    levels.nodes(level - 2)
                };
                let count = LANES.min(below - child * LANES);
                let from = levels.node(level - 1, child) * LANES;
                let to = levels.node(level, 0) * LANES + child;
                self.of_nodes[to] = least(&self.of_nodes[from..from + count]);
            }
        }
    }

    /// Returns the [stamp](Index::stamp) of the index that the soft costs were made for.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Returns the soft cost of a pose; 0 if the pose is not a candidate, or if the costs were made for another index.
    pub fn of_pose(&self, index: &Index, pose: PoseId) -> f32 {
        let row = index.row(pose).filter(|_| index.stamp == self.stamp);
        let of_row = row.and_then(|row| self.of_rows.get(row));
        of_row.copied().unwrap_or(0.0)
    }

    #[inline(always)]
    pub(crate) fn of_row(&self, row: usize) -> f32 {
        self.of_rows[row]
    }

    #[inline(always)]
    pub(crate) fn of_block(&self, block: usize) -> [f32; LANES] {
        self.of_rows.as_chunks().0[block]
    }

    #[inline(always)]
    pub(crate) fn of_node(&self, node: usize) -> [f32; LANES] {
        self.of_nodes.as_chunks().0[node]
    }
}

/// The reason why a soft cost was refused.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SoftError {
    /// The cost is negative, too large, or not a number.
    Cost {
        /// The cost.
        cost: f32,
    },
    /// The soft costs were made for another index.
    Stale,
}

footwork_base::display! { SoftError:
    Self::Cost { cost } => "the soft cost {cost} is not between 0 and {MAX_SOFT_COST}";
    Self::Stale => "the soft costs were made for another index";
}

impl std::error::Error for SoftError {}
