//! A loaded database gives the same answers as one opened from the same bytes.

use bevy_asset::{AssetServer, Assets, Handle, LoadState};
use bevy_footwork::{CharacterPoses, TagDatabase};
use footwork::poses::SkeletonId;
use footwork::tags::Database;

use super::app;

fn bytes(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/");
    std::fs::read(folder.to_owned() + name).unwrap()
}

fn loaded<A: bevy_asset::Asset>(
    app: &mut bevy_app::App,
    name: &'static str,
) -> (Handle<A>, LoadState) {
    let handle: Handle<A> = app.world().resource::<AssetServer>().load(name);
    for _ in 0..10_000 {
        app.update();
        let state = app.world().resource::<AssetServer>().load_state(&handle);
        if !matches!(state, LoadState::NotLoaded | LoadState::Loading) {
            return (handle, state);
        }
        std::thread::yield_now();
    }
    panic!("{name} is not loaded");
}

#[test]
fn a_loaded_database_gives_the_answers_of_an_opened_one() {
    let mut app = app();
    for name in ["formats/clips.1.0.tagdb", "formats/clips.1.1.tagdb"] {
        let (handle, state) = loaded::<TagDatabase>(&mut app, name);
        assert!(state.is_loaded(), "{state:?}");
        let plain = Database::from_bytes(bytes(name)).unwrap();
        let databases = app.world().resource::<Assets<TagDatabase>>();
        let database = databases.get(&handle).unwrap();
        let names: Vec<String> = plain.tags().map(|(name, _)| name.to_string()).collect();
        assert!(!names.is_empty());
        let mut found = 0;
        for one in &names {
            for other in &names {
                let query = format!("longer({one}, 2) | {one} - {other}");
                let answer = database.query(&query).unwrap();
                assert_eq!(answer, plain.query(&query).unwrap(), "{query}");
                found += answer.frame_count();
            }
        }
        assert!(found > 0);
    }
}

#[test]
fn a_loaded_file_of_poses_equals_an_opened_one() {
    let mut app = app();
    let name = "characters/football.fwposes";
    let (handle, state) = loaded::<CharacterPoses>(&mut app, name);
    assert!(state.is_loaded(), "{state:?}");
    let poses = app.world().resource::<Assets<CharacterPoses>>();
    let poses = poses.get(&handle).unwrap();
    let plain = footwork::poses::PoseFile::open(bytes(name)).unwrap();
    assert_eq!(poses.clips().count(), plain.clips().count());
    let first = SkeletonId::new(0);
    let index = poses.motion(first).unwrap().index();
    let plain = plain.skeleton(first).unwrap();
    assert_eq!(index.to_bytes(), plain.index_bytes());
    assert!(poses.motion(SkeletonId::new(1)).is_err());
}

#[test]
fn a_file_of_another_kind_is_rejected() {
    for bytes in [bytes("characters/football.tagdb"), Vec::new()] {
        assert!(CharacterPoses::from_bytes(bytes).is_err());
    }
}

#[test]
fn a_missing_file_fails_to_load() {
    let mut app = app();
    let (_, state) = loaded::<TagDatabase>(&mut app, "no-such-file.tagdb");
    assert!(state.is_failed(), "{state:?}");
}
