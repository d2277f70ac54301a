//! Writes a database as the sections of a file.

use footwork_base::{Id, Name};

use super::layout::{SECTIONS, Section};
use crate::block::CLIPS;
use crate::database::Database;
use crate::ids::{EventId, TagId};

/// The sections written so far.
#[derive(Default)]
struct Writer {
    sections: [Vec<u8>; SECTIONS],
}

/// Returns the sections of a database.
pub(super) fn sections(database: &Database) -> [Vec<u8>; SECTIONS] {
    let mut writer = Writer::default();
    let mut lengths = Vec::with_capacity(database.clips().len());
    for clip in database.clips().values() {
        let name_end = writer.name(&clip.name);
        let (numerator, denominator) = (clip.rate.numerator(), clip.rate.denominator());
        let row = [name_end, u64::from(clip.frames), numerator, denominator];
        writer.row(Section::Clips, row);
        lengths.push(clip.frames);
    }
    for (name, id) in database.tags() {
        writer.tag(database, name, id, &lengths);
    }
    for (name, id) in database.events() {
        writer.event(database, name, id);
    }
    writer.sections
}

impl Writer {
    fn section(&mut self, section: Section) -> &mut Vec<u8> {
        &mut self.sections[section as usize]
    }

    fn row<const WORDS: usize>(&mut self, section: Section, words: [u64; WORDS]) {
        let bytes = words.iter().flat_map(|word| word.to_le_bytes());
        self.section(section).extend(bytes);
    }

    /// Returns the number of rows in a section whose rows have `words` words each.
    fn rows(&mut self, section: Section, words: usize) -> u64 {
        (self.section(section).len() / (8 * words)) as u64
    }

    /// Appends a name and returns the end of the names section in bytes.
    fn name(&mut self, name: &str) -> u64 {
        let names = self.section(Section::Names);
        names.extend_from_slice(name.as_bytes());
        names.len() as u64
    }

    fn tag(&mut self, database: &Database, name: &Name, id: TagId, lengths: &[u32]) {
        let name_end = self.name(name.as_str());
        let is_pinned = database.is_pinned(id);
        let blocks = database.tag_blocks(id);
        // Edits can leave empty blocks at the end, which are not written.
        let last = blocks.iter().rposition(|block| block.some() != 0);
        let blocks = &blocks[..last.map_or(0, |last| last + 1)];
        for (block, lengths) in blocks.iter().zip(lengths.chunks(CLIPS)) {
            self.row(Section::Presence, [block.some()]);
            if block.some() == 0 {
                continue;
            }
            let packed = block.packed(lengths, is_pinned);
            let parts = packed.into_parts();
            let containers = self.section(Section::Containers);
            containers.extend_from_slice(&parts.bytes);
            let end = containers.len() as u64;
            self.row(Section::Blocks, [parts.all, parts.words, end, parts.width]);
        }
        let presence_end = self.rows(Section::Presence, 1);
        self.row(
            Section::Tags,
            [name_end, presence_end, u64::from(is_pinned)],
        );
    }

    fn event(&mut self, database: &Database, name: &Name, id: EventId) {
        let name_end = self.name(name.as_str());
        for (clip, times) in database.times_by_clip(id) {
            for time in times {
                // -0.0 equals 0.0, so both are written as 0.0.
                self.row(Section::Times, [(time + 0.0).to_bits()]);
            }
            let times_end = self.rows(Section::Times, 1);
            self.row(Section::Moments, [clip.index() as u64, times_end]);
        }
        let moments_end = self.rows(Section::Moments, 2);
        self.row(Section::Events, [name_end, moments_end]);
    }
}
