//! Decides whether a verb could read everything that it needs, and what follows if it could not. No other file decides
//! this.
//!
//! A verb that could not read everything reports what is missing and exits with 1. A verb that writes also keeps its
//! old output. With `--partial`, the verb writes the part that it could read and exits with 0. [`Library::missing`]
//! lists what is missing from a library, and verbs add the motion that they read later. Every function that writes
//! takes a [`Whole`], which only the library can make.

use std::collections::BTreeSet;
use std::path::Path;

use footwork::base::ClipPattern;
use footwork::tags::{ClipId, RangeSet};
use footwork_library::{FollowLinks, Library, Missing, OpenError, Whole, is_hidden_clip};
use footwork_pipeline::open_library_following;
use footwork_sidecar::{Finding, Severity};

use crate::compiled_name::only_folder;
use crate::failure::Failure;
use crate::output::{Done, Speech, note};
use crate::progress;

/// The options for reading a library.
#[derive(clap::Args, Clone, Copy, Default)]
pub(crate) struct ReadArgs {
    /// Leave out files and folders that cannot be read, write the rest, and exit with 0. Without this option, the command
    /// writes nothing and exits with 1 if any file or folder cannot be read.
    #[arg(long, help_heading = "Reading")]
    partial: bool,

    /// Follow links to folders without a limit. Otherwise the walk through links stops after 20,000 files or 10 s of
    /// processor time, and folders that it did not reach count as unreadable.
    #[arg(long, help_heading = "Reading")]
    follow_all: bool,
}

/// The files and folders that a verb could not read, and whether the user accepts the gaps.
pub(crate) struct Reading {
    missing: BTreeSet<Missing>,
    is_accepted: bool,
}

impl ReadArgs {
    /// Opens a folder of clips and prints its findings. Every unreadable file counts as missing, no matter to which
    /// clip it belongs.
    pub(crate) fn open(self, folder: &Path, speech: Speech) -> Result<(Library, Reading), Failure> {
        let library = self.open_quietly(only_folder(folder)?)?;
        speech.note(library.findings());
        let reading = self.of(&library);
        Ok((library, reading))
    }

    /// Opens a folder of clips without printing its findings.
    pub(crate) fn open_quietly(self, folder: &Path) -> Result<Library, OpenError> {
        open_library_following(folder, self.follow_links(), progress::bars())
    }

    /// Returns how far links are followed.
    pub(crate) fn follow_links(self) -> FollowLinks {
        if self.follow_all {
            FollowLinks::All
        } else {
            FollowLinks::Bounded
        }
    }

    /// Returns the missing files for a verb that needs all clips of the library.
    pub(crate) fn of(self, library: &Library) -> Reading {
        Reading {
            missing: library.missing(),
            is_accepted: self.partial,
        }
    }

    /// Returns a reading without missing files, for a verb that does not read a folder of clips.
    pub(crate) fn of_nothing(self) -> Reading {
        Reading {
            missing: BTreeSet::new(),
            is_accepted: self.partial,
        }
    }

    /// Returns whether the user accepts missing files.
    pub(crate) fn is_partial(self) -> bool {
        self.partial
    }
}

impl Reading {
    /// Returns the missing files of a watched library that are not among the `known` ones.
    pub(crate) fn since(library: &Library, known: &BTreeSet<Missing>) -> Self {
        Self {
            missing: &library.missing() - known,
            is_accepted: false,
        }
    }

    /// Returns the first missing file; `None` if none is missing.
    pub(crate) fn first(&self) -> Option<&Missing> {
        self.missing.first()
    }

    /// Keeps only the missing files of these clips, for a verb that needs no other files.
    pub(crate) fn only(mut self, library: &Library, clips: &[ClipId]) -> Self {
        library.retain_missing_of(&mut self.missing, clips);
        self
    }

    /// Keeps only the missing files of this clip's tags, for a verb that needs no other files.
    pub(crate) fn only_tags(self, library: &Library, clip: ClipId) -> Self {
        let mut only = self.only(library, &[clip]);
        only.missing.retain(|missing| !missing.is_half_written());
        only
    }

    /// If a pattern is given, keeps only the missing files of clips whose names match it. A pattern for hidden clips,
    /// which are never read, counts as missing itself.
    pub(crate) fn matching(mut self, glob: Option<&str>) -> Self {
        if let Some(glob) = glob {
            let pattern = ClipPattern::new(glob);
            let is_asked = |clip: &str| pattern.matches(clip);
            self.missing.retain(|missing| missing.may_be_of(is_asked));
            if is_hidden_clip(glob) {
                self.lacks(glob, "hidden");
            }
        }
        self
    }

    /// Prints findings of the verb's own work. Each error among them counts as a missing file.
    pub(crate) fn note(&mut self, findings: &[Finding], speech: Speech) {
        let errors = findings.iter();
        let errors = errors.filter(|finding| finding.severity == Severity::Error);
        self.missing.extend(errors.map(|finding| Missing {
            file: finding.file.clone(),
            code: finding.code,
        }));
        speech.note(findings);
    }

    /// Prints which clips an answer leaves out because their motion could not be read.
    pub(crate) fn note_unread(&mut self, library: &Library, speech: Speech) {
        self.note(&library.take_unread(), speech);
        speech.note(&library.take_lacking());
    }

    /// Adds a file that could not be read.
    pub(crate) fn lacks(&mut self, file: &str, code: &'static str) {
        let file = file.to_owned();
        self.missing.insert(Missing { file, code });
    }

    /// Changes an error about an unknown name: adds the hint that the name may be in the first missing file, and marks
    /// the failure as incomplete. Other failures stay unchanged. If the user accepts missing files, all failures stay
    /// unchanged.
    pub(crate) fn doubted(&self, failure: Failure) -> Failure {
        match self.first() {
            Some(missing) if !self.is_accepted => failure.perhaps_in(&missing.file),
            _ => failure,
        }
    }

    /// Returns whether a finding of `check` is about a file that could not be read.
    pub(crate) fn explains(&self, library: &Library, clip: &str, code: &str) -> bool {
        let clip = library.database().clip_by_name(clip).map_or_else(
            || vec![clip.to_owned()],
            |id| vec![clip.to_owned(), library.clips()[id].sidecar_name()],
        );
        let mut missing = self.missing.iter();
        missing.any(|missing| missing.code == code && clip.contains(&missing.file))
    }

    /// Returns whether the user accepts missing files.
    pub(crate) fn accepts_gaps(&self) -> bool {
        self.is_accepted
    }

    /// Returns the permission to write if no file is missing or the user accepts the gaps. Otherwise returns an error
    /// that starts with `kept`, which says what happens to the output.
    pub(crate) fn whole(&self, kept: &str) -> Result<Whole, Failure> {
        Whole::new(&self.missing, self.is_accepted).map_err(|incomplete| {
            Failure::incomplete(format!("{kept}, because {incomplete}"))
                .hint("repair it, or leave it out with --partial")
        })
    }

    /// Returns the found ranges without those of clips that could not be read to the end.
    pub(crate) fn of_whole_clips(library: &Library, found: RangeSet) -> RangeSet {
        found.filtered(|clip| library.is_whole(clip))
    }

    /// Ends a verb with its answer. If files are missing, prints a note, and the process exits with 1 unless the user
    /// accepts the gaps.
    pub(crate) fn end(&self, done: Done, speech: Speech) -> Done {
        let Err(incomplete) = Whole::new(&self.missing, false) else {
            return done;
        };
        let names = incomplete.names();
        let message = format!("the answer lacks {names}, which could not be read");
        let finding = note("footwork", "incomplete", message);
        if self.is_accepted {
            speech.note(&[finding])
        } else {
            speech.note(&[Finding {
                severity: Severity::Error,
                message: format!("{}; --partial accepts that", finding.message),
                ..finding
            }])
        }
        done.finding(!self.is_accepted)
    }
}
