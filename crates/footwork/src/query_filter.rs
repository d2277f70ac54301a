//! Pose filters from tag queries. They are rebuilt when the tags change.

use std::sync::Arc;

use footwork_matching::{ClipId, Filter, Index, PoseSpan, Twins};
use footwork_tags::{BoundQuery, CachedRanges, Database, QueryCache, StaleQuery};

/// The poses that a query finds, as a [`Filter`]. The filter is kept while the result of the query stays the same.
///
/// Building a filter takes milliseconds for a million poses. Checking whether it is current takes almost no time, because the
/// cache compares revisions. A game may therefore call [`current`](Self::current) every frame, even while tags are edited.
///
/// ```
/// use footwork::QueryFilter;
/// use footwork::base::FrameRate;
/// use footwork::matching::{
///     ClipEnd, Group, IndexBuilder, Joint, JointTrack, MotionClip, Root, Schema, Search, Source, Twins,
/// };
/// use footwork::tags::{Database, Query, QueryCache, Ranges};
///
/// let rate = FrameRate::whole(30).unwrap();
/// let mut db = Database::new();
/// let in_db = db.add_clip("walk", 100, rate).unwrap();
/// let tag = db.declare_tag(&"Gait.Walk".parse().unwrap()).unwrap();
/// db.set_tag(tag, in_db, Ranges::from_pairs([(40, 60)]).unwrap()).unwrap();
///
/// // A foot that rises by a centimetre a frame.
/// let foot: Vec<[f32; 3]> = (0..100u16).map(|i| [0.0, f32::from(i) * 0.01, 0.0]).collect();
/// let joint = Joint { name: "foot".into(), mirrored: "foot".into() };
/// let group = Group { name: "foot".into(), weight: 1.0, source: Source::Position(joint) };
/// let mut builder = IndexBuilder::new(Schema::new(rate, vec![group]).unwrap());
/// let in_index = builder.add_clip(&MotionClip {
///     name: "walk",
///     rate,
///     end: ClipEnd::Cut,
///     with_mirrored: false,
///     root: &[Root { position_m: [0.0; 2], facing: [0.0, 1.0] }; 100],
///     joints: &[JointTrack { name: "foot", positions_m: &foot }],
///     channels: &[],
/// });
/// let (index, in_index) = (builder.build(), in_index.unwrap());
///
/// let walks = Query::parse("Gait.Walk").unwrap().bind(&db).unwrap();
/// let clip_of = |clip| (clip == in_db).then_some(in_index);
/// let mut cache = QueryCache::new(1 << 20);
/// let mut filter = QueryFilter::new(walks, Twins::Both);
/// // Finds the walking pose that is nearest to a foot at 10 cm.
/// let mut nearest = |db: &Database| {
///     let filter = filter.current(&mut cache, db, &index, clip_of).unwrap();
///     let search = Search { filter: Some(filter), ..Search::default() };
///     index.search(&[0.0, 0.1, 0.0], &search).unwrap().best.unwrap().pose.frame
/// };
/// assert_eq!(nearest(&db), 40);
/// db.set_tag(tag, in_db, Ranges::from_pairs([(20, 60)]).unwrap()).unwrap();
/// assert_eq!(nearest(&db), 20);
/// ```
#[derive(Clone, Debug)]
pub struct QueryFilter {
    query: BoundQuery,
    twins: Twins,
    runway_secs: Option<f64>,
    name: Option<String>,
    kept: Option<Kept>,
}

#[derive(Clone, Debug)]
struct Kept {
    /// The result behind the filter, identified by its address. Holding it ensures that no other result has that
    /// address.
    answer: Arc<CachedRanges>,
    filter: Filter,
}

impl QueryFilter {
    /// Creates the filter of a query. The filter is built at its first use. `twins` chooses whether a frame of a clip
    /// stands for the original pose, its mirrored twin or both; see [`pose_spans`](crate::pose_spans).
    pub fn new(query: BoundQuery, twins: Twins) -> Self {
        Self {
            query,
            twins,
            runway_secs: None,
            name: None,
            kept: None,
        }
    }

    /// Limits the filter to poses in which jumps may land, so that the clip then plays on within the result for
    /// `runway_secs`. In a span shorter than twice `runway_secs`, jumps may land in the first half. See
    /// [`Index::landing_spans`].
    #[must_use]
    pub fn for_landing(mut self, runway_secs: f64) -> Self {
        self.runway_secs = Some(runway_secs);
        self
    }

    /// Returns the query.
    pub fn query(&self) -> &BoundQuery {
        &self.query
    }

    /// Names the filters, usually by the text of the query; see [`Filter::named`].
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        let name = Some(name.to_owned());
        Self {
            name,
            kept: None,
            ..self
        }
    }

    /// Replaces the query, for example after binding it again. The [name](Self::named) stays.
    pub fn set_query(&mut self, query: BoundQuery) {
        self.query = query;
    }

    /// Returns the filter for the current result of the query. The filter is rebuilt if the result or the index has
    /// changed since the last call.
    ///
    /// `clip_of` maps a clip of the database to a clip of the index. It must always return the same clips for the same
    /// index.
    ///
    /// # Errors
    /// Returns an error if the query is not [current](BoundQuery::is_current). Bind the query again and pass it to
    /// [`set_query`](Self::set_query).
    pub fn current(
        &mut self,
        cache: &mut QueryCache,
        database: &Database,
        index: &Index,
        clip_of: impl Fn(footwork_tags::ClipId) -> Option<ClipId>,
    ) -> Result<&Filter, StaleQuery> {
        let answer = cache.answer(database, &self.query)?;
        let is_current = |kept: &Kept| {
            Arc::ptr_eq(&kept.answer, &answer) && kept.filter.stamp() == index.stamp()
        };
        let kept = match self.kept.take().filter(is_current) {
            Some(kept) => kept,
            None => Kept {
                filter: self.build(index, &answer, clip_of),
                answer,
            },
        };
        Ok(&self.kept.insert(kept).filter)
    }

    fn build(
        &self,
        index: &Index,
        answer: &CachedRanges,
        clip_of: impl Fn(footwork_tags::ClipId) -> Option<ClipId>,
    ) -> Filter {
        let spans = spans(answer, clip_of, self.twins);
        let filter = match self.runway_secs {
            None => Filter::new(index, spans),
            Some(runway_secs) => Filter::new(index, index.landing_spans(spans, runway_secs)),
        };
        match &self.name {
            Some(name) => filter.named(name),
            None => filter,
        }
    }
}

fn spans(
    answer: &CachedRanges,
    clip_of: impl Fn(footwork_tags::ClipId) -> Option<ClipId>,
    twins: Twins,
) -> impl Iterator<Item = PoseSpan> {
    answer.iter().flat_map(move |(clip, ranges)| {
        let clip = clip_of(clip);
        ranges.iter().filter_map(move |&frames| {
            Some(PoseSpan {
                clip: clip?,
                frames,
                twins,
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use footwork_base::FrameRate;
    use footwork_matching::{
        ClipEnd, Group, IndexBuilder, Joint, JointTrack, MotionClip, Root, Schema, Source,
    };
    use footwork_tags::{Query, Ranges};

    use super::*;

    fn index(lowest_m: f32) -> Index {
        let rate = FrameRate::whole(30).unwrap();
        let foot: Vec<[f32; 3]> = (0..100u16)
            .map(|i| [0.0, lowest_m + f32::from(i), 0.0])
            .collect();
        let joint = Joint {
            name: "foot".into(),
            mirrored: "foot".into(),
        };
        let group = Group {
            name: "foot".into(),
            weight: 1.0,
            source: Source::Position(joint),
        };
        let mut builder = IndexBuilder::new(Schema::new(rate, vec![group]).unwrap());
        let root = Root {
            position_m: [0.0; 2],
            facing: [0.0, 1.0],
        };
        for _ in 0..2 {
            let clip = MotionClip {
                name: "walk",
                rate,
                end: ClipEnd::Cut,
                with_mirrored: false,
                root: &[root; 100],
                joints: &[JointTrack {
                    name: "foot",
                    positions_m: &foot,
                }],
                channels: &[],
            };
            builder.add_clip(&clip).unwrap();
        }
        builder.build()
    }

    #[test]
    fn a_filter_is_rebuilt_only_if_its_answer_or_its_index_changes() {
        let mut db = Database::new();
        let rate = FrameRate::whole(30).unwrap();
        let clip = db.add_clip("walk", 100, rate).unwrap();
        let mut tag = |name: &str| db.declare_tag(&name.parse().unwrap()).unwrap();
        let (walk, other) = (tag("Walk"), tag("Other"));
        let query = Query::parse("Walk").unwrap().bind(&db).unwrap();
        let mut cache = QueryCache::new(1 << 20);
        let mut kept = QueryFilter::new(query, Twins::Both);
        let (one, two) = (index(0.0), index(5.0));
        let made = std::cell::Cell::new(0);
        let clip_of = |_| {
            made.set(made.get() + 1);
            Some(ClipId::new(1))
        };
        let mut check = |db: &Database, index: &Index, poses: usize, is_made: bool| {
            made.set(0);
            let filter = kept.current(&mut cache, db, index, clip_of).unwrap();
            assert_eq!(filter.pose_count(), poses);
            assert_eq!(filter.stamp(), index.stamp());
            assert_eq!(made.get() > 0, is_made);
        };
        let ranges = |stop| Ranges::from_pairs([(0, stop)]).unwrap();
        check(&db, &one, 0, false);
        db.set_tag(walk, clip, ranges(7)).unwrap();
        check(&db, &one, 7, true);
        check(&db, &one, 7, false);
        db.set_tag(other, clip, ranges(50)).unwrap();
        check(&db, &one, 7, false);
        db.set_tag(walk, clip, ranges(9)).unwrap();
        check(&db, &one, 9, true);
        check(&db, &two, 9, true);
        check(&db, &two, 9, false);
        // The copy is edited independently.
        let mut copy = db.clone();
        copy.set_tag(walk, clip, ranges(3)).unwrap();
        check(&copy, &two, 3, true);
        check(&db, &two, 9, true);
    }

    #[test]
    fn jumps_land_only_if_the_clip_then_plays_on_within_the_result() {
        let mut db = Database::new();
        let clip = db
            .add_clip("walk", 100, FrameRate::whole(30).unwrap())
            .unwrap();
        let walk = db.declare_tag(&"Walk".parse().unwrap()).unwrap();
        db.set_tag(walk, clip, Ranges::full(30)).unwrap();
        let query = Query::parse("Walk").unwrap().bind(&db).unwrap();
        let mut cache = QueryCache::new(1 << 20);
        let index = index(0.0);
        let mut poses = |mut filter: QueryFilter| {
            let filter = filter.current(&mut cache, &db, &index, |_| Some(ClipId::new(1)));
            filter.unwrap().pose_count()
        };
        let filter = QueryFilter::new(query, Twins::Both);
        assert_eq!(poses(filter.clone()), 30);
        assert_eq!(poses(filter.for_landing(0.2)), 24);
    }

    #[test]
    fn a_query_that_is_not_current_is_rejected_until_it_is_bound_again() {
        let mut db = Database::new();
        let clip = db
            .add_clip("walk", 100, FrameRate::whole(30).unwrap())
            .unwrap();
        let walk = db.declare_tag(&"Walk".parse().unwrap()).unwrap();
        db.set_tag(walk, clip, Ranges::full(7)).unwrap();
        let query = Query::parse("Walk").unwrap();
        let mut cache = QueryCache::new(1 << 20);
        let mut kept = QueryFilter::new(query.bind(&db).unwrap(), Twins::Both);
        let index = index(0.0);
        let clip_of = |_| Some(ClipId::new(1));
        let mut poses = |kept: &mut QueryFilter, db: &Database| {
            let filter = kept.current(&mut cache, db, &index, clip_of);
            filter.map(Filter::pose_count)
        };
        assert_eq!(poses(&mut kept, &db), Ok(7));
        let run = db.declare_tag(&"Walk.Fast".parse().unwrap()).unwrap();
        db.set_tag(run, clip, Ranges::full(9)).unwrap();
        assert_eq!(poses(&mut kept, &db), Err(StaleQuery));
        kept.set_query(query.bind(&db).unwrap());
        assert_eq!(poses(&mut kept, &db), Ok(9));
    }
}
