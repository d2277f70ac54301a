//! Searches: find the allowed poses that are nearest to a goal.

use crate::dispatch;
use crate::filter::Filter;
use crate::index::Index;
use crate::kernel::{Added, Nothing, Sink, Tree, Walk, Work};
use crate::lanes::Dim;
use crate::levels::LANES;
use crate::pose_id::{PoseId, PoseRange};
use crate::schema::{MAX_FEATURES, MAX_GROUPS, MAX_WEIGHT};
use crate::soft::Soft;

/// The largest distance of a goal's feature from the feature's least value over all poses, in 65534ths of the feature's
/// range.
const MAX_GOAL_STEPS: f32 = 1e12;

/// The restrictions and biases of a search. [`Search::default()`] searches all candidates with the weights of the
/// schema.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// A weight for each group. `None` uses the weights of the schema.
    pub weights: Option<&'a [f32]>,
    /// The poses that the search may find; `None` allows all candidates.
    pub filter: Option<&'a Filter>,
    /// Costs added to the distance of some poses.
    pub soft: Option<&'a Soft>,
    /// Bonuses for playing on. A [`Matcher`](crate::Matcher) uses them; other searches ignore them.
    pub stay: &'a [StayBonus<'a>],
    /// Excluded poses, such as those played a moment ago. For more than a few ranges, use a [`Filter`].
    pub exclude: &'a [PoseRange],
    /// The maximum cost of a result. To find only poses that are better than the playing pose, set it to the cost of
    /// playing on.
    pub max_cost: f32,
}

impl Default for Search<'_> {
    fn default() -> Self {
        Self {
            weights: None,
            filter: None,
            soft: None,
            stay: &[],
            exclude: &[],
            max_cost: f32::INFINITY,
        }
    }
}

/// A bonus for playing on in some poses, such as those that a query finds. While the playing pose is one of them, the
/// bonus is added to [`Rules::stay_bonus`](crate::Rules::stay_bonus). A negative bonus makes a jump more likely. As for
/// the margins of the rules, a clip outside the filter of the search gets no bonus.
#[derive(Clone, Copy, Debug)]
pub struct StayBonus<'a> {
    /// The poses, as a filter. Poses at the end of a clip count even if no search may find them.
    pub poses: &'a Filter,
    /// The cost by which another pose must be better, in addition to the margins of the rules and other bonuses. It
    /// must be finite.
    pub bonus: f32,
}

/// A pose and its cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// The pose.
    pub pose: PoseId,
    /// The cost: the sum over all features of (weight × difference ÷ deviation)², plus the soft cost.
    pub cost: f32,
}

impl Match {
    /// Returns whether this match is better than another. With equal costs, the lesser pose is better.
    pub fn is_before(&self, other: &Self) -> bool {
        self.cost < other.cost || self.cost == other.cost && self.pose < other.pose
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The pose with the least cost; `None` if nothing was found. With equal costs, it is the least pose.
    pub best: Option<Match>,
    /// The best pose that only [`Search::exclude`] rejected, and the index of the range that excluded it.
    pub excluded: Option<(Match, usize)>,
    /// The amount of work of the search.
    pub work: Work,
}

/// The result of a search, without the matches in the buffer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    pub(crate) count: usize,
    pub(crate) excluded: Option<(Match, usize)>,
    pub(crate) work: Work,
}

impl Index {
    /// Returns the pose nearest to a goal. The goal is a list of features, in the order and the units of the schema.
    ///
    /// The result is exact: no allowed candidate costs less. The search does not allocate.
    ///
    /// # Errors
    /// Returns an error in these cases:
    ///
    /// - The goal does not match the schema, is not finite, or is too far from the poses.
    /// - A weight is out of range, or there is not one weight per group.
    /// - The maximum cost is NaN.
    /// - A filter or a soft cost was made for another index.
    pub fn search(&self, goal: &[f32], search: &Search<'_>) -> Result<SearchResult, SearchError> {
        let mut best = [NO_MATCH];
        let found = self.run(goal, search, &mut best)?;
        Ok(SearchResult {
            best: (found.count == 1).then_some(best[0]),
            excluded: found.excluded,
            work: found.work,
        })
    }

    /// Fills `best` with the poses nearest to a goal, best first, and returns their number.
    ///
    /// # Errors
    /// Returns the errors of [`Index::search`].
    pub fn top(
        &self,
        goal: &[f32],
        search: &Search<'_>,
        best: &mut [Match],
    ) -> Result<usize, SearchError> {
        Ok(self.run(goal, search, best)?.count)
    }

    pub(crate) fn run(
        &self,
        goal: &[f32],
        search: &Search<'_>,
        best: &mut [Match],
    ) -> Result<Found, SearchError> {
        let mut dims = [Dim::default(); MAX_FEATURES];
        let dims = prepare(self, goal, search, &mut dims)?;
        let stamps = [
            search.filter.map(Filter::stamp),
            search.soft.map(Soft::stamp),
        ];
        if stamps
            .into_iter()
            .flatten()
            .any(|stamp| stamp != self.stamp)
        {
            return Err(SearchError::Stale);
        }
        if best.is_empty() {
            return Ok(Found::default());
        }
        let scope = Scope::new(self, search.filter);
        let mut sink = Nearest {
            index: self,
            rows: scope.rows,
            exclude: search.exclude,
            max_cost: search.max_cost,
            best,
            count: 0,
            excluded: None,
        };
        let work = match search.soft {
            None => self.walk(dims, scope.tree, Nothing, &mut sink),
            Some(soft) => {
                let added = SoftAdded {
                    soft,
                    rows: scope.rows,
                };
                self.walk(dims, scope.tree, added, &mut sink)
            }
        };
        Ok(Found {
            count: sink.count,
            excluded: sink.excluded,
            work,
        })
    }

    fn walk(
        &self,
        dims: &[Dim],
        tree: Tree<'_>,
        added: impl Added,
        sink: &mut Nearest<'_>,
    ) -> Work {
        let walk = Walk {
            tree,
            dims,
            added,
            sink,
        };
        dispatch::run(self.simd, walk)
    }

    /// Returns the cost of a pose, with the same bits as in a search. The pose may be forbidden, excluded or not a
    /// candidate. Returns `None` if there is no such pose.
    ///
    /// # Errors
    /// Returns the errors of [`Index::search`].
    pub fn cost(
        &self,
        pose: PoseId,
        goal: &[f32],
        search: &Search<'_>,
    ) -> Result<Option<f32>, SearchError> {
        let mut dims = [Dim::default(); MAX_FEATURES];
        let dims = prepare(self, goal, search, &mut dims)?;
        let Some(row) = self.row(pose) else {
            return Ok(None);
        };
        let is_candidate = row < self.levels.poses;
        let soft = search.soft.filter(|_| is_candidate);
        let mut sum = soft.map_or(0.0, |soft| soft.of_row(row));
        for (code, dim) in self.blocks().codes(row).zip(dims) {
            sum += dim.term(code);
        }
        Ok(Some(sum))
    }

    /// Writes the cost of each group of the schema for a pose, without soft costs. Their sum is the cost in a search,
    /// up to rounding. Returns `false` if there is no such pose.
    ///
    /// # Errors
    /// Returns the errors of [`Index::search`].
    pub fn costs_of_groups(
        &self,
        pose: PoseId,
        goal: &[f32],
        search: &Search<'_>,
        costs: &mut [f32; MAX_GROUPS],
    ) -> Result<bool, SearchError> {
        let mut dims = [Dim::default(); MAX_FEATURES];
        let dims = prepare(self, goal, search, &mut dims)?;
        *costs = [0.0; MAX_GROUPS];
        let Some(row) = self.row(pose) else {
            return Ok(false);
        };
        let dims = dims.iter().zip(&self.groups);
        for (code, (dim, &group)) in self.blocks().codes(row).zip(dims) {
            costs[group] += dim.term(code);
        }
        Ok(true)
    }
}

/// The content of `best` before any pose is found.
const NO_MATCH: Match = Match {
    pose: PoseId {
        clip: crate::motion_clip::ClipId::new(u32::MAX),
        frame: u32::MAX,
        mirrored: true,
    },
    cost: f32::INFINITY,
};

impl Default for Match {
    /// A pose that no index contains, for buffers.
    fn default() -> Self {
        NO_MATCH
    }
}

/// Converts a goal to the units of the stored numbers. Returns the part of `dims` that belongs to stored features.
fn prepare<'a>(
    index: &Index,
    goal: &[f32],
    search: &Search<'_>,
    dims: &'a mut [Dim; MAX_FEATURES],
) -> Result<&'a [Dim], SearchError> {
    let expected = index.features.len();
    if goal.len() != expected {
        let features = goal.len();
        return Err(SearchError::GoalLength { features, expected });
    }
    if let Some(feature) = goal.iter().position(|value| !value.is_finite()) {
        return Err(SearchError::GoalNotFinite { feature });
    }
    if search.max_cost.is_nan() {
        return Err(SearchError::MaxCost);
    }
    let groups = index.schema.groups();
    if let Some(weights) = search.weights {
        if weights.len() != groups.len() {
            let (weights, expected) = (weights.len(), groups.len());
            return Err(SearchError::WeightCount { weights, expected });
        }
        let is_bad = |weight: &f32| !(0.0..=MAX_WEIGHT).contains(weight);
        if let Some(group) = weights.iter().position(is_bad) {
            return Err(SearchError::Weight { group });
        }
    }
    let features = index.order.iter().zip(&index.groups);
    for (dim, (&feature, &group)) in dims.iter_mut().zip(features) {
        let stored = &index.features[feature as usize];
        let weight = search
            .weights
            .map_or(groups[group].weight, |weights| weights[group]);
        if weight == 0.0 {
            // The weight stays 0, and so does the cost of the dimension.
            continue;
        }
        let place = (goal[feature as usize] - stored.low) / stored.step;
        let is_near = place.abs() <= MAX_GOAL_STEPS;
        if !is_near {
            let feature = feature as usize;
            return Err(SearchError::GoalTooFar { feature });
        }
        let worth = weight * (stored.step / stored.deviation);
        *dim = Dim::new(place, worth * worth);
    }
    Ok(&dims[..index.order.len()])
}

/// The searched tree, and the index's row for each row of the tree. `None` if both rows are the same.
struct Scope<'a> {
    tree: Tree<'a>,
    rows: Option<&'a [u32]>,
}

impl<'a> Scope<'a> {
    fn new(index: &'a Index, filter: Option<&'a Filter>) -> Self {
        let tree = Tree {
            levels: &index.levels,
            blocks: index.blocks(),
            bounds: index.boxes.bytes().as_chunks().0,
            masks: index.masks.bytes().as_chunks().0,
        };
        match filter {
            None => Self { tree, rows: None },
            Some(filter) => Self {
                tree: filter.tree(tree),
                rows: filter.rows(),
            },
        }
    }
}

struct SoftAdded<'a> {
    soft: &'a Soft,
    rows: Option<&'a [u32]>,
}

impl Added for SoftAdded<'_> {
    #[inline(always)]
    fn of_block(&self, block: usize) -> [f32; LANES] {
        match self.rows {
            None => self.soft.of_block(block),
            Some(rows) => std::array::from_fn(|lane| match rows.get(block * LANES + lane) {
                Some(&row) => self.soft.of_row(row as usize),
                None => 0.0,
            }),
        }
    }

    /// Packed poses have boxes of their own, for which no soft costs are known. Their bound is therefore 0.
    #[inline(always)]
    fn of_node(&self, node: usize) -> [f32; LANES] {
        match self.rows {
            None => self.soft.of_node(node),
            Some(_) => [0.0; LANES],
        }
    }
}

/// The best poses found so far.
struct Nearest<'a> {
    index: &'a Index,
    rows: Option<&'a [u32]>,
    exclude: &'a [PoseRange],
    max_cost: f32,
    best: &'a mut [Match],
    count: usize,
    excluded: Option<(Match, usize)>,
}

impl Sink for Nearest<'_> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        if self.count < self.best.len() {
            self.max_cost
        } else {
            self.best[self.count - 1].cost
        }
    }

    fn take(&mut self, row: usize, cost: f32) {
        let row = self.rows.map_or(row, |rows| rows[row] as usize);
        let number = self.index.ids.get(row);
        let pose = self.index.pose(number);
        let found = Match { pose, cost };
        if self.count == self.best.len() && !found.is_before(&self.best[self.count - 1]) {
            return;
        }
        let is_excluded = |range: &PoseRange| range.contains(pose);
        if let Some(place) = self.exclude.iter().position(is_excluded) {
            if self.excluded.is_none_or(|(best, _)| found.is_before(&best)) {
                self.excluded = Some((found, place));
            }
            return;
        }
        if self.count < self.best.len() {
            self.count += 1;
        }
        let mut at = self.count - 1;
        while at > 0 && found.is_before(&self.best[at - 1]) {
            self.best[at] = self.best[at - 1];
            at -= 1;
        }
        self.best[at] = found;
    }
}

/// The reason why a search failed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SearchError {
    /// The goal has more or fewer features than the schema.
    GoalLength {
        /// The number of features of the goal.
        features: usize,
        /// The number of features of the schema.
        expected: usize,
    },
    /// A feature of the goal is NaN or infinite.
    GoalNotFinite {
        /// The index of the feature.
        feature: usize,
    },
    /// A feature of the goal is so far from all poses that an f32 cannot distinguish their distances.
    GoalTooFar {
        /// The index of the feature.
        feature: usize,
    },
    /// The maximum cost is NaN.
    MaxCost,
    /// There are more or fewer weights than groups.
    WeightCount {
        /// The number of weights.
        weights: usize,
        /// The number of groups of the schema.
        expected: usize,
    },
    /// A weight is negative, above [`MAX_WEIGHT`](crate::MAX_WEIGHT) or NaN.
    Weight {
        /// The index of the group.
        group: usize,
    },
    /// A bonus for playing on is not finite.
    StayBonus {
        /// The index of the bonus in [`Search::stay`].
        index: usize,
    },
    /// The filter, the soft cost or the poses of a bonus were made for another index.
    Stale,
}

footwork_base::display! { SearchError:
    Self::GoalLength { features, expected } => "the goal has {features} features, the schema {expected}";
    Self::GoalNotFinite { feature } => "feature {feature} of the goal is not a finite number";
    Self::GoalTooFar { feature } => "feature {feature} of the goal is too far from all poses to compare them";
    Self::MaxCost => "the largest cost is not a number";
    Self::WeightCount { weights, expected } => "there are {weights} weights for {expected} groups";
    Self::Weight { group } => "the weight of group {group} is out of range";
    Self::StayBonus { index } => "bonus {index} for playing on is not a finite number";
    Self::Stale => "the filter, the soft cost or the poses of a bonus were made for another index";
}

impl std::error::Error for SearchError {}
