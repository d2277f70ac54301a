//! Explanations: how a query was grouped, and what each of its parts finds.

use super::by_clip::Machine;
use super::picks::Picks;
use crate::database::Database;
use crate::ids::ClipId;
use crate::query::bind::BoundQuery;
use crate::query::error::StaleQuery;
use crate::query::tree::Query;

/// The maximum number of nodes of a query that can be explained.
pub const MAX_EXPLAINED_NODES: usize = 1000;

/// One part of a query and the number of frames that it finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The part as canonical text, which shows how the query was grouped.
    pub node: String,
    /// The number of clips with frames.
    pub clips: usize,
    /// The number of ranges.
    pub ranges: usize,
    /// The number of frames.
    pub frames: u64,
    /// The operands of the part, in the order of the text.
    pub children: Vec<Explanation>,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    clips: usize,
    ranges: usize,
    frames: u64,
}

impl Database {
    /// Returns the number of frames that each part of a query finds in the clips for which `counts_clip` returns true.
    /// Returns `None` if the query has more than [`MAX_EXPLAINED_NODES`] nodes, or if `query` and `bound` have
    /// different numbers of nodes.
    ///
    /// `bound` must be `query`, bound to this database.
    ///
    /// # Errors
    /// Returns an error if `bound` is not [current](BoundQuery::is_current).
    ///
    /// ```
    /// use footwork_base::FrameRate;
    /// use footwork_tags::{Database, Query};
    ///
    /// let mut db = Database::new();
    /// db.add_clip("walk", 100, FrameRate::whole(30).unwrap()).unwrap();
    /// let query = Query::parse("all - first(all, 10) & all").unwrap();
    /// let plan = db.explain(&query, &query.bind(&db).unwrap(), |_| true).unwrap().unwrap();
    /// assert_eq!((plan.node.as_str(), plan.frames), ("all - first(all, 10) & all", 90));
    /// assert_eq!(plan.children[0].node, "all - first(all, 10)");
    /// ```
    pub fn explain(
        &self,
        query: &Query<'_>,
        bound: &BoundQuery,
        counts_clip: impl Fn(ClipId) -> bool,
    ) -> Result<Option<Explanation>, StaleQuery> {
        bound.check(self)?;
        let steps = bound.written();
        if query.nodes().len() > MAX_EXPLAINED_NODES || query.nodes().len() != steps.len() {
            return Ok(None);
        }
        let mut counts = vec![Counts::default(); steps.len()];
        let picks = Picks::new(steps, self);
        let mut machine = Machine::default();
        for clip in self.clip_ids().filter(|&clip| counts_clip(clip)) {
            machine.run_observed(steps, self, clip, &picks, |index, found| {
                let counts = &mut counts[index];
                counts.clips += usize::from(!found.is_empty());
                counts.ranges += found.len();
                counts.frames += u64::from(found.frame_count());
            });
        }
        let mut parts: Vec<Explanation> = Vec::new();
        for (step, (text, counts)) in steps.iter().zip(query.subtexts().into_iter().zip(counts)) {
            let children = parts.split_off(parts.len().saturating_sub(step.arity()));
            parts.push(Explanation {
                node: text,
                clips: counts.clips,
                ranges: counts.ranges,
                frames: counts.frames,
                children,
            });
        }
        Ok(parts.pop())
    }
}
