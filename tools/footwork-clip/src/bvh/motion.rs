//! Reads the `MOTION` section of a BVH file: its declarations and the rows of numbers.

use footwork_base::FrameRate;

use super::decimal;
use super::error::{BvhError, BvhErrorKind, Mistake};
use super::scan::{Scanner, shown};
use crate::finding::Finding;
use crate::limits::Limits;

pub(super) struct Motion {
    pub(super) frame_time: String,
    pub(super) rate: FrameRate,
    pub(super) frame_count: u32,
    pub(super) values: Vec<f64>,
    /// The frames whose rows have a mistake; the caller interpolates their values.
    pub(super) bad: Vec<u32>,
    /// The first mistake; `None` if no row has one.
    pub(super) first: Option<BvhError>,
}

/// The rows of numbers.
#[derive(Default)]
struct Rows {
    values: Vec<f64>,
    bad: Vec<u32>,
    first: Option<Mistake>,
    /// Whether a row without mistakes spans several lines.
    wraps: bool,
    /// Whether the rest of a line was skipped after a mistake. If rows span several lines, this shifts the rows after
    /// the mistake.
    skips: bool,
}

/// Reads everything after the word `MOTION`.
pub(super) fn read(
    scanner: &mut Scanner<'_>,
    columns: usize,
    joints: usize,
    limits: &Limits,
    findings: &mut Vec<Finding>,
) -> Result<Motion, BvhError> {
    if !scanner.take_word("Frames") {
        return Err(scanner.expected("`Frames:`"));
    }
    scanner.take(b':');
    scanner.skip_space();
    let count_at = scanner.at();
    let declared = frame_count(scanner)?;
    if !(scanner.take_word("Frame") && scanner.take_word("Time")) {
        return Err(scanner.expected("`Frame Time:`"));
    }
    scanner.take(b':');
    scanner.skip_space();
    let time_at = scanner.at();
    let token = scanner.token();
    let time = std::str::from_utf8(token)
        .ok()
        .and_then(|text| Some((text, decimal::rate_of(text)?)));
    let Some((frame_time, rate)) = time else {
        let found = shown(token);
        return Err(scanner.error_at(time_at, BvhErrorKind::FrameTime { found }));
    };
    let Rows {
        values, bad, first, ..
    } = rows(scanner, columns, joints, limits, findings)?;
    let frames = values.len() / columns;
    if frames == 0 {
        return Err(scanner.error_at(time_at, BvhErrorKind::NoFrames));
    }
    let there = u64::try_from(frames).unwrap_or(u64::MAX);
    if declared != Some(there) {
        // A file with fewer rows than declared is truncated. Rows beyond the declared count are read too.
        let code = if declared.is_some_and(|declared| declared < there) {
            "frame-count"
        } else {
            "missing-rows"
        };
        let declared = declared.map_or_else(|| "too many".to_owned(), |n| n.to_string());
        findings.push(Finding {
            code,
            position: Some(scanner.position(count_at)),
            message: format!(
                "{declared} frames are declared and {frames} are there; all {frames} are read"
            ),
        });
    }
    let frame_count = u32::try_from(frames).map_err(|_| {
        scanner.error_at(
            time_at,
            BvhErrorKind::TooManyFrames {
                limit: limits.frames,
            },
        )
    })?;
    Ok(Motion {
        frame_time: frame_time.to_owned(),
        rate,
        frame_count,
        values,
        bad,
        first: first.map(|first| scanner.error_of(first)),
    })
}

/// Reads the declared frame count, which is only compared with the rows; `None` above `u64::MAX`.
fn frame_count(scanner: &mut Scanner<'_>) -> Result<Option<u64>, BvhError> {
    let start = scanner.at();
    let word = scanner.word();
    if word.is_empty() || !word.iter().all(u8::is_ascii_digit) {
        let found = shown(word);
        let what = "the number of frames";
        return Err(scanner.error_at(start, BvhErrorKind::Expected { what, found }));
    }
    Ok(std::str::from_utf8(word)
        .ok()
        .and_then(|digits| digits.parse().ok()))
}

/// Reads all complete rows, and records rows with a mistake as bad frames. The first mistake is an error if at least
/// half of the rows have a mistake. It is also an error if rows span several lines and the rest of a line was skipped,
/// because that shifts the rows after it.
fn rows(
    scanner: &mut Scanner<'_>,
    columns: usize,
    joints: usize,
    limits: &Limits,
    findings: &mut Vec<Finding>,
) -> Result<Rows, BvhError> {
    let mut rows = Rows::default();
    let mut row = 0;
    loop {
        scanner.skip_space();
        if scanner.at_end() {
            break;
        }
        let start = scanner.at();
        if row >= limits.frames {
            let limit = limits.frames;
            return Err(scanner.error(BvhErrorKind::TooManyFrames { limit }));
        }
        // Joints without channels have no numbers here but still get a rotation in the clip.
        if (row + 1).saturating_mul(columns.max(joints)) > limits.values {
            let limit = limits.values;
            return Err(scanner.error(BvhErrorKind::TooManyValues { limit }));
        }
        match one_row(scanner, &mut rows, row, columns) {
            Ok(true) => {
                let read = scanner.between(start, scanner.at());
                rows.wraps |= read.contains(&b'\n') || read.contains(&b'\r');
            }
            Ok(false) => {
                let column = rows.values.len() - row * columns;
                rows.values.truncate(row * columns);
                if row > 0 {
                    findings.push(broken_off(scanner, row, column, columns));
                }
                break;
            }
            Err(mistake) => {
                rows.values.truncate(row * columns);
                rows.values.resize((row + 1) * columns, f64::NAN);
                rows.note(row, mistake);
                rows.skips = true;
                scanner.skip_line(start);
            }
        }
        row += 1;
    }
    match rows.first.take() {
        Some(first) if 2 * rows.bad.len() >= row || (rows.wraps && rows.skips) => {
            Err(scanner.error_of(first))
        }
        first => Ok(Rows { first, ..rows }),
    }
}

impl Rows {
    fn note(&mut self, row: usize, mistake: Mistake) {
        let row = u32::try_from(row).unwrap_or(u32::MAX);
        if self.bad.last() != Some(&row) {
            self.bad.push(row);
        }
        self.first.get_or_insert(mistake);
    }
}

/// Reads one row; returns `false` if the file ends inside it. A number that is not finite makes the row a bad frame,
/// but the row's other numbers are still read.
fn one_row(
    scanner: &mut Scanner<'_>,
    rows: &mut Rows,
    row: usize,
    columns: usize,
) -> Result<bool, Mistake> {
    let start = scanner.at();
    for column in 0..columns {
        if scanner.at_end() {
            return Ok(false);
        }
        match scanner.number() {
            Ok(value) => rows.values.push(value),
            Err(mistake) if matches!(mistake.kind, BvhErrorKind::NotFinite { .. }) => {
                rows.values.push(f64::NAN);
                rows.note(row, mistake);
            }
            Err(mistake) => return Err(mistake),
        }
        if column + 1 < columns {
            scanner.skip_space();
        }
    }
    scanner.skip_blanks();
    if scanner.at_line_end() {
        Ok(true)
    } else {
        Err(uneven_row(scanner, start, row, columns))
    }
}

fn broken_off(scanner: &Scanner<'_>, row: usize, column: usize, columns: usize) -> Finding {
    Finding {
        code: "truncated-row",
        position: Some(scanner.position(scanner.at())),
        message: format!(
            "the file breaks off in row {row}, which has {column} of {columns} numbers; the row is left out"
        ),
    }
}

/// Returns the error for a row that starts at byte `start` and does not end at the end of a line: its first line has
/// too few numbers, or its only line has too many.
#[cold]
fn uneven_row(scanner: &Scanner<'_>, start: usize, row: usize, columns: usize) -> Mistake {
    let read = scanner.between(start, scanner.at());
    let line = read
        .split(|&b| matches!(b, b'\n' | b'\r'))
        .next()
        .unwrap_or(read);
    if line.len() == read.len() {
        let kind = BvhErrorKind::RowTooLong { row, columns };
        let at = scanner.at();
        return Mistake { at, kind };
    }
    let found = line
        .split(|b| b.is_ascii_whitespace())
        .filter(|word| !word.is_empty())
        .count();
    let kind = BvhErrorKind::RowTooShort {
        row,
        found,
        columns,
    };
    let at = start + line.len();
    Mistake { at, kind }
}
