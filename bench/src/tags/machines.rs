//! The ratios by machine: those of this run, and those of other machines, which stay in `RESULTS.md`.

use super::bars::{DEFAULT, PINNED, SpeedBar};
use super::speed::{OURS, OURS_PINNED, Speed, head};
use crate::report::{self, Block, Table};
use crate::{figure, machine};

const TITLE: &str = "Times faster than the article's evaluator, by machine";

/// The rows of each machine: the storage, the contender and its bar.
const STORAGES: [(&str, &str, &SpeedBar); 2] = [
    ("as stored", OURS, &DEFAULT),
    ("pinned", OURS_PINNED, &PINNED),
];

/// Returns the table of this section of the report, and its explanation.
pub(crate) fn report(section: &str, speeds: &[Speed]) -> [Block; 2] {
    let note = "The bars are the same as above; misses are marked. Rows of other machines are from the last run \
        there.";
    let kept = report::kept_rows(section, TITLE);
    [
        Block::Table(table(speeds, kept, &machine::cpu(), &machine::today())),
        Block::Text(note.to_owned()),
    ]
}

/// Returns the kept rows of other machines, then those of this one.
fn table(speeds: &[Speed], kept: Vec<Vec<String>>, cpu: &str, today: &str) -> Table {
    let columns = head(speeds).into_iter().skip(1);
    let first = ["machine", "measured", "storage"].map(str::to_owned);
    let mut table = Table::with_head(TITLE, first.into_iter().chain(columns));
    table.rows = kept;
    let here = Some(cpu.to_owned());
    table.rows.retain(|row| row.first() != here.as_ref());
    for (storage, contender, bar) in STORAGES {
        let cells = speeds.iter().map(|speed| {
            let ratio = speed
                .ratio(contender)
                .map_or("not built".to_owned(), figure::plain);
            match speed.meets(contender, bar) {
                Some(true) => ratio,
                _ => format!("{ratio} missed"),
            }
        });
        let first = [cpu, today, storage].map(str::to_owned);
        table.row(first.into_iter().chain(cells));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn rows_of_other_machines_are_kept() {
        let row =
            |cpu: &str, day: &str, storage: &str| [cpu, day, storage].map(str::to_owned).to_vec();
        let kept = vec![
            row("one", "2026-11-20", "as stored"),
            row("two", "2026-11-20", "as stored"),
        ];
        let table = table(&[], kept, "two", "2026-11-21");
        assert_eq!(
            table.rows,
            [
                row("one", "2026-11-20", "as stored"),
                row("two", "2026-11-21", "as stored"),
                row("two", "2026-11-21", "pinned"),
            ]
        );
    }
}
