//! Matches that play themselves, or that made-up humans play.
#![allow(
    clippy::unwrap_used,
    reason = "a test says what it expects by unwrapping"
)]

use std::path::Path;
use std::sync::{Arc, OnceLock};

use footwork_base::to_f32;
use footwork_football::{
    BALL_RADIUS_M, Cast, Edit, FootballerView, HumanInput, Inputs, Match, MatchEvent, Phase,
    Recording, RecordingError, ReplayError, Setup, Summary,
};
use footwork_testkit::Random;

const SECS: u64 = 60;

fn cast() -> &'static Arc<Cast> {
    static CAST: OnceLock<Arc<Cast>> = OnceLock::new();
    CAST.get_or_init(|| {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/football");
        Cast::open(&samples).unwrap()
    })
}

fn match_of(setup: Setup) -> Match {
    Match::new(Arc::clone(cast()), setup).unwrap()
}

/// Plays for this number of seconds by itself.
fn play(game: &mut Match, secs: u64) -> Summary {
    let mut summary = Summary::default();
    for _ in 0..secs * 60 {
        game.step(&Inputs::default());
        summary.watch(game);
    }
    summary
}

/// What humans with no idea do: everything.
fn wild(random: &mut Random) -> Inputs {
    let mut human = || HumanInput {
        stick: [random.signed(), random.signed()].map(to_f32),
        sprint: random.one_in(3),
        pass: random.one_in(50),
        through: random.one_in(100),
        lob: random.one_in(100),
        shoot: random.one_in(50),
        tackle: random.one_in(20),
        switch: random.one_in(100),
    };
    Inputs {
        humans: [human(), human()],
        edits: Vec::new(),
    }
}

/// What every match with this number of humans keeps.
fn check(summary: &Summary, humans: u32, named: &str) {
    assert!(!summary.is_broken, "{named}: a number is not finite");
    assert!(summary.inside_secs < 0.2, "{named}: {summary:?}");
    assert!(
        summary.untouched_secs < 20.0,
        "{named}: the ball was lost: {summary:?}"
    );
    let [switches, touches] = summary.control;
    // A ball that is put on its spot is news as one that is touched is.
    let news = touches + summary.restarts;
    assert!(
        switches <= 2 * humans * news,
        "{named}: {switches} switches, {touches} touches, {} restarts",
        summary.restarts
    );
}

#[test]
fn the_same_seed_is_the_same_match_and_another_seed_another() {
    let hash = |seed| {
        let mut game = match_of(Setup {
            seed,
            ..Setup::default()
        });
        play(&mut game, 15);
        game.hash()
    };
    assert_eq!(hash(1), hash(1));
    assert_ne!(hash(1), hash(2));
}

#[test]
fn leaves_change_nothing_else() {
    let hash = |leaves| {
        let mut game = match_of(Setup {
            leaves,
            ..Setup::default()
        });
        play(&mut game, 5);
        game.hash()
    };
    assert_eq!(hash(0), hash(5000));
}

#[test]
fn a_clone_goes_on_to_the_same_bits() {
    let setup = Setup {
        humans: 2,
        seed: 3,
        ..Setup::default()
    };
    let mut game = match_of(setup);
    let mut random = Random::for_case("matches", 5);
    for _ in 0..600 {
        game.step(&wild(&mut random));
    }
    let inputs: Vec<Inputs> = (0..600).map(|_| wild(&mut random)).collect();
    let mut copy = game.clone();
    for inputs in &inputs {
        game.step(inputs);
    }
    for inputs in &inputs {
        copy.step(inputs);
    }
    assert_eq!(game.hash(), copy.hash());
}

#[test]
fn matches_of_a_minute_keep_their_promises() {
    let (mut met, mut kicks) = (0, 0);
    let mut passes = 0;
    for seed in 0..3 {
        let mut game = match_of(Setup {
            seed,
            ..Setup::default()
        });
        let summary = play(&mut game, SECS);
        check(
            &summary,
            u32::from(Setup::default().humans),
            &format!("seed {seed}"),
        );
        met += summary.met;
        kicks += summary.kicks();
        passes += summary.passes[0];
    }
    assert!(kicks > 6, "{kicks} kicks");
    // The bar, 95 of 100, is that of a hundred matches.
    assert!(10 * met >= 8 * kicks, "{met} of {kicks}");
    assert!(passes > 2, "{passes} passes arrived");
}

#[test]
fn a_kick_is_where_a_foot_is_and_a_step_where_a_toe_is() {
    let mut game = match_of(Setup {
        seed: 4,
        ..Setup::default()
    });
    let (mut kicks, mut steps) = (0, 0);
    for _ in 0..40 * 60 {
        game.step(&Inputs::default());
        let view = game.view();
        let all: Vec<_> = view.footballers().collect();
        let feet = |who: usize| {
            let FootballerView { motion, place, .. } = all[who];
            [0, 1].map(|foot| cast().figure().foot_m(motion, &place, foot))
        };
        for event in view.events() {
            match *event {
                MatchEvent::Kick {
                    footballer,
                    position,
                    late_secs,
                    ..
                } => {
                    let far = feet(footballer).map(|foot| from_segment(foot, position));
                    let gap = far[0].min(far[1]) - BALL_RADIUS_M;
                    assert!(gap.abs() <= 0.1, "{gap}");
                    assert!(late_secs.abs() <= 0.03, "{late_secs}");
                    kicks += 1;
                }
                MatchEvent::FootContact {
                    footballer,
                    foot,
                    position,
                    ground,
                    ..
                } => {
                    let [_, toe] = feet(footballer)[foot];
                    let far = [0, 1, 2].map(|axis| (f64::from(toe[axis]) - position[axis]).abs());
                    assert!(far.iter().all(|far| *far < 1e-5), "{far:?}");
                    let [x, _, z] = position;
                    assert_eq!(ground, view.pitch().ground([x, z]));
                    steps += 1;
                }
                _ => {}
            }
        }
    }
    assert!(kicks >= 1, "{kicks} kicks");
    assert!(steps > 300, "{steps} steps");
}

/// How far a place is from the line between an ankle and its toes.
fn from_segment(foot: [[f32; 3]; 2], at: [f64; 3]) -> f64 {
    let [ankle, toe] = foot.map(|joint| joint.map(f64::from));
    let steps = (0..=100).map(|step| f64::from(step) / 100.0);
    let far = steps.map(|part| {
        let here = [0, 1, 2].map(|axis| ankle[axis] + (toe[axis] - ankle[axis]) * part);
        let square: f64 = (0..3).map(|axis| (here[axis] - at[axis]).powi(2)).sum();
        square.sqrt()
    });
    far.fold(f64::INFINITY, f64::min)
}

#[test]
fn nobody_has_limbs_of_rubber() {
    let mut game = match_of(Setup::default());
    let figure = cast().figure();
    for frame in 0..900 {
        game.step(&Inputs::default());
        if frame % 30 != 0 {
            continue;
        }
        for footballer in game.view().footballers() {
            for joint in 0..figure.joint_count() {
                let Some(parent) = figure.parents()[joint] else {
                    continue;
                };
                let at = |joint| {
                    figure
                        .joint(footballer.motion, &footballer.place, joint)
                        .position_m
                };
                let (here, there) = (at(joint), at(parent));
                let far = |a: [f32; 3], b: [f32; 3]| {
                    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f32>().sqrt()
                };
                let bone = far(figure.offsets_m()[joint], [0.0; 3]);
                assert!((far(here, there) - bone).abs() < 1e-4, "joint {joint}");
                assert!((-0.15..2.3).contains(&here[1]), "joint {joint} at {here:?}");
            }
        }
    }
}

#[test]
fn eleven_a_side_and_wild_humans_keep_them_too() {
    let setup = Setup {
        a_side: 11,
        humans: 2,
        seed: 9,
        ..Setup::default()
    };
    let mut game = match_of(setup);
    let mut random = Random::for_case("matches", 1);
    let mut summary = Summary::default();
    for _ in 0..60 * 60 {
        game.step(&wild(&mut random));
        summary.watch(&game);
    }
    check(&summary, 2, "eleven");
    assert!(summary.control[1] > 3);
    assert!(!game.view().control_log().is_empty());
}

#[test]
fn a_match_has_two_halves_and_ends() {
    let mut game = match_of(Setup {
        half_secs: 5,
        ..Setup::default()
    });
    let mut phases = Vec::new();
    let mut sides = Vec::new();
    for _ in 0..60 * 60 {
        game.step(&Inputs::default());
        let name = game.view().phase().name();
        if phases.last() != Some(&name) {
            phases.push(name);
            sides.push(game.view().sides());
        }
    }
    assert_eq!(*game.view().phase(), Phase::Over);
    let half = phases.iter().position(|name| *name == "half-time").unwrap();
    assert_eq!(phases[0], "kick-off");
    assert_eq!(phases[half + 1], "kick-off");
    assert_eq!(sides[half + 1], [-1.0, 1.0]);
}

#[test]
fn a_bad_wind_is_refused_with_its_place_and_the_old_one_blows_on() {
    let mut game = match_of(Setup::default());
    let before = game.view().wind().clone();
    let texts = ["0.1", "0", "0.2 * sin(q)"].map(str::to_owned);
    let inputs = Inputs {
        edits: vec![Edit::Wind(texts)],
        ..Inputs::default()
    };
    game.step(&inputs);
    let (_, errors) = &game.refused()[0];
    assert_eq!(errors.text, 2);
    let span = errors.errors[0].span;
    assert_eq!((span.start, span.stop), (10, 11));
    assert_eq!(*game.view().wind(), before);
    // A good one blows the ball away.
    let far = |texts: [&str; 3]| {
        let mut game = match_of(Setup::default());
        // Until the first kick is under way.
        while game.view().ball().velocity[0].abs() < 3.0 {
            game.step(&Inputs::default());
        }
        game.set_wind(texts.map(str::to_owned)).unwrap();
        for _ in 0..15 {
            game.step(&Inputs::default());
        }
        game.view().ball().position[0]
    };
    let metres = far(["2", "0", "0"]) - far(["0", "0", "0"]);
    assert!(metres > 0.05, "{metres}");
}

#[test]
fn a_query_decides_what_a_footballer_plays() {
    let mut game = match_of(Setup::default());
    let error = game.set_query(3, "Gait.Wlak").unwrap_err();
    assert_eq!(error.errors[0].code, "unknown-tag");
    assert!(game.set_query(99, "Gait.Walk").is_err());
    assert_eq!(game.view().played(3).unwrap().query, "Gait - clips(Kick)");
    game.set_query(3, "Gait.Walk & !Kick").unwrap();
    // A clip may run out of what the query finds for 0.2 s.
    let mut runs = 0;
    for frame in 0..600 {
        game.step(&Inputs::default());
        let tags = game.view().played(3).unwrap().tags;
        let has = |name: &str| tags.iter().any(|tag| tag.starts_with(name));
        let is_run = frame > 60 && has("Gait.Run") && !has("Kick");
        runs = if is_run { runs + 1 } else { 0 };
        assert!(runs < 20, "{frame}: {tags:?}");
    }
}

#[test]
fn the_speed_expression_decides_how_fast_motion_plays() {
    let mut game = match_of(Setup::default());
    assert!(game.set_speed("1 - tried").is_err());
    assert_eq!(game.view().speed(), footwork_football::DEFAULT_SPEED);
    game.set_speed("0.6").unwrap();
    for _ in 0..30 {
        game.step(&Inputs::default());
    }
    assert!((game.view().played(2).unwrap().rate - 0.6).abs() < 1e-6);
}

fn recorded() -> (Recording, u64) {
    let setup = Setup {
        humans: 1,
        seed: 11,
        ..Setup::default()
    };
    let mut game = match_of(setup);
    let mut recording = Recording::new(setup);
    let mut random = Random::for_case("matches", 2);
    for frame in 0..600 {
        let mut inputs = match frame % 20 {
            0 => wild(&mut random),
            _ => Inputs::default(),
        };
        match frame {
            100 => inputs
                .edits
                .push(Edit::Wind(["0.3", "0", "0"].map(str::to_owned))),
            200 => inputs.edits.push(Edit::Speed("1 +".to_owned())),
            300 => inputs.edits.push(Edit::Query {
                footballer: 4,
                text: "Gait.Run & !Kick".to_owned(),
            }),
            _ => {}
        }
        game.step(&inputs);
        assert!(recording.push(&inputs, game.hash()));
    }
    (recording, game.hash())
}

#[test]
fn a_recording_replays_to_the_bit() {
    let (recording, hash) = recorded();
    let bytes = recording.to_bytes();
    let read = Recording::from_bytes(&bytes).unwrap();
    assert_eq!(read.to_bytes(), bytes);
    assert_eq!(read.frame_count(), 600);
    let mut frames = 0;
    let game = read.replay(cast(), |_| frames += 1).unwrap();
    assert_eq!((game.hash(), frames), (hash, 600));
    // With another input it ends otherwise, which is said.
    let mut other = Recording::new(*recording.setup());
    for inputs in recording.inputs().skip(1) {
        other.push(inputs, hash);
    }
    let error = other.replay(cast(), |_| {}).unwrap_err();
    assert!(matches!(error, ReplayError::Other { .. }));
}

#[test]
fn every_damaged_recording_is_refused() {
    let (recording, _) = recorded();
    let bytes = recording.to_bytes();
    for stop in 0..bytes.len() {
        assert!(Recording::from_bytes(&bytes[..stop]).is_err(), "{stop}");
    }
    let mut random = Random::for_case("matches", 3);
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << random.below(8);
        assert!(Recording::from_bytes(&damaged).is_err(), "{place}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(Recording::from_bytes(&longer).is_err());
    assert_eq!(
        Recording::from_bytes(b"PK\x03\x04"),
        Err(RecordingError::NoRecording)
    );
}

/// Somebody who damages a recording and repairs its checksum is refused too, or makes another recording.
#[test]
fn forged_recordings_never_panic() {
    let (recording, _) = recorded();
    let bytes = recording.to_bytes();
    let body = bytes.len() - 8;
    let mut refused = 0;
    for place in 8..body {
        for value in [0, 1, 0x7f, 0xff] {
            let mut forged = bytes.clone();
            forged[place] = value;
            let sum = fnv(&forged[..body]);
            forged[body..].copy_from_slice(&sum.to_le_bytes());
            refused += u32::from(Recording::from_bytes(&forged).is_err());
        }
    }
    assert!(refused > 500, "{refused}");
}

fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
#[ignore = "a hundred matches of five minutes"]
fn a_hundred_matches() {
    let mut goals = 0;
    let (mut met, mut kicks) = (0u32, 0u32);
    let (mut skate, mut stood) = (0.0, 0.0);
    for seed in 0..100 {
        let mut game = match_of(Setup {
            seed,
            leaves: 0,
            ..Setup::default()
        });
        let summary = play(&mut game, 300);
        check(
            &summary,
            u32::from(Setup::default().humans),
            &format!("seed {seed}"),
        );
        goals += summary.goals[0] + summary.goals[1];
        met += summary.met;
        kicks += summary.kicks();
        skate += summary.skate[0];
        stood += summary.skate[1];
    }
    let share = f64::from(met) / f64::from(kicks);
    let skate_cmps = 100.0 * skate / stood;
    println!(
        "{goals} goals, {kicks} kicks, {:.2} % met, {skate_cmps:.1} cm/s",
        100.0 * share
    );
    assert!((150..=1000).contains(&goals), "{goals} goals");
    assert!(share >= 0.95, "{met} of {kicks}");
    assert!(skate_cmps <= 12.0, "{skate_cmps}");
}
