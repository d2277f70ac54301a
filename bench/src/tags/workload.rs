//! The databases for the measurements of queries, from a seeded generator, and the two queries.

use footwork_base::FrameRate;
use footwork_tags::{Database, RangeSet, Ranges, TagId};

use super::mix::{LARGE_TAGS, Presence, SMALL_TAGS};
use crate::random::Random;
use crate::report::Outcome;

/// A query over tags in every workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    /// Two intersections and a union of narrow tags.
    Q1,
    /// Unions of wide tags, a difference and an intersection.
    Q2,
}

impl Query {
    pub(crate) const ALL: [Self; 2] = [Self::Q1, Self::Q2];

    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Q1 => "Running & Male & (Tired | Limping)",
            Self::Q2 => "((A|B|C|D) - (E|F)) & G",
        }
    }

    /// Returns the tags, in the order of the text.
    pub(crate) fn tags(self) -> &'static [&'static str] {
        match self {
            Self::Q1 => &["Running", "Male", "Tired", "Limping"],
            Self::Q2 => &["A", "B", "C", "D", "E", "F", "G"],
        }
    }
}

/// The number of clips, and their lengths in frames.
#[derive(Clone, Copy)]
enum Clips {
    OfFrames(&'static [u32]),
    Random {
        count: usize,
        shortest: u32,
        longest: u32,
    },
}

impl Clips {
    fn count(self) -> usize {
        match self {
            Self::OfFrames(frames) => frames.len(),
            Self::Random { count, .. } => count,
        }
    }

    fn frames(self, index: usize, random: &mut Random) -> u32 {
        match self {
            Self::OfFrames(frames) => frames[index],
            Self::Random {
                shortest, longest, ..
            } => random.between(shortest, longest),
        }
    }

    const fn average_1800(count: usize) -> Self {
        Self::Random {
            count,
            shortest: 1200,
            longest: 2400,
        }
    }
}

/// The parameters of a workload.
pub(crate) struct Recipe {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    clips: Clips,
    tags: &'static [(&'static str, Presence)],
    /// The shortest and longest length of ranges and of the gaps between them, in frames.
    spans: (u32, u32),
}

pub(crate) const RECIPES: &[Recipe] = &[
    Recipe {
        name: "S",
        what: "as small as the demo of Holden's article",
        // 129 frames in all.
        clips: Clips::OfFrames(&[31, 22, 27, 19, 30]),
        tags: SMALL_TAGS,
        spans: (3, 12),
    },
    Recipe {
        name: "M",
        what: "ranges and gaps of 20 to 300 frames",
        clips: Clips::average_1800(2000),
        tags: LARGE_TAGS,
        spans: (20, 300),
    },
    Recipe {
        name: "N",
        what: "M with ranges and gaps of 1 to 15 frames",
        clips: Clips::average_1800(2000),
        tags: LARGE_TAGS,
        spans: (1, 15),
    },
    Recipe {
        name: "L",
        what: "25 times M",
        clips: Clips::average_1800(50_000),
        tags: LARGE_TAGS,
        spans: (20, 300),
    },
];

/// A tag with its generated frames.
pub(crate) struct Tag {
    pub(crate) name: &'static str,
    pub(crate) id: TagId,
    pub(crate) set: RangeSet,
}

/// A database, and the positions of its clips on the single axis that the sets of other
/// libraries use.
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) database: Database,
    /// The tags of the database with their frames, from which the sets of other libraries are
    /// made.
    pub(crate) tags: Vec<Tag>,
    /// The position of each clip's first frame. One position between clips stays empty, so that ranges of neighbours never join.
    starts: Vec<u32>,
}

impl Workload {
    pub(crate) fn generate(recipe: &Recipe) -> Outcome<Self> {
        let mut random = Random::new(0xf007_0001);
        let mut database = Database::new();
        let rate = FrameRate::whole(60).ok_or("60 is no rate")?;
        let mut starts = Vec::new();
        let mut start = 0;
        let mut ids = Vec::new();
        for (name, _) in recipe.tags {
            let name = name.parse().map_err(|e| format!("{name}: {e}"))?;
            ids.push(database.declare_tag(&name)?);
        }
        let mut found = vec![Vec::new(); ids.len()];
        for index in 0..recipe.clips.count() {
            let frames = recipe.clips.frames(index, &mut random);
            let clip = database.add_clip(&format!("clip_{index:05}"), frames, rate)?;
            starts.push(start);
            start += frames + 1;
            let mut before = false;
            for (tag, (_, presence)) in recipe.tags.iter().enumerate() {
                let ranges = ranges_of(*presence, before, frames, recipe.spans, &mut random)?;
                before = !ranges.is_empty();
                database.set_tag(ids[tag], clip, ranges.clone())?;
                found[tag].push((clip, ranges));
            }
        }
        let mut tags = Vec::new();
        for (((name, _), id), found) in recipe.tags.iter().zip(ids).zip(found) {
            let set = RangeSet::from_clips(found)?;
            tags.push(Tag { name, id, set });
        }
        Ok(Self {
            name: recipe.name,
            what: recipe.what,
            database,
            tags,
            starts,
        })
    }

    /// Returns a set as `(start, stop)` pairs on the single axis.
    pub(crate) fn on_axis<'a>(
        &'a self,
        set: &'a RangeSet,
    ) -> impl Iterator<Item = (u32, u32)> + 'a {
        set.iter().flat_map(|(clip, ranges)| {
            let start = self.starts[clip.number() as usize];
            ranges
                .iter()
                .map(move |r| (start + r.start(), start + r.stop()))
        })
    }

    /// Returns the sets of the tags of `query`, in the order of its text.
    pub(crate) fn sets(&self, query: Query) -> Outcome<Vec<&RangeSet>> {
        let set = |name: &&str| Ok(&self.tag(name)?.set);
        query.tags().iter().map(set).collect()
    }

    pub(crate) fn tag(&self, name: &str) -> Outcome<&Tag> {
        let found = self.tags.iter().find(|tag| tag.name == name);
        Ok(found.ok_or_else(|| format!("workload {} has no tag {name}", self.name))?)
    }

    /// Returns the number of ranges of all tags.
    pub(crate) fn range_count(&self) -> usize {
        let sets = self.tags.iter();
        sets.map(|tag| tag.set.range_count()).sum()
    }

    /// Returns the number of frames of all clips.
    pub(crate) fn frame_count(&self) -> u64 {
        let clips = self.database.clips().values();
        clips.map(|clip| u64::from(clip.frames)).sum()
    }
}

fn ranges_of(
    presence: Presence,
    before: bool,
    frames: u32,
    (shortest, longest): (u32, u32),
    random: &mut Random,
) -> Outcome<Ranges> {
    let percent = match presence {
        Presence::Whole(percent) | Presence::Ranged(percent) => percent,
        Presence::Otherwise if before => 0,
        Presence::Otherwise => 100,
    };
    if !random.percent(percent) {
        return Ok(Ranges::new());
    }
    if !matches!(presence, Presence::Ranged(_)) {
        return Ok(Ranges::full(frames));
    }
    let mut ranges = Vec::new();
    let mut start = random.below(longest);
    while start < frames {
        let stop = start + random.between(shortest, longest);
        ranges.push((start, stop.min(frames)));
        start = stop + random.between(shortest, longest);
    }
    Ok(Ranges::from_pairs(ranges)?)
}
