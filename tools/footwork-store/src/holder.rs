//! The holder of the lock, described by a text that it writes into the lock and other processes read.
//!
//! Any program may have written the text, so only a bounded part is read, without characters that a terminal might
//! interpret.

use std::env;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

/// The size of the text in bytes. The full length is always written, because emptying a file and writing it again may
/// wait for the disk.
const TEXT_BYTES: usize = 256;

/// The longest name that is read, in characters.
const MAX_NAME_CHARS: usize = 60;

/// A day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// A process that holds the lock, as it describes itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Holder {
    program: String,
    process: u32,
    machine: String,
    /// The time of locking, in milliseconds since 1970.
    since: u64,
}

impl Holder {
    /// Returns the description of this process, as the holder from now on.
    pub(crate) fn own() -> Self {
        let program = env::current_exe().ok();
        let program = program.as_deref().and_then(Path::file_stem);
        let program = program.map(|name| name.to_string_lossy().into_owned());
        Self {
            program: program.unwrap_or_default(),
            process: process::id(),
            machine: machine(),
            since: now_ms(),
        }
    }

    /// Returns the holder described in the lock; `None` if there is no description.
    pub(crate) fn read(mut file: &File) -> Option<Self> {
        let mut bytes = Vec::new();
        file.rewind().ok()?;
        let limit = u64::try_from(TEXT_BYTES).unwrap_or(u64::MAX);
        file.take(limit).read_to_end(&mut bytes).ok()?;
        Self::from_text(&String::from_utf8_lossy(&bytes))
    }

    fn from_text(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let mut next = || lines.next();
        Some(Self {
            program: name(next()?)?,
            process: next()?.parse().ok()?,
            machine: name(next()?)?,
            since: next()?.parse().ok()?,
        })
    }

    /// Writes the name into the lock, or removes it.
    pub(crate) fn write(holder: Option<&Self>, mut file: &File) -> io::Result<()> {
        let mut bytes = holder.map_or_else(Vec::new, |holder| holder.to_text().into_bytes());
        bytes.resize(TEXT_BYTES, b'\n');
        file.rewind()?;
        file.write_all(&bytes)
    }

    fn to_text(&self) -> String {
        let Self {
            program,
            process,
            machine,
            since,
        } = self;
        let [program, machine] = [program, machine].map(|text| name(text).unwrap_or_default());
        format!("{program}\n{process}\n{machine}\n{since}\n")
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (program, process, machine) = (&self.program, self.process, &self.machine);
        let secs = self.since / 1000;
        let (hours, minutes) = (secs / 3600 % 24, secs / 60 % 60);
        write!(f, "{program} (process {process} on {machine}, since ")?;
        write!(f, "{hours:02}:{minutes:02}:{:02} UTC", secs % 60)?;
        match now_ms().saturating_sub(self.since) / DAY {
            0 => f.write_str(")"),
            days => write!(f, ", {days} days ago)"),
        }
    }
}

/// Returns a name without the characters that are not allowed; `None` if nothing remains.
fn name(text: &str) -> Option<String> {
    let is_plain = |c: &char| c.is_alphanumeric() || " .-_+".contains(*c);
    let name: String = text.chars().filter(is_plain).take(MAX_NAME_CHARS).collect();
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}

/// Returns a time in seconds since 1970 as a date, such as `2026-11-28T13:05:09Z`.
pub(crate) fn utc(secs: u64) -> String {
    let (days, time) = (secs / 86_400, secs % 86_400);
    // Days since 1 March of the year 0, in eras of 400 years; see Howard Hinnant, "chrono-Compatible Low-Level Date
    // Algorithms".
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = match month {
        0..10 => (month + 3, 0),
        _ => (month - 9, 1),
    };
    let year = era * 400 + year + next;
    let (hours, minutes, secs) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{secs:02}Z")
}

#[cfg(unix)]
pub(crate) fn machine() -> String {
    let system = rustix::system::uname();
    system.nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
pub(crate) fn machine() -> String {
    env::var("COMPUTERNAME").unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_is_read_as_it_was_written() {
        let file = tempfile::tempfile().unwrap();
        assert_eq!(Holder::read(&file), None);
        let own = Holder::own();
        Holder::write(Some(&own), &file).unwrap();
        assert_eq!(Holder::read(&file).as_ref(), Some(&own));
        let shown = own.to_string();
        let process = format!("process {} on ", process::id());
        assert!(
            shown.contains(&process) && shown.ends_with(" UTC)"),
            "{shown}"
        );
        Holder::write(None, &file).unwrap();
        assert_eq!(Holder::read(&file), None);
    }

    #[test]
    fn seconds_since_1970_are_formatted_as_dates() {
        for (secs, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_795_882_517, "2026-11-28T16:15:17Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(secs), date);
        }
    }

    #[test]
    fn text_from_another_program_is_harmless() {
        let check = |text: &str, expected: Option<&str>| {
            let holder = Holder::from_text(text);
            let said = holder.map(|holder| format!("{}|{}", holder.program, holder.machine));
            assert_eq!(said.as_deref(), expected, "{text:?}");
        };
        check("vim\n7\nhere\n1\n", Some("vim|here"));
        check("\u{1b}[2Jvim\u{7}\n7\nhe\u{202e}re\n1", Some("2Jvim|here"));
        let long = format!("{}\n7\nhere\n1\n", "x".repeat(200));
        check(&long, Some(&format!("{}|here", "x".repeat(MAX_NAME_CHARS))));
        for nobody in [
            "",
            "\n\n\n\n",
            "vim\n-7\nhere\n1",
            "vim\n7\nhere",
            "\u{1b}\n7\nhere\n1",
            "vim\n7\nhere\n1e9",
        ] {
            check(nobody, None);
        }
        let shown = |since: u64| {
            Holder::from_text(&format!("vim\n7\nhere\n{since}"))
                .unwrap()
                .to_string()
        };
        let later = u64::MAX / DAY * DAY + (13 * 3600 + 5 * 60 + 9) * 1000;
        assert_eq!(shown(later), "vim (process 7 on here, since 13:05:09 UTC)");
        let long_ago = shown(0);
        assert!(long_ago.ends_with(" days ago)"), "{long_ago}");
    }
}
