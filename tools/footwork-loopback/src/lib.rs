//! Serves a page to the local machine only, for the studio.
//!
//! `docs/design/trust.md` has the threat model. A server asks [`listen`] for a port, makes a [`Token`], puts its routes
//! behind a [`Guard`], and lets [`serve`] take connections.
//!
//! ```
//! use std::sync::Arc;
//!
//! use axum::http::StatusCode;
//! use axum::response::IntoResponse;
//! use axum::routing::get;
//! use footwork_loopback::{Guard, Rules, Token, guarded};
//!
//! let rules = Rules {
//!     socket: "/api/changes",
//!     command: "footwork studio",
//!     deny: |denied| (denied.status, denied.message).into_response(),
//! };
//! let guard = Arc::new(Guard::new(Token::random()?, 4747, rules));
//! let routes = axum::Router::new().route("/api/library", get(|| async { "a library" }));
//! let routes = guarded(routes, guard);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file in `src/` | what |
//! |---|---|
//! | `listen`, `connection` | which port, on which addresses; one connection, with its limits |
//! | `guard`, `token` | which requests are accepted: by host, by origin, and by the random token of this launch |
//! | `doorway` | a file that redirects a browser to the page |
//! | `end` | when the program ends |
//! | `page` | the built page, in memory |

mod connection;
mod doorway;
mod end;
mod guard;
mod listen;
mod page;
mod token;

pub use connection::{Connections, Peer, serve};
pub use doorway::{Doorway, Leads};
pub use end::End;
pub use guard::{Denied, Guard, Rules, TOKEN_HEADER, guarded};
pub use listen::{Listening, listen};
pub use page::{Page, PageError, PagePlaces};
pub use token::Token;
