//! The poses of tagged clips, which an edit stores in the background.

use std::fs;
use std::path::{Path, PathBuf};

use footwork_base::FrameRange;
use footwork_clip::{BvhDocument, write_bvh};
use footwork_store::UserFolder;

use crate::desk::Desk;
use crate::samples;

/// Returns the folder of the stored poses.
fn poses(root: &Path) -> PathBuf {
    let cache = UserFolder::Cache.of_library(root).unwrap();
    cache.path().join("poses")
}

/// Returns the number of pose files.
fn kept(root: &Path) -> usize {
    fs::read_dir(poses(root)).map_or(0, Iterator::count)
}

/// Returns a library of clips with different content.
fn library(clips: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let clip = samples::named("forward_jump_02.bvh").clip;
    let text = write_bvh(&BvhDocument::from_clip(&clip, 1.0).unwrap());
    for clip in 0..clips {
        let text = format!("{text}{}", "\n".repeat(clip));
        fs::write(folder.path().join(format!("{clip}.bvh")), text).unwrap();
    }
    folder
}

fn paint_all(library: &mut Desk) {
    let tag = "Seen".parse().unwrap();
    let clips: Vec<_> = library.clips().iter().map(|(clip, _)| clip).collect();
    for clip in clips {
        let range = FrameRange::new(0, 9).unwrap();
        library.paint(&tag, clip, range).unwrap();
    }
}

#[test]
fn all_poses_are_stored_when_the_library_is_dropped() {
    let folder = library(3);
    let mut open = Desk::open(folder.path());
    paint_all(&mut open);
    drop(open);
    assert_eq!(kept(folder.path()), 3);
}

#[test]
fn recalling_a_pose_waits_until_it_is_stored() {
    let folder = library(2);
    let mut open = Desk::open(folder.path());
    paint_all(&mut open);
    let clip = open.find_clip("1").unwrap();
    assert!(open.recall_pose(clip).unwrap().is_some());
    // Later edits store poses again.
    fs::remove_dir_all(poses(folder.path())).unwrap();
    let tag = "Again".parse().unwrap();
    let range = FrameRange::new(3, 5).unwrap();
    open.paint(&tag, clip, range).unwrap();
    drop(open);
    assert_eq!(kept(folder.path()), 1);
}

#[test]
fn cancelled_poses_do_not_delay_the_drop_of_the_library() {
    let folder = library(2);
    let mut open = Desk::open(folder.path());
    open.give_up_poses();
    paint_all(&mut open);
    drop(open);
    assert_eq!(kept(folder.path()), 0);
}
