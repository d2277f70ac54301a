//! Conflicts in the text of a sidecar, as git writes them.

use super::Conflict;
use crate::Sidecar;

/// The text of `agreed`, with each conflict before the first line that belongs after it.
pub(super) fn write(agreed: &Sidecar, conflicts: &[Conflict]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut waiting = conflicts.iter().peekable();
    for line in agreed.lines() {
        let key = line.key();
        while let Some(conflict) = waiting.next_if(|conflict| conflict.key() < key) {
            write_conflict(conflict, &mut out);
        }
        line.write_to(&mut out);
    }
    waiting.for_each(|conflict| write_conflict(conflict, &mut out));
    out
}

fn write_conflict(conflict: &Conflict, out: &mut Vec<u8>) {
    out.extend_from_slice(b"<<<<<<< ours\n");
    conflict.ours.iter().for_each(|line| line.write_to(out));
    out.extend_from_slice(b"=======\n");
    conflict.theirs.iter().for_each(|line| line.write_to(out));
    out.extend_from_slice(b">>>>>>> theirs\n");
}
