//! Answers that are ready to be sent.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// The bytes of an answer and their content type.
pub(crate) struct Answer {
    bytes: Vec<u8>,
    content_type: &'static str,
}

impl Answer {
    /// Returns a value as JSON. JSON has no infinity and no NaN: they would become `null`, but no value of the API is
    /// one of them.
    ///
    /// # Errors
    /// Returns an error if the value cannot be represented as JSON. Every type of the API can be.
    pub(crate) fn json(value: &impl Serialize) -> Result<Self, serde_json::Error> {
        Ok(Self {
            bytes: serde_json::to_vec(value)?,
            content_type: "application/json",
        })
    }

    /// Returns an answer with the bytes of a frame file.
    pub(crate) fn frame_file(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            content_type: "application/octet-stream",
        }
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.bytes));
        let content_type = HeaderValue::from_static(self.content_type);
        response.headers_mut().insert(CONTENT_TYPE, content_type);
        response
    }
}
