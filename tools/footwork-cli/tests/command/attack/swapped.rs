//! Files and folders replaced by links and restored while the command runs.

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use super::is_soak;
use super::stranger::Stranger;

/// Returns the number of swaps to make while calls run.
fn swaps() -> usize {
    if is_soak() { 20_000 } else { 300 }
}

/// Runs calls while `swap` replaces a file or folder with a link and restores it.
fn check(stranger: &Stranger, what: &str, calls: &[&[&str]], swap: impl Fn() + Sync) {
    let before = stranger.around();
    let (is_over, count) = (AtomicBool::new(false), AtomicUsize::new(0));
    let lib = stranger.lib();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                swap();
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
        let mut rounds = 0;
        while rounds < 4 || count.load(Ordering::Relaxed) < swaps() {
            for call in calls {
                let placed = |word: &&str| {
                    if *word == "LIB" {
                        lib.clone()
                    } else {
                        (*word).to_owned()
                    }
                };
                let call: Vec<String> = call.iter().map(placed).collect();
                let done = stranger.run(&call);
                let is_sound = (0..=2).contains(&done.code) && !done.stderr.contains("panicked");
                if !is_sound {
                    is_over.store(true, Ordering::Relaxed);
                }
                assert!(is_sound, "{what}: {call:?}: {}", done.stderr);
            }
            rounds += 1;
        }
        is_over.store(true, Ordering::Relaxed);
    });
    // Remove the temporary files that calls could not remove while their folder was a link.
    stranger.run(&["info", &lib]);
    stranger.check(&before, what);
}

/// Replaces the folder of a clip with a link to a folder that has a sidecar of the same name.
#[test]
fn a_sidecar_folder_that_becomes_a_link_is_not_followed() {
    let stranger = Stranger::new();
    stranger.write("lib/walks/run.bvh", &stranger.read("lib/run.bvh"));
    stranger.write("outside/clips/run.bvh", &stranger.read("lib/run.bvh"));
    fs::remove_file(stranger.path("lib/run.bvh")).unwrap();
    fs::remove_file(stranger.path("lib/run.bvh.tags")).unwrap();
    let walks = stranger.path("lib/walks");
    let aside = stranger.path("state/aside");
    let target = stranger.path("outside/clips");
    let calls: &[&[&str]] = &[
        &["tag", "apply", "LIB", "Tempo.Fast", "--where", "all"],
        &["undo", "LIB"],
    ];
    check(&stranger, "the folder of a sidecar", calls, || {
        _ = fs::rename(&walks, &aside);
        _ = symlink(&target, &walks);
        thread::yield_now();
        _ = fs::remove_file(&walks);
        _ = fs::rename(&aside, &walks);
    });
}
