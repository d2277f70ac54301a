//! Checks the sender of a request before anything else reads it.
//!
//! Any web page can send requests to this machine, and by DNS rebinding it can even read the responses. So every
//! request, including a WebSocket's, must address the server by one of its own names, and must come from one of its own
//! pages or from no page. A request to the API must also contain the token of this launch. The page gets the token from
//! the fragment of its address and stores it for its origin; `docs/design/trust.md` gives the reason.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONNECTION, CONTENT_SECURITY_POLICY, HOST, HeaderName,
    HeaderValue, ORIGIN, REFERRER_POLICY, SEC_WEBSOCKET_PROTOCOL, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;

use crate::connection::Peer;
use crate::token::Token;

/// The name of the header that contains the token.
pub const TOKEN_HEADER: &str = "x-footwork-token";

/// The prefix of the token in the list of protocols that a WebSocket offers.
const PROTOCOL: &str = "footwork.";

/// The prefix of the API's paths. All other paths belong to the page.
const API: &str = "/api/";

/// A refused request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    /// The status of the response.
    pub status: StatusCode,
    /// A stable name: `host`, `origin` or `token`.
    pub code: &'static str,
    /// The reason, in one sentence.
    pub message: String,
    /// A remedy for the user.
    pub hint: Option<String>,
}

/// The settings of a guard that differ between servers.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The only route that becomes a WebSocket. A WebSocket cannot set headers, so its token is in the protocol.
    pub socket: &'static str,
    /// The command that prints the address. Hints mention it.
    pub command: &'static str,
    /// Makes the response to a refused request, in the form of the server's other responses.
    pub deny: fn(Denied) -> Response,
}

/// The token, and the names by which requests may address the server.
pub struct Guard {
    token: Token,
    rules: Rules,
    hosts: Vec<String>,
    origins: Vec<String>,
    policy: HeaderValue,
}

impl Guard {
    /// Creates the guard of a server on this port.
    pub fn new(token: Token, port: u16, rules: Rules) -> Self {
        let names = ["127.0.0.1", "localhost", "[::1]"];
        let mut hosts: Vec<String> = names.map(|name| format!("{name}:{port}")).to_vec();
        if port == 80 {
            hosts.extend(names.map(str::to_owned));
        }
        let origins = hosts.iter().map(|host| format!("http://{host}")).collect();
        // The addresses of the page's WebSockets. The policy's syntax has no IPv6 address in brackets.
        let sockets = format!("ws://127.0.0.1:{port} ws://localhost:{port}");
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
             connect-src 'self' {sockets}; img-src 'self' data: blob:; media-src 'self'; font-src 'self' data:; \
             worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
        let policy = HeaderValue::from_str(&policy)
            .unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"));
        Self {
            token,
            rules,
            hosts,
            origins,
            policy,
        }
    }

    /// Checks a request. Returns whether it contains the token, or why it is refused.
    fn check(&self, request: &Request) -> Result<bool, Denied> {
        let headers = request.headers();
        self.check_host(request)?;
        self.check_origin(headers)?;
        let path = request.uri().path();
        if path.starts_with(API) || path == API.trim_end_matches('/') {
            self.check_token(path, headers).map(|()| true)
        } else {
            Ok(false)
        }
    }

    fn check_host(&self, request: &Request) -> Result<(), Denied> {
        let is_own = |host: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        let mut named = request.headers().get_all(HOST).iter();
        let host = named.next().and_then(|host| host.to_str().ok());
        let in_line = request.uri().authority();
        let is_allowed = host.is_some_and(is_own)
            && named.next().is_none()
            && in_line.is_none_or(|authority| is_own(authority.as_str()));
        if is_allowed {
            Ok(())
        } else {
            Err(forbidden(
                "host",
                format!("the header Host must be one of {}", self.hosts.join(", ")),
            ))
        }
    }

    fn check_origin(&self, headers: &HeaderMap) -> Result<(), Denied> {
        let mut named = headers.get_all(ORIGIN).iter();
        let Some(origin) = named.next() else {
            return Ok(());
        };
        let origin = origin.to_str().unwrap_or_default();
        let mut own = self.origins.iter();
        if own.any(|own| own.eq_ignore_ascii_case(origin)) && named.next().is_none() {
            Ok(())
        } else {
            Err(forbidden(
                "origin",
                "pages of other sites may not send requests",
            ))
        }
    }

    fn check_token(&self, path: &str, headers: &HeaderMap) -> Result<(), Denied> {
        let is_known = if path == self.rules.socket {
            offered_protocols(headers).any(|protocol| self.is_protocol(protocol))
        } else {
            let mut tokens = headers.get_all(TOKEN_HEADER).iter();
            let token = tokens.next().map(HeaderValue::as_bytes);
            token.is_some_and(|token| self.token.is(token)) && tokens.next().is_none()
        };
        if is_known {
            Ok(())
        } else {
            Err(Denied {
                status: StatusCode::UNAUTHORIZED,
                code: "token",
                message: "the token of this launch is missing or wrong".to_owned(),
                hint: Some(format!(
                    "open the address that `{}` printed; each launch prints a new one",
                    self.rules.command
                )),
            })
        }
    }

    /// Returns whether a protocol offered by a WebSocket is `footwork.` followed by the token.
    pub fn is_protocol(&self, protocol: &str) -> bool {
        let token = protocol.strip_prefix(PROTOCOL);
        token.is_some_and(|token| self.token.is(token.as_bytes()))
    }
}

fn forbidden(code: &'static str, message: impl Into<String>) -> Denied {
    Denied {
        status: StatusCode::FORBIDDEN,
        code,
        message: message.into(),
        hint: None,
    }
}

/// Returns the protocols that a WebSocket offers.
fn offered_protocols(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let all = headers.get_all(SEC_WEBSOCKET_PROTOCOL).iter();
    let texts = all.filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(',').map(str::trim))
}

/// Puts routes behind a guard, which passes each request on or refuses it. Every response gets the security headers.
pub fn guarded(routes: Router, guard: Arc<Guard>) -> Router {
    routes.layer(from_fn_with_state(guard, pass))
}

async fn pass(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    let mut response = match guard.check(&request) {
        Ok(has_token) => {
            if has_token && let Some(peer) = request.extensions().get::<Arc<Peer>>() {
                peer.is_known();
            }
            // No handler needs the token, so remove it, and no handler can leak it.
            request.headers_mut().remove(TOKEN_HEADER);
            request.headers_mut().remove(AUTHORIZATION);
            next.run(request).await
        }
        Err(denied) => {
            let mut response = (guard.rules.deny)(denied);
            // Close the connection of a refused request, so that others can use its place.
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(CONNECTION, close);
            response
        }
    };
    let fixed = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (X_FRAME_OPTIONS, "DENY"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ];
    let headers = response.headers_mut();
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(CONTENT_SECURITY_POLICY, guard.policy.clone());
    let cache = if is_api { "no-store" } else { "no-cache" };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    response
}
