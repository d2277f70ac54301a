//! Recordings of characters: opened from a file or sent by a running game, and refused if they belong to another
//! library.

use std::fs;

use footwork_base::{FrameRange, FrameRate};
use footwork_matching::{
    Character, CharacterConfig, ClipEnd, ClipId, Filter, Group, IndexBuilder, Input, Joint,
    JointTrack, Leg, Motion, MotionClip, OpenWorld, Placement, PoseId, PoseSource, PoseSpan,
    RecordConfig, Repertoire, Rig, Root, Schema, Source, Twins, Want,
};
use footwork_studio::{Options, Server, StartError};
use serde_json::Value;

use crate::client::{Answer, Studio};
use crate::socket::Page;

/// A character that holds still, with an index of one clip.
struct Still {
    index: footwork_matching::Index,
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
    fn index(&self) -> &footwork_matching::Index {
        &self.index
    }

    fn rig(&self) -> &Rig {
        &self.rig
    }
}

/// Returns a recording of ten frames. It refers to a clip of the given name and length, at 30 frames per second.
fn recording(name: &str, frames: u16) -> Vec<u8> {
    let rate = FrameRate::whole(30).unwrap();
    let horizons_frames = vec![4, 8];
    let trajectory = Source::TrajectoryPosition { horizons_frames };
    let joint = Joint {
        name: "foot".into(),
        mirrored: "foot".into(),
    };
    let group = |name: &str, source| Group {
        name: name.into(),
        weight: 1.0,
        source,
    };
    let groups = vec![
        group("foot", Source::Position(joint)),
        group("way", trajectory),
    ];
    let mut builder = IndexBuilder::new(Schema::new(rate, groups).unwrap());
    let along = |frame: u16| f32::from(frame) * 0.02;
    let root = (0..frames).map(|frame| Root {
        position_m: [0.0, along(frame)],
        facing: [0.0, 1.0],
    });
    let feet = (0..frames).map(|frame| [0.1, 0.1, along(frame)]);
    let clip = MotionClip {
        name,
        rate,
        end: ClipEnd::Cut,
        with_mirrored: true,
        root: &root.collect::<Vec<_>>(),
        joints: &[JointTrack {
            name: "foot",
            positions_m: &feet.collect::<Vec<_>>(),
        }],
        channels: &[],
    };
    builder.add_clip(&clip).unwrap();
    let leg = |upper| Leg {
        upper,
        lower: upper + 1,
        foot: upper + 2,
        toe: None,
    };
    let bones = [None, Some(0), Some(1), Some(2), Some(0), Some(4), Some(5)];
    let joints = bones.map(|parent| (parent, [0.0, -0.25, 0.0]));
    let still = Still {
        index: builder.build(),
        rig: Rig::new(joints, [leg(1), leg(4)]).unwrap(),
    };
    let all = PoseSpan {
        clip: ClipId::new(0),
        frames: FrameRange::new(0, 20).unwrap(),
        twins: Twins::Both,
    };
    let filter = Filter::new(&still.index, [all]).named("Gait.Run");
    let start = still.index.candidates().next().unwrap();
    let config = CharacterConfig::default();
    let mut character = Character::new(still, config, start, Placement::default()).unwrap();
    let config = RecordConfig {
        tags_stamp: Some(1),
        ..RecordConfig::default()
    };
    character.record(Some(config)).unwrap();
    let input = Input {
        want: Want::Stick([0.0, 1.0]),
        filter: Some(&filter),
        ..Input::default()
    };
    for _ in 0..10 {
        let updated = character.update(1.0 / 30.0, &input, &mut OpenWorld);
        updated.unwrap();
    }
    let mut bytes = Vec::new();
    assert!(character.write_recording(&mut bytes));
    bytes
}

fn post(studio: &Studio, name: &str, bytes: &[u8]) -> Answer {
    let mut headers = studio.headers();
    headers.push("content-type: application/octet-stream".to_owned());
    headers.push(format!("content-length: {}", bytes.len()));
    studio.request(&format!("POST /api/recording?name={name}"), &headers, bytes)
}

#[test]
fn a_game_sends_its_recording_to_the_open_page() {
    let studio = Studio::start();
    assert_eq!(studio.get("/api/recording").frames().0, Value::Null);
    let (mut page, _) = Page::open(&studio);
    assert_eq!(post(&studio, "game", &recording("run.bvh", 60)).done(), 1);
    let news = page.next();
    assert_eq!(
        news,
        serde_json::json!({ "kind": "recording", "revision": 1 })
    );
    let (header, numbers) = studio.get("/api/recording").frames();
    assert_eq!(
        (&header["name"], &header["frames"]),
        (&"game".into(), &10.into())
    );
    assert_eq!(header["clips"][0]["problem"], Value::Null);
    assert_eq!(header["groups"], serde_json::json!(["foot", "way"]));
    assert_eq!(header["hasOtherTags"], true);
    assert_eq!(header["firstFrame"], 0);
    assert_eq!(header["origin"].as_array().unwrap().len(), 3);
    assert_eq!(numbers.len(), 90);
    // The second frame is 1/30 s later.
    assert!((numbers[9 + 4] - 1.0 / 30.0).abs() < 1e-6);
    let search = &header["searches"][0];
    assert_eq!(
        (&search["frame"], &search["trigger"]),
        (&0.into(), &"input".into())
    );
    assert_eq!(
        (&search["filter"], &header["filters"][0]),
        (&0.into(), &"Gait.Run".into())
    );
    let best = &search["candidates"][0];
    let groups = best["groups"].as_array().unwrap();
    let sum: f64 = groups.iter().map(|cost| cost.as_f64().unwrap()).sum();
    let cost = best["cost"].as_f64().unwrap();
    assert!((sum - cost).abs() < 1e-4 * cost.max(1.0), "{sum} {cost}");
    for path in ["wanted", "got"] {
        assert_eq!(search[path].as_array().unwrap().len(), 2, "{path}");
    }
    // The next recording replaces it.
    assert_eq!(post(&studio, "game", &recording("run.bvh", 60)).done(), 2);
}

#[test]
fn the_root_of_a_clip_places_its_poses() {
    let studio = Studio::start();
    let (header, numbers) = studio.get("/api/roots?clip=run.bvh").frames();
    assert_eq!((&header["frames"], numbers.len()), (&60.into(), 240));
    // The clip moves forward by 0.05 m per frame.
    assert!(
        (numbers[4 * 30 + 1] - 1.5).abs() < 1e-3,
        "{:?}",
        &numbers[120..124]
    );
    studio
        .get("/api/roots?clip=none")
        .refused(404, "unknown-clip");
}

#[test]
fn wrong_recordings_are_refused_with_their_name() {
    let studio = Studio::start();
    let refused = post(&studio, "bad", b"BVH").refused(422, "bad-recording");
    assert_eq!(refused["message"], "bad: not a recording of a character");
    let mut cut = recording("run.bvh", 60);
    cut.pop();
    post(&studio, "cut", &cut).refused(422, "bad-recording");
    let other =
        post(&studio, "other", &recording("elsewhere.bvh", 60)).refused(422, "other-library");
    assert_eq!(
        other["message"],
        "other: the recording is of another library: the library has no clip named elsewhere.bvh"
    );
    let longer = post(&studio, "longer", &recording("run.bvh", 61)).refused(422, "other-library");
    let message = longer["message"].as_str().unwrap();
    assert!(
        message.contains("run.bvh has 60 frames at 30 per second, and 61"),
        "{message}"
    );
    assert_eq!(studio.get("/api/recording").frames().0, Value::Null);
}

#[test]
fn a_recording_opens_with_the_studio() {
    let studio = Studio::start();
    let path = studio.root().join("played.fwrec");
    let start = || {
        let options = Options {
            port: Some(0),
            recording: Some(path.clone()),
            ..Options::default()
        };
        Server::start(studio.root(), &options)
    };
    let Err(StartError::Recording { message, .. }) = start() else {
        panic!("started without the file")
    };
    assert!(
        message.starts_with(&path.display().to_string()),
        "{message}"
    );
    fs::write(&path, b"BVH").unwrap();
    let Err(error) = start() else {
        panic!("started with a file that is no recording")
    };
    assert_eq!(error.code(), "bad-recording");
    fs::write(&path, recording("run.bvh", 60)).unwrap();
    assert!(start().is_ok());
}
