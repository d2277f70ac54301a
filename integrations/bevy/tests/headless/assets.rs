//! A loaded database gives the same answers as one opened from the same bytes.

use bevy_asset::{AssetServer, Assets, Handle, LoadState};
use bevy_footwork::{PoseIndex, TagDatabase};
use footwork::tags::Database;

use super::app;

fn bytes(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/formats/");
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
fn a_loaded_database_answers_as_the_plain_one() {
    let mut app = app();
    for name in ["clips.1.0.tagdb", "clips.1.1.tagdb"] {
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
fn a_loaded_index_is_the_plain_one() {
    let mut app = app();
    let (handle, state) = loaded::<PoseIndex>(&mut app, "poses.2.fwpi");
    assert!(state.is_loaded(), "{state:?}");
    let index = &app
        .world()
        .resource::<Assets<PoseIndex>>()
        .get(&handle)
        .unwrap()
        .0;
    assert!(index.pose_count() > 0);
    assert_eq!(index.to_bytes(), bytes("poses.2.fwpi"));
}

#[test]
fn what_is_not_there_fails() {
    let mut app = app();
    let (_, state) = loaded::<TagDatabase>(&mut app, "no-such-file.tagdb");
    assert!(state.is_failed(), "{state:?}");
}
