//! Records a character that holds still, with the index that the other format tests use.

use footwork::base::FrameRange;
use footwork::matching::{
    Character, CharacterConfig, Filter, Index, Input, Leg, Motion, OpenWorld, Placement, PoseId,
    PoseSource, PoseSpan, RecordConfig, Recording, Repertoire, Rig, Twins, Want,
};

struct Still {
    index: Index,
    rig: Rig,
}

impl PoseSource for Still {
    fn motion(&self, _: PoseId, _: f64, out: &mut Motion) {
        *out = Motion::new(self.rig.joint_count());
    }

    fn standing(&self, _: PoseId) -> [bool; 2] {
        [true; 2]
    }
}

impl Repertoire for Still {
    fn index(&self) -> &Index {
        &self.index
    }

    fn rig(&self) -> &Rig {
        &self.rig
    }

    fn stamp(&self) -> Option<u64> {
        Some(9)
    }
}

pub(super) fn write() -> Vec<u8> {
    let leg = |upper| Leg {
        upper,
        lower: upper + 1,
        foot: upper + 2,
        toe: None,
    };
    let bones = [None, Some(0), Some(1), Some(2), Some(0), Some(4), Some(5)];
    let joints = bones.map(|parent| (parent, [0.0, -0.25, 0.0]));
    let still = Still {
        index: super::index(),
        rig: Rig::new(joints, [leg(1), leg(4)]).unwrap(),
    };
    let all = PoseSpan {
        clip: footwork::matching::ClipId::new(0),
        frames: FrameRange::new(0, 100).unwrap(),
        twins: Twins::Both,
    };
    let filter = Filter::new(&still.index, [all]).named("all");
    let start = still.index.candidates().next().unwrap();
    let mut character = Character::new(
        still,
        CharacterConfig::default(),
        start,
        Placement::default(),
    )
    .unwrap();
    let config = RecordConfig {
        tags_stamp: Some(7),
        ..RecordConfig::default()
    };
    character.record(Some(config)).unwrap();
    let input = Input {
        want: Want::Stick([0.0, 1.0]),
        filter: Some(&filter),
        ..Input::default()
    };
    for _ in 0..30 {
        character
            .update(1.0 / 60.0, &input, &mut OpenWorld)
            .unwrap();
    }
    let mut bytes = Vec::new();
    character.write_recording(&mut bytes);
    bytes
}

pub(super) fn read(bytes: &[u8]) -> Result<String, String> {
    let recording = Recording::from_bytes(bytes).map_err(|error| error.to_string())?;
    let stamps = recording.stamps();
    assert_eq!((stamps.poses, stamps.tags), (Some(9), Some(7)));
    Ok(format!(
        "{} frames, {} searches, filter {}",
        recording.frames().len(),
        recording.searches().len(),
        recording.filters()[0].name.as_deref().unwrap_or_default()
    ))
}
