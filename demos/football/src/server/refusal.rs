//! Refused requests, as a status and JSON.

use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use footwork_loopback::Denied;
use serde::Serialize;

/// A refused request.
#[derive(Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    problem: Problem,
}

#[derive(Debug, Serialize)]
struct Problem {
    code: &'static str,
    message: String,
    hint: Option<String>,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        let hint = None;
        let problem = Problem {
            code,
            message,
            hint,
        };
        Self { status, problem }
    }
}

impl From<Denied> for Refusal {
    fn from(denied: Denied) -> Self {
        let mut refusal = Self::new(denied.status, denied.code, denied.message);
        refusal.problem.hint = denied.hint;
        refusal
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let text = serde_json::to_string(&self.problem).unwrap_or(self.problem.message);
        let mut response = text.into_response();
        *response.status_mut() = self.status;
        let json = HeaderValue::from_static("application/json");
        response.headers_mut().insert(CONTENT_TYPE, json);
        response
    }
}
