//! The conditions of a comparison: the machine, the day, the compiler, and the versions of the peers.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The folder of the bench workspace.
pub(crate) fn folder() -> PathBuf {
    // Set by `cargo run`. A binary started by hand uses the current folder.
    std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("."), PathBuf::from)
}

/// Returns one line about the machine, the day and the compiler.
pub(crate) fn line() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!(
        "{}; {} ({cores} cores seen), {} {}; {}",
        today(),
        cpu(),
        std::env::consts::OS,
        std::env::consts::ARCH,
        rustc_version().unwrap_or_else(|| "unknown rustc".to_owned()),
    )
}

/// Returns `name version` of each peer, from `Cargo.lock`.
pub(crate) fn peers(names: &[&str]) -> String {
    let lock = std::fs::read_to_string(folder().join(Path::new("Cargo.lock"))).unwrap_or_default();
    let with_version = |name: &&str| {
        let version = locked_version(&lock, name).unwrap_or("of unknown version");
        format!("{name} {version}")
    };
    names
        .iter()
        .map(with_version)
        .collect::<Vec<_>>()
        .join(", ")
}

fn locked_version<'a>(lock: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = lock.lines();
    lines.find(|line| *line == format!("name = \"{name}\""))?;
    lines
        .next()?
        .strip_prefix("version = \"")?
        .strip_suffix('"')
}

/// Returns the name of the processor.
pub(crate) fn cpu() -> String {
    cpu_model().unwrap_or_else(|| "unknown CPU".to_owned())
}

fn cpu_model() -> Option<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn rustc_version() -> Option<String> {
    let output = Command::new("rustc").arg("--version").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// Returns the date of the system clock in UTC.
pub(crate) fn today() -> String {
    let secs = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let (year, month, day) = civil_date(secs / 86_400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Converts days since 1970-01-01 to year, month and day of the Gregorian calendar, counting in years that begin on 1 March
/// (H. Hinnant, *chrono-Compatible Low-Level Date Algorithms*).
fn civil_date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::{civil_date, locked_version};

    #[test]
    fn dates() {
        assert_eq!(civil_date(0), (1970, 1, 1));
        assert_eq!(civil_date(11_016), (2000, 2, 29));
        assert_eq!(civil_date(20_778), (2026, 11, 21));
    }

    #[test]
    fn versions() {
        let lock = "[[package]]\nname = \"roaring-x\"\nversion = \"1.0.0\"\n\n[[package]]\n\
                    name = \"roaring\"\nversion = \"0.12.0\"\n";
        assert_eq!(locked_version(lock, "roaring"), Some("0.12.0"));
        assert_eq!(locked_version(lock, "roar"), None);
    }
}
