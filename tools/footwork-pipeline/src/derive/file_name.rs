//! Checks for file names that every file system accepts and that stay within their folder.

/// Characters that some file systems reject, in addition to control characters.
const REFUSED: &[char] = &['<', '>', ':', '"', '\\', '|', '?', '*'];

/// Names that mean devices on Windows, with any extension.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul", "conin$", "conout$"];

/// The maximum length of the name of a file or folder, in bytes, including its extension and that
/// of the sidecar.
const MAX_NAME_BYTES: usize = 240;

/// Returns why a relative path with `/` is not a valid file name.
pub(super) fn check(path: &str) -> Result<(), String> {
    if path.is_empty() {
        return Err("it is empty".to_owned());
    }
    if path.starts_with('/') {
        return Err("it is an absolute path".to_owned());
    }
    path.split('/').try_for_each(check_part)
}

fn check_part(part: &str) -> Result<(), String> {
    if part.is_empty() {
        return Err("a part of it is empty".to_owned());
    }
    if part == ".." || part == "." {
        return Err(format!("`{part}` cannot be a part of it"));
    }
    if part.starts_with('.') {
        return Err(format!("{part:?} is hidden, and libraries ignore it"));
    }
    if part.ends_with(['.', ' ']) {
        return Err(format!("{part:?} ends with a dot or a space"));
    }
    let is_refused = |c: &char| c.is_control() || REFUSED.contains(c);
    if let Some(refused) = part.chars().find(is_refused) {
        return Err(format!("some file systems refuse {refused:?}"));
    }
    if part.len() > MAX_NAME_BYTES {
        return Err(format!(
            "a part of it is longer than {MAX_NAME_BYTES} bytes"
        ));
    }
    if is_device(part) {
        return Err(format!("{part:?} is the name of a device on Windows"));
    }
    Ok(())
}

/// Returns whether Windows treats a name as a device: `NUL`, `nul.bvh`, `COM1 .txt`.
fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part);
    let stem = stem.trim_end_matches(' ').to_lowercase();
    let numbered = ["com", "lpt"].iter().any(|port| {
        let mut rest = stem.strip_prefix(port).unwrap_or("").chars();
        let digit = rest
            .next()
            .is_some_and(|c| matches!(c, '0'..='9' | '¹' | '²' | '³'));
        digit && rest.next().is_none()
    });
    numbered || DEVICES.contains(&stem.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_valid_on_every_file_system_pass() {
        let long = "n".repeat(MAX_NAME_BYTES);
        let names = [
            "walk_00.bvh",
            "Run/walk 00",
            "a/b/c",
            "walk..01",
            "CONE",
            "com",
            "COM10",
            "null",
            "Schleichgang über",
            "a%7Cb",
            "100%",
            "x#y",
            "-",
            "~",
            &long,
        ];
        for name in names {
            assert_eq!(check(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn names_that_some_file_systems_reject_or_that_leave_the_folder_fail() {
        let long = "n".repeat(MAX_NAME_BYTES + 1);
        let names = [
            "",
            "/",
            "/a",
            "a/",
            "a//b",
            "..",
            "../a",
            "a/../b",
            ".",
            "./a",
            "a/.",
            ".hidden",
            "a/.git/b",
            "a.",
            "a ",
            "a ./b",
            "a\\b",
            "..\\a",
            "C:a",
            "C:/a",
            "a:b",
            "a*",
            "a?",
            "a|b",
            "a<b",
            "a>b",
            "a\"b",
            "a\nb",
            "a\0b",
            "a\u{7f}",
            "\u{85}",
            "con",
            "CON.bvh",
            "Nul/a",
            "a/aux.x.y",
            "COM1",
            "lpt9.txt",
            "com¹",
            "NUL .bvh",
            "conin$",
            &long,
        ];
        for name in names {
            assert!(check(name).is_err(), "{name:?}");
        }
    }
}
