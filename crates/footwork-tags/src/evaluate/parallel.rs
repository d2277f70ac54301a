//! Answers queries on several threads. Each thread answers some blocks of clips, and the parts are joined in order, so
//! that the answer does not depend on the number of threads.

use std::ops::Range;

use rayon::prelude::*;

use super::by_clip::operand_of;
use super::job::Job;
use super::picks::Picks;
use super::sinks::Count;
use crate::block;
use crate::database::Database;
use crate::evaluate::evaluator::Evaluator;
use crate::query::bind::BoundQuery;
use crate::query::error::StaleQuery;
use crate::range_set::RangeSet;

/// The minimum number of blocks for which another thread pays.
const MIN_BLOCKS: usize = 4;

/// The number of parts per thread. It is above one because some parts take longer than others.
const PARTS: usize = 4;

impl Database {
    /// Does the same as [`Database::ranges`] on the threads of the current rayon pool. Outside of a pool, it uses the
    /// global pool.
    ///
    /// Several threads call the resolver at the same time.
    ///
    /// ```
    /// use footwork_base::FrameRate;
    /// use footwork_tags::{Database, Query};
    ///
    /// let mut db = Database::new();
    /// for number in 0..1000 {
    ///     db.add_clip(&format!("walk_{number}"), 100, FrameRate::whole(30).unwrap()).unwrap();
    /// }
    /// let last = Query::parse("last(all, 0.5s)").unwrap().bind(&db).unwrap();
    /// assert_eq!(db.par_ranges(&last), db.ranges(&last));
    /// assert_eq!(db.par_frame_count(&last), Ok(15 * 1000));
    /// ```
    ///
    /// # Errors
    /// Returns an error if the query is not [current](BoundQuery::is_current).
    pub fn par_ranges(&self, query: &BoundQuery) -> Result<RangeSet, StaleQuery> {
        query.check(self)?;
        let picks = self.par_picks(query);
        let job = Job {
            database: self,
            query,
            picks: &picks,
        };
        Ok(joined(self.parts(), |evaluator, numbers| {
            let mut found = RangeSet::new();
            evaluator.blocks(job, numbers, &mut &mut found);
            found
        }))
    }

    /// Returns the number of frames for which the query holds. It uses the same threads as [`Database::par_ranges`].
    ///
    /// # Errors
    /// Returns an error if the query is not [current](BoundQuery::is_current).
    pub fn par_frame_count(&self, query: &BoundQuery) -> Result<u64, StaleQuery> {
        query.check(self)?;
        let picks = self.par_picks(query);
        let job = Job {
            database: self,
            query,
            picks: &picks,
        };
        let counts = self
            .parts()
            .into_par_iter()
            .map_init(Evaluator::new, |evaluator, numbers| {
                let mut count = Count::default();
                evaluator.blocks(job, numbers, &mut count);
                count.0
            });
        Ok(counts.sum())
    }

    fn par_picks(&self, query: &BoundQuery) -> Picks {
        let (steps, clips) = (query.plan(), self.clips().len());
        Picks::with(steps, self, |operand, picks| {
            joined(self.parts(), |_, numbers| {
                let clips = numbers.flat_map(|number| block::clips(number, clips));
                operand_of(steps, operand.clone(), self, picks, clips)
            })
        })
    }

    /// Divides all blocks into parts for the threads.
    fn parts(&self) -> Vec<Range<usize>> {
        let blocks = block::count(self.clips().len());
        let size = blocks.div_ceil(PARTS * rayon::current_num_threads());
        let size = size.max(MIN_BLOCKS);
        let starts = (0..blocks).step_by(size);
        starts
            .map(|start| start..(start + size).min(blocks))
            .collect()
    }
}

/// Returns the results of all parts, in the order of the parts.
fn joined(
    parts: Vec<Range<usize>>,
    find: impl Fn(&mut Evaluator, Range<usize>) -> RangeSet + Send + Sync,
) -> RangeSet {
    if let [all] = parts.as_slice() {
        // For a single part, another thread does not pay.
        return find(&mut Evaluator::new(), all.clone());
    }
    let found = parts.into_par_iter().map_init(Evaluator::new, find);
    let found: Vec<RangeSet> = found.collect();
    let mut found = found.into_iter();
    let mut all = found.next().unwrap_or_default();
    found.for_each(|later| all.append(&later));
    all
}
