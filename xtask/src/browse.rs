//! Opening a page of this machine in a browser.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns the address of a file.
pub(crate) fn address(file: &Path) -> String {
    let path = file.to_string_lossy().replace('\\', "/");
    let mut address = String::from("file://");
    if !path.starts_with('/') {
        address.push('/');
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/:-_.~".contains(&byte) {
            address.push(char::from(byte));
        } else {
            address.push_str(&format!("%{byte:02X}"));
        }
    }
    address
}

/// Opens a file with the program that the system has for it.
///
/// # Errors
/// Returns an error if there is no display, or if the program cannot start.
pub(crate) fn open(file: &Path) -> io::Result<()> {
    let has_display = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some());
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else if has_display {
        Command::new("xdg-open")
    } else {
        return Err(io::Error::other("there is no display"));
    };
    command.arg(file).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::address;

    #[test]
    fn special_characters_of_a_path_are_encoded() {
        let check = |path, expected| assert_eq!(address(Path::new(path)), expected);
        check("/a/b.html", "file:///a/b.html");
        check(
            "/my clips/50%?#.html",
            "file:///my%20clips/50%25%3F%23.html",
        );
        check("C:\\a\\b.html", "file:///C:/a/b.html");
    }
}
