//! Tests that equal setups and inputs give equal matches with equal hashes.

use std::fs;
use std::path::Path;

use footwork_football::{Inputs, Match, Recording, Setup};
use footwork_testkit::Random;

use crate::{match_of, play, wild};

#[test]
fn equal_seeds_give_equal_matches_and_other_seeds_other_matches() {
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
fn leaves_do_not_change_the_rest_of_a_match() {
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
fn a_clone_continues_bit_for_bit() {
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

/// The hash covers state that does not show in a frame but makes a difference later.
#[test]
fn the_hash_covers_state_that_shows_only_later() {
    let setup = Setup {
        humans: 2,
        seed: 5,
        leaves: 0,
        ..Setup::default()
    };
    let mut game = match_of(setup);
    let mut random = Random::for_case("matches", 7);
    let (mut apart, mut alike) = (0, 0);
    for frame in 0..1200 {
        let inputs = wild(&mut random);
        if frame % 20 == 0 {
            let mut other = game.clone();
            let mut own = game.clone();
            let mut otherwise = inputs.clone();
            let human = &mut otherwise.humans[0];
            match frame / 20 % 3 {
                0 => human.shoot = !human.shoot,
                1 => human.switch = !human.switch,
                _ => human.tackle = !human.tackle,
            }
            own.step(&inputs);
            other.step(&otherwise);
            let is_same = own.hash() == other.hash();
            for _ in 0..90 {
                own.step(&Inputs::default());
                other.step(&Inputs::default());
            }
            let ball = |game: &Match| game.view().ball().position.map(f64::to_bits);
            let places = |game: &Match| -> Vec<_> {
                let all = game.view();
                let all = all.footballers();
                all.map(|footballer| footballer.place).collect()
            };
            let ends_same = ball(&own) == ball(&other) && places(&own) == places(&other);
            assert!(!is_same || ends_same, "frame {frame}");
            apart += u32::from(!ends_same);
            alike += u32::from(is_same);
        }
        game.step(&inputs);
    }
    assert!(apart > 5 && alike > 1, "{apart} apart, {alike} alike");
}

/// The hash is equal on every machine and in browsers at any load: a browser test plays the recording. It changes only
/// with the play, the clips or the hashed state. `BLESS=1` writes both files.
#[test]
fn a_match_of_twenty_seconds_has_its_golden_hash() {
    let setup = Setup {
        humans: 1,
        seed: 7,
        leaves: 0,
        ..Setup::default()
    };
    let mut game = match_of(setup);
    let mut recording = Recording::new(setup);
    let mut random = Random::for_case("matches", 8);
    for frame in 0..20 * 60 {
        let inputs = match frame % 15 {
            0 => wild(&mut random),
            _ => Inputs::default(),
        };
        game.step(&inputs);
        assert!(recording.push(&inputs, game.hash()));
    }
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let [hash, kept] = ["golden.txt", "golden.footwork-match"].map(|name| tests.join(name));
    let found = format!("{:016x}\n", game.hash());
    if std::env::var_os("BLESS").is_some() {
        fs::write(&hash, &found).unwrap();
        fs::write(&kept, recording.to_bytes()).unwrap();
    }
    assert_eq!(found, fs::read_to_string(hash).unwrap());
    assert!(recording.to_bytes() == fs::read(kept).unwrap());
}
