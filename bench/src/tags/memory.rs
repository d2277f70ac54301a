//! The memory of the tags of a workload.

use super::bars::STORAGE;
use super::ours;
use super::roaring::{Containers, stored_bytes};
use super::workload::Workload;
use crate::figure;
use crate::report::{Block, Table};

/// The size of a range as a packed pair of `u32`, in bytes.
const PAIR: u64 = 8;

/// The bytes of each measured workload.
#[derive(Default)]
pub(crate) struct Memory {
    rows: Vec<Row>,
}

struct Row {
    workload: &'static str,
    pairs: u64,
    ours: u64,
    how: &'static str,
    bitmaps: u64,
    runs: u64,
}

impl Row {
    fn share(&self, bytes: u64) -> f64 {
        bytes as f64 / self.pairs as f64
    }
}

impl Memory {
    pub(crate) fn measure(&mut self, workload: &Workload) {
        let (ours, how) = ours::stored_bytes(workload);
        self.rows.push(Row {
            workload: workload.name,
            pairs: workload.range_count() as u64 * PAIR,
            ours: ours as u64,
            how,
            bitmaps: stored_bytes(workload, Containers::Bitmaps) as u64,
            runs: stored_bytes(workload, Containers::Runs) as u64,
        });
    }

    pub(crate) fn blocks(&self, losses: &mut Vec<String>) -> Vec<Block> {
        let mut table = Table::new(
            "Memory of all tags, as a multiple of packed `u32` pairs",
            "workload | packed pairs | ours | bar | roaring bitmaps | roaring runs",
        );
        for row in &self.rows {
            let cell = |bytes| {
                format!(
                    "{} = {}",
                    figure::bytes(bytes),
                    figure::plain(row.share(bytes))
                )
            };
            let what = format!("{}, memory, times packed `u32` pairs", row.workload);
            let bar = STORAGE.judge(&what, row.share(row.ours), losses);
            if row.runs < row.ours {
                let share = figure::plain(row.runs as f64 / row.ours as f64);
                let name = row.workload;
                losses.push(format!(
                    "{name}, memory: *roaring runs* take {share} of our bytes."
                ));
            }
            table.row([
                row.workload.to_owned(),
                cell(row.pairs),
                cell(row.ours),
                bar,
                cell(row.bitmaps),
                cell(row.runs),
            ]);
        }
        let how = self.rows.first().map_or("", |row| row.how);
        let note = format!(
            "Packed pairs take {PAIR} bytes per range and nothing per clip. Our figure is {how}. Those of `roaring` are \
             the sizes of its portable format; `range-set-blaze` reports none."
        );
        vec![Block::Table(table), Block::Text(note)]
    }
}
