//! Libraries from strangers. Whatever they contain, only the library's own `*.tags` and `footwork.toml` change, and
//! edits that a stranger left unfinished are not completed.

pub(crate) mod calls;
mod clean;
mod killed;
mod links;
mod readers;
mod shipped;
mod stranger;
mod swapped;
mod through_studio;

/// Returns whether the soak test runs, which tries everything instead of a sample.
fn is_soak() -> bool {
    std::env::var_os("FOOTWORK_SOAK").is_some()
}
