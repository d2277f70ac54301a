//! Over a set of searches, no filter adds more than 5 % to the number of opened blocks, and filters save at least 30 %
//! of the blocks on average. Filters take little memory.

use footwork_base::FrameRange;
use footwork_matching::{
    ClipEnd, ClipId, Filter, Index, IndexBuilder, PoseSpan, Schema, Search, Twins, Work,
};
use footwork_testkit::Random;

use crate::walker::{Walk, rate};

/// Returns about 60,000 poses of walks, and about 200 goals: later poses of the same walks, with noise.
fn walks() -> (Index, Vec<[f32; 27]>) {
    let mut random = Random::for_case("filter law", 0);
    let schema = || Schema::locomotion(rate());
    let (mut builder, mut other) = (IndexBuilder::new(schema()), IndexBuilder::new(schema()));
    for _ in 0..30 {
        let walk = Walk::random(&mut random, 2_120);
        let [first, later] = [walk.cut(0..1_060), walk.cut(1_060..2_120)];
        first
            .add_to(&mut builder, "walk", ClipEnd::Cut, true)
            .unwrap();
        later
            .add_to(&mut other, "later", ClipEnd::Cut, true)
            .unwrap();
    }
    let (index, other) = (builder.build(), other.build());
    let goals = other.candidates().step_by(300).map(|pose| {
        let mut goal = [0.0; 27];
        assert!(other.features(pose, &mut goal));
        for (feature, value) in goal.iter_mut().enumerate() {
            let range = index.feature_range(feature);
            *value += 0.02 * (range.end() - range.start()) * random.signed() as f32;
        }
        goal
    });
    let goals = goals.collect();
    (index, goals)
}

fn work(index: &Index, goals: &[[f32; 27]], filter: Option<&Filter>) -> Work {
    let mut all = Work::default();
    for goal in goals {
        let search = Search {
            filter,
            ..Search::default()
        };
        let result = index.search(goal, &search).unwrap();
        assert_eq!(
            result.best.is_some(),
            filter.is_none_or(|filter| filter.pose_count() > 0)
        );
        all.blocks += result.work.blocks;
        all.nodes += result.work.nodes;
    }
    all
}

/// Returns 19 masks of 0.1 to 100 % of the poses: whole clips, twins, long and short runs of frames.
fn masks(index: &Index) -> Vec<(String, Vec<PoseSpan>)> {
    let mut random = Random::for_case("masks", 0);
    let clips = index.clips().len() as u32;
    let frames = index.clips()[0].frame_count();
    let span = |clip: u32, start: u32, stop: u32, twins| PoseSpan {
        clip: ClipId::new(clip),
        frames: FrameRange::new(start, stop).unwrap(),
        twins,
    };
    let mut masks = vec![(
        "all".to_owned(),
        (0..clips)
            .map(|clip| span(clip, 0, frames, Twins::Both))
            .collect(),
    )];
    for twins in [Twins::Original, Twins::Mirrored] {
        masks.push((
            format!("{twins:?}"),
            (0..clips)
                .map(|clip| span(clip, 0, frames, twins))
                .collect(),
        ));
    }
    for count in [1, 2, 4, 8, 15, 24] {
        let spans = (0..count).map(|clip| span(clip, 0, frames, Twins::Both));
        masks.push((format!("{count} clips"), spans.collect()));
    }
    for (share, length) in [
        (0.001, 8),
        (0.01, 8),
        (0.1, 8),
        (0.5, 8),
        (0.01, 100),
        (0.1, 100),
        (0.25, 100),
        (0.5, 100),
        (0.75, 100),
        (0.9, 100),
    ] {
        let mut spans = Vec::new();
        for clip in 0..clips {
            for start in (0..frames).step_by(length) {
                if random.unit() < share {
                    spans.push(span(clip, start, start + length as u32, Twins::Both));
                }
            }
        }
        masks.push((format!("{share} in runs of {length}"), spans));
    }
    masks
}

#[test]
fn filtered_searches_open_no_more_blocks_over_a_set_of_goals() {
    let (index, goals) = walks();
    let unfiltered = work(&index, &goals, None);
    let masks = masks(&index);
    assert_eq!(masks.len(), 19);
    let (mut shares, mut dearest) = (0.0, 0.0f64);
    for (name, spans) in masks {
        let filter = Filter::new(&index, spans.clone());
        let filtered = work(&index, &goals, Some(&filter));
        let share = f64::from(filtered.blocks) / f64::from(unfiltered.blocks);
        println!(
            "{name}: {} poses, {filtered:?} of {unfiltered:?}: {share:.2}",
            filter.pose_count()
        );
        dearest = dearest.max(share);
        shares += share / 19.0;
        // A filter without boxes of its own must find the same poses.
        let masked = Filter::masked(&index, spans);
        for goal in goals.iter().step_by(20) {
            let best = |filter| {
                index
                    .search(
                        goal,
                        &Search {
                            filter: Some(filter),
                            ..Search::default()
                        },
                    )
                    .unwrap()
                    .best
            };
            assert_eq!(best(&filter), best(&masked), "{name}");
        }
    }
    println!("mean {shares:.2}, dearest {dearest:.2}");
    assert!(dearest <= 1.05 && shares < 0.7, "{dearest} {shares}");
}

#[test]
fn an_index_takes_about_fifty_bytes_per_pose() {
    let (index, _) = walks();
    let bytes = index.memory_bytes() as f64 / index.pose_count() as f64;
    assert!(bytes < 55.0, "{bytes}");
    let all = (0..30).map(|clip| PoseSpan {
        clip: ClipId::new(clip),
        frames: FrameRange::new(0, 530).unwrap(),
        twins: Twins::Both,
    });
    let filter = Filter::new(&index, all);
    assert!(filter.memory_bytes() * 6 < index.memory_bytes());
}
