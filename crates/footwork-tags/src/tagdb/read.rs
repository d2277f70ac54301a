//! Builds a database from the sections of a file, checking every rule of the format.

use bytes::Bytes;
use footwork_base::{FrameRate, Id, Name};

use super::error::TagDbError;
use super::layout::{Section, Sections, words};
use crate::block::CLIPS;
use crate::database::Database;
use crate::database::parts::{EventTimes, Parts, TagParts};
use crate::ids::{ClipId, ClipInfo};
use crate::tag_block::TagBlock;
use crate::tag_block::parts::BlockParts;

/// The message for a fault in a row.
type Fault = &'static str;

/// Reads a database from its sections. The containers of the database remain slices of `file`.
pub(super) fn database(sections: &Sections<'_>, file: &Bytes) -> Result<Database, TagDbError> {
    let mut names = NameReader::new(sections)?;
    let clips = clips(sections, &mut names)?;
    let lengths: Vec<u32> = clips.iter().map(|clip| clip.frames).collect();
    let parts = Parts {
        tags: TagReader::new(sections, &lengths, file)?.read(sections, &mut names)?,
        events: EventReader::new(sections, &lengths)?.read(sections, &mut names)?,
        clips,
    };
    names.finish()?;
    Database::from_parts(parts).map_err(|fault| Section::Names.fault(0, fault))
}

/// A list that is read in order, and the index of the next item.
struct Cursor<'a, T> {
    items: &'a [T],
    at: usize,
}

impl<'a, T> Cursor<'a, T> {
    fn new(items: &'a [T]) -> Self {
        Self { items, at: 0 }
    }

    /// Returns the items from the current index up to `end`.
    fn until(&mut self, end: u64) -> Result<&'a [T], Fault> {
        let end = usize::try_from(end).ok();
        let items = end.and_then(|end| self.items.get(self.at..end));
        let items = items.ok_or("an end is before the previous one, or past its section")?;
        self.at += items.len();
        Ok(items)
    }

    fn next(&mut self) -> Option<&'a T> {
        let item = self.items.get(self.at)?;
        self.at += 1;
        Some(item)
    }

    /// Checks that all items were read.
    fn finish(&self, section: Section) -> Result<(), TagDbError> {
        if self.at == self.items.len() {
            Ok(())
        } else {
            Err(section.fault(self.at, "nothing refers to this"))
        }
    }
}

struct NameReader<'a> {
    text: &'a str,
    cursor: Cursor<'a, u8>,
}

impl<'a> NameReader<'a> {
    fn new(sections: &Sections<'a>) -> Result<Self, TagDbError> {
        let bytes = sections.bytes(Section::Names);
        let text = std::str::from_utf8(bytes)
            .map_err(|error| Section::Names.fault(error.valid_up_to(), "this is not UTF-8"))?;
        Ok(Self {
            text,
            cursor: Cursor::new(bytes),
        })
    }

    fn until(&mut self, end: u64) -> Result<&'a str, Fault> {
        let start = self.cursor.at;
        self.cursor.until(end)?;
        let name = self.text.get(start..self.cursor.at);
        name.ok_or("a name ends inside a character")
    }

    /// Returns the name of a tag or event.
    fn dotted(&mut self, end: u64) -> Result<Name, Fault> {
        let text = self.until(end)?;
        let name: Option<Name> = text.parse().ok();
        let name = name.filter(|name| name.as_str() == text);
        name.ok_or("a name is not in its canonical spelling")
    }

    fn finish(&self) -> Result<(), TagDbError> {
        self.cursor.finish(Section::Names)
    }
}

fn clips(sections: &Sections<'_>, names: &mut NameReader<'_>) -> Result<Vec<ClipInfo>, TagDbError> {
    let mut clip = |[name_end, frames, numerator, denominator]: [u64; 4]| {
        let is_reduced =
            |rate: &FrameRate| (rate.numerator(), rate.denominator()) == (numerator, denominator);
        let rate = FrameRate::new(numerator, denominator).filter(is_reduced);
        Ok(ClipInfo {
            name: names.until(name_end)?.to_owned(),
            frames: u32::try_from(frames).map_err(|_| "a clip is too long")?,
            rate: rate.ok_or("a frame rate is zero or not reduced")?,
        })
    };
    let rows = sections.rows::<4>(Section::Clips)?.iter().enumerate();
    rows.map(|(row, words_of_row)| {
        clip(words(words_of_row)).map_err(|fault| Section::Clips.fault(row, fault))
    })
    .collect()
}

struct TagReader<'a> {
    lengths: &'a [u32],
    presence: Cursor<'a, [[u8; 8]; 1]>,
    blocks: Cursor<'a, [[u8; 8]; 4]>,
    containers: Cursor<'a, u8>,
    /// The bytes that contain all containers.
    file: &'a Bytes,
}

impl<'a> TagReader<'a> {
    fn new(
        sections: &Sections<'a>,
        lengths: &'a [u32],
        file: &'a Bytes,
    ) -> Result<Self, TagDbError> {
        Ok(Self {
            lengths,
            file,
            presence: Cursor::new(sections.rows(Section::Presence)?),
            blocks: Cursor::new(sections.rows(Section::Blocks)?),
            containers: Cursor::new(sections.bytes(Section::Containers)),
        })
    }

    fn read(
        mut self,
        sections: &Sections<'_>,
        names: &mut NameReader<'_>,
    ) -> Result<Vec<(Name, TagParts)>, TagDbError> {
        let rows = sections.rows::<3>(Section::Tags)?;
        let mut tags = Vec::with_capacity(rows.len());
        for (row, words_of_row) in rows.iter().enumerate() {
            let [name_end, presence_end, pinned] = words(words_of_row);
            let in_row = |fault| Section::Tags.fault(row, fault);
            let name = names.dotted(name_end).map_err(in_row)?;
            let presence = self.presence.until(presence_end).map_err(in_row)?;
            let pinned = match pinned {
                0 => false,
                1 => true,
                _ => return Err(in_row("the pinned flag is neither 0 nor 1")),
            };
            if presence.len() > self.lengths.len().div_ceil(CLIPS) {
                return Err(in_row("a tag has more blocks than there are clips"));
            }
            if presence.last().is_some_and(|last| words(last) == [0]) {
                return Err(in_row("a tag ends with an empty block"));
            }
            let blocks = self.blocks(presence, pinned)?;
            tags.push((name, TagParts { blocks, pinned }));
        }
        self.presence.finish(Section::Presence)?;
        self.blocks.finish(Section::Blocks)?;
        self.containers.finish(Section::Containers)?;
        Ok(tags)
    }

    fn blocks(
        &mut self,
        presence: &[[[u8; 8]; 1]],
        pinned: bool,
    ) -> Result<Vec<TagBlock>, TagDbError> {
        let mut blocks = Vec::with_capacity(presence.len());
        for (word, lengths) in presence.iter().zip(self.lengths.chunks(CLIPS)) {
            let [some] = words(word);
            blocks.push(match some {
                0 => TagBlock::default(),
                _ => {
                    let row = self.blocks.at;
                    let block = self.block(some, lengths, pinned);
                    block.map_err(|fault| Section::Blocks.fault(row, fault))?
                }
            });
        }
        Ok(blocks)
    }

    fn block(&mut self, some: u64, lengths: &[u32], pinned: bool) -> Result<TagBlock, Fault> {
        let row = self.blocks.next().ok_or("there are too few blocks")?;
        let [all, words, end, width] = words(row);
        let bytes = self.file.slice_ref(self.containers.until(end)?);
        let parts = BlockParts {
            some,
            all,
            words,
            width,
            bytes,
        };
        let block = TagBlock::from_parts(parts, lengths)?;
        if pinned && !block.is_all_words() {
            Err("a pinned tag is stored as ranges")
        } else {
            Ok(block)
        }
    }
}

struct EventReader<'a> {
    lengths: &'a [u32],
    moments: Cursor<'a, [[u8; 8]; 2]>,
    times: Cursor<'a, [[u8; 8]; 1]>,
}

impl<'a> EventReader<'a> {
    fn new(sections: &Sections<'a>, lengths: &'a [u32]) -> Result<Self, TagDbError> {
        Ok(Self {
            lengths,
            moments: Cursor::new(sections.rows(Section::Moments)?),
            times: Cursor::new(sections.rows(Section::Times)?),
        })
    }

    fn read(
        mut self,
        sections: &Sections<'_>,
        names: &mut NameReader<'_>,
    ) -> Result<Vec<(Name, EventTimes)>, TagDbError> {
        let rows = sections.rows::<2>(Section::Events)?;
        let mut events = Vec::with_capacity(rows.len());
        for (row, words_of_row) in rows.iter().enumerate() {
            let [name_end, moments_end] = words(words_of_row);
            let in_row = |fault| Section::Events.fault(row, fault);
            let name = names.dotted(name_end).map_err(in_row)?;
            let first = self.moments.at;
            let moments = self.moments.until(moments_end).map_err(in_row)?;
            let mut by_clip: Vec<(ClipId, Vec<f64>)> = Vec::with_capacity(moments.len());
            for (row, moment) in (first..).zip(moments) {
                let last = by_clip.last().map(|(clip, _)| *clip);
                let moment = self.moment(words(moment), last);
                by_clip.push(moment.map_err(|fault| Section::Moments.fault(row, fault))?);
            }
            events.push((name, by_clip.into_iter().collect()));
        }
        self.moments.finish(Section::Moments)?;
        self.times.finish(Section::Times)?;
        Ok(events)
    }

    /// Returns a clip and its times. The clip must come after `last`, the previous clip with this event. `last` is
    /// `None` for the first clip.
    fn moment(
        &mut self,
        [clip, times_end]: [u64; 2],
        last: Option<ClipId>,
    ) -> Result<(ClipId, Vec<f64>), Fault> {
        let index = usize::try_from(clip).ok();
        let frames = index.and_then(|index| self.lengths.get(index));
        let frames = *frames.ok_or("there is no such clip")?;
        let clip = index.and_then(ClipId::from_index);
        let clip = clip.filter(|clip| last.is_none_or(|last| last < *clip));
        let clip = clip.ok_or("the clips are not in order")?;
        let times = self.times.until(times_end)?;
        let times: Vec<f64> = times
            .iter()
            .map(|word| f64::from_le_bytes(word[0]))
            .collect();
        if times.is_empty() {
            return Err("a clip has no times");
        }
        let inside =
            |time: &f64| time.is_sign_positive() && (0.0..f64::from(frames)).contains(time);
        if !times.iter().all(inside) {
            return Err("a time is not inside its clip");
        }
        if times.is_sorted() {
            Ok((clip, times))
        } else {
            Err("the times are not in order")
        }
    }
}
