//! Refuses clips whose up axis or size does not fit their body, for verbs whose result depends on both.

use footwork::tags::ClipId;
use footwork_library::Library;

use crate::failure::Failure;
use crate::table::count;

/// The largest number of clips that the error names.
const MAX_NAMED: usize = 3;

/// The option to go on with implausible clips.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct PlausibleArgs {
    /// Continue even if the up axis or the size of a clip does not fit the body in it. Without this option, such a clip
    /// makes the command fail, and nothing is written.
    #[arg(long, help_heading = "Reading")]
    implausible: bool,
}

impl PlausibleArgs {
    /// Returns an error if the up axis or the size of a clip does not fit its body, unless the user passed
    /// `--implausible`.
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
                    "{} an up axis or a size that does not fit the body: {}{rest}",
                    match refused.len() {
                        1 => "1 clip has".to_owned(),
                        more => format!("{} have", count(more, "clip")),
                    },
                    named.join(", ")
                ),
            )
            .hint("correct it in footwork.toml as described in the warnings above, or go on with --implausible")),
        }
    }
}
