//! The ratios with an allocator that keeps pages: this program runs once more with glibc set to keep them.

use std::process::Command;

use super::speed;
use super::workload::{Query, RECIPES, Workload};
use crate::figure;
use crate::report::{Block, Outcome, Table};

/// The argument that makes this program print the ratios instead.
pub(crate) const ARGUMENT: &str = "--kept-pages";

/// The workloads with large answers.
const WORKLOADS: [&str; 2] = ["N", "L"];

/// Prints a line for each workload and query: its name, and Footwork's speed as a multiple of the reference's.
pub(crate) fn print() -> Outcome<()> {
    for recipe in RECIPES
        .iter()
        .filter(|recipe| WORKLOADS.contains(&recipe.name))
    {
        let workload = Workload::generate(recipe)?;
        for query in Query::ALL {
            let [stored, pinned] = speed::ratios_of_ours(&workload, query)?;
            println!("{} {query:?}\t{stored}\t{pinned}", workload.name);
        }
    }
    Ok(())
}

/// Returns the ratios with up to a gigabyte kept by glibc, or nothing on systems without glibc.
pub(crate) fn blocks() -> Outcome<Vec<Block>> {
    if !cfg!(target_env = "gnu") {
        return Ok(Vec::new());
    }
    eprintln!("tags: with an allocator that keeps pages");
    let run = Command::new(std::env::current_exe()?)
        .arg(ARGUMENT)
        .env("MALLOC_TRIM_THRESHOLD_", (1_u64 << 30).to_string())
        .env("MALLOC_TOP_PAD_", (256_u64 << 20).to_string())
        .env("MALLOC_MMAP_THRESHOLD_", (32_u64 << 20).to_string())
        .output()?;
    if !run.status.success() {
        return Err(String::from_utf8_lossy(&run.stderr).into_owned().into());
    }
    let title = "Times faster than the reference with an allocator that keeps pages";
    let mut table = Table::new(title, "query | ours, ranges | ours, pinned, ranges");
    for line in String::from_utf8(run.stdout)?.lines() {
        let mut cells = line.split('\t').map(str::to_owned);
        let name = cells.next().unwrap_or_default();
        let ratios: Result<Vec<f64>, _> = cells.map(|cell| cell.parse()).collect();
        let ratios = ratios?.into_iter().map(figure::plain);
        table.row(std::iter::once(name).chain(ratios));
    }
    let note = "glibc returns the pages of a large answer to the system when the answer is dropped, and the next answer \
        pays for them again, page by page. With the setting to keep a gigabyte (`MALLOC_TRIM_THRESHOLD_`, \
        `MALLOC_MMAP_THRESHOLD_`) it keeps them, which helps the contender with more allocations: the reference makes a \
        fresh set for each operator, ours makes one answer.";
    Ok(vec![Block::Table(table), Block::Text(note.to_owned())])
}
