//! `GET /api/media` and `GET /media/TICKET/FILE`: videos and sounds of the library, to play along with a clip.
//!
//! A media player does not send the header with the token, so the address itself contains a secret: a ticket as long
//! and as random as the token. Only the API gives out the ticket, and it is valid only for media files. The server
//! sends a file only if it has the extension of a video or a sound, lies in the library, is not hidden and is a regular
//! file. It does not follow links out of the library. Each response holds only the part that the player requests, so a
//! long video is never in memory.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path as InAddress, Request, State};
use axum::http::header::{ACCEPT_RANGES, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, RANGE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::Response;
use footwork_library::is_hidden;
use footwork_loopback::Peer;
use footwork_sidecar::Reference;
use footwork_store::open_inside;

use crate::answer::Answer;
use crate::api::MediaAnswer;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer, work};

/// The extensions of media files, and their content types.
const TYPES: [(&str, &str); 13] = [
    ("mp4", "video/mp4"),
    ("m4v", "video/mp4"),
    ("mov", "video/quicktime"),
    ("webm", "video/webm"),
    ("mkv", "video/x-matroska"),
    ("ogv", "video/ogg"),
    ("mp3", "audio/mpeg"),
    ("m4a", "audio/mp4"),
    ("aac", "audio/aac"),
    ("wav", "audio/wav"),
    ("flac", "audio/flac"),
    ("ogg", "audio/ogg"),
    ("opus", "audio/ogg"),
];

/// The maximum size of one response, in bytes. A player then requests the next part.
const MAX_PART_BYTES: u64 = 2 << 20;

/// The maximum number of files and folders that one search visits.
const MAX_LOOKED_AT: usize = 50_000;

/// The maximum depth of folders to visit.
const MAX_DEPTH: usize = 16;

pub(super) async fn list(State(studio): State<Arc<Studio>>) -> Result<Answer, Refusal> {
    answer(studio, |studio| {
        let mut search = Search {
            left: MAX_LOOKED_AT,
            files: Vec::new(),
            is_complete: true,
        };
        search.look(studio.root(), "", MAX_DEPTH);
        search.files.sort_unstable();
        Ok(MediaAnswer {
            prefix: format!("/media/{}/", studio.ticket.as_str()),
            files: search.files,
            is_complete: search.is_complete,
        })
    })
    .await
}

/// A bounded search for videos and sounds in a library of any size.
struct Search {
    /// The number of files and folders that the search may still visit.
    left: usize,
    files: Vec<String>,
    is_complete: bool,
}

impl Search {
    /// Adds the videos and sounds below a folder. Hidden files, hidden folders and links are left out.
    fn look(&mut self, folder: &Path, name: &str, depth: usize) {
        let Ok(entries) = fs::read_dir(folder) else {
            self.is_complete = false;
            return;
        };
        for entry in entries {
            let Ok(entry) = entry else {
                self.is_complete = false;
                return;
            };
            let Some(left) = self.left.checked_sub(1) else {
                self.is_complete = false;
                return;
            };
            self.left = left;
            let own = entry.file_name();
            let (Some(own), Ok(kind)) = (own.to_str(), entry.file_type()) else {
                continue;
            };
            if own.starts_with('.') {
                continue;
            }
            let own_name = format!("{name}{own}");
            if kind.is_dir() {
                match depth.checked_sub(1) {
                    Some(depth) => self.look(&entry.path(), &format!("{own_name}/"), depth),
                    None => self.is_complete = false,
                }
            } else if kind.is_file() && type_of(own).is_some() {
                self.files.push(own_name);
            }
        }
    }
}

fn type_of(file: &str) -> Option<&'static str> {
    let (_, ending) = file.rsplit_once('.')?;
    let mut types = TYPES.iter();
    let found = types.find(|(own, _)| own.eq_ignore_ascii_case(ending));
    found.map(|(_, content_type)| *content_type)
}

pub(super) async fn show(
    State(studio): State<Arc<Studio>>,
    InAddress((ticket, file)): InAddress<(String, String)>,
    request: Request,
) -> Result<Response, Refusal> {
    if !studio.ticket.is(ticket.as_bytes()) {
        return Err(no_such_file());
    }
    if let Some(peer) = request.extensions().get::<Arc<Peer>>() {
        peer.is_known();
    }
    let is_head = request.method() == Method::HEAD;
    let range = asked(request.headers());
    work(studio, move |studio| {
        // Accept only paths that a sidecar can contain.
        let named = Reference::new(&file, 0.0, 1.0).filter(|_| !is_hidden(&file));
        let (Some(_), Some(content_type)) = (named, type_of(&file)) else {
            return Err(no_such_file());
        };
        let opened = open_inside(studio.root(), &file).map_err(|_| no_such_file())?;
        part(opened, content_type, range, is_head)
    })
    .await
}

fn no_such_file() -> Refusal {
    Refusal::not_found("no-such-file", "the library has no such video or sound")
}

/// The part of a file that a player requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// The whole file, because the request has no range, several ranges, or an invalid range.
    All,
    /// From one byte up to and including another, or to the end of the file.
    From(u64, Option<u64>),
    /// The last bytes.
    Last(u64),
}

fn asked(headers: &HeaderMap) -> Asked {
    let text = headers.get(RANGE).and_then(|range| range.to_str().ok());
    text.and_then(read_range).unwrap_or(Asked::All)
}

fn read_range(text: &str) -> Option<Asked> {
    let (first, last) = text.strip_prefix("bytes=")?.split_once('-')?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(first) || !is_number(last) {
        return None;
    }
    match (first, last) {
        ("", last) => Some(Asked::Last(last.parse().ok()?)),
        (first, "") => Some(Asked::From(first.parse().ok()?, None)),
        (first, last) => {
            let (first, last) = (first.parse().ok()?, last.parse().ok()?);
            (first <= last).then_some(Asked::From(first, Some(last)))
        }
    }
}

/// Returns the first byte and the number of bytes to send from a file of `size` bytes: the whole file, or at most
/// [`MAX_PART_BYTES`] of a range. `None` if no byte of the file is in the range.
fn sent(range: Asked, size: u64) -> Option<(u64, u64)> {
    let (first, stop) = match range {
        Asked::All => return Some((0, size)),
        Asked::From(first, last) => (first, last.map_or(size, |last| last.saturating_add(1))),
        Asked::Last(count) => (size.saturating_sub(count), size),
    };
    let length = stop.min(size).checked_sub(first)?.min(MAX_PART_BYTES);
    (length > 0).then_some((first, length))
}

fn part(
    mut file: File,
    content_type: &'static str,
    range: Asked,
    is_head: bool,
) -> Result<Response, Refusal> {
    let unreadable = |error: io::Error| Refusal::unprocessable("unreadable", error.to_string());
    let size = file.metadata().map_err(unreadable)?.len();
    let Some((first, length)) = sent(range, size) else {
        let message = format!("the file has {size} bytes");
        let status = StatusCode::RANGE_NOT_SATISFIABLE;
        return Err(Refusal::new(status, "range", message));
    };
    if range == Asked::All && length > MAX_PART_BYTES && !is_head {
        let message =
            format!("a file of more than {MAX_PART_BYTES} bytes must be requested in parts");
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "range", message));
    }
    let mut bytes = Vec::new();
    if !is_head {
        file.seek(SeekFrom::Start(first)).map_err(unreadable)?;
        file.take(length)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
    }
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    if is_head {
        headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
    if range != Asked::All {
        let last = first + length - 1;
        let said = HeaderValue::from_str(&format!("bytes {first}-{last}/{size}"));
        headers.insert(
            CONTENT_RANGE,
            said.unwrap_or_else(|_| HeaderValue::from_static("bytes */*")),
        );
        *response.status_mut() = StatusCode::PARTIAL_CONTENT;
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_players_send_them() {
        let check = |text: &str, expected| assert_eq!(read_range(text), expected, "{text}");
        check("bytes=0-", Some(Asked::From(0, None)));
        check("bytes=5-9", Some(Asked::From(5, Some(9))));
        check("bytes=-500", Some(Asked::Last(500)));
        for odd in [
            "bytes=9-5",
            "bytes=-",
            "bytes=0-1,5-6",
            "bytes=+1-2",
            "frames=0-1",
            "bytes=99999999999999999999-",
        ] {
            check(odd, None);
        }
    }

    /// Five files in three nested folders: eight entries to visit.
    #[test]
    fn a_search_says_when_it_did_not_see_everything() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("a/b/c");
        fs::create_dir_all(&folder).unwrap();
        for name in ["1.mp4", "2.mp4", "3.mp4", "4.mp4", "x.txt"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let search = |left: usize, depth: usize| {
            let mut search = Search {
                left,
                files: Vec::new(),
                is_complete: true,
            };
            search.look(root.path(), "", depth);
            (search.files.len(), search.is_complete)
        };
        assert_eq!(search(8, 3), (4, true));
        assert_eq!(search(3, 3), (0, false));
        let (found, is_complete) = search(7, 3);
        assert!(found >= 3 && !is_complete);
        assert_eq!(search(8, 2), (0, false));
    }

    #[test]
    fn parts_lie_in_the_file() {
        assert_eq!(sent(Asked::All, 10), Some((0, 10)));
        assert_eq!(sent(Asked::From(0, None), 10), Some((0, 10)));
        assert_eq!(sent(Asked::From(8, Some(u64::MAX)), 10), Some((8, 2)));
        assert_eq!(sent(Asked::From(3, Some(3)), 10), Some((3, 1)));
        assert_eq!(sent(Asked::Last(4), 10), Some((6, 4)));
        assert_eq!(sent(Asked::Last(40), 10), Some((0, 10)));
        for none in [
            Asked::From(10, None),
            Asked::From(11, Some(12)),
            Asked::Last(0),
        ] {
            assert_eq!(sent(none, 10), None, "{none:?}");
        }
        let long = 10 * MAX_PART_BYTES;
        assert_eq!(sent(Asked::From(1, None), long), Some((1, MAX_PART_BYTES)));
    }
}
