//! Serves a page to the local machine only, for the studio.
//!
//! `docs/design/trust.md` describes the threat model. A server gets a port from [`listen`], makes a [`Token`], puts its
//! routes behind a [`Guard`], and accepts connections with [`serve`].
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
//! | `listen`, `connection` | the port and the addresses; the limits of a connection |
//! | `guard`, `token` | which requests are accepted: by host, by origin, and by the random token of this launch |
//! | `doorway` | a file that redirects a browser to the page |
//! | `end` | the signal that ends the program |
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
