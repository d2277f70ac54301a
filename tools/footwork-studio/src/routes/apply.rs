//! `POST /api/apply` and `POST /api/would-apply`: tagging the matches of a query.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use footwork_base::Name;
use footwork_library::{Edit, Editor};
use footwork_tags::{ClipId, RangeSet};

use super::edit::{edited, name};
use super::query::{Asked, refuse_missing};
use crate::answer::Answer;
use crate::api::{Apply, Edited, WouldApply};
use crate::body::Json;
use crate::open_library::OpenLibrary;
use crate::refusal::Refusal;
use crate::studio::{self, Studio, answer, answer_edit, answer_query, query};

/// How often a query is run again because of a concurrent edit. After that, other edits of this server must wait.
const TRIES: usize = 3;

pub(super) async fn apply(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<Apply>,
) -> Result<Answer, Refusal> {
    let tag = Arc::new(name(&request.tag)?);
    let request = Arc::new(request);
    for _ in 0..TRIES {
        let (tag, request) = (Arc::clone(&tag), Arc::clone(&request));
        let found = query(Arc::clone(&studio), move |studio, _| {
            Found::from_request(studio, &request)
        })
        .await?;
        let applied = studio::edit(Arc::clone(&studio), move |studio, editor| {
            apply_to(studio, editor, &tag, &found)
        });
        if let Some(edited) = applied.await? {
            return answer(studio, |_| Ok(edited)).await;
        }
    }
    answer_edit(studio, move |studio, editor| {
        // From here on, only other programs can edit the library meanwhile.
        for _ in 0..TRIES {
            let found = Found::from_request(studio, &request)?;
            if let Some(edited) = apply_to(studio, editor, &tag, &found)? {
                return Ok(edited);
            }
        }
        let message = "the library was edited during each attempt, so the matches are out of date";
        Err(Refusal::new(
            StatusCode::CONFLICT,
            "changed-outside",
            message,
        ))
    })
    .await
}

pub(super) async fn would_apply(
    State(studio): State<Arc<Studio>>,
    Json(mut request): Json<Apply>,
) -> Result<Answer, Refusal> {
    let tag = name(&request.tag)?;
    // A preview writes no file, so it may leave out unreadable files.
    request.partial = true;
    answer_query(studio, move |studio, _| {
        let found = Found::from_request(studio, &request)?;
        let open = studio.open_to_edit()?;
        let plan = open.library.plan(&found.painting(&open, &tag))?;
        Ok(WouldApply {
            clips: u32::try_from(plan.changes.len()).unwrap_or(u32::MAX),
        })
    })
    .await
}

/// The matches of a query, and the state of the library when the query ran.
struct Found {
    frames: RangeSet,
    revision: u32,
}

impl Found {
    /// Runs the query, and keeps the matches in those clips that may change.
    fn from_request(studio: &Studio, request: &Apply) -> Result<Self, Refusal> {
        let asked = Asked::from_text(&mut *studio.open_to_edit()?, &request.query)?;
        let (_, bound) = asked.parse()?;
        let mut frames = asked.database.ranges(&bound)?;
        let open = studio.open_to_edit()?;
        let clips = match &request.clips {
            Some(names) => {
                let clips = names.iter().map(|name| open.clip(name));
                Some(clips.collect::<Result<BTreeSet<ClipId>, Refusal>>()?)
            }
            None => None,
        };
        refuse_missing(&open.library, clips.as_ref(), request.partial)?;
        frames = frames.filtered(|clip| {
            let is_asked = clips.as_ref().is_none_or(|clips| clips.contains(&clip));
            is_asked && open.library.is_whole(clip)
        });
        Ok(Self {
            frames,
            revision: asked.revision,
        })
    }

    /// Returns the edit that gives the tag to the matches.
    fn painting(&self, open: &OpenLibrary, tag: &Name) -> Edit {
        open.library.painting(tag, &self.frames)
    }
}

/// Gives a tag to the matches; `None` if the library has changed since the query ran.
fn apply_to(
    studio: &Studio,
    editor: &mut Editor,
    tag: &Name,
    found: &Found,
) -> Result<Option<Edited>, Refusal> {
    let edit = {
        let open = studio.open_to_edit()?;
        if open.revision != found.revision {
            return Ok(None);
        }
        found.painting(&open, tag)
    };
    let (saved, mut open) = studio.commit(editor, None, |library| library.plan(&edit))?;
    let is_original = |clip: &ClipId| open.library.original(*clip).is_none();
    let clips = found.frames.clips().iter().copied();
    let clips: Vec<ClipId> = clips.filter(is_original).collect();
    Ok(Some(edited(studio, &mut open, saved.change(), &clips)))
}
