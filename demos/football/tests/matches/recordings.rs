//! Tests of intact and damaged recordings.

use footwork_football::{Edit, HumanInput, Inputs, Recording, RecordingError, ReplayError, Setup};
use footwork_testkit::Random;

use crate::{cast, match_of, wild};

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
fn a_recording_replays_bit_for_bit() {
    let (recording, hash) = recorded();
    let bytes = recording.to_bytes();
    let read = Recording::from_bytes(&bytes).unwrap();
    assert_eq!(read.to_bytes(), bytes);
    assert_eq!(read.frame_count(), 600);
    let mut frames = 0;
    let game = read.replay(cast(), |_| frames += 1).unwrap();
    assert_eq!((game.hash(), frames), (hash, 600));
    // Without the first input, the final state differs, which the error reports.
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

/// `testdata/formats/` has a recording of each version. `docs/formats.md` explains how to add one.
#[test]
fn a_recording_of_version_1_is_read_and_written_and_a_newer_one_refused() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/formats/match.1.recording"
    );
    let mut recording = Recording::new(Setup {
        humans: 1,
        seed: 7,
        ..Setup::default()
    });
    let mut inputs = Inputs::default();
    inputs.humans[0] = HumanInput {
        stick: [0.5, -1.0],
        ..HumanInput::default()
    };
    for frame in 0..3 {
        assert!(recording.push(&inputs, 7 + frame));
    }
    if std::env::var_os("BLESS").is_some() && !std::path::Path::new(path).exists() {
        std::fs::write(path, recording.to_bytes()).unwrap();
    }
    let mut bytes = std::fs::read(path).unwrap();
    assert_eq!(
        recording.to_bytes(),
        bytes,
        "a change of the format needs a version"
    );
    let read = Recording::from_bytes(&bytes).unwrap();
    assert_eq!(
        (read.frame_count(), read.setup().seed, read.hash()),
        (3, 7, 9)
    );
    assert!(
        read.inputs()
            .all(|read| read.humans[0].stick == [0.5, -1.0])
    );
    bytes[7] = 2;
    let refused = Recording::from_bytes(&bytes).unwrap_err().to_string();
    assert!(
        refused.contains("play it with the Footwork that recorded it"),
        "{refused}"
    );
}

/// A damaged recording with a repaired checksum is either rejected or reads as a different recording.
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
