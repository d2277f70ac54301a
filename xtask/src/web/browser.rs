//! The Chromium that drives the page in tests.

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

/// The browser that `CHROMIUM` names, or the first one that the machine has.
pub(crate) fn find() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM").filter(|named| !named.is_empty()) {
        return Some(PathBuf::from(named));
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    // Where Macs and Windows have it, which is in no `PATH`.
    let mac = ["Google Chrome", "Chromium"]
        .map(|name| PathBuf::from(format!("/Applications/{name}.app/Contents/MacOS/{name}")));
    let windows = env::var_os("ProgramFiles")
        .map(|folder| PathBuf::from(folder).join("Google/Chrome/Application/chrome.exe"));
    NAMES
        .iter()
        .flat_map(|name| {
            let file = format!("{name}{}", env::consts::EXE_SUFFIX);
            folders.iter().map(move |folder| folder.join(&file))
        })
        .chain(mac)
        .chain(windows)
        .find(|path| path.is_file())
}
