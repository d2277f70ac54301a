//! `POST /api/query` and `POST /api/explain`: the frames that a query finds.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use footwork_library::{self as library, Library, PoseSearch, Whole};
use footwork_sidecar::Severity;
use footwork_tags::MAX_EXPLAINED_NODES;
use footwork_tags::{BoundQuery, ClipId, Database, Query, QueryErrors, RangeSet};

use crate::answer::Answer;
use crate::api::{Explanation, Match, Mistake, QueryAnswer, QueryRequest, SimilarPlace};
use crate::body::Json;
use crate::open_library::OpenLibrary;
use crate::refusal::Refusal;
use crate::studio::{Studio, answer_query};
use crate::text_places::mistakes;

/// The text of a query, and a snapshot of the library at the time of the request.
pub(super) struct Asked {
    text: String,
    /// Whether the text is that of a saved query. Spans of its mistakes then do not apply to the typed text.
    is_saved: bool,
    pub(super) database: Arc<Database>,
    search: PoseSearch,
    pub(super) generation: u32,
    pub(super) revision: u32,
}

impl Asked {
    pub(super) fn from_text(open: &mut OpenLibrary, typed: &str) -> Result<Self, Refusal> {
        let saved = match typed.trim().strip_prefix('@') {
            Some(name) => Some(saved_query(&open.library, name)?),
            None => None,
        };
        Ok(Self {
            is_saved: saved.is_some(),
            text: saved.unwrap_or_else(|| typed.to_owned()),
            database: open.snapshot(),
            search: open.library.pose_search(),
            generation: open.generation,
            revision: open.revision,
        })
    }

    /// Parses the query.
    pub(super) fn parse(&self) -> Result<(Query<'_>, BoundQuery), Refusal> {
        let parsed = Query::parse_for(&self.text, &self.database);
        parsed.map_err(|errors| self.refusal(&errors))
    }

    fn refusal(&self, errors: &QueryErrors) -> Refusal {
        let found: Vec<_> = errors.iter().map(|error| error.to_diagnostic()).collect();
        let mut refusal = Refusal::in_text("bad-query", &self.text, &found);
        if self.is_saved {
            refusal.problem.mistakes.clear();
            refusal.problem.hint = Some(format!("the saved query is {}", self.text));
        }
        refusal
    }

    fn hints(&self, bound: &BoundQuery) -> Vec<Mistake> {
        if self.is_saved {
            Vec::new()
        } else {
            mistakes(&self.text, bound.hints())
        }
    }
}

fn saved_query(library: &Library, name: &str) -> Result<String, Refusal> {
    let settings = library.settings();
    settings.queries.get(name).cloned().ok_or_else(|| {
        let message = format!("footwork.toml has no query named `{name}`");
        Refusal::unprocessable("unknown-query", message).hint(settings.hint_for_query(name))
    })
}

pub(super) async fn find(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<QueryRequest>,
) -> Result<Answer, Refusal> {
    answer_query(studio, move |studio, wanted| {
        let asked = Asked::from_text(&mut studio.open(), &request.text)?;
        let (query, bound) = asked.parse()?;
        wanted.check()?;
        let found = asked.database.ranges(&bound)?;
        wanted.check()?;
        let similar = bound.as_similar();
        let places = similar.map_or_else(Vec::new, |similar| asked.search.places(&similar));
        Ok(QueryAnswer {
            generation: asked.generation,
            normal: query.to_string(),
            frames: found.frame_count(),
            ranges: whole(found.range_count()),
            matches: matches(&found),
            places: places.iter().map(place).collect(),
            hints: asked.hints(&bound),
            notes: notes(studio, &asked),
        })
    })
    .await
}

pub(super) async fn explain(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<QueryRequest>,
) -> Result<Answer, Refusal> {
    answer_query(studio, move |studio, wanted| {
        let asked = Asked::from_text(&mut studio.open(), &request.text)?;
        let (query, bound) = asked.parse()?;
        wanted.check()?;
        let explained = asked.database.explain(&query, &bound, |_| true)?;
        let explained = explained.ok_or_else(|| {
            let message = format!(
                "the query has more parts than the limit of {MAX_EXPLAINED_NODES} for explanations"
            );
            Refusal::unprocessable("too-large", message)
        })?;
        Ok(part(explained))
    })
    .await
}

fn part(explained: footwork_tags::Explanation) -> Explanation {
    Explanation {
        node: explained.node,
        clips: whole(explained.clips),
        ranges: whole(explained.ranges),
        frames: explained.frames,
        children: explained.children.into_iter().map(part).collect(),
    }
}

fn place(place: &library::SimilarPlace) -> SimilarPlace {
    SimilarPlace {
        clip: whole(footwork_base::Id::index(place.clip)),
        start: place.range.start(),
        stop: place.range.stop(),
        distance: place.distance,
    }
}

fn matches(found: &RangeSet) -> Vec<Match> {
    let of_clip = found.iter().map(|(clip, ranges)| Match {
        clip: whole(footwork_base::Id::index(clip)),
        ranges: ranges
            .iter()
            .map(|range| [range.start(), range.stop()])
            .collect(),
    });
    of_clip.collect()
}

/// Refuses an edit based on queries or rules if a file of the given clips could not be read, unless the user accepted
/// missing files (`is_partial`). `None` means all clips.
pub(super) fn refuse_missing(
    library: &Library,
    clips: Option<&BTreeSet<ClipId>>,
    is_partial: bool,
) -> Result<(), Refusal> {
    let mut missing = library.missing();
    if let Some(clips) = clips {
        library.retain_missing_of(&mut missing, clips);
    }
    match Whole::new(&missing, is_partial) {
        Ok(_) => Ok(()),
        Err(incomplete) => {
            let message = format!("nothing has changed, because {incomplete}");
            Err(Refusal::unprocessable("incomplete", message))
        }
    }
}

/// Returns notes on the parts of the library that a query of motion could not read, and on the joints that clips lack.
fn notes(studio: &Studio, asked: &Asked) -> Vec<String> {
    if !asked.text.contains('{') {
        return Vec::new();
    }
    let open = studio.open();
    let mut all = open.library.take_unread();
    all.extend(open.library.take_lacking());
    let say = |finding: footwork_sidecar::Finding| match finding.severity {
        Severity::Note => finding.message,
        _ => format!("{}: {}", finding.file, finding.message),
    };
    all.into_iter().map(say).collect()
}

fn whole(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed step is a failed test")]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The first query reads the motion and fails to read one clip; the second is answered from the cache.
    #[test]
    fn a_cached_answer_lacks_the_clips_that_the_first_one_lacked() {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/deepmimic");
        let folder = tempfile::tempdir().unwrap();
        for clip in ["run.txt", "walk.txt"] {
            fs::copy(samples.join(clip), folder.path().join(clip)).unwrap();
        }
        let library = Library::open(folder.path()).unwrap();
        fs::copy(samples.join("dance.txt"), folder.path().join("run.txt")).unwrap();
        let text = "{ speed > 1 }";
        let (_, bound) = Query::parse_for(text, library.database()).unwrap();
        let clip = |name| BTreeSet::from([library.find_clip(name).unwrap()]);
        for _ in 0..2 {
            library.database().ranges(&bound).unwrap();
            _ = library.take_unread();
            let refused = refuse_missing(&library, None, false).unwrap_err();
            assert_eq!(
                refused.problem.message,
                "nothing has changed, because run.txt could not be read"
            );
            assert!(refuse_missing(&library, Some(&clip("run.txt")), false).is_err());
            refuse_missing(&library, Some(&clip("walk.txt")), false).unwrap();
            refuse_missing(&library, None, true).unwrap();
        }
    }
}
