//! The rules of the matcher: which jumps they prevent, and when they are waived.

use footwork_matching::{
    ClipEnd, Filter, IndexBuilder, MatchError, Matcher, PoseSpan, Rules, Schema, Search,
    SearchError, StayBonus, Step, Trigger, Twins,
};

use crate::matcher::{DT, goal, pose, span, walks};
use crate::walker::{Walk, rate};

/// Rules are waived if they leave no pose. Here the near rule alone forbids all poses.
#[test]
fn rules_that_leave_no_pose_are_waived() {
    let index = walks(1, ClipEnd::Rest);
    let few = Filter::new(
        &index,
        [PoseSpan {
            twins: Twins::Original,
            ..span(0, 390, 400)
        }],
    );
    let search = Search {
        filter: Some(&few),
        ..Search::default()
    };
    let mut matcher = Matcher::new(Rules::default(), pose(0, 388)).unwrap();
    match matcher
        .update(&index, 0.0, &goal(&index, 1.0, 0.0), false, &search)
        .unwrap()
    {
        Step::Jump { why, to, .. } => {
            assert!(why.rules_waived && why.trigger == Trigger::Forbidden);
            assert!((390..400).contains(&to.frame));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_bonus_and_a_dwell_keep_it_from_jumping() {
    let index = walks(4, ClipEnd::Cut);
    let jumps = |rules| {
        let mut matcher = Matcher::new(rules, pose(0, 0)).unwrap();
        let mut jumps = Vec::new();
        for frame in 0..1_200u32 {
            let wanted = goal(&index, 1.0 + (frame / 60 % 3) as f32, 0.4);
            if let Step::Jump { why, .. } = matcher
                .update(&index, DT, &wanted, false, &Search::default())
                .unwrap()
            {
                jumps.push((f64::from(frame) * DT, why));
            }
        }
        jumps
    };
    let plain = Rules {
        dwell_secs: 0.0,
        stay_share: 0.0,
        ..Rules::default()
    };
    let free = jumps(plain);
    let eager = jumps(Rules {
        every_secs: 0.0,
        ..plain
    });
    let loyal = jumps(Rules {
        stay_bonus: 3.0,
        ..plain
    });
    let slow = jumps(Rules {
        dwell_secs: 0.5,
        ..plain
    });
    let choosy = jumps(Rules {
        stay_share: 0.3,
        ..plain
    });
    assert!(choosy.len() < free.len());
    let is_worth_it =
        |why: &footwork_matching::Why| why.continuing.is_none_or(|cost| why.cost < 0.7001 * cost);
    assert!(choosy.iter().all(|(_, why)| is_worth_it(why)));
    assert!(!free.iter().all(|(_, why)| is_worth_it(why)));
    assert!(
        loyal.len() < free.len() && free.len() <= eager.len(),
        "{} {} {}",
        loyal.len(),
        free.len(),
        eager.len()
    );
    let is_better =
        |why: footwork_matching::Why| why.continuing.is_none_or(|cost| why.cost < cost - 3.0);
    assert!(loyal.iter().all(|(_, why)| is_better(*why)));
    let gaps = slow
        .windows(2)
        .filter(|pair| pair[1].1.trigger == Trigger::Due);
    assert!(gaps.clone().count() > 2);
    gaps.for_each(|pair| assert!(pair[1].0 - pair[0].0 >= 0.5 - DT));
}

/// The filter allows only spans of a fifth of a second, such as those of actions. Without overruns, the matcher then
/// jumps more than twice as often as with overruns.
#[test]
fn a_clip_may_overrun_its_filter() {
    let index = walks(4, ClipEnd::Cut);
    let spans =
        (0..4).flat_map(|clip| (0..3).map(move |part| span(clip, 60 + 90 * part, 72 + 90 * part)));
    let filter = Filter::new(&index, spans);
    let search = Search {
        filter: Some(&filter),
        ..Search::default()
    };
    let wanted = goal(&index, 1.5, 0.2);
    let play = |overrun_secs: f32| {
        let rules = Rules {
            overrun_secs,
            ..Rules::default()
        };
        let mut matcher = Matcher::new(rules, pose(0, 60)).unwrap();
        let (mut jumps, mut longest, mut outside) = (0, 0, 0);
        for _ in 0..640 {
            let step = matcher.update(&index, DT, &wanted, false, &search).unwrap();
            if let Step::Jump { to, .. } = step {
                jumps += 1;
                assert!(filter.allows(&index, to));
            }
            outside = if filter.allows(&index, matcher.state().pose) {
                0
            } else {
                outside + 1
            };
            longest = longest.max(outside);
        }
        (jumps, longest)
    };
    let ((strict, none), (kind, some)) = (play(0.0), play(0.25));
    println!("{strict} jumps in 10 s without an overrun, {kind} with one");
    assert_eq!(none, 0);
    assert!(some > 0 && some <= 16, "{some}");
    assert!(kind < 40 && strict > 2 * kind, "{strict} {kind}");
    // Overruns only apply to a clip that played inside the filter. A clip outside a new filter is left immediately.
    let rules = Rules {
        overrun_secs: 1e6,
        ..Rules::default()
    };
    let mut matcher = Matcher::new(rules, pose(0, 200)).unwrap();
    matcher
        .update(&index, DT, &wanted, false, &Search::default())
        .unwrap();
    let mut state = *matcher.state();
    state.pose = pose(0, 200);
    matcher.set_state(state);
    match matcher.update(&index, DT, &wanted, false, &search).unwrap() {
        Step::Jump { why, .. } => assert_eq!(why.trigger, Trigger::Forbidden),
        other => panic!("{other:?}"),
    }
}

/// In the last second of a cut clip, features claim that the character stops. The matcher must not leave the clip for
/// this reason.
#[test]
fn a_clip_is_not_left_because_its_end_is_near() {
    let mut builder = IndexBuilder::new(Schema::locomotion(rate()));
    for _ in 0..2 {
        Walk::along(&|_| [1.5, 0.0], 300)
            .add_to(&mut builder, "straight", ClipEnd::Cut, false)
            .unwrap();
    }
    let index = builder.build();
    let wanted = goal(&index, 1.5, 0.0);
    let mut matcher = Matcher::new(Rules::default(), pose(0, 230)).unwrap();
    for frame in 0..60 {
        let step = matcher
            .update(&index, DT, &wanted, false, &Search::default())
            .unwrap();
        assert_eq!(step, Step::Continue, "{frame}");
    }
    assert!(!index.is_candidate(matcher.state().pose));
    for _ in 0..20 {
        if let Step::Jump { why, .. } = matcher
            .update(&index, DT, &wanted, false, &Search::default())
            .unwrap()
        {
            assert_eq!(why.trigger, Trigger::End);
            return;
        }
    }
    panic!("the clip played on past its end");
}

/// A bonus for the poses of a query equals the bonus of the rules while a pose of the query plays. While other poses
/// play, there is no bonus.
#[test]
fn a_bonus_by_query_applies_only_in_the_poses_of_the_query() {
    let index = walks(4, ClipEnd::Cut);
    let jumps = |bonus: f32, clips: u32, rules: Rules| {
        let held = Filter::masked(&index, (0..clips).map(|clip| span(clip, 0, 400)));
        let stay = [StayBonus {
            poses: &held,
            bonus,
        }];
        let search = Search {
            stay: &stay,
            ..Search::default()
        };
        let mut matcher = Matcher::new(rules, pose(0, 0)).unwrap();
        let mut jumps = Vec::new();
        for frame in 0..2_400u32 {
            let wanted = goal(&index, 1.0 + (frame / 60 % 3) as f32, 0.4);
            let step = matcher.update(&index, DT, &wanted, false, &search);
            if let Step::Jump { from, to, why } = step.unwrap() {
                jumps.push((frame, from, to, why));
            }
        }
        jumps
    };
    let rules = Rules::default();
    let plain = jumps(0.0, 4, rules);
    let of_rules = Rules {
        stay_bonus: 2.0,
        ..rules
    };
    let all = jumps(2.0, 4, rules);
    assert_eq!(
        all,
        jumps(0.0, 4, of_rules),
        "a bonus in all poses equals the bonus of the rules"
    );
    assert_eq!(
        jumps(2.0, 0, rules),
        plain,
        "a bonus in no pose changes nothing"
    );
    let some = jumps(2.0, 1, rules);
    let gain = |continuing: f32, cost: f32| continuing - continuing * rules.stay_share - cost;
    let mut gains = [Vec::new(), Vec::new()];
    for (_, from, _, why) in &some {
        if let Some(continuing) = why.continuing {
            let is_other = from.clip.number() != 0;
            gains[usize::from(is_other)].push(gain(continuing, why.cost));
        }
    }
    let [held, others] = gains;
    assert!(!held.is_empty() && held.iter().all(|gain| *gain > 2.0));
    assert!(others.iter().any(|gain| *gain < 2.0));
    assert!(all.len() < plain.len());
    assert!(
        jumps(-2.0, 4, rules).len() > plain.len(),
        "a negative bonus makes jumps more frequent"
    );
}

#[test]
fn a_wrong_bonus_is_refused() {
    let index = walks(1, ClipEnd::Cut);
    let other = walks(2, ClipEnd::Cut);
    for (of, bonus, expected) in [
        (&index, f32::NAN, SearchError::StayBonus { index: 0 }),
        (&other, 1.0, SearchError::Stale),
    ] {
        let poses = Filter::new(of, [span(0, 0, 400)]);
        let stay = [StayBonus {
            poses: &poses,
            bonus,
        }];
        let search = Search {
            stay: &stay,
            ..Search::default()
        };
        let mut matcher = Matcher::new(Rules::default(), pose(0, 0)).unwrap();
        let step = matcher.update(&index, DT, &goal(&index, 1.0, 0.0), false, &search);
        assert_eq!(step, Err(MatchError::Search(expected)));
    }
}
