//! `.tagdb`: a database as one file for the game. The whole file is checked before it is used.
//!
//! Numbers are little-endian, and tables are rows of 64-bit words.
//!
//! | part | holds |
//! |---|---|
//! | header, 64 bytes | the magic `\x89TAGDB\r\n`, major and minor version (16 bits each), the number of sections (32 bits), the offset of the checksums (64 bits), zeros |
//! | section table | for each section a row: its number, offset and length in bytes |
//! | sections | each at the next multiple of 64 bytes, zeros between |
//! | checksums | at a multiple of 64 bytes: the CRC-32 of every 64 KiB before them, zeros up to 8 bytes, and the xxh3-64 hash of all bytes before it |
//!
//! | section | each row, or the whole content |
//! |---|---|
//! | 1 names | UTF-8, without separators: of the clips, the tags and the events |
//! | 2 clips | end in 1, frames, numerator and denominator of the frame rate; in the order of ids |
//! | 3 tags | end in 1, end in 4, whether it is pinned (0 or 1); in the order of names |
//! | 4 presence | for a block of 64 clips, which of them have the tag on some frame; up to the tag's last block with such a clip |
//! | 5 blocks | for each presence other than 0: clips with the tag on all frames, clips with words, end in 6, width |
//! | 6 containers | bytes as the database holds them in memory |
//! | 7 events | end in 1, end in 8; in the order of names |
//! | 8 moments | a clip, end in 9; in the order of clips |
//! | 9 times | an f64, in frames; sorted for each clip |
//!
//! Since version 1.1 a file may have a table. A file without one is of version 1.0.
//!
//! | section | each row, or the whole content |
//! |---|---|
//! | 10 queries | end in 11, at most 64 rows |
//! | 11 texts | UTF-8, without separators: the queries |
//! | 12 words | for each frame of each clip, one bit per query, the first lowest: whether it holds |
//!
//! An *end* is the end of a row's part in another section, in bytes or rows of that section. The part begins at the end
//! given by the previous row.
//!
//! A block has containers for the clips that have the tag on some frames but not on all. The ends of the containers
//! come first, counted from the block's first byte. Each end has 16 bits, or 32 bits if the width is 32 or 272. A width
//! of 272 is 16 plus a flag for long blocks. *Words* are one bit per frame. Other containers are ranges, each a start
//! and a stop with the number of bits given by the width: 12, 16 or 32.
//!
//! A new minor version only adds sections after these. Older readers skip them.

pub(crate) mod error;
mod layout;
mod read;
mod table;
mod write;

use error::TagDbError;

use bytes::Bytes;

use crate::database::Database;
use crate::evaluate::frame_table::{FrameTable, TableError};

impl Database {
    /// Returns the database as the bytes of a `.tagdb` file: clips in the order of ids, tags and events
    /// in the order of names, without the resolver and without a table.
    ///
    /// Equal databases give equal bytes, regardless of the edits that made them.
    ///
    /// ```
    /// use footwork_base::FrameRate;
    /// use footwork_tags::{Database, Ranges};
    ///
    /// let mut db = Database::new();
    /// let clip = db.add_clip("walk", 100, FrameRate::whole(30).unwrap()).unwrap();
    /// let tag = db.declare_tag(&"Gait.Walk".parse().unwrap()).unwrap();
    /// db.set_tag(tag, clip, Ranges::from_pairs([(10, 30)]).unwrap()).unwrap();
    ///
    /// let bytes = db.to_bytes();
    /// let opened = Database::from_bytes(bytes.clone()).unwrap();
    /// assert_eq!(opened.query("Gait").unwrap().frame_count(), 20);
    /// assert_eq!(opened.to_bytes(), bytes);
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        layout::seal(&write::sections(self), None)
    }

    /// Returns a hash of the contents, which is also at the end of the bytes of [`to_bytes`](Self::to_bytes). Equal
    /// databases have equal stamps, with or without a table, regardless of the edits that made them. Computing it takes
    /// as long as writing the file, so keep the result.
    ///
    /// ```
    /// use footwork_tags::Database;
    ///
    /// let mut db = Database::new();
    /// let empty = db.content_stamp();
    /// db.declare_tag(&"Gait.Walk".parse().unwrap()).unwrap();
    /// assert_ne!(db.content_stamp(), empty);
    /// assert_eq!(Database::from_bytes(db.to_bytes()).unwrap().content_stamp(), db.content_stamp());
    /// ```
    pub fn content_stamp(&self) -> u64 {
        let bytes = self.to_bytes();
        bytes
            .last_chunk()
            .map_or(0, |hash| u64::from_le_bytes(*hash))
    }

    /// Returns the database and a table as the bytes of a `.tagdb` file. [`frame_table`](Self::frame_table) of the
    /// opened database returns the table.
    ///
    /// ```
    /// use footwork_base::FrameRate;
    /// use footwork_tags::{Database, FrameTable, Query, Ranges};
    ///
    /// let mut db = Database::new();
    /// let clip = db.add_clip("walk", 100, FrameRate::whole(30).unwrap()).unwrap();
    /// let tag = db.declare_tag(&"Gait.Walk".parse().unwrap()).unwrap();
    /// db.set_tag(tag, clip, Ranges::from_pairs([(10, 30)]).unwrap()).unwrap();
    ///
    /// let queries = ["Gait", "last(Gait, 5)"].map(|text| Query::parse(text).unwrap());
    /// let mut table = FrameTable::new(queries).unwrap();
    /// let bytes = db.to_bytes_with(&mut table).unwrap();
    /// let opened = Database::from_bytes(bytes).unwrap();
    /// let mut table = opened.frame_table().unwrap();
    /// assert_eq!(table.current(&opened).unwrap().word(clip, 29), 0b11);
    /// ```
    ///
    /// # Errors
    /// Returns an error if the database lacks names of a query, or if a query cannot be written because it asks a
    /// resolver, names a tag by its id, or is too long.
    pub fn to_bytes_with(&self, table: &mut FrameTable<'_>) -> Result<Vec<u8>, TableError> {
        let table = table::sections(table, self)?;
        Ok(layout::seal(&write::sections(self), Some(table)))
    }

    /// Reads the bytes of a `.tagdb` file, and checks all of them once. The frames of tags are not copied. So `bytes`
    /// stays in memory until the database and its copies are dropped, or until every block of 64 clips has been edited.
    /// Edits do not write to `bytes`.
    ///
    /// `bytes` is a `Vec<u8>`, an `Arc<[u8]>`, a `&'static [u8]`, a memory map, or another owner of bytes that do not
    /// change. For a borrowed slice, pass a copy: `slice.to_vec()`. No alignment is needed. Other memory is allocated
    /// in proportion to the length of `bytes`, even for invalid content.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a `.tagdb`, have a newer major version, or are incomplete or damaged.
    /// Also returns an error if the content breaks a rule of databases. Every change of a single byte is detected.
    ///
    /// ```
    /// use footwork_tags::{Database, TagDbError};
    ///
    /// let mut bytes = Database::new().to_bytes();
    /// assert!(Database::from_bytes(bytes.clone()).unwrap().clips().is_empty());
    /// bytes[100] ^= 1;
    /// let error = Database::from_bytes(bytes).unwrap_err();
    /// assert!(matches!(error, TagDbError::Damaged { .. }));
    /// ```
    pub fn from_bytes(bytes: impl AsRef<[u8]> + Send + 'static) -> Result<Self, TagDbError> {
        let file = Bytes::from_owner(bytes);
        let sections = layout::open(&file)?;
        let mut database = read::database(&sections, &file)?;
        let table = table::read(&sections, &database, &file)?;
        database.set_stored_table(table);
        Ok(database)
    }
}
