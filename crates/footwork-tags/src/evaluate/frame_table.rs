//! A table with one word per frame, which has one bit per query.

use std::marker::PhantomData;

use bytes::Bytes;
use footwork_base::Id;

use super::edges::Boundaries;
use super::engine::Sink;
use super::kept::{Frames, Kept};
use super::simd::Simd;
use super::stamps::Changes;
use crate::block;
use crate::database::Database;
use crate::ids::ClipId;
use crate::query::error::QueryErrors;
use crate::query::tree::Query;
use crate::stored_table::StoredTable;

/// The maximum number of queries of a [`FrameTable`]. A word has one bit for each query.
pub const MAX_TABLE_QUERIES: usize = 64;

/// A table of the answers to up to 64 queries on every frame. It takes eight bytes per frame. It suits games that test
/// many queries on the current frame of a character.
///
/// Like a [`LiveQuery`](crate::LiveQuery), the table binds its queries itself and updates only the blocks of 64 clips
/// that have changed. If nothing has changed, [`current`](Self::current) compares two numbers for each query. One read
/// gives the answers of all queries for a frame.
///
/// ```
/// use footwork_base::FrameRate;
/// use footwork_tags::{Database, FrameTable, Query, Ranges};
///
/// let mut db = Database::new();
/// let run = db.add_clip("run", 100, FrameRate::whole(60).unwrap()).unwrap();
/// for (tag, start, stop) in [("Contact.Left", 10, 25), ("Contact.Right", 20, 40)] {
///     let tag = db.declare_tag(&tag.parse().unwrap()).unwrap();
///     db.set_tag(tag, run, Ranges::from_pairs([(start, stop)]).unwrap()).unwrap();
/// }
/// let queries = ["Contact.Left", "Contact.Right", "!Contact"].map(|text| Query::parse(text).unwrap());
/// let mut table = FrameTable::new(queries).unwrap();
/// let words = table.current(&db).unwrap();
/// assert_eq!(words.word(run, 22), 0b011);
/// assert!(words.holds(2, run, 50));
/// ```
#[derive(Clone, Debug)]
pub struct FrameTable<'q> {
    columns: Vec<Kept<'q>>,
    /// The offset of each clip's words, then the end of the last clip's words.
    starts: Vec<usize>,
    words: Words,
    changes: Changes,
}

/// Words as little-endian bytes.
#[derive(Clone, Debug, Default)]
struct Words {
    own: Vec<[u8; 8]>,
    /// The words in a file; empty after the first edit.
    file: Bytes,
}

impl Words {
    #[inline]
    fn as_slice(&self) -> &[[u8; 8]] {
        if self.file.is_empty() {
            &self.own
        } else {
            self.file.as_chunks().0
        }
    }

    fn to_mut(&mut self) -> &mut Vec<[u8; 8]> {
        if !self.file.is_empty() {
            self.own = self.file.as_chunks().0.to_vec();
            self.file = Bytes::new();
        }
        &mut self.own
    }
}

/// The error of [`FrameTable::new`] for more than [`MAX_TABLE_QUERIES`] queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyQueries {
    /// The number of queries.
    pub queries: usize,
}

footwork_base::display! { TooManyQueries:
    Self { queries } => "there are {queries} queries, and a table has room for {MAX_TABLE_QUERIES}";
}

impl std::error::Error for TooManyQueries {}

/// The error of a [`FrameTable`] if the database lacks names of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The index of the first such query, from 0.
    pub index: usize,
    /// The errors for all names of the query that the database lacks.
    pub errors: QueryErrors,
}

footwork_base::display! { TableError:
    Self { index, errors } => "query {index} of the table: {errors}";
}

impl std::error::Error for TableError {}

impl<'q> FrameTable<'q> {
    /// Creates a table of queries. The index of a query is the number of its bit. The table is filled at its first use.
    ///
    /// # Errors
    /// Returns an error if there are more than [`MAX_TABLE_QUERIES`] queries.
    pub fn new(queries: impl IntoIterator<Item = Query<'q>>) -> Result<Self, TooManyQueries> {
        let columns: Vec<Kept<'q>> = queries.into_iter().map(Kept::new).collect();
        if columns.len() > MAX_TABLE_QUERIES {
            return Err(TooManyQueries {
                queries: columns.len(),
            });
        }
        Ok(Self {
            columns,
            starts: vec![0],
            words: Words::default(),
            changes: Changes::default(),
        })
    }

    /// Restores the table of a file; `None` if its queries cannot be parsed or are too many. After an edit, only the
    /// changed words are computed again.
    fn from_stored(stored: &StoredTable, database: &Database) -> Option<FrameTable<'static>> {
        let queries = stored.texts.iter().map(|text| Query::parse(text));
        let queries: Vec<Query<'_>> = queries.collect::<Result<_, _>>().ok()?;
        let mut table = FrameTable::new(queries.into_iter().map(Query::into_owned)).ok()?;
        if stored.revision == database.revision() {
            table.lay_out(database.all_lengths());
            table.words.file = stored.words.clone();
            for column in &mut table.columns {
                // A query that cannot be bound is reported by [`FrameTable::current`].
                if column.bind(database).is_ok() {
                    column.adopt(database, &mut table.changes);
                }
            }
        }
        Some(table)
    }

    /// Iterates over the queries, in the order of their bits.
    pub fn queries(&self) -> impl ExactSizeIterator<Item = &Query<'q>> {
        self.columns.iter().map(Kept::query)
    }

    /// Returns the current words, which are valid until the database changes. Allocates nothing if nothing has changed.
    ///
    /// # Errors
    /// Returns an error if the database lacks names of a query.
    #[inline]
    pub fn current<'a>(&'a mut self, database: &'a Database) -> Result<FrameWords<'a>, TableError> {
        let is_current = |column: &Kept<'_>| column.is_current(database);
        // A table without queries has no query that notices new clips, so it always updates.
        if self.columns.is_empty() || !self.columns.iter().all(is_current) {
            self.update(database)?;
        }
        Ok(FrameWords {
            starts: &self.starts,
            words: self.words.as_slice(),
            database: PhantomData,
        })
    }

    /// Returns the size of the table in memory, in bytes: eight per frame, eight per clip, and the stamps that show
    /// which blocks are current.
    pub fn bytes(&self) -> usize {
        let stamps = self.columns.iter().map(Kept::bytes).sum::<usize>();
        size_of_val(self.starts.as_slice()) + size_of_val(self.words.as_slice()) + stamps
    }

    #[cold]
    fn update(&mut self, database: &Database) -> Result<(), TableError> {
        for (index, column) in self.columns.iter_mut().enumerate() {
            let bound = column.bind(database);
            bound.map_err(|errors| TableError { index, errors })?;
        }
        self.lay_out(database.all_lengths());
        let end = self.starts.last().copied().unwrap_or(0);
        if self.words.as_slice().len() < end {
            self.words.to_mut().resize(end, [0; 8]);
        }
        for (index, column) in self.columns.iter_mut().enumerate() {
            let mut frames = Column {
                starts: &self.starts,
                words: &mut self.words,
                bit: 1 << index,
            };
            column.update(database, &mut self.changes, &mut frames);
        }
        Ok(())
    }

    /// Lays out the words of clips by the clips' lengths. Forgets all answers if the lengths have changed.
    fn lay_out(&mut self, lengths: &[u32]) {
        let own = self.starts.windows(2).map(|pair| pair[1] - pair[0]);
        let clips = self.starts.len() - 1;
        let given = lengths.get(..clips);
        let is_same =
            given.is_some_and(|given| own.eq(given.iter().map(|&frames| frames as usize)));
        if !is_same {
            self.columns.iter_mut().for_each(Kept::forget);
            self.starts.truncate(1);
            self.words = Words::default();
        }
        let mut end = self.starts.last().copied().unwrap_or(0);
        for &frames in &lengths[self.starts.len() - 1..] {
            end += frames as usize;
            self.starts.push(end);
        }
    }
}

/// The frames of one query in the table.
struct Column<'a> {
    starts: &'a [usize],
    words: &'a mut Words,
    bit: u64,
}

impl Column<'_> {
    /// Returns the words of all frames of consecutive clips.
    fn words(&mut self, first: usize, stop: usize) -> &mut [[u8; 8]] {
        match (self.starts.get(first), self.starts.get(stop)) {
            (Some(&start), Some(&stop)) => &mut self.words.to_mut()[start..stop],
            _ => &mut [],
        }
    }
}

impl Sink for Column<'_> {
    fn boundaries(&mut self, clip: ClipId, found: Boundaries<'_>, _: u32, _: impl Simd) -> bool {
        let bit = self.bit;
        let words = self.words(clip.index(), clip.index() + 1);
        for range in found.ranges() {
            let words = words.get_mut(range.start() as usize..range.stop() as usize);
            words.into_iter().flatten().for_each(|word| {
                *word = (u64::from_le_bytes(*word) | bit).to_le_bytes();
            });
        }
        true
    }
}

impl Frames for Column<'_> {
    fn clear_block(&mut self, number: usize) {
        let (first, others) = (number * block::CLIPS, !self.bit);
        let stop = (first + block::CLIPS).min(self.starts.len() - 1);
        self.words(first, stop).iter_mut().for_each(|word| {
            *word = (u64::from_le_bytes(*word) & others).to_le_bytes();
        });
    }
}

/// The current words of a [`FrameTable`]. They borrow the database, so the database cannot change while they exist.
/// Threads can share them.
#[derive(Clone, Copy, Debug)]
pub struct FrameWords<'a> {
    starts: &'a [usize],
    words: &'a [[u8; 8]],
    database: PhantomData<&'a Database>,
}

impl Database {
    /// Returns the table of the `.tagdb` file from which the database was opened; `None` if the file has none.
    /// [`to_bytes_with`](Self::to_bytes_with) writes such a table. The words are read from the bytes of the file until
    /// an edit changes a word.
    pub fn frame_table(&self) -> Option<FrameTable<'static>> {
        FrameTable::from_stored(self.stored_table()?, self)
    }
}

impl FrameWords<'_> {
    /// Returns all words as little-endian bytes, one clip after another.
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        self.words.as_flattened().to_vec()
    }

    /// Returns the answers for a frame, one bit per query, set if the query holds. The first query has the lowest bit.
    /// Returns 0 past the end of a clip, and for a clip that is not in the database.
    #[inline]
    pub fn word(self, clip: ClipId, frame: u32) -> u64 {
        let places = self.starts.get(clip.index()..);
        let Some([start, stop, ..]) = places else {
            return 0;
        };
        let at = start.saturating_add(frame as usize);
        match self.words.get(at) {
            Some(&word) if at < *stop => u64::from_le_bytes(word),
            _ => 0,
        }
    }

    /// Returns whether the query at `index` holds on the frame. Returns `false` if there is no such query, frame or
    /// clip.
    #[inline]
    pub fn holds(self, index: usize, clip: ClipId, frame: u32) -> bool {
        index < MAX_TABLE_QUERIES && self.word(clip, frame) >> index & 1 == 1
    }
}
