//! An edit of a file that somebody else changed as well.

use crate::library::SIDECAR_SUFFIX;
use crate::merge::merge;
use crate::{Finding, Sidecar};

/// What a file should say that said `before` when an edit made `after` of it, and that says `now`;
/// and what both sides changed in different ways.
///
/// Sidecars are merged: where there are conflicts, the result holds both. Of any other file, and of
/// a sidecar that cannot be read, what is there now stays, and that is a conflict.
pub(super) fn reconcile(
    file: &str,
    before: Option<Vec<u8>>,
    after: Option<Vec<u8>>,
    now: Option<Vec<u8>>,
) -> (Option<Vec<u8>>, Vec<String>) {
    if now == before || now == after {
        return (after, Vec::new());
    }
    if before == after {
        return (now, Vec::new());
    }
    let another = || {
        (
            now.clone(),
            vec!["it is another file by now, and stays as it is".to_owned()],
        )
    };
    if !file.ends_with(SIDECAR_SUFFIX) {
        return another();
    }
    let sides = [&before, &after, &now].map(|side| read(file, side.as_deref()));
    let [Ok(before), Ok(after), Ok(theirs)] = sides else {
        return another();
    };
    let merged = merge(&before, &after, &theirs);
    let conflicts = merged.conflicts.iter().map(ToString::to_string).collect();
    let is_gone = merged.sidecar == Sidecar::default();
    let content = (!is_gone).then(|| merged.sidecar.to_bytes());
    (content, conflicts)
}

/// A sidecar; one without lines where there is no file.
fn read(file: &str, bytes: Option<&[u8]>) -> Result<Sidecar, Box<Finding>> {
    match bytes {
        Some(bytes) => Sidecar::read(file, bytes).map(|(sidecar, _)| sidecar),
        None => Ok(Sidecar::default()),
    }
}
