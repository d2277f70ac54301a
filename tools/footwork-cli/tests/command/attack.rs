//! Libraries from strangers: whatever they hold, no file changes but the library's own `*.tags` and `footwork.toml`, and
//! nothing that a stranger left to be done is done.

pub(crate) mod calls;
mod clean;
mod killed;
mod links;
mod readers;
mod shipped;
mod stranger;
mod swapped;
mod through_studio;

/// Whether everything is tried, and not a part for every day.
fn is_soak() -> bool {
    std::env::var_os("FOOTWORK_SOAK").is_some()
}
