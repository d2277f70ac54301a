//! `.footwork-edit` in the library's root lists edits of several files that are in progress.
//!
//! The marker is for other users. An edit of several files is in the journal of its user, which others cannot read. If
//! the program is stopped, some files are old and some new until that user's next command. The marker names that user.
//! The marker is plain text with one paragraph per edit, and is written and removed under the lock of the root. It is
//! only a message: nothing in it is ever carried out.

use std::env;
use std::fmt;
use std::path::Path;
use std::process;

use crate::holder::{machine, now_ms, utc};

/// The file, below the library's root.
pub const MARKER_FILE: &str = ".footwork-edit";

/// The size of the largest marker that is read, in bytes.
pub(crate) const MAX_BYTES: usize = 64 << 10;

/// The maximum length of a value, in characters.
const MAX_CHARS: usize = 200;

/// An edit of several files that is not complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InFlight {
    /// The user who made the edit.
    pub user: String,
    /// The user's machine.
    pub machine: String,
    /// The process, as a number.
    pub process: String,
    /// The time at which the edit began, such as `2026-11-28T13:05:09Z`.
    pub time: String,
    /// A description of the edit.
    pub operation: String,
}

impl InFlight {
    /// Returns the entry for an edit that this process begins now.
    pub(crate) fn own(operation: &str) -> Self {
        Self {
            user: user(),
            machine: plain(&machine()),
            process: process::id().to_string(),
            time: utc(now_ms() / 1000),
            operation: plain(operation),
        }
    }

    /// Returns whether the edit was made on this machine by the user who runs this program.
    pub fn is_own(&self) -> bool {
        let own = Self::own("");
        number(&self.user) == number(&own.user) && self.machine == own.machine
    }

    /// Returns the edits that a marker lists; empty if `marker` is not the text of a marker.
    pub(crate) fn all(marker: &[u8]) -> Vec<Self> {
        let text = String::from_utf8_lossy(&marker[..marker.len().min(MAX_BYTES)]);
        text.split("\n\n").filter_map(Self::from_text).collect()
    }

    /// Returns the text of a marker for all these edits.
    pub(crate) fn to_marker(all: &[Self]) -> Vec<u8> {
        let all = all.iter().map(Self::to_text);
        all.collect::<Vec<_>>().join("\n").into_bytes()
    }

    fn from_text(text: &str) -> Option<Self> {
        let value = |key: &str| {
            let mut lines = text.lines();
            let value = lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
            value.map(plain)
        };
        Some(Self {
            user: value("user")?,
            machine: value("machine")?,
            process: value("process")?,
            time: value("time")?,
            operation: value("operation")?,
        })
    }

    fn to_text(&self) -> String {
        let Self {
            user,
            machine,
            process,
            time,
            operation,
        } = self;
        format!(
            "user: {user}\nmachine: {machine}\nprocess: {process}\ntime: {time}\noperation: {operation}\n"
        )
    }
}

impl fmt::Display for InFlight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            user,
            machine,
            process,
            time,
            ..
        } = self;
        write!(f, "{user} (process {process} on {machine}, since {time})")
    }
}

/// Returns the edits that the marker of a library lists. Empty if there is no marker, if it cannot be read, or if the
/// file is not a marker.
pub fn in_flight(root: &Path) -> Vec<InFlight> {
    let files = crate::rooted::RootedFiles::new(root);
    let marker = files.read_bounded(&root.join(MARKER_FILE), MAX_BYTES);
    let marker = marker.ok().flatten().unwrap_or_default();
    InFlight::all(&marker)
}

/// Returns the user who runs this program, in a form that other users recognise.
fn user() -> String {
    let named = |name: &&str| env::var(name).ok().filter(|name| !name.is_empty());
    let name = ["USER", "LOGNAME", "USERNAME"].iter().find_map(named);
    let name = name.unwrap_or_else(|| "a user".to_owned());
    #[cfg(unix)]
    let name = format!("{name} [{}]", rustix::process::geteuid().as_raw());
    plain(&name)
}

/// Returns the user's number on Unix, because the name comes from the environment and proves nothing. Returns the name
/// on other systems.
fn number(user: &str) -> &str {
    user.rsplit_once('[').map_or(user, |(_, number)| number)
}

/// Returns a text on one line, without characters that a terminal might interpret.
fn plain(text: &str) -> String {
    let turns = |c| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shown = |c: char| if c.is_control() || turns(c) { '?' } else { c };
    text.chars().take(MAX_CHARS).map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_is_read_as_it_was_written() {
        let one = InFlight::own("tag apply Gait.Run\nuser: nobody");
        assert!(one.is_own());
        assert!(one.operation.ends_with("Run?user: nobody"));
        let other = InFlight {
            user: "bob".to_owned(),
            ..one.clone()
        };
        assert!(!other.is_own());
        let all = [one, other];
        assert_eq!(InFlight::all(&InFlight::to_marker(&all)), all);
        assert_eq!(InFlight::to_marker(&[]), b"");
    }

    #[test]
    fn text_from_another_program_is_harmless() {
        for nothing in [
            &b""[..],
            b"\n\n\n",
            b"user: bob\nmachine: here\n",
            &[0xff; 99],
        ] {
            assert_eq!(InFlight::all(nothing), []);
        }
        let all = InFlight::all(
            "user: \u{1b}[2Jbob\u{202e}\nmachine: m\nprocess: 1\ntime: t\noperation: o".as_bytes(),
        );
        assert_eq!(all[0].to_string(), "?[2Jbob? (process 1 on m, since t)");
        let long = InFlight::own(&"x".repeat(10 * MAX_BYTES));
        assert!(long.to_text().len() < MAX_BYTES / 8);
    }
}
