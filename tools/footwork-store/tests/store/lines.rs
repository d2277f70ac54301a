//! A merge of sets of lines, for the files in these tests.

use std::collections::BTreeSet;

use footwork_store::{Direction, FileCheck, Merge, MergedFile, Sides};

/// Merges `.lines` files: keeps the lines that both sides keep and the lines that either side adds. Does not merge
/// other files.
#[derive(Debug)]
pub(crate) struct MergeLines;

impl Merge for MergeLines {
    fn merge(&self, file: &str, sides: Sides<'_>, _: Direction) -> Option<MergedFile> {
        if !file.ends_with(".lines") {
            return None;
        }
        let [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map(lines);
        let is_kept = |line: &&&[u8]| {
            !base.contains(*line) || (ours.contains(*line) && theirs.contains(*line))
        };
        let merged = ours.union(&theirs).filter(is_kept);
        let content: Vec<u8> = merged.flat_map(|line| line.iter().copied()).collect();
        Some(MergedFile {
            content: (!content.is_empty()).then_some(content),
            conflicts: Vec::new(),
        })
    }

    fn file_check(&self) -> Box<dyn FileCheck + '_> {
        Box::new(NoNever)
    }
}

/// Rejects `.never` files.
struct NoNever;

impl FileCheck for NoNever {
    fn check(&mut self, _: &str, end: &str) -> Result<(), String> {
        if end.ends_with(".never") {
            Err("no edit changes it".to_owned())
        } else {
            Ok(())
        }
    }
}

fn lines(content: Option<&[u8]>) -> BTreeSet<&[u8]> {
    let lines = content.unwrap_or_default();
    lines.split_inclusive(|&byte| byte == b'\n').collect()
}
