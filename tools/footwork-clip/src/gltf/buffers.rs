//! Fetches the buffers of a glTF file: its own binary chunk, `data:` URIs, and files next to it.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use gltf_json::Root;

use super::document::shown;
use super::error::GltfError;
use crate::limits::Limits;

/// Reads the files that a clip file refers to.
pub trait FileSource {
    /// Returns the bytes of the file at a relative path, which uses `/` and has no `..`.
    ///
    /// # Errors
    /// If the file does not exist, cannot be read, or has more than `limit` bytes.
    fn file(&self, path: &str, limit: usize) -> io::Result<Vec<u8>>;
}

/// A source without files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl FileSource for NoFiles {
    fn file(&self, _: &str, _: usize) -> io::Result<Vec<u8>> {
        Err(io::Error::new(
            io::ErrorKind::NotFound,
            "no other files are available",
        ))
    }
}

/// The files in a folder and its subfolders.
#[derive(Clone, Debug)]
pub struct FolderFiles(PathBuf);

impl FolderFiles {
    /// Returns the source for the folder that contains a file.
    pub fn containing(file: &Path) -> Self {
        Self(file.parent().unwrap_or(Path::new("")).to_owned())
    }
}

impl FileSource for FolderFiles {
    fn file(&self, path: &str, limit: usize) -> io::Result<Vec<u8>> {
        let folder = if self.0.as_os_str().is_empty() {
            Path::new(".").canonicalize()?
        } else {
            self.0.canonicalize()?
        };
        let path = folder.join(path).canonicalize()?;
        if !path.starts_with(&folder) {
            return Err(io::Error::other("it leads out of the folder"));
        }
        // Checked before opening, because opening a pipe would block.
        let metadata = std::fs::metadata(&path)?;
        if !metadata.is_file() {
            return Err(io::Error::other("it is not a file"));
        }
        let most = u64::try_from(limit).unwrap_or(u64::MAX);
        let too_large = || io::Error::other(format!("it has more than {limit} bytes"));
        if metadata.len() > most {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        let file = File::open(path)?;
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() > limit {
            Err(too_large())
        } else {
            Ok(bytes)
        }
    }
}

/// All buffers of a file, and whether any of them comes from another file.
pub(super) struct Buffers<'a> {
    pub(super) bytes: Vec<Cow<'a, [u8]>>,
    pub(super) outside: bool,
}

/// Fetches every buffer, up to a total size of [`Limits::bytes`], not counting the binary chunk of the file itself.
pub(super) fn fetch<'a>(
    root: &Root,
    bin: Option<&'a [u8]>,
    files: &dyn FileSource,
    limits: &Limits,
) -> Result<Buffers<'a>, GltfError> {
    let mut left = limits.bytes;
    let mut buffers = Buffers {
        bytes: Vec::new(),
        outside: false,
    };
    for (index, buffer) in root.buffers.iter().enumerate() {
        let place = format!("buffers[{index}]");
        let bytes: Cow<'a, [u8]> = match (&buffer.uri, bin) {
            (None, Some(bin)) if index == 0 => Cow::Borrowed(bin),
            (None, _) => {
                let message = "it has no uri, and there is no binary chunk for it";
                return Err(GltfError::new("no-buffer", place, message));
            }
            (Some(uri), _) => match uri.strip_prefix("data:") {
                Some(data) => Cow::Owned(embedded(data).map_err(|message| {
                    GltfError::new("bad-data-uri", format!("{place}.uri"), message)
                })?),
                None => {
                    buffers.outside = true;
                    Cow::Owned(outside(uri, files, left).map_err(|(code, message)| {
                        GltfError::new(code, format!("{place}.uri"), message)
                    })?)
                }
            },
        };
        let declared = buffer.byte_length.0;
        let found = bytes.len();
        if u64::try_from(found).is_ok_and(|found| found < declared) {
            let message = format!("byteLength is {declared}, and there are {found} bytes");
            return Err(GltfError::new("short-buffer", place, message));
        }
        if !matches!(bytes, Cow::Borrowed(_)) {
            left = left.checked_sub(found).ok_or_else(|| {
                let message = format!("the buffers are larger than the limit of {}", limits.bytes);
                GltfError::new("too-many-bytes", place, message)
            })?;
        }
        buffers.bytes.push(bytes);
    }
    Ok(buffers)
}

/// Decodes the part of a URI after `data:`.
fn embedded(data: &str) -> Result<Vec<u8>, &'static str> {
    let (kind, content) = data.split_once(',').ok_or("the data URI has no comma")?;
    if !kind.ends_with(";base64") {
        return Err("the data URI is not base64");
    }
    base64(content.as_bytes()).ok_or("the data URI is not base64")
}

/// Decodes base64 in either alphabet, with or without padding.
fn base64(text: &[u8]) -> Option<Vec<u8>> {
    let mut text = text;
    for _ in 0..2 {
        text = text.strip_suffix(b"=").unwrap_or(text);
    }
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for four in text.chunks(4) {
        let mut word = 0u32;
        for &byte in four {
            let six = match byte {
                b'A'..=b'Z' => byte - b'A',
                b'a'..=b'z' => byte - b'a' + 26,
                b'0'..=b'9' => byte - b'0' + 52,
                b'+' | b'-' => 62,
                b'/' | b'_' => 63,
                _ => return None,
            };
            word = word << 6 | u32::from(six);
        }
        let whole = match four.len() {
            4 => 3,
            3 => 2,
            2 => 1,
            _ => return None,
        };
        let bytes = (word << (6 * (4 - four.len()))).to_be_bytes();
        out.extend_from_slice(bytes.get(1..1 + whole)?);
    }
    Some(out)
}

/// Reads a file next to this one. Only relative paths that stay in the folder of this file are accepted.
fn outside(
    uri: &str,
    files: &dyn FileSource,
    limit: usize,
) -> Result<Vec<u8>, (&'static str, String)> {
    let refuse = |why: &str| Err(("foreign-uri", format!("{:?} {why}", shown(uri))));
    let Some(path) = percent_decoded(uri) else {
        return refuse("is not a URI");
    };
    if path.contains(':') {
        return refuse("is not a file next to this one, and nothing else is fetched");
    }
    if path.starts_with('/') || path.contains(['\\', '\0']) {
        return refuse("is not a relative path");
    }
    if path.is_empty() || path.split('/').any(|part| part == "..") {
        return refuse("does not stay in the folder of the file");
    }
    files.file(&path, limit).map_err(|error| {
        (
            "no-buffer",
            format!("{:?} cannot be read: {error}", shown(uri)),
        )
    })
}

fn percent_decoded(uri: &str) -> Option<String> {
    let mut bytes = uri.bytes();
    let mut out = Vec::with_capacity(uri.len());
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let (high, low) = (digit(bytes.next())?, digit(bytes.next())?);
        out.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded() {
        let check = |text: &str, expected: Option<&[u8]>| {
            assert_eq!(base64(text.as_bytes()).as_deref(), expected, "{text}");
        };
        check("", Some(b""));
        check("Zg==", Some(b"f"));
        check("Zm8=", Some(b"fo"));
        check("Zm9v", Some(b"foo"));
        check("Zm9vYg", Some(b"foob"));
        check("_-8=", Some(&[0xff, 0xef]));
        check("Z", None);
        check("Zm 9v", None);
    }

    #[test]
    fn only_relative_paths_inside_the_folder_are_followed() {
        struct Anything;
        impl FileSource for Anything {
            fn file(&self, path: &str, _: usize) -> io::Result<Vec<u8>> {
                Ok(path.as_bytes().to_vec())
            }
        }
        let check = |uri: &str, expected: Result<&str, &str>| {
            let found = outside(uri, &Anything, 10).map_err(|(code, _)| code);
            let found = found.map(|bytes| String::from_utf8(bytes).unwrap_or_default());
            assert_eq!(found.as_deref().map_err(|code| *code), expected, "{uri}");
        };
        check("a%20b.bin", Ok("a b.bin"));
        check("parts/a.bin", Ok("parts/a.bin"));
        for uri in [
            "",
            "/etc/passwd",
            "../a.bin",
            "a/../../b",
            "%2e%2e/a.bin",
            "%2fetc/passwd",
            "http://example.com/a.bin",
            "file:///etc/passwd",
            "C:/a.bin",
            "C%3A/a.bin",
            "a\\..\\b",
            "a%00.bin",
            "%zz",
            "%ff",
        ] {
            check(uri, Err("foreign-uri"));
        }
    }
}
