//! Searches with extreme inputs.

use footwork_base::FrameRange;
use footwork_matching::{
    ClipEnd, ClipId, Filter, Index, IndexBuilder, MAX_SOFT_COST, Match, PoseId, PoseSpan, Schema,
    Search, SearchError, Soft, SoftError, Twins,
};
use footwork_testkit::{Random, allocations};

use crate::numbers;
use crate::walker::{Walk, rate};

fn goal(index: &Index) -> Vec<f32> {
    vec![0.5; index.schema().feature_count()]
}

#[test]
fn an_empty_index_or_filter_finds_nothing() {
    let empty = IndexBuilder::new(Schema::locomotion(rate())).build();
    let mut short = IndexBuilder::new(Schema::locomotion(rate()));
    for frames in [0, 1, 2, 60] {
        let walk = Walk::along(&|_| [1.0, 0.0], frames);
        walk.add_to(&mut short, "short", ClipEnd::Cut, true)
            .unwrap();
    }
    let short = short.build();
    assert_eq!((short.candidate_count(), short.pose_count()), (0, 126));
    for index in [empty, short] {
        let filter = Filter::new(&index, []);
        let soft = Soft::new(&index);
        let search = Search {
            filter: Some(&filter),
            soft: Some(&soft),
            ..Search::default()
        };
        for search in [Search::default(), search] {
            assert_eq!(index.search(&goal(&index), &search).unwrap().best, None);
            assert_eq!(
                index.top(&goal(&index), &search, &mut [Match::default(); 3]),
                Ok(0)
            );
        }
        assert_eq!(index.candidates().next(), None);
    }
}

#[test]
fn one_frame_is_a_pose() {
    for end in [ClipEnd::Rest, ClipEnd::Loop] {
        let mut builder = IndexBuilder::new(Schema::locomotion(rate()));
        Walk::along(&|_| [1.0, 0.0], 1)
            .add_to(&mut builder, "one", end, false)
            .unwrap();
        let index = builder.build();
        let found = index
            .search(&goal(&index), &Search::default())
            .unwrap()
            .best
            .unwrap();
        let pose = PoseId {
            clip: ClipId::new(0),
            frame: 0,
            mirrored: false,
        };
        // All features are constant, so all poses have the same distance to every goal.
        assert_eq!(found, Match { pose, cost: 0.0 });
        let mut features = [0.0; 27];
        assert!(index.features(pose, &mut features));
        assert_eq!(features[12..15], [0.0; 3]);
    }
}

#[test]
fn bad_goals_and_weights_are_errors() {
    let mut random = Random::for_case("bad goals", 0);
    let index = numbers::index(&mut random, 100, 3, 0);
    let search = |goal: &[f32], search: Search<'_>| index.search(goal, &search).unwrap_err();
    let plain = Search::default();
    let weights = |weights| Search {
        weights: Some(weights),
        ..Search::default()
    };
    for (found, expected) in [
        (
            search(&[0.0; 2], plain),
            SearchError::GoalLength {
                features: 2,
                expected: 3,
            },
        ),
        (
            search(&[0.0, f32::NAN, 0.0], plain),
            SearchError::GoalNotFinite { feature: 1 },
        ),
        (
            search(&[0.0, 0.0, f32::INFINITY], plain),
            SearchError::GoalNotFinite { feature: 2 },
        ),
        (
            search(&[0.0, 0.0, 1e38], plain),
            SearchError::GoalTooFar { feature: 2 },
        ),
        (
            search(&[0.0; 3], weights(&[1.0])),
            SearchError::WeightCount {
                weights: 1,
                expected: 3,
            },
        ),
        (
            search(&[0.0; 3], weights(&[1.0, -1.0, 0.0])),
            SearchError::Weight { group: 1 },
        ),
        (
            search(&[0.0; 3], weights(&[1.0, 1.0, f32::NAN])),
            SearchError::Weight { group: 2 },
        ),
        (
            search(
                &[0.0; 3],
                Search {
                    max_cost: f32::NAN,
                    ..plain
                },
            ),
            SearchError::MaxCost,
        ),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn a_goal_outside_of_all_poses_is_not_clamped() {
    let mut random = Random::for_case("far goals", 0);
    let index = numbers::index(&mut random, 3_000, 5, 0);
    for far in [1e2, 1e4, -1e6] {
        let goal = [far, 0.0, -far, 0.5, far];
        let found = index.search(&goal, &Search::default()).unwrap().best;
        let expected = numbers::by_brute_force(&index, &goal, &Search::default(), None, 1);
        assert_eq!(found, Some(expected[0]));
        assert!(expected[0].cost > far.abs());
    }
}

#[test]
fn with_zero_weights_the_least_pose_is_found() {
    let mut random = Random::for_case("no weights", 0);
    let index = numbers::index(&mut random, 1_000, 4, 0);
    let search = Search {
        weights: Some(&[0.0; 4]),
        ..Search::default()
    };
    // With zero weights, a goal far beyond all poses must not give NaN from 0 times infinity.
    let found = index.search(&[3e38; 4], &search).unwrap().best.unwrap();
    assert_eq!(
        (found.pose, found.cost),
        (index.candidates().next().unwrap(), 0.0)
    );
}

#[test]
fn filters_and_costs_of_another_index_are_refused() {
    let mut random = Random::for_case("stale", 0);
    let [index, other] = [0, 1].map(|_| numbers::index(&mut random, 100, 3, 0));
    let (filter, mut soft) = (Filter::new(&other, []), Soft::new(&other));
    let filtered = Search {
        filter: Some(&filter),
        ..Search::default()
    };
    let dear = Search {
        soft: Some(&soft),
        ..Search::default()
    };
    assert_eq!(index.search(&[0.0; 3], &filtered), Err(SearchError::Stale));
    assert_eq!(index.search(&[0.0; 3], &dear), Err(SearchError::Stale));
    assert_eq!(soft.add(&index, 1.0, []), Err(SoftError::Stale));
}

#[test]
fn soft_costs_have_bounds() {
    let mut random = Random::for_case("soft", 0);
    let index = numbers::index(&mut random, 100, 3, 0);
    let all = || numbers::spans(&mut Random::new(1), &index, 50, 400);
    let mut soft = Soft::new(&index);
    for cost in [-1.0, f32::NAN, f32::INFINITY, 2.0 * MAX_SOFT_COST] {
        assert!(soft.add(&index, cost, all()).is_err(), "{cost}");
    }
    soft.add(&index, MAX_SOFT_COST, all().into_iter().take(1))
        .unwrap();
    assert!(soft.add(&index, MAX_SOFT_COST, all()).is_err());
}

#[test]
fn costs_of_allowed_poses_are_those_of_their_spans() {
    let mut random = Random::for_case("allowed", 0);
    let index = numbers::index(&mut random, 300, 3, 0);
    let spans = numbers::spans(&mut random, &index, 1, 400);
    let filter = Filter::new(&index, spans.clone());
    let [mut of_spans, mut of_filter] = [0, 1].map(|_| Soft::new(&index));
    for cost in [0.5, 0.25] {
        of_spans.add(&index, cost, spans.clone()).unwrap();
        of_filter.add_allowed(&index, cost, &filter).unwrap();
    }
    let mut dear = 0;
    for pose in index.candidates() {
        let cost = of_filter.of_pose(&index, pose);
        assert_eq!(cost, of_spans.of_pose(&index, pose));
        dear += usize::from(cost == 0.75);
    }
    assert!(dear > 0 && dear == filter.pose_count() && dear < index.candidate_count());
    let goal = goal(&index);
    let best = |soft| {
        let search = Search {
            soft: Some(soft),
            ..Search::default()
        };
        let mut found = [Match::default(); 16];
        let count = index.top(&goal, &search, &mut found).unwrap();
        found[..count].to_vec()
    };
    assert_eq!(best(&of_spans), best(&of_filter));
    // Overlapping spans add the cost of a pose only once.
    let twice = Filter::new(&index, spans.iter().chain(&spans).cloned());
    let mut once = Soft::new(&index);
    once.add_allowed(&index, 0.75, &twice).unwrap();
    assert_eq!(best(&once), best(&of_filter));
    let other = numbers::index(&mut random, 100, 3, 0);
    let stale = Filter::new(&other, []);
    let refused = of_filter.add_allowed(&index, 1.0, &stale);
    assert_eq!(refused, Err(SoftError::Stale));
    assert!(of_filter.add_allowed(&index, -1.0, &filter).is_err());
}

#[test]
fn spans_beyond_the_index_are_ignored() {
    let mut random = Random::for_case("spans beyond", 0);
    let index = numbers::index(&mut random, 100, 3, 0);
    let span = |clip, start, stop| PoseSpan {
        clip: ClipId::new(clip),
        frames: FrameRange::new(start, stop).unwrap(),
        twins: Twins::Both,
    };
    let spans = [
        span(9_999, 0, 10),
        span(0, 5_000, u32::MAX),
        span(0, 0, u32::MAX),
        span(0, 0, 1),
    ];
    let filter = Filter::new(&index, spans);
    let of_first = index.candidates().filter(|pose| pose.clip.number() == 0);
    assert_eq!(filter.pose_count(), of_first.count());
}

/// A span counts frames at the rate of its clip. Poses are at the rate of the index.
#[test]
fn spans_follow_the_time_of_clips() {
    let walk = Walk::along(&|_| [1.0, 0.0], 120);
    for (index_rate, frames) in [(30, 5..10), (60, 10..20), (120, 20..40), (45, 8..15)] {
        let rate = footwork_base::FrameRate::whole(index_rate).unwrap();
        let mut builder = IndexBuilder::new(Schema::locomotion(rate));
        walk.add_to(&mut builder, "walk", ClipEnd::Rest, false)
            .unwrap();
        let index = builder.build();
        let span = PoseSpan {
            clip: ClipId::new(0),
            frames: FrameRange::new(10, 20).unwrap(),
            twins: Twins::Both,
        };
        let filter = Filter::new(&index, [span]);
        let search = Search {
            filter: Some(&filter),
            ..Search::default()
        };
        let mut found = [Match::default(); 64];
        let count = index.top(&goal(&index), &search, &mut found).unwrap();
        let mut poses: Vec<u32> = found[..count]
            .iter()
            .map(|found| found.pose.frame)
            .collect();
        poses.sort_unstable();
        assert!(poses.iter().copied().eq(frames), "{index_rate}: {poses:?}");
    }
}

#[test]
fn a_search_allocates_nothing() {
    let mut random = Random::for_case("allocations", 0);
    let index = numbers::index(&mut random, 20_000, 27, 0);
    let spans = numbers::spans(&mut random, &index, 20, 300);
    let filter = Filter::new(&index, spans.clone());
    let mut soft = Soft::new(&index);
    soft.add(&index, 0.5, spans).unwrap();
    let goal = goal(&index);
    let search = Search {
        filter: Some(&filter),
        soft: Some(&soft),
        ..Search::default()
    };
    let mut found = [Match::default(); 8];
    let (made, count) = allocations(|| index.top(&goal, &search, &mut found).unwrap());
    assert_eq!((made.count, count), (0, 8));
}

#[test]
fn two_threads_search_one_index() {
    let mut random = Random::for_case("threads", 0);
    let index = numbers::index(&mut random, 5_000, 9, 0);
    let goals: Vec<Vec<f32>> = (0..200)
        .map(|_| (0..9).map(|_| random.signed() as f32).collect())
        .collect();
    let all = || -> Vec<_> {
        goals
            .iter()
            .map(|goal| index.search(goal, &Search::default()))
            .collect()
    };
    let (a, b) = std::thread::scope(|scope| {
        let (a, b) = (scope.spawn(all), scope.spawn(all));
        (a.join().unwrap(), b.join().unwrap())
    });
    assert!(a == b && a == all());
}
