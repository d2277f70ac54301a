//! An edit of a file that somebody else changed as well.

/// What a file should say that said `before` when an edit made `after` of it, and that says `now`;
/// and what both sides changed in different ways.
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
    (now, vec![format!("{file} is another by now")])
}
