//! Live queries: tests of single frames, kept current while tags change.

use std::marker::PhantomData;

use footwork_base::FrameRange;

use super::clip_bits::ClipBits;
use super::kept::Kept;
use super::stamps::Changes;
use crate::database::Database;
use crate::ids::ClipId;
use crate::query::error::QueryErrors;
use crate::query::tree::Query;

/// A query whose answer is kept current, one bit per frame, for a game that tests single frames.
///
/// A live query binds itself to the given database, and again after clips or names are added. If nothing has changed,
/// [`current`](Self::current) compares two numbers. After an edit, it evaluates only the blocks of 64 clips whose
/// changes affect the query. A query with `pick` is evaluated as a whole.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_tags::{Database, LiveQuery, Query, Ranges};
///
/// let mut db = Database::new();
/// let rate = FrameRate::whole(60).unwrap();
/// let jump = db.add_clip("jump", 100, rate).unwrap();
/// let air = db.declare_tag(&"Phase.Air".parse().unwrap()).unwrap();
/// db.set_tag(air, jump, Ranges::from_pairs([(40, 70)]).unwrap()).unwrap();
///
/// let mut airborne = LiveQuery::new(Query::parse("Phase.Air").unwrap());
/// // At every frame of the game:
/// let is_airborne = airborne.current(&db).unwrap();
/// assert!(is_airborne.holds(jump, 50));
/// assert_eq!(is_airborne.next_change(jump, 50), Some(70));
///
/// // The tag is edited, and a clip is added.
/// db.set_tag(air, jump, Ranges::from_pairs([(55, 70)]).unwrap()).unwrap();
/// db.add_clip("walk", 80, rate).unwrap();
/// assert!(!airborne.current(&db).unwrap().holds(jump, 50));
/// ```
#[derive(Clone, Debug)]
pub struct LiveQuery<'q> {
    kept: Kept<'q>,
    bits: ClipBits,
    changes: Changes,
}

impl<'q> LiveQuery<'q> {
    /// Creates a live query. It is bound and evaluated at its first use.
    pub fn new(query: Query<'q>) -> Self {
        Self {
            kept: Kept::new(query),
            bits: ClipBits::default(),
            changes: Changes::default(),
        }
    }

    /// Returns the query.
    pub fn query(&self) -> &Query<'q> {
        self.kept.query()
    }

    /// Returns the frames for which the query currently holds. The result is valid until the database changes. If
    /// nothing has changed, the call allocates nothing. It calls a resolver only if the query has predicates.
    ///
    /// # Errors
    /// Returns an error that lists every name of the query that the database lacks.
    #[inline]
    pub fn current<'a>(
        &'a mut self,
        database: &'a Database,
    ) -> Result<Membership<'a>, QueryErrors> {
        if !self.kept.is_current(database) {
            self.update(database)?;
        }
        Ok(Membership {
            bits: &self.bits,
            database: PhantomData,
        })
    }

    /// Returns the size of the kept answer in memory, in bytes: 16 per clip, at most one bit per frame, and the stamps
    /// that show which blocks are current.
    pub fn bytes(&self) -> usize {
        self.bits.bytes() + self.kept.bytes()
    }

    #[cold]
    fn update(&mut self, database: &Database) -> Result<(), QueryErrors> {
        self.kept.bind(database)?;
        let lengths = database.all_lengths();
        if self.kept.is_new() || !self.bits.begins(lengths) {
            self.kept.forget();
            self.bits.clear();
        }
        self.bits.extend(lengths);
        self.kept
            .update(database, &mut self.changes, &mut self.bits);
        Ok(())
    }
}

/// The current answer of a [`LiveQuery`]. It borrows the database, so the database cannot change while it exists.
/// Threads can share it.
#[derive(Clone, Copy, Debug)]
pub struct Membership<'a> {
    bits: &'a ClipBits,
    database: PhantomData<&'a Database>,
}

impl<'a> Membership<'a> {
    /// Returns whether the query holds on a frame, in constant time. Returns false past the end of a clip, and for a clip
    /// that is not in the database.
    #[inline]
    pub fn holds(self, clip: ClipId, frame: u32) -> bool {
        self.bits.contains(clip, frame)
    }

    /// Evaluates [`holds`](Self::holds) for many frames. Bit `i % 64` of word `i / 64` is the answer for `frames[i]`.
    /// Unused bits of the last such word become 0, and later words are unchanged.
    ///
    /// # Panics
    /// Panics if there are fewer words than `frames` needs.
    pub fn holds_many(self, frames: &[(ClipId, u32)], bits: &mut [u64]) {
        let needed = frames.len().div_ceil(64);
        assert!(
            needed <= bits.len(),
            "{} words for {} frames",
            bits.len(),
            frames.len()
        );
        for (word, frames) in bits.iter_mut().zip(frames.chunks(64)) {
            let holds = frames
                .iter()
                .rev()
                .map(|&(clip, frame)| u64::from(self.holds(clip, frame)));
            *word = holds.fold(0, |word, bit| word << 1 | bit);
        }
    }

    /// Iterates over the canonical ranges of a clip, in order. A clip that is not in the database has none.
    pub fn ranges_in(self, clip: ClipId) -> impl Iterator<Item = FrameRange> + use<'a> {
        self.bits.clip(clip).ranges()
    }

    /// Returns the first frame after `frame` for which [`holds`](Self::holds) differs from its value at `frame`, or the
    /// length of the clip if there is none. Returns `None` if `frame` is past the end of the clip, and for a clip that
    /// is not in the database.
    ///
    /// The time is proportional to the distance to the returned frame. The search tests 64 frames at a time.
    pub fn next_change(self, clip: ClipId, frame: u32) -> Option<u32> {
        self.bits.clip(clip).next_change(frame)
    }
}
