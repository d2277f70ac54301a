//! Explanations of how well a pose fits a goal.

use footwork::matching::{Index, MAX_GROUPS, Match, Search, Soft};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::goal::search_error;
use super::poses::Rows;

/// An explanation of the cost of a pose.
#[pyclass(frozen, get_all, module = "footwork.matching")]
pub(crate) struct Explanation {
    /// The row of the pose in `PoseIndex.features` and `.poses`.
    row: usize,
    /// The number of its clip in the library.
    clip: i32,
    /// The frame of its clip, at the rate of the clip.
    frame: i32,
    /// Whether it is the pose of a mirrored twin.
    mirrored: bool,
    /// The cost of the pose.
    cost: f32,
    /// The contribution of each group of features to the cost, as a dict by name. The contributions and `soft` sum to the
    /// cost, up to rounding.
    costs: Py<PyDict>,
    /// The contributions divided by the cost, as a dict by name. All are 0 for a cost of 0.
    shares: Py<PyDict>,
    /// The contribution of the soft costs.
    soft: f32,
    /// The row of the best other pose that a search can return, or None.
    runner_up: Option<usize>,
    /// The cost of that pose, or None.
    runner_up_cost: Option<f32>,
}

/// Explains a pose, even if it is not allowed, or the best one. `None` if no pose is given and none is allowed.
pub(super) fn explain(
    py: Python<'_>,
    index: &Index,
    rows: &Rows,
    goal: &[f32],
    row: Option<usize>,
    search: &Search<'_>,
) -> PyResult<Option<Explanation>> {
    let failed = |error| search_error(error, index);
    let mut best = [Match::default(); 2];
    let count = py
        .detach(|| index.top(goal, search, &mut best))
        .map_err(failed)?;
    let found = &best[..count];
    let pose = row.and_then(|row| rows.pose(row));
    let Some(pose) = pose.or_else(|| found.first().map(|found| found.pose)) else {
        return Ok(None);
    };
    let row = rows.row(pose).and_then(|row| Some((row, rows.at(row)?)));
    let Some((row, at)) = row else {
        return Ok(None);
    };
    let cost = index
        .cost(pose, goal, search)
        .map_err(failed)?
        .unwrap_or_default();
    let mut of_groups = [0.0; MAX_GROUPS];
    index
        .costs_of_groups(pose, goal, search, &mut of_groups)
        .map_err(failed)?;
    let (costs, shares) = (PyDict::new(py), PyDict::new(py));
    for (group, part) in index.schema().groups().iter().zip(of_groups) {
        costs.set_item(&group.name, part)?;
        let share = if cost > 0.0 { part / cost } else { 0.0 };
        shares.set_item(&group.name, share)?;
    }
    let runner_up = found.iter().find(|other| other.pose != pose);
    Ok(Some(Explanation {
        row,
        clip: at.clip,
        frame: at.frame,
        mirrored: at.mirrored,
        cost,
        costs: costs.unbind(),
        shares: shares.unbind(),
        soft: search
            .soft
            .map_or(0.0, |soft: &Soft| soft.of_pose(index, pose)),
        runner_up: runner_up.and_then(|other| rows.row(other.pose)),
        runner_up_cost: runner_up.map(|other| other.cost),
    }))
}

#[pymethods]
impl Explanation {
    /// Returns the pose, its cost, and the parts of the cost, largest first.
    fn __repr__(&self, py: Python<'_>) -> String {
        let Self {
            row,
            clip,
            frame,
            cost,
            ..
        } = self;
        let costs = self.costs.bind(py).iter();
        let costs = costs.filter_map(|(name, part)| {
            Some((name.extract::<String>().ok()?, part.extract::<f32>().ok()?))
        });
        let soft = ("soft".to_owned(), self.soft);
        let mut parts: Vec<(String, f32)> = costs.chain([soft]).collect();
        parts.retain(|&(_, part)| part > 0.0);
        parts.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let parts = parts.iter().map(|(name, part)| format!("{name} {part:.4}"));
        let parts: Vec<String> = parts.collect();
        let of = if parts.is_empty() { "" } else { ": " };
        let mirrored = if self.mirrored { " mirrored" } else { "" };
        format!(
            "<Explanation of row {row}: clip {clip}{mirrored}, frame {frame}, costs {cost:.4}{of}{}>",
            parts.join(", ")
        )
    }
}
