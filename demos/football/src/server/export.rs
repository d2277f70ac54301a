//! Exports a replay as GLB: the footballers and the ball as one skeleton with one animation, for Blender and three.js.

use std::sync::Arc;

use footwork_base::{FrameRate, Id, to_f32};
use footwork_clip::{Clip, ClipParts, GltfTake, Joint, JointId, Skeleton, write_gltf};

use crate::game::Match;
use crate::server::run::Run;
use crate::setup::FRAME_RATE;

/// The number of exported frames: ten seconds.
const FRAMES: usize = 600;

/// Exports the last seconds of a run.
pub(super) fn glb(run: &Run) -> Result<Vec<u8>, String> {
    let mut frames = Frames::default();
    run.last_frames(FRAMES, |played| frames.add(played));
    if frames.count == 0 {
        return Err("nothing was played yet".to_owned());
    }
    let skeleton = skeleton(run.played())?;
    let rate = FrameRate::whole(FRAME_RATE.into()).ok_or("no rate")?;
    let clip = Clip::new(ClipParts {
        skeleton: Arc::new(skeleton),
        rate,
        looping: false,
        root_positions: vec![[0.0; 3]; frames.count],
        rotations: frames.rotations,
        translations: Some(frames.translations),
    });
    let clip = clip.map_err(|error| error.to_string())?;
    let take = GltfTake {
        name: "replay",
        clip: &clip,
        labels: None,
    };
    write_gltf(&[take]).map_err(|error| error.to_string())
}

/// The rotations and translations of all joints, frame by frame.
#[derive(Default)]
struct Frames {
    count: usize,
    rotations: Vec<[f32; 4]>,
    translations: Vec<[f32; 3]>,
}

const AT_REST: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

impl Frames {
    fn add(&mut self, played: &Match) {
        let view = played.view();
        let figure = played.cast().figure();
        self.push(AT_REST, [0.0; 3]);
        let ball = view.ball();
        self.push(ball.orientation.map(to_f32), ball.position.map(to_f32));
        for one in view.footballers() {
            let hips = figure.joint(one.motion, &one.place, 0);
            self.push(hips.rotation, hips.position_m);
            for joint in 1..figure.joint_count() {
                let rotation = one.motion.rotations.get(joint).copied();
                self.push(rotation.unwrap_or(AT_REST), figure.offsets_m()[joint]);
            }
        }
        self.count += 1;
    }

    fn push(&mut self, rotation: [f32; 4], translation: [f32; 3]) {
        self.rotations.push(rotation);
        self.translations.push(translation);
    }
}

/// Builds the skeleton: a root at the centre of the pitch, then the ball, then all footballers.
fn skeleton(played: &Match) -> Result<Skeleton, String> {
    let joint = |name: String, parent: Option<JointId>, offset: [f32; 3]| Joint {
        name,
        parent,
        offset,
        is_end: false,
    };
    let root = Some(JointId::new(0));
    let mut joints = vec![
        joint("match".to_owned(), None, [0.0; 3]),
        joint("ball".to_owned(), root, [0.0; 3]),
    ];
    let figure = played.cast().figure();
    let names = played.cast().character().skeleton().joints();
    for one in played.view().footballers() {
        let start = joints.len();
        let team = if one.team == 0 { "red" } else { "blue" };
        for (place, parent) in figure.parents().iter().enumerate() {
            let parent = match parent {
                Some(parent) => JointId::from_index(start + parent),
                None => root,
            };
            let of = names.get(place).map_or("", |joint| joint.name.as_str());
            let name = format!("{team}_{}_{of}", one.number + 1);
            joints.push(joint(name, parent, figure.offsets_m()[place]));
        }
    }
    Skeleton::new(joints).map_err(|error| error.to_string())
}
