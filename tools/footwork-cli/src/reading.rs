//! Whether a verb read all that it was asked about, and what follows if it did not: the one place that decides.
//!
//! A verb that could not read everything exits with 1 and says what is missing. One that writes also keeps what was
//! there. `--partial` accepts both. [`Library::missing`] names the gaps of a library; verbs add the motion
//! that they read later. Whatever writes takes a [`Whole`], which only the library's rule makes.

use std::collections::BTreeSet;
use std::path::Path;

use footwork::base::ClipPattern;
use footwork::tags::{ClipId, RangeSet};
use footwork_library::{FollowLinks, Library, Missing, OpenError, Whole, is_hidden};
use footwork_pipeline::open_library_following;
use footwork_sidecar::{Finding, Severity};

use crate::compiled_name::only_folder;
use crate::failure::Failure;
use crate::output::{Done, Speech, note};
use crate::progress;

/// How a library is read.
#[derive(clap::Args, Clone, Copy, Default)]
pub(crate) struct ReadArgs {
    /// Accept that some files and folders cannot be read: do without them, write what is asked for, and exit with 0.
    /// Without it, nothing is written then, and the exit code is 1.
    #[arg(long, help_heading = "Reading")]
    partial: bool,

    /// Follow links to folders as far as they lead. Otherwise the walk through them stops at 20,000 files or 10 s of
    /// processor time, and what lies behind counts as something that cannot be read.
    #[arg(long, help_heading = "Reading")]
    follow_all: bool,
}

/// The files and folders that a verb could not read.
pub(crate) struct Reading {
    missing: BTreeSet<Missing>,
    is_accepted: bool,
}

impl ReadArgs {
    /// Opens a folder of clips, and prints its findings. What cannot be read counts, whichever clip it is of.
    pub(crate) fn open(self, folder: &Path, speech: Speech) -> Result<(Library, Reading), Failure> {
        let library = self.open_quietly(only_folder(folder)?)?;
        speech.note(library.findings());
        let reading = self.of(&library);
        Ok((library, reading))
    }

    /// Opens a folder of clips.
    pub(crate) fn open_quietly(self, folder: &Path) -> Result<Library, OpenError> {
        open_library_following(folder, self.follow_links(), progress::bars())
    }

    /// How far links are followed.
    pub(crate) fn follow_links(self) -> FollowLinks {
        if self.follow_all {
            FollowLinks::All
        } else {
            FollowLinks::Bounded
        }
    }

    /// Judges a library that a verb asks about all of its clips.
    pub(crate) fn of(self, library: &Library) -> Reading {
        Reading {
            missing: library.missing(),
            is_accepted: self.partial,
        }
    }

    /// The same where there is no library of files to lack anything.
    pub(crate) fn of_nothing(self) -> Reading {
        Reading {
            missing: BTreeSet::new(),
            is_accepted: self.partial,
        }
    }

    /// Whether what is missing is accepted.
    pub(crate) fn is_partial(self) -> bool {
        self.partial
    }
}

impl Reading {
    /// Judges a followed library by the missing files that are not among the `known` ones.
    pub(crate) fn since(library: &Library, known: &BTreeSet<Missing>) -> Self {
        Self {
            missing: &library.missing() - known,
            is_accepted: false,
        }
    }

    /// The first missing file.
    pub(crate) fn first(&self) -> Option<&Missing> {
        self.missing.first()
    }

    /// The verb asks about these clips and nothing else.
    pub(crate) fn only(mut self, library: &Library, clips: &[ClipId]) -> Self {
        library.retain_missing_of(&mut self.missing, clips);
        self
    }

    /// The verb asks about the tags of this clip and nothing else.
    pub(crate) fn only_tags(self, library: &Library, clip: ClipId) -> Self {
        let mut only = self.only(library, &[clip]);
        only.missing.retain(|missing| !missing.is_half_written());
        only
    }

    /// The verb asks about the clips whose names match, if a pattern is given. Hidden ones are never read.
    pub(crate) fn matching(mut self, glob: Option<&str>) -> Self {
        if let Some(glob) = glob {
            let pattern = ClipPattern::new(glob);
            let is_asked = |clip: &str| pattern.matches(clip);
            self.missing.retain(|missing| missing.may_be_of(is_asked));
            if is_hidden(glob) {
                self.lacks(glob, "hidden");
            }
        }
        self
    }

    /// Prints what was found while a verb worked. Errors are about what it could not read.
    pub(crate) fn note(&mut self, findings: &[Finding], speech: Speech) {
        let errors = findings.iter();
        let errors = errors.filter(|finding| finding.severity == Severity::Error);
        self.missing.extend(errors.map(|finding| Missing {
            file: finding.file.clone(),
            code: finding.code,
        }));
        speech.note(findings);
    }

    /// Prints which clips an answer did without, as their motion could not be read.
    pub(crate) fn note_unread(&mut self, library: &Library, speech: Speech) {
        self.note(&library.take_unread(), speech);
        speech.note(&library.take_lacking());
    }

    /// Adds a file that could not be read.
    pub(crate) fn lacks(&mut self, file: &str, code: &'static str) {
        let file = file.to_owned();
        self.missing.insert(Missing { file, code });
    }

    /// The same failure, unless it is about names that are unknown and may be in something that could not be read: input is
    /// then missing, rather than wrong.
    pub(crate) fn doubted(&self, failure: Failure) -> Failure {
        match self.first() {
            Some(missing) if !self.is_accepted => failure.perhaps_in(&missing.file),
            _ => failure,
        }
    }

    /// Whether a finding of `check` is that something could not be read.
    pub(crate) fn explains(&self, library: &Library, clip: &str, code: &str) -> bool {
        let clip = library.database().clip_by_name(clip).map_or_else(
            || vec![clip.to_owned()],
            |id| vec![clip.to_owned(), library.clips()[id].sidecar_name()],
        );
        let mut missing = self.missing.iter();
        missing.any(|missing| missing.code == code && clip.contains(&missing.file))
    }

    /// Whether nothing is missing, or the user accepts it; `kept` names the output that stays otherwise.
    pub(crate) fn whole(&self, kept: &str) -> Result<Whole, Failure> {
        Whole::new(&self.missing, self.is_accepted).map_err(|incomplete| {
            Failure::incomplete(format!("{kept}, as {incomplete}"))
                .hint("mend it, or do without it by --partial")
        })
    }

    /// The clips among these whose tags are known.
    pub(crate) fn tagged(library: &Library, found: RangeSet) -> RangeSet {
        found.filtered(|clip| library.knows_tags(clip))
    }

    /// Ends a verb with its answer: the process exits with 1 if that lacks something, and says so.
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
