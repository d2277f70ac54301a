//! Recording changes no pose. Recordings show what played and why, keep their size, and refuse every damaged byte.

use footwork_base::FrameRange;
use footwork_matching::{
    Decision, Detail, Filter, Input, MAX_FILTER_NAME_BYTES, MAX_RECORDED_FRAMES, Match, OpenWorld,
    Placement, PlaybackError, PoseId, PoseSpan, RecordConfig, RecordedSearch, Recording,
    RecordingError, RecordingMismatch, RecordingStamps, Repertoire, Rules, Search, Soft, StayBonus,
    Step, Trigger, Twins, Want,
};
use footwork_testkit::{Random, allocations};

use crate::character::{DT, Walker, Walking, walker, walking};

const CONFIG: RecordConfig = RecordConfig {
    frames: 2_000,
    searches: 2_000,
    tags_stamp: Some(77),
};

/// Filters, soft costs and bonuses for a random game.
struct Choices {
    filters: Vec<Filter>,
    soft: Soft,
}

impl Choices {
    fn new(walking: &Walking) -> Self {
        let index = walking.index();
        let spans = |count: u32| {
            (0..count).map(|clip| PoseSpan {
                clip: footwork_matching::ClipId::new(clip),
                frames: FrameRange::new(40 * clip, 600).unwrap(),
                twins: Twins::Both,
            })
        };
        let mut soft = Soft::new(index);
        soft.add(index, 0.5, spans(2)).unwrap();
        let filter = |count| Filter::new(index, spans(count)).named(&format!("first {count}"));
        Self {
            filters: (2..5).map(filter).collect(),
            soft,
        }
    }

    fn search<'a>(&'a self, stay: &'a [StayBonus<'a>], frame: u32) -> Search<'a> {
        let is_restricted = frame / 90 % 2 == 1;
        Search {
            filter: is_restricted.then(|| &self.filters[frame as usize / 180 % 3]),
            soft: (frame / 50 % 2 == 1).then_some(&self.soft),
            stay,
            ..Search::default()
        }
    }

    /// Plays with a stick that changes at random. `each` receives the character after each update.
    fn play(&self, walker: &mut Walker, frames: u32, mut each: impl FnMut(u32, &Walker)) {
        let mut random = Random::for_case("recording", 0);
        let stays = [StayBonus {
            poses: &self.filters[0],
            bonus: 0.3,
        }];
        let mut velocity = [0.0, 1.2];
        for frame in 0..frames {
            if random.one_in(40) {
                velocity = [random.signed(), 1.8 * random.signed()];
            } else if random.one_in(150) {
                velocity = [0.0; 2];
            }
            let search = self.search(&stays, frame);
            let input = Input {
                want: Want::Stick(velocity),
                filter: search.filter,
                soft: search.soft,
                stay: search.stay,
                ..Input::default()
            };
            if frame == 333 {
                walker.teleport(Placement::default());
            }
            walker.update(DT, &input, &mut OpenWorld).unwrap();
            each(frame, walker);
        }
    }
}

fn bytes(walker: &Walker) -> Vec<u8> {
    let mut bytes = vec![1, 2, 3];
    assert!(walker.write_recording(&mut bytes));
    assert_eq!(bytes[..3], [1, 2, 3], "it appends");
    bytes.split_off(3)
}

fn recorded(walker: &Walker) -> Recording {
    Recording::from_bytes(&bytes(walker)).unwrap()
}

#[test]
fn recording_does_not_change_poses() {
    let walking = walking();
    let choices = Choices::new(&walking);
    for update_every in [1, 3] {
        let detail = Detail {
            update_every,
            ..Detail::default()
        };
        let [mut plain, mut taped] = [0, 1].map(|_| walker(&walking, detail));
        taped.record(Some(CONFIG)).unwrap();
        let (mut expected, mut shown) = (Vec::new(), Vec::new());
        let note = |seen: &mut Vec<_>, walker: &Walker| {
            seen.push((walker.pose().clone(), *walker.step()));
        };
        choices.play(&mut plain, 1_500, |_, walker| note(&mut expected, walker));
        choices.play(&mut taped, 1_500, |_, walker| note(&mut shown, walker));
        assert!(expected == shown);
        let [mut a, mut b] = [Vec::new(), Vec::new()];
        plain.save(&mut a);
        taped.save(&mut b);
        assert_eq!(a, b);
    }
}

/// Returns the nearest poses, from searches without the poses that the recorder should have excluded.
fn is_best(walking: &Walking, choices: &Choices, search: &RecordedSearch, rules: &Rules) {
    let index = walking.index();
    let open = choices.search(&[], u32::try_from(search.frame).unwrap());
    let mut near = vec![Match::default(); 4_000];
    let count = index.top(&search.goal, &open, &mut near).unwrap();
    let best: Vec<Match> = search.candidates.iter().map(|it| it.found).collect();
    let is_near = |pose: PoseId, other: PoseId| {
        let is_twin = (pose.clip, pose.mirrored) == (other.clip, other.mirrored);
        is_twin && pose.frame.abs_diff(other.frame) <= rules.avoid_near_frames
    };
    let mut expected: Vec<Match> = Vec::new();
    for found in &near[..count] {
        let is_taken = expected.iter().any(|it| is_near(it.pose, found.pose));
        let is_excluded = !search.rules_waived && is_near(search.from, found.pose);
        if !is_taken && !is_excluded && expected.len() < 4 {
            expected.push(*found);
        }
    }
    assert_eq!(best, expected, "{search:?}");
    let excluded = |found: &&Match| is_near(search.from, found.pose);
    let discarded = near[..count]
        .iter()
        .find(excluded)
        .filter(|found| found.is_before(&best[0]));
    if !search.rules_waived {
        assert_eq!(search.discarded.map(|(found, _)| found), discarded.copied());
    }
    for candidate in &search.candidates {
        let groups: f32 = candidate.group_costs.iter().sum();
        let soft = open
            .soft
            .map_or(0.0, |soft| soft.of_pose(index, candidate.found.pose));
        let cost = candidate.found.cost;
        assert!((groups + soft - cost).abs() <= 1e-4 * cost.max(1.0));
    }
    let all = index
        .search(
            &search.goal,
            &Search {
                filter: None,
                ..open
            },
        )
        .unwrap();
    if let Some(forbidden) = search.forbidden {
        assert!(
            open.filter
                .is_some_and(|filter| !filter.allows(index, forbidden.pose))
        );
        assert!(all.best.unwrap().cost <= forbidden.cost && forbidden.cost <= best[0].cost);
    }
}

#[test]
fn a_recording_shows_what_played_and_why() {
    let walking = walking();
    let choices = Choices::new(&walking);
    let mut walker = walker(&walking, Detail::default());
    walker.record(Some(CONFIG)).unwrap();
    let mut shown = Vec::new();
    choices.play(&mut walker, 1_500, |_, walker| {
        let state = *walker.playback().matcher().state();
        shown.push((
            state,
            walker.pose().root,
            *walker.step(),
            walker.is_resting(),
        ));
    });
    let recording = recorded(&walker);
    assert_eq!(
        (recording.frames().len(), recording.first_frame()),
        (1_500, 0)
    );
    let names: Vec<_> = recording
        .filters()
        .iter()
        .map(|filter| filter.name.clone())
        .collect();
    assert_eq!(
        names,
        ["first 2", "first 3", "first 4"].map(|name| Some(name.to_owned()))
    );
    assert_eq!(recording.clips(), walking.index().clips());
    let mut decisions = Vec::new();
    for (at, (frame, (state, root, step, is_resting))) in
        recording.frames().iter().zip(&shown).enumerate()
    {
        assert_eq!((frame.pose, frame.was_moved), (state.pose, at == 333));
        assert!((f64::from(frame.part) - state.part).abs() < 1e-5);
        assert_eq!(
            [frame.root.position_m[0], frame.root.position_m[2]],
            [root.position_m[0], root.position_m[2]]
        );
        assert_eq!(frame.decision == Decision::Holds, *is_resting);
        assert_eq!(
            frame.decision == Decision::Jumps,
            matches!(step, Step::Jump { .. })
        );
        decisions.push(frame.decision);
        let search = frame.search.map(|search| &recording.searches()[search]);
        let Some(search) = search else {
            assert!(matches!(
                frame.decision,
                Decision::PlaysOn | Decision::Holds
            ));
            continue;
        };
        assert_eq!((search.frame, search.decision), (at, frame.decision));
        let now = choices.search(&[], u32::try_from(at).unwrap());
        let filter = search
            .filter
            .map(|filter| recording.filters()[filter].pose_count as usize);
        assert_eq!(filter, now.filter.map(Filter::pose_count));
        if let Step::Jump { from, to, why } = step {
            assert_eq!(
                (search.from, search.to, search.trigger),
                (*from, *to, Some(why.trigger))
            );
            assert_eq!(
                search.candidates[0].found,
                Match {
                    pose: *to,
                    cost: why.cost
                }
            );
            assert_eq!(search.continuing, why.continuing);
            assert_eq!(
                (search.discarded, search.rules_waived),
                (why.discarded, why.rules_waived)
            );
        }
        if search.trigger.is_some() {
            is_best(&walking, &choices, search, &Rules::default());
            let mut features = vec![0.0; walking.index().schema().feature_count()];
            walking.index().features(search.to, &mut features);
            assert_eq!(search.trajectory, features[15..]);
        }
    }
    for decision in [
        Decision::PlaysOn,
        Decision::Dwells,
        Decision::Stays,
        Decision::Jumps,
        Decision::Holds,
    ] {
        assert!(decisions.contains(&decision), "{decision:?}");
    }
    let triggers = recording.searches().iter().map(|search| search.trigger);
    let triggers: Vec<_> = triggers.collect();
    for trigger in [Trigger::Due, Trigger::Input, Trigger::Filter] {
        assert!(triggers.contains(&Some(trigger)), "{trigger:?}");
    }
}

#[test]
fn a_forced_jump_is_recorded_as_forced() {
    let walking = walking();
    let detail = Detail {
        search_every_secs: Some(3600.0),
        ..Detail::default()
    };
    let mut walker = walker(&walking, detail);
    walker.record(Some(CONFIG)).unwrap();
    let input = Input {
        want: Want::Stick([0.0, 1.5]),
        ..Input::default()
    };
    for _ in 0..1_200 {
        walker.update(DT, &input, &mut OpenWorld).unwrap();
    }
    let recording = recorded(&walker);
    let forced = |search: &&RecordedSearch| search.trigger == Some(Trigger::End);
    let forced = recording.searches().iter().find(forced).unwrap();
    assert_eq!((forced.continuing, forced.limit), (None, None));
    assert_eq!(forced.decision, Decision::Jumps);
}

#[test]
fn a_ring_keeps_the_latest_frames_at_40_bytes_per_frame() {
    let walking = walking();
    let choices = Choices::new(&walking);
    let sized = |frames, searches| {
        let mut walker = walker(&walking, Detail::default());
        let config = RecordConfig {
            frames,
            searches,
            tags_stamp: None,
        };
        walker.record(Some(config)).unwrap();
        choices.play(&mut walker, 900, |_, _| {});
        bytes(&walker)
    };
    let all = sized(2_000, 2_000);
    let whole = Recording::from_bytes(&all).unwrap();
    let few = sized(100, 2_000);
    let tail = Recording::from_bytes(&few).unwrap();
    assert_eq!((tail.first_frame(), tail.frames().len()), (800, 100));
    let shift = whole.searches().len() - tail.searches().len();
    for (frame, old) in tail.frames().iter().zip(&whole.frames()[800..]) {
        let search = old.search.map(|search| search - shift);
        assert_eq!(frame, &footwork_matching::RecordedFrame { search, ..*old });
    }
    for (search, old) in tail.searches().iter().zip(&whole.searches()[shift..]) {
        let frame = search.frame + 800;
        assert_eq!(
            RecordedSearch {
                frame,
                ..search.clone()
            },
            *old
        );
    }
    let none = sized(100, 1);
    let kept = Recording::from_bytes(&none).unwrap();
    assert_eq!((kept.frames().len(), kept.searches().len()), (100, 1));
    let of_search = (few.len() - none.len()) / (tail.searches().len() - 1);
    let of_frame = (all.len() - few.len() - shift * of_search) / 800;
    println!("{of_frame} bytes a frame, {of_search} more with a search");
    assert_eq!(of_frame, 40);
    assert!(of_search + of_frame <= 420, "{of_search}");
}

#[test]
fn a_recorded_update_does_not_allocate() {
    let walking = walking();
    let choices = Choices::new(&walking);
    let mut walker = walker(&walking, Detail::default());
    choices.play(&mut walker, 900, |_, _| {});
    walker
        .record(Some(RecordConfig {
            frames: 50,
            ..CONFIG
        }))
        .unwrap();
    let (made, ()) = allocations(|| choices.play(&mut walker, 300, |_, _| {}));
    assert_eq!(made.count, 0, "{made:?}");
}

#[test]
fn a_recording_continues_through_a_rollback_until_it_is_stopped() {
    let walking = walking();
    let choices = Choices::new(&walking);
    let mut walker = walker(&walking, Detail::default());
    let mut saved = Vec::new();
    walker.save(&mut saved);
    walker.record(Some(CONFIG)).unwrap();
    choices.play(&mut walker, 30, |_, _| {});
    assert!(walker.restore(&saved[1..]).is_err() && walker.is_recording());
    walker.restore(&saved).unwrap();
    choices.play(&mut walker, 30, |_, _| {});
    let recording = recorded(&walker);
    let moved = recording.frames().iter().position(|frame| frame.was_moved);
    assert_eq!((recording.frames().len(), moved), (60, Some(30)));
    for frames in [0, MAX_RECORDED_FRAMES + 1] {
        let bad = walker.record(Some(RecordConfig { frames, ..CONFIG }));
        assert_eq!(bad, Err(PlaybackError::Recording));
    }
    assert!(walker.is_recording());
    walker.record(None).unwrap();
    assert!(!walker.is_recording() && !walker.write_recording(&mut Vec::new()));
}

#[test]
fn a_long_name_of_a_filter_is_cut_off_at_a_character() {
    let walking = walking();
    let mut walker = walker(&walking, Detail::default());
    walker.record(Some(CONFIG)).unwrap();
    let all = Choices::new(&walking).filters.remove(0);
    let filter = all.named(&format!("x{}", "ü".repeat(MAX_FILTER_NAME_BYTES)));
    let input = Input {
        filter: Some(&filter),
        ..Input::default()
    };
    walker.update(DT, &input, &mut OpenWorld).unwrap();
    let recording = recorded(&walker);
    let name = recording.filters()[0].name.as_ref().unwrap();
    assert_eq!(name.len(), MAX_FILTER_NAME_BYTES - 1);
}

#[test]
fn the_error_for_other_stamps_names_the_index_or_the_tags() {
    let walking = walking();
    let mut walker = walker(&walking, Detail::default());
    walker.record(Some(CONFIG)).unwrap();
    let recording = recorded(&walker);
    let own = recording.stamps();
    let expected = RecordingStamps {
        index: Some(walking.index().stamp()),
        poses: None,
        tags: Some(77),
    };
    assert_eq!(own, expected);
    assert_eq!(recording.check(&own), Ok(()));
    assert_eq!(recording.check(&RecordingStamps::default()), Ok(()));
    let other = |stamps| recording.check(&stamps);
    let index = Some(1);
    assert_eq!(
        other(RecordingStamps { index, ..own }),
        Err(RecordingMismatch::Index)
    );
    let tags = Some(1);
    assert_eq!(
        other(RecordingStamps { tags, ..own }),
        Err(RecordingMismatch::Tags)
    );
}

#[test]
fn damaged_bytes_are_refused_with_their_place() {
    let walking = walking();
    let choices = Choices::new(&walking);
    let mut walker = walker(&walking, Detail::default());
    walker
        .record(Some(RecordConfig {
            frames: 40,
            ..CONFIG
        }))
        .unwrap();
    choices.play(&mut walker, 200, |_, _| {});
    let good = bytes(&walker);
    let mut random = Random::for_case("hostile recordings", 0);
    for place in 0..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 1 + random.below_32(255) as u8;
        assert!(Recording::from_bytes(&bad).is_err(), "byte {place}");
        assert!(Recording::from_bytes(&good[..place]).is_err());
    }
    let mut newer = good.clone();
    newer[8] = 9;
    assert_eq!(
        Recording::from_bytes(&newer).unwrap_err(),
        RecordingError::Version { version: 9 }
    );
    // With a correct checksum, a change is either refused with its part and row, or gives a valid recording.
    let (mut refused, mut opened) = (0, 0);
    for _ in 0..20_000 {
        let mut bad = good[..good.len() - 4].to_vec();
        for _ in 0..1 + random.below(3) {
            let place = 24 + random.below(bad.len() - 24);
            let any = random.below_32(256) as u8;
            bad[place] = *random.pick(&[0, 1, 0x7f, 0x80, 0xff, any]);
        }
        bad.extend(crc32fast::hash(&bad).to_le_bytes());
        match Recording::from_bytes(&bad) {
            Ok(recording) => {
                opened += 1;
                is_sound(&recording);
            }
            Err(RecordingError::Content { .. }) => refused += 1,
            Err(other) => panic!("{other}"),
        }
    }
    println!("{refused} refused, {opened} opened");
    assert!(refused > 1_000 && opened > 1_000);
}

fn is_sound(recording: &Recording) {
    let clips = recording.clips();
    let has = |pose: footwork_matching::PoseId| {
        let clip = &clips[pose.clip.number() as usize];
        pose.frame < clip.frame_count() && (clip.has_mirrored() || !pose.mirrored)
    };
    for frame in recording.frames() {
        assert!(has(frame.pose) && frame.dt_secs >= 0.0);
        assert!(
            frame
                .search
                .is_none_or(|search| search < recording.searches().len())
        );
    }
    for search in recording.searches() {
        assert!(has(search.from) && has(search.to) && search.frame < recording.frames().len());
        assert!(
            search
                .filter
                .is_none_or(|filter| filter < recording.filters().len())
        );
        assert!(
            search
                .candidates
                .iter()
                .all(|candidate| has(candidate.found.pose))
        );
        assert!(search.goal.iter().all(|number| number.is_finite()));
    }
}
