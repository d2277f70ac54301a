//! Finds tagged files by the sidecars next to them. Every tagged file should be a clip.

use std::collections::BTreeSet;
use std::ops::Bound;

use footwork_clip::ClipFormat;
use footwork_sidecar::{Finding, SIDECAR_SUFFIX, Settings, Severity};

use crate::clip_name::belongs;
use crate::discover::Candidate;

/// The names of a library's sidecars.
#[derive(Debug, Default)]
pub(super) struct TaggedFiles(BTreeSet<String>);

impl TaggedFiles {
    pub(super) fn from_sidecars(sidecars: &[Candidate]) -> Self {
        Self(sidecars.iter().map(|found| found.name.clone()).collect())
    }

    /// Returns whether a sidecar with this name was found.
    pub(super) fn has(&self, sidecar: &str) -> bool {
        self.0.contains(sidecar)
    }

    /// Returns a sidecar of this file, or of an animation in it, that belongs to the library;
    /// `None` if there is none.
    pub(super) fn sidecar_of(&self, file: &str, settings: &Settings) -> Option<&str> {
        let belongs = |sidecar: &&String| {
            let clip = sidecar.strip_suffix(SIDECAR_SUFFIX);
            clip.is_some_and(|clip| belongs(clip, settings))
        };
        let own = self.0.get(&format!("{file}{SIDECAR_SUFFIX}"));
        let of_animation = || {
            let start = format!("{file}#");
            let after = (Bound::Included(start.as_str()), Bound::Unbounded);
            let mut all = self.0.range::<str, _>(after);
            all.by_ref()
                .take_while(|sidecar| sidecar.starts_with(&start))
                .find(belongs)
        };
        let found = own.filter(belongs).or_else(|| {
            let may = ClipFormat::may_hold_several(file);
            may.then(of_animation).flatten()
        });
        found.map(String::as_str)
    }
}

/// Returns the finding that a file with a sidecar is not a clip.
pub(super) fn no_clip(file: &str, sidecar: &str, code: &'static str) -> Finding {
    Finding {
        severity: Severity::Error,
        file: file.to_owned(),
        position: None,
        code,
        message: format!(
            "it lies next to {sidecar}, so it should be a clip, but it has no motion; restore the \
             motion, or delete the sidecar"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_tagged_by_its_own_sidecar_or_one_of_its_animations() {
        let names = [
            "a.txt.tags",
            "b.glb#Walk.tags",
            "b.glb.old.tags",
            "c.txt#x.tags",
        ];
        let sidecars = names.map(|name| Candidate {
            name: name.to_owned(),
            path: name.into(),
        });
        let tagged = TaggedFiles::from_sidecars(&sidecars);
        let (settings, _) = Settings::parse("exclude = [\"b.glb#Run\"]").unwrap();
        let check = |file, expected| assert_eq!(tagged.sidecar_of(file, &settings), expected);
        check("a.txt", Some("a.txt.tags"));
        check("b.glb", Some("b.glb#Walk.tags"));
        check("b.gl", None);
        check("b.glb.old", Some("b.glb.old.tags"));
        check("c.txt", None);
        let (settings, _) = Settings::parse("exclude = [\"b.glb#Walk\", \"a.*\"]").unwrap();
        assert_eq!(tagged.sidecar_of("a.txt", &settings), None);
        assert_eq!(tagged.sidecar_of("b.glb", &settings), None);
    }
}
