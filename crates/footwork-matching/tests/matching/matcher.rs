//! The matcher: when it searches, what its rules discard, and how it reports both.

use footwork_base::FrameRange;
use footwork_matching::{
    ClipEnd, ClipId, Filter, Goal, Index, IndexBuilder, MatchError, Matcher, PoseId, PoseSpan,
    Rule, Rules, Schema, Search, Soft, Step, Trigger, Twins,
};
use footwork_testkit::{Random, allocations};

use crate::numbers::by_brute_force;
use crate::walker::{Walk, rate};

/// The time step of an update in seconds. It is a power of two, so sums of it are exact.
pub(crate) const DT: f64 = 1.0 / 64.0;

pub(crate) fn walks(clips: usize, end: ClipEnd) -> Index {
    let mut random = Random::for_case("matcher", 0);
    let mut builder = IndexBuilder::new(Schema::locomotion(rate()));
    for _ in 0..clips {
        Walk::random(&mut random, 400)
            .add_to(&mut builder, "walk", end, true)
            .unwrap();
    }
    builder.build()
}

pub(crate) fn pose(clip: u32, frame: u32) -> PoseId {
    PoseId {
        clip: ClipId::new(clip),
        frame,
        mirrored: false,
    }
}

/// The goal of a walk at a given speed along a bend.
pub(crate) fn goal(index: &Index, speed_mps: f32, turn: f32) -> Goal {
    let mut goal = Goal::new(index.schema());
    let (mut places, mut facings) = (Vec::new(), Vec::new());
    for third in [1.0f64, 2.0, 3.0] {
        let (secs, turn) = (third / 3.0, f64::from(turn));
        let angle = turn * secs;
        places.extend(
            [
                0.5 * f64::from(speed_mps) * turn * secs * secs,
                f64::from(speed_mps) * secs,
            ]
            .map(|x| x as f32),
        );
        facings.extend([libm::sin(angle) as f32, libm::cos(angle) as f32]);
    }
    goal.set("trajectory position", &places).unwrap();
    goal.set("trajectory direction", &facings).unwrap();
    goal
}

pub(crate) fn span(clip: u32, start: u32, stop: u32) -> PoseSpan {
    PoseSpan {
        clip: ClipId::new(clip),
        frames: FrameRange::new(start, stop).unwrap(),
        twins: Twins::Both,
    }
}

/// Uses random goals, filters and time steps, and compares every jump with the best allowed pose by brute force.
#[test]
fn every_jump_is_the_best_that_the_rules_allow() {
    let index = walks(6, ClipEnd::Cut);
    let mut random = Random::for_case("every jump", 0);
    let rules = Rules {
        every_secs: 0.05,
        reselect_secs: 0.4,
        avoid_near_frames: 20,
        dwell_secs: 0.0,
        stay_share: 0.0,
        overrun_secs: 0.0,
        ..Rules::default()
    };
    let mut matcher = Matcher::new(rules, pose(0, 0)).unwrap();
    let (mut jumps, mut discarded) = (0, [0, 0]);
    let mut filters = vec![None];
    filters.extend((1..4).map(|count| {
        Some(Filter::new(
            &index,
            (0..count).map(|clip| span(clip, 50, 390)),
        ))
    }));
    let mut filter = &None;
    let mut wanted = goal(&index, 1.5, 0.0);
    for _ in 0..3_000 {
        let changed = random.one_in(20);
        if changed {
            wanted = goal(
                &index,
                random.between(0.0, 3.0) as f32,
                random.signed() as f32 * 1.5,
            );
        }
        if random.one_in(60) {
            filter = random.pick(&filters);
        }
        let search = Search {
            filter: filter.as_ref(),
            ..Search::default()
        };
        let before = *matcher.state();
        match matcher
            .update(&index, DT, &wanted, changed, &search)
            .unwrap()
        {
            Step::Jump { from, to, why } => {
                jumps += 1;
                assert_eq!(matcher.state().pose, to);
                let mut features = [0.0; 27];
                assert!(wanted.write(&index, from, &mut features));
                let all = by_brute_force(&index, &features, &Search::default(), None, usize::MAX);
                let is_allowed = |pose: PoseId| {
                    filter
                        .as_ref()
                        .is_none_or(|filter| filter.allows(&index, pose))
                };
                let is_near = |a: PoseId, b: PoseId| {
                    a.clip == b.clip && a.mirrored == b.mirrored && a.frame.abs_diff(b.frame) <= 20
                };
                let age = |ago: f64| ago + DT < f64::from(0.4f32);
                let rule = |pose: PoseId| {
                    let recent = before.recent.iter().flatten();
                    if is_near(pose, from) {
                        Some(Rule::Near)
                    } else if recent
                        .clone()
                        .any(|(other, ago)| age(*ago) && is_near(pose, *other))
                    {
                        Some(Rule::Reselect)
                    } else {
                        None
                    }
                };
                let allowed = || all.iter().filter(|found| is_allowed(found.pose));
                if !why.rules_waived {
                    let best: Vec<_> = allowed()
                        .filter(|found| rule(found.pose).is_none())
                        .take(2)
                        .collect();
                    assert_eq!((best[0].pose, best[0].cost), (to, why.cost));
                    if let Some(next) = why.runner_up {
                        assert_eq!(next, *best[1]);
                    }
                    let better = allowed()
                        .find(|found| rule(found.pose).is_some())
                        .filter(|found| found.is_before(best[0]));
                    assert_eq!(why.discarded.map(|(found, _)| found), better.copied());
                    if let Some((found, by)) = why.discarded {
                        assert_eq!(Some(by), rule(found.pose));
                        discarded[usize::from(by == Rule::Reselect)] += 1;
                    }
                }
                if let Some(continuing) = why.continuing {
                    assert!(why.cost < continuing);
                }
                let sum: f32 = why.group_costs.iter().sum();
                assert!(
                    (sum - why.cost).abs() < 1e-3 * (1.0 + why.cost),
                    "{sum} {}",
                    why.cost
                );
            }
            Step::Continue => assert!(matcher.state().since_search_secs <= 0.0501 + DT),
            Step::NoneAllowed => panic!("each filter allows something"),
        }
    }
    assert!(
        jumps > 200 && discarded.iter().all(|&count| count > 0),
        "{jumps} {discarded:?}"
    );
}

#[test]
fn each_trigger_starts_a_search() {
    let index = walks(3, ClipEnd::Cut);
    let rules = Rules {
        every_secs: 1e6,
        dwell_secs: 0.0,
        stay_share: 0.0,
        ..Rules::default()
    };
    let mut matcher = Matcher::new(rules, pose(0, 100)).unwrap();
    let wanted = goal(&index, 3.0, -1.0);
    let plain = Search::default();
    let trigger = |step| match step {
        Step::Jump { why, .. } => Some(why.trigger),
        _ => None,
    };
    let update = |matcher: &mut Matcher, changed, search: &Search<'_>| {
        trigger(
            matcher
                .update(&index, DT, &wanted, changed, search)
                .unwrap(),
        )
    };
    assert_eq!(
        update(&mut matcher, false, &plain),
        Some(Trigger::Due),
        "the first update"
    );
    assert_eq!(update(&mut matcher, false, &plain), None);
    // Forbidding the playing pose leads to a jump. Removing the filter leads to a search.
    let other = (matcher.state().pose.clip.number() + 1) % 3;
    let forbids = Filter::new(&index, [span(other, 0, 400)]);
    let search = Search {
        filter: Some(&forbids),
        ..plain
    };
    assert_eq!(
        update(&mut matcher, false, &search),
        Some(Trigger::Forbidden)
    );
    assert_eq!(matcher.state().pose.clip.number(), other);
    let before = matcher.state().since_search_secs;
    update(&mut matcher, false, &plain);
    assert_eq!(
        (before, matcher.state().since_search_secs),
        (0.0, 0.0),
        "removing the filter starts a search"
    );
    // The caller reports a change of input.
    let mut matcher = Matcher::new(rules, pose(0, 100)).unwrap();
    update(&mut matcher, false, &plain);
    let mut state = *matcher.state();
    state.pose = pose(1, 10);
    matcher.set_state(state);
    assert_eq!(update(&mut matcher, true, &plain), Some(Trigger::Input));
    // The end of a clip.
    let mut state = *matcher.state();
    state.pose = pose(1, 399);
    matcher.set_state(state);
    assert_eq!(update(&mut matcher, false, &plain), Some(Trigger::End));
}

#[test]
fn a_clip_end_without_an_allowed_pose_reports_none_allowed() {
    for end in [ClipEnd::Cut, ClipEnd::Rest] {
        let index = walks(2, end);
        let nothing = Filter::new(&index, []);
        let search = Search {
            filter: Some(&nothing),
            ..Search::default()
        };
        let mut matcher = Matcher::new(Rules::default(), pose(0, 397)).unwrap();
        let wanted = goal(&index, 1.0, 0.0);
        for _ in 0..10 {
            let step = matcher.update(&index, DT, &wanted, false, &search).unwrap();
            assert_eq!(step, Step::NoneAllowed);
        }
        assert_eq!(
            (matcher.state().pose, matcher.state().part),
            (pose(0, 399), 0.0)
        );
    }
    let empty = IndexBuilder::new(Schema::locomotion(rate())).build();
    let mut matcher = Matcher::new(Rules::default(), pose(0, 0)).unwrap();
    let wanted = Goal::new(empty.schema());
    let error = matcher
        .update(&empty, DT, &wanted, false, &Search::default())
        .unwrap_err();
    assert_eq!(error, MatchError::UnknownPose { pose: pose(0, 0) });
}

/// A clip that ends at rest keeps resting until another pose fits better. The matcher can leave it like any other clip.
#[test]
fn a_clip_that_rests_has_no_end() {
    let index = walks(2, ClipEnd::Rest);
    // For more than a second no search jumps, because the goal equals the features of the pose.
    let mut standing = Goal::new(index.schema());
    let mut row = vec![0.0; index.schema().feature_count()];
    assert!(index.features(pose(0, 399), &mut row));
    for group in index.schema().groups() {
        let places = index.schema().features_of(&group.name).unwrap();
        if group.name.starts_with("trajectory") {
            standing.set(&group.name, &row[places]).unwrap();
        }
    }
    let mut matcher = Matcher::new(Rules::default(), pose(0, 395)).unwrap();
    for _ in 0..90 {
        let step = matcher.update(&index, DT, &standing, false, &Search::default());
        assert_eq!(step.unwrap(), Step::Continue);
    }
    let state = matcher.state();
    assert_eq!((state.pose, state.part), (pose(0, 399), 0.0));
    let walks_on = goal(&index, 1.0, 0.0);
    let step = matcher
        .update(&index, DT, &walks_on, true, &Search::default())
        .unwrap();
    assert!(
        matches!(step, Step::Jump { why, .. } if why.trigger == Trigger::Input),
        "{step:?}"
    );
}

#[test]
fn a_loop_wraps_without_a_jump() {
    let mut builder = IndexBuilder::new(Schema::locomotion(rate()));
    let cut = Walk::along(&|_| [4.0 / 3.0, 0.0], 181).cut(60..181);
    cut.add_to(&mut builder, "loop", ClipEnd::Loop, false)
        .unwrap();
    let index = builder.build();
    let mut matcher = Matcher::new(
        Rules {
            every_secs: 1e6,
            ..Rules::default()
        },
        pose(0, 100),
    )
    .unwrap();
    let wanted = Goal::new(index.schema());
    for _ in 0..64 {
        let step = matcher
            .update(&index, DT, &wanted, false, &Search::default())
            .unwrap();
        assert_eq!(step, Step::Continue, "continuing costs nothing");
    }
    assert_eq!(matcher.state().pose, pose(0, 40));
}

#[test]
fn one_long_update_equals_two_of_half_the_time() {
    let index = walks(2, ClipEnd::Cut);
    let rules = Rules {
        every_secs: 1e6,
        ..Rules::default()
    };
    let wanted = Goal::new(index.schema());
    let mut one = Matcher::new(rules, pose(0, 0)).unwrap();
    let mut two = one.clone();
    for _ in 0..100 {
        one.update(&index, 2.0 * DT, &wanted, false, &Search::default())
            .unwrap();
        for _ in 0..2 {
            two.update(&index, DT, &wanted, false, &Search::default())
                .unwrap();
        }
        assert_eq!(
            (one.state().pose, one.state().part),
            (two.state().pose, two.state().part)
        );
    }
}

#[test]
fn a_state_replays() {
    let index = walks(4, ClipEnd::Cut);
    let mut matcher = Matcher::new(Rules::default(), pose(0, 0)).unwrap();
    let play = |matcher: &mut Matcher, from: u32| -> Vec<Step> {
        let step = |frame| {
            let wanted = goal(&index, 1.0 + (frame / 30 % 3) as f32, 0.3);
            matcher
                .update(&index, DT, &wanted, frame % 30 == 0, &Search::default())
                .unwrap()
        };
        (from..from + 200).map(step).collect()
    };
    play(&mut matcher, 0);
    let state = *matcher.state();
    let first = play(&mut matcher, 200);
    matcher.set_state(state);
    assert_eq!(play(&mut matcher, 200), first);
}

#[test]
fn invalid_input_leaves_the_state_unchanged() {
    let index = walks(1, ClipEnd::Cut);
    assert_eq!(
        Matcher::new(
            Rules {
                dwell_secs: f32::NAN,
                ..Rules::default()
            },
            pose(0, 0)
        )
        .unwrap_err()
        .name,
        "dwell_secs"
    );
    let mut matcher = Matcher::new(Rules::default(), pose(0, 0)).unwrap();
    let before = *matcher.state();
    let wanted = goal(&index, 1.0, 0.0);
    for dt_secs in [-1.0, f64::NAN, f64::INFINITY, 1e9] {
        let error = matcher.update(&index, dt_secs, &wanted, false, &Search::default());
        assert_eq!(error, Err(MatchError::Time));
    }
    let other = Goal::new(&Schema::locomotion(
        footwork_base::FrameRate::whole(30).unwrap(),
    ));
    assert_eq!(
        matcher.update(&index, DT, &other, true, &Search::default()),
        Err(MatchError::Schema)
    );
    let stale = Soft::new(&walks(2, ClipEnd::Cut));
    let search = Search {
        soft: Some(&stale),
        ..Search::default()
    };
    assert!(matches!(
        matcher.update(&index, DT, &wanted, true, &search),
        Err(MatchError::Search(_))
    ));
    assert_eq!(*matcher.state(), before);
}

#[test]
fn an_update_allocates_nothing() {
    let index = walks(4, ClipEnd::Cut);
    let mut matcher = Matcher::new(
        Rules {
            every_secs: 0.0,
            ..Rules::default()
        },
        pose(0, 0),
    )
    .unwrap();
    let goals = [goal(&index, 1.0, 0.0), goal(&index, 3.0, 1.0)];
    let (made, jumps) = allocations(|| {
        let step = |frame: usize| {
            matcher
                .update(
                    &index,
                    DT,
                    &goals[frame / 20 % 2],
                    false,
                    &Search::default(),
                )
                .unwrap()
        };
        (0..200)
            .map(step)
            .filter(|step| matches!(step, Step::Jump { .. }))
            .count()
    });
    assert!(made.count == 0 && jumps > 5, "{made:?} {jumps}");
}
