//! Writes any clip as an FBX file. It must read back equal.
//!
//! An input has the numbers of frames and joints, the rate, then one joint after another, then the poses. Rotations are
//! often quarter turns, for which Euler angles are ambiguous.

#![no_main]

#[allow(
    clippy::unwrap_used,
    dead_code,
    reason = "a failed step is a fault; the tests of the writer use the rest"
)]
#[path = "../../tools/footwork-clip/tests/fbx_written/back.rs"]
mod back;

use std::sync::Arc;

use back::{MAX_UNRELATED_DEGREES, assert_reads_back};
use footwork_base::FrameRate;
use footwork_clip::{Clip, ClipParts, FbxTake, FbxWriteError, Joint, JointId, Skeleton, write_fbx};
use libfuzzer_sys::fuzz_target;

const RATES: [(u64, u64); 6] = [
    (24, 1),
    (30, 1),
    (120, 1),
    (24000, 1001),
    (30000, 1001),
    (1000, 13),
];

/// The unread bytes of an input, and zeros after its end.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(self.0.len().min(count));
        self.0 = rest;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or_default()
    }

    /// Returns a number below `limit`.
    fn below(&mut self, limit: u8) -> usize {
        usize::from(self.byte() % limit)
    }

    fn three(&mut self) -> [f32; 3] {
        [0; 3].map(|_| f32::from(self.byte().cast_signed()) / 32.0)
    }

    /// Returns a rotation; the identity if all its bytes are 0.
    fn rotation(&mut self) -> [f32; 4] {
        let turn = [0; 4].map(|_| f32::from(self.byte().cast_signed()));
        if turn.iter().all(|part| *part == 0.0) {
            [0.0, 0.0, 0.0, 1.0]
        } else {
            turn
        }
    }
}

fn clip(data: &[u8]) -> Option<Clip> {
    let mut bytes = Bytes(data);
    let frames = bytes.below(12) + 1;
    let count = bytes.below(10) + 1;
    let (numerator, denominator) = RATES[bytes.below(6)];
    let moves = bytes.byte() & 1 == 1;
    let mut joints: Vec<Joint> = Vec::new();
    let mut rests = Vec::new();
    for index in 0..count {
        let parent = index.checked_sub(bytes.below(4) + 1);
        let length = bytes.below(9);
        let name = String::from_utf8_lossy(bytes.take(length)).into_owned();
        joints.push(Joint {
            name,
            parent: parent
                .and_then(|at| u32::try_from(at).ok())
                .map(JointId::new),
            offset: bytes.three(),
            is_end: false,
        });
        rests.push(bytes.rotation());
    }
    // Joint 0 belongs to the largest tree, as in every clip that a reader returns.
    for joint in joints.iter_mut().skip(1) {
        joint.parent.get_or_insert(JointId::new(0));
    }
    let skeleton = Skeleton::new(joints)
        .ok()?
        .with_rest_rotations(rests)
        .ok()?;
    let root_positions = (0..frames).map(|_| bytes.three().map(f64::from)).collect();
    let rotations = (0..frames * count).map(|_| bytes.rotation()).collect();
    let translations = moves.then(|| (0..frames * count).map(|_| bytes.three()).collect());
    Clip::new(ClipParts {
        skeleton: Arc::new(skeleton),
        rate: FrameRate::new(numerator, denominator)?,
        looping: false,
        root_positions,
        rotations,
        translations,
    })
    .ok()
}

fuzz_target!(|data: &[u8]| {
    let clip = clip(data).expect("the input gives a valid clip");
    let joints = clip.skeleton().joints().iter();
    if joints.clone().any(|joint| joint.name.contains('\0')) {
        let takes = [FbxTake {
            name: "Take",
            clip: &clip,
        }];
        let refused = write_fbx(&takes, None);
        assert!(matches!(refused, Err(FbxWriteError::BadName { .. })));
        return;
    }
    let errors = assert_reads_back(&clip);
    assert!(
        errors.between_degrees <= MAX_UNRELATED_DEGREES,
        "{errors:?}"
    );
});
