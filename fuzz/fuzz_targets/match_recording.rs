//! Reads any bytes as the recording of a match, unchanged and again with a correct checksum appended. Writing an
//! accepted recording gives the same bytes, every rejection has a reason, and a match continues for any input.

#![no_main]

use std::path::Path;
use std::sync::{Arc, OnceLock};

use footwork_football::{Cast, Match, Recording};
use libfuzzer_sys::fuzz_target;

/// The maximum number of played frames of a recording.
const MAX_FRAMES: usize = 12;
/// The maximum number of leaves on the pitch. Leaves take time but do not change the match.
const MAX_LEAVES: u32 = 100;

fn cast() -> &'static Arc<Cast> {
    static CAST: OnceLock<Arc<Cast>> = OnceLock::new();
    CAST.get_or_init(|| {
        let football = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/characters/football");
        Cast::open(&football).expect("testdata/characters/football is valid")
    })
}

fn checksum(bytes: &[u8]) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325u64;
    bytes.iter().fold(start, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fuzz_target!(|data: &[u8]| {
    check(data);
    let mut sealed = data.to_vec();
    sealed.extend(checksum(data).to_le_bytes());
    check(&sealed);
});

fn check(bytes: &[u8]) {
    let recording = match Recording::from_bytes(bytes) {
        Ok(recording) => recording,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert_eq!(recording.to_bytes(), bytes);
    assert_eq!(
        recording.inputs().take(bytes.len()).count(),
        bytes.len().min(recording.frame_count() as usize)
    );
    let mut setup = *recording.setup();
    setup.leaves = setup.leaves.min(MAX_LEAVES);
    let mut game = Match::new(Arc::clone(cast()), setup).expect("the setup was checked");
    for inputs in recording.inputs().take(MAX_FRAMES) {
        game.step(inputs);
        let ball = game.view().ball();
        assert!(ball.position.iter().all(|part| part.is_finite()));
    }
}
