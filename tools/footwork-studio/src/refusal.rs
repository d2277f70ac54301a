//! Refused requests: an HTTP status and a [`Problem`] with the reason.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use footwork_base::Diagnostic;
use footwork_library::EditError;
use footwork_sidecar::SettingsEditError;
use footwork_store::{LockError, StoreError};
use footwork_tags::StaleQuery;

use crate::answer::Answer;
use crate::api::Problem;
use crate::text_places::mistakes;

/// A refused request.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) problem: Problem,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        Self {
            status,
            problem: Problem {
                code: code.to_owned(),
                message: message.into(),
                hint: None,
                kept: false,
                mistakes: Vec::new(),
            },
        }
    }

    /// Returns the refusal of a request that does not follow the API.
    pub(crate) fn bad_request(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// Returns the refusal of a request for something that does not exist.
    pub(crate) fn not_found(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, message)
    }

    /// Returns the refusal of a valid request that cannot be carried out.
    pub(crate) fn unprocessable(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// Returns the refusal of a text with mistakes.
    pub(crate) fn in_text(code: &str, text: &str, found: &[Diagnostic]) -> Self {
        let message = match found {
            [only] => only.message.clone(),
            [first, more @ ..] => format!("{} (and {} more)", first.message, more.len()),
            [] => "it cannot be read".to_owned(),
        };
        let mut refusal = Self::unprocessable(code, message);
        refusal.problem.hint = found.first().and_then(|first| first.hint.clone());
        refusal.problem.mistakes = mistakes(text, found);
        refusal
    }

    pub(crate) fn hint(mut self, hint: Option<String>) -> Self {
        self.problem.hint = hint;
        self
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = match Answer::json(&self.problem) {
            Ok(answer) => answer.into_response(),
            Err(error) => error.to_string().into_response(),
        };
        *response.status_mut() = self.status;
        response
    }
}

impl From<StaleQuery> for Refusal {
    fn from(error: StaleQuery) -> Self {
        Self::new(StatusCode::CONFLICT, "stale-query", error.to_string())
    }
}

impl From<EditError> for Refusal {
    fn from(error: EditError) -> Self {
        let status = match &error {
            EditError::UnknownClip
            | EditError::Settings(SettingsEditError::UnknownQuery { .. }) => StatusCode::NOT_FOUND,
            EditError::OutsideClip { .. }
            | EditError::BadTime { .. }
            | EditError::BadData { .. }
            | EditError::TooLong { .. }
            | EditError::BadProvenance
            | EditError::Settings(SettingsEditError::BadName { .. }) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            EditError::Lock(_) | EditError::Journal(_) => StatusCode::SERVICE_UNAVAILABLE,
            EditError::Store(
                StoreError::NotSaved { .. } | StoreError::InDoubt { .. } | StoreError::History(_),
            ) => StatusCode::SERVICE_UNAVAILABLE,
            EditError::Database(_) => StatusCode::INSUFFICIENT_STORAGE,
            _ => StatusCode::CONFLICT,
        };
        let hint = match &error {
            EditError::Stale { .. } | EditError::HalfWritten { .. } => Some("nothing has changed"),
            EditError::SettingsDeleted { .. } => {
                Some("restore the file, or edit again to begin a new one")
            }
            EditError::Lock(LockError::Locked(_) | LockError::Queued(_)) => {
                Some("the edit is kept, and saved once the other program is done")
            }
            EditError::Store(StoreError::Conflict { .. }) => {
                Some("edit it by hand, restore the file from version control, or discard the edit")
            }
            _ => None,
        };
        Self::new(status, error.code(), error.to_string()).hint(hint.map(str::to_owned))
    }
}
