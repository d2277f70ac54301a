//! The list of handles in `footwork.hpp`.

use crate::header::Header;

const START: &str = "// The handles, by `cargo xtask bindings`.\n";
const STOP: &str = "#undef FOOTWORK_HANDLE\n";

/// Replaces the list.
///
/// # Errors
/// Returns an error if the text has no place for the list.
pub(crate) fn with_handles(text: &str, header: &Header) -> Result<String, String> {
    let missing = || format!("footwork.hpp has no list between {START:?} and {STOP:?}");
    let (before, rest) = text.split_once(START).ok_or_else(missing)?;
    let (_, after) = rest.split_once(STOP).ok_or_else(missing)?;
    let handles = header.structs.iter().filter(|it| it.is_handle());
    let line = |name: &str| format!("FOOTWORK_HANDLE({})\n", name.trim_start_matches("fw_"));
    let list: String = handles.map(|it| line(&it.name)).collect();
    Ok(format!("{before}{START}{list}{STOP}{after}"))
}
