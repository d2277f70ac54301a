//! The Chromium that pages are tested and measured in.

use std::env;
use std::path::PathBuf;

/// What Chromium and Chrome are called on one system or another.
const NAMES: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

/// Chromium without windows: it draws the same pages with a third less work.
const SHELL: &[&str] = &["chromium-headless-shell"];

/// What tests drive: the browser that `CHROMIUM` names, or the one without windows, or the one that people use.
pub(crate) fn for_tests() -> Option<PathBuf> {
    named().or_else(|| in_path(SHELL)).or_else(installed)
}

/// What people use, to measure in: the browser that `CHROMIUM` names, or the first one that the machine has.
pub(crate) fn of_people() -> Option<PathBuf> {
    named().or_else(installed)
}

fn named() -> Option<PathBuf> {
    let named = env::var_os("CHROMIUM").filter(|named| !named.is_empty());
    named.map(PathBuf::from)
}

fn installed() -> Option<PathBuf> {
    // Where Macs and Windows have it, which is in no `PATH`.
    let mac = ["Google Chrome", "Chromium"]
        .map(|name| PathBuf::from(format!("/Applications/{name}.app/Contents/MacOS/{name}")));
    let windows = env::var_os("ProgramFiles")
        .map(|folder| PathBuf::from(folder).join("Google/Chrome/Application/chrome.exe"));
    let mut elsewhere = mac.into_iter().chain(windows);
    in_path(NAMES).or_else(|| elsewhere.find(|path| path.is_file()))
}

/// The first of these commands that a folder of `PATH` has.
fn in_path(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let mut places = names.iter().flat_map(|name| {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        folders.iter().map(move |folder| folder.join(&file))
    });
    places.find(|path| path.is_file())
}
