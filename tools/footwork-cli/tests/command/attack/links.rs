//! Files and folders of `.footwork/` that are links.

use std::fs;
use std::path::PathBuf;

use super::calls;
use super::is_soak;
use super::stranger::Stranger;

/// What `.footwork/` can hold.
const OWN: &[&str] = &[
    "journal",
    "history",
    "history.damaged",
    "lock",
    "index",
    ".gitignore",
    "poses",
];

/// Where a link leads, outside the library.
#[derive(Clone, Copy, Debug)]
enum Target {
    File,
    Nowhere,
    Folder,
    /// The folder of another library.
    Own,
}

use Target::{File, Folder, Nowhere, Own};

impl Target {
    fn path(self, stranger: &Stranger) -> PathBuf {
        stranger.path(match self {
            File => "outside/victim",
            Nowhere => "outside/made",
            Folder => "outside/folder",
            Own => "beside/.footwork",
        })
    }
}

/// The calls of every day for a single link: one that reads, one that edits, one that needs the history.
fn is_daily(call: &[String]) -> bool {
    let is = |words: &[&str]| call.iter().zip(words).all(|(a, b)| a == b);
    is(&["info"]) || is(&["tag", "add"]) || is(&["undo"])
}

#[test]
fn no_verb_goes_through_links() {
    for target in [File, Nowhere, Folder] {
        let stranger = Stranger::large();
        let is_all = is_soak() || matches!(target, File);
        let calls = calls::all(&stranger.lib(), &stranger.out()).into_iter();
        for call in calls.filter(|call| is_all || is_daily(call)) {
            // Each time again, as a call may replace them.
            for file in OWN {
                stranger.link(&format!("lib/.footwork/{file}"), &target.path(&stranger));
            }
            stranger.attacked(&call, &format!("all are links: {target:?}"));
        }
    }
}

#[test]
fn no_verb_takes_a_link_for_the_folder() {
    for target in [File, Nowhere, Folder, Own] {
        let stranger = Stranger::large();
        let is_all = is_soak() || matches!(target, Own);
        let calls = calls::all(&stranger.lib(), &stranger.out()).into_iter();
        for call in calls.filter(|call| is_all || is_daily(call)) {
            stranger.link("lib/.footwork", &target.path(&stranger));
            stranger.attacked(&call, &format!("the folder is a link: {target:?}"));
        }
    }
}

/// A clip that is a link out of the library can be tagged: the sidecar lies beside the link.
#[test]
fn a_linked_clip_is_tagged_beside_its_link() {
    let stranger = Stranger::new();
    stranger.link("lib/near.bvh", &stranger.path("outside/clips/far.bvh"));
    let ran = stranger.attacked(
        &["tag", "add", &stranger.lib(), "Gait.Run", "near", "1", "2"],
        "a linked clip",
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        fs::symlink_metadata(stranger.path("lib/near.bvh.tags"))
            .unwrap()
            .is_file()
    );
}
