//! Indexes of random numbers, and the oracle that compares every pose.

use footwork_base::{FrameRange, FrameRate};
use footwork_matching::{
    ChannelTrack, ClipEnd, ClipId, Group, Index, IndexBuilder, Match, MotionClip, PoseId,
    PoseRange, PoseSpan, Root, Schema, Search, Source, Twins,
};
use footwork_testkit::Random;

/// Returns an index of `poses` poses with channels as features. The features are whole numbers below `values`, so that
/// many are equal. If `values` is 0, they are arbitrary numbers.
pub(crate) fn index(random: &mut Random, poses: usize, features: usize, values: usize) -> Index {
    let rate = FrameRate::whole(30).unwrap();
    let name = |feature: usize| format!("channel {feature}");
    let groups = (0..features).map(|feature| Group {
        name: name(feature),
        weight: random.between(0.2, 2.0) as f32,
        source: Source::Channel {
            name: name(feature),
            mirrored: name((feature + 1) % features),
            is_negated: feature % 2 == 1,
        },
    });
    let mut builder = IndexBuilder::new(Schema::new(rate, groups.collect()).unwrap());
    let mut left = poses;
    while left > 0 {
        let with_mirrored = left.is_multiple_of(2) && random.one_in(2);
        let frames = 1 + random.below(left.min(400));
        let frames = if with_mirrored {
            frames.min(left / 2)
        } else {
            frames
        };
        left -= frames * (1 + usize::from(with_mirrored));
        let mut walk = vec![0.0; features];
        let mut tracks = vec![Vec::new(); features];
        for _ in 0..frames {
            for (value, track) in walk.iter_mut().zip(&mut tracks) {
                // Neighbouring frames are similar, as in motion.
                *value = 0.9 * *value + random.signed();
                track.push(match values {
                    0 => *value as f32,
                    _ => random.below(values) as f32,
                });
            }
        }
        let root = Root {
            position_m: [0.0; 2],
            facing: [0.0, 1.0],
        };
        let names: Vec<String> = (0..features).map(name).collect();
        let tracks = names.iter().zip(&tracks);
        let channels: Vec<ChannelTrack<'_>> = tracks
            .map(|(name, values)| ChannelTrack { name, values })
            .collect();
        let clip = MotionClip {
            name: "numbers",
            rate,
            end: ClipEnd::Cut,
            with_mirrored,
            root: &vec![root; frames],
            joints: &[],
            channels: &channels,
        };
        builder.add_clip(&clip).unwrap();
    }
    builder.build()
}

/// Returns random spans over the clips of an index.
pub(crate) fn spans(
    random: &mut Random,
    index: &Index,
    count: usize,
    longest: u32,
) -> Vec<PoseSpan> {
    let clips = index.clips();
    let mut span = || {
        let clip = random.below(clips.len());
        let start = random.below_32(clips[clip].frame_count());
        let stop = start + 1 + random.below_32(longest);
        PoseSpan {
            clip: ClipId::new(clip as u32),
            frames: FrameRange::new(start, stop).unwrap(),
            twins: *random.pick(&[Twins::Both, Twins::Both, Twins::Original, Twins::Mirrored]),
        }
    };
    (0..count).map(|_| span()).collect()
}

/// Converts spans to ranges of the index. Clips and index must have the same rate.
pub(crate) fn ranges(spans: &[PoseSpan]) -> Vec<PoseRange> {
    let range = |span: &PoseSpan| PoseRange {
        clip: span.clip,
        frames: span.frames,
        twins: span.twins,
    };
    spans.iter().map(range).collect()
}

/// Returns whether a pose belongs to a span. Clips and index must have the same rate.
pub(crate) fn has(span: &PoseSpan, pose: PoseId) -> bool {
    let is_twin = match span.twins {
        Twins::Both => true,
        Twins::Original => !pose.mirrored,
        Twins::Mirrored => pose.mirrored,
    };
    is_twin
        && span.clip == pose.clip
        && (span.frames.start()..span.frames.stop()).contains(&pose.frame)
}

/// Finds the best poses by comparing every pose, without boxes, blocks and filter.
pub(crate) fn by_brute_force(
    index: &Index,
    goal: &[f32],
    search: &Search<'_>,
    allowed: Option<&[PoseSpan]>,
    count: usize,
) -> Vec<Match> {
    let is_allowed = |pose: &PoseId| {
        allowed.is_none_or(|spans| spans.iter().any(|span| has(span, *pose)))
            && !search.exclude.iter().any(|range| range.contains(*pose))
    };
    let mut all: Vec<Match> = (index.candidates().filter(is_allowed))
        .map(|pose| Match {
            pose,
            cost: index.cost(pose, goal, search).unwrap().unwrap(),
        })
        .filter(|found| found.cost <= search.max_cost)
        .collect();
    all.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.pose.cmp(&b.pose)));
    all.truncate(count);
    all
}
