//! The Chromium for testing and measuring pages.

use std::env;
use std::path::PathBuf;

/// The names of Chromium and Chrome on various systems.
const NAMES: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

/// Chromium without windows. It draws the same pages with a third less work.
const SHELL: &[&str] = &["chromium-headless-shell"];

/// Returns the browser for tests: the one in `CHROMIUM`, else the one without windows, else the first installed one.
pub(crate) fn for_tests() -> Option<PathBuf> {
    named().or_else(|| in_path(SHELL)).or_else(installed)
}

/// Returns the browser for measurements, one that people use: the one in `CHROMIUM`, else the first installed one.
pub(crate) fn of_people() -> Option<PathBuf> {
    named().or_else(installed)
}

fn named() -> Option<PathBuf> {
    let named = env::var_os("CHROMIUM").filter(|named| !named.is_empty());
    named.map(PathBuf::from)
}

fn installed() -> Option<PathBuf> {
    // On macOS and Windows browsers are not in `PATH`.
    let mac = ["Google Chrome", "Chromium"]
        .map(|name| PathBuf::from(format!("/Applications/{name}.app/Contents/MacOS/{name}")));
    let windows = env::var_os("ProgramFiles")
        .map(|folder| PathBuf::from(folder).join("Google/Chrome/Application/chrome.exe"));
    let mut elsewhere = mac.into_iter().chain(windows);
    in_path(NAMES).or_else(|| elsewhere.find(|path| path.is_file()))
}

/// Returns the path of the first of several commands that is in `PATH`.
fn in_path(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let mut places = names.iter().flat_map(|name| {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        folders.iter().map(move |folder| folder.join(&file))
    });
    places.find(|path| path.is_file())
}
