//! Refuses clips whose up axis or size does not fit the body in them, for verbs whose answer depends on both.

use footwork::tags::ClipId;
use footwork_library::Library;

use crate::failure::Failure;
use crate::table::count;

/// The largest number of clips that the error names.
const MAX_NAMED: usize = 3;

/// The option to go on with implausible clips.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct PlausibleArgs {
    /// Go on with clips whose up axis or size does not fit the body in them. Without this option, such a clip makes the
    /// command fail, and nothing is written.
    #[arg(long, help_heading = "Reading")]
    implausible: bool,
}

impl PlausibleArgs {
    /// Returns an error if one of the clips is read implausibly and the user has not accepted that.
    pub(crate) fn check(
        self,
        library: &Library,
        clips: impl Iterator<Item = ClipId>,
    ) -> Result<(), Failure> {
        if self.implausible {
            return Ok(());
        }
        let entries = clips.filter_map(|clip| library.clips().get(clip));
        let refused: Vec<(&str, &'static str)> = entries
            .filter_map(|entry| Some((entry.name.as_str(), entry.implausible?.code())))
            .collect();
        let named = refused.iter().take(MAX_NAMED);
        let named: Vec<String> = named
            .map(|(name, code)| format!("{name} ({code})"))
            .collect();
        let rest = match refused.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        match refused.first() {
            None => Ok(()),
            Some(_) => Err(Failure::plain(
                "implausible-clip",
                format!(
                    "{} not read as the body in it suggests: {}{rest}",
                    match refused.len() {
                        1 => "1 clip is".to_owned(),
                        more => format!("{} are", count(more, "clip")),
                    },
                    named.join(", ")
                ),
            )
            .hint("correct it in footwork.toml as the warnings above say, or go on with --implausible")),
        }
    }
}
