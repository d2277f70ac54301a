//! The body of a request as JSON or bytes, and its parameters after `?`.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use tokio::time::timeout;

use crate::refusal::Refusal;

/// The maximum size of a JSON body, in bytes: enough for an edit of many clips.
pub(crate) const MAX_BYTES: usize = 4 << 20;

/// The time limit for receiving a body.
const PATIENCE: Duration = Duration::from_secs(30);

/// The JSON body of a request.
pub(crate) struct Json<T>(pub(crate) T);

/// The maximum size of a recording, in bytes: about three hours with ten searches per second.
pub(crate) const MAX_RECORDING_BYTES: usize = 64 << 20;

/// The bytes of a body without a JSON content type: a recording.
pub(crate) struct Bytes(pub(crate) Vec<u8>);

/// A missing or empty body.
pub(crate) struct NoBody;

/// The parameters after `?` in the address.
pub(crate) struct Parameters<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Json<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        let bytes = read(request).await?;
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(|error| match error.classify() {
                Category::Data => Refusal::unprocessable("bad-value", error.to_string()),
                _ => Refusal::bad_request("bad-json", error.to_string()),
            })
    }
}

impl<S: Sync> FromRequest<S> for Bytes {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        check_type(request.headers(), "application/octet-stream")?;
        bounded(request, MAX_RECORDING_BYTES).await.map(Self)
    }
}

impl<S: Sync> FromRequest<S> for NoBody {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        if request.headers().contains_key(CONTENT_TYPE) {
            check_type(request.headers(), JSON)?;
        }
        let bytes = bounded(request, MAX_BYTES).await?;
        match bytes.trim_ascii() {
            b"" | b"{}" | b"null" => Ok(Self),
            _ => Err(Refusal::bad_request(
                "bad-json",
                "this request must have no body",
            )),
        }
    }
}

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Parameters<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let Query(value) = Query::try_from_uri(&parts.uri)
            .map_err(|error| Refusal::bad_request("bad-parameters", error.body_text()))?;
        Ok(Self(value))
    }
}

async fn read(request: Request) -> Result<Vec<u8>, Refusal> {
    check_type(request.headers(), JSON)?;
    bounded(request, MAX_BYTES).await
}

/// The content type of JSON.
const JSON: &str = "application/json";

fn check_type(headers: &HeaderMap, expected: &str) -> Result<(), Refusal> {
    let mut types = headers.get_all(CONTENT_TYPE).iter();
    let first = types.next().and_then(|value| value.to_str().ok());
    let essence = first.unwrap_or("").split(';').next().unwrap_or("").trim();
    if essence.eq_ignore_ascii_case(expected) && types.next().is_none() {
        Ok(())
    } else {
        Err(Refusal::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            if expected == JSON {
                "not-json"
            } else {
                "not-bytes"
            },
            format!("the content type of this body must be {expected}"),
        ))
    }
}

async fn bounded(request: Request, max_bytes: usize) -> Result<Vec<u8>, Refusal> {
    let too_large = || {
        Refusal::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            format!("the body is larger than the limit of {max_bytes} bytes"),
        )
    };
    let said = request.headers().get(CONTENT_LENGTH);
    let said = said.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if said.is_some_and(|length| length > max_bytes) {
        return Err(too_large());
    }
    let body: Body = request.into_body();
    match timeout(PATIENCE, to_bytes(body, max_bytes)).await {
        Ok(Ok(bytes)) => Ok(bytes.into()),
        Ok(Err(error)) if is_length(&error) => Err(too_large()),
        Ok(Err(error)) => Err(Refusal::bad_request("bad-body", error.to_string())),
        Err(_) => Err(Refusal::new(
            StatusCode::REQUEST_TIMEOUT,
            "too-slow",
            "the body did not arrive in time",
        )),
    }
}

/// Returns whether an error says that the body was too long.
fn is_length(error: &axum::Error) -> bool {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if error.is::<LengthLimitError>() {
            return true;
        }
        cause = error.source();
    }
    false
}
