//! The studio: see, query and tag a library of motion clips in a browser.
//!
//! [`Server::start`] opens a library and serves it, and the page, to this machine only:
//!
//! ```no_run
//! use std::path::Path;
//!
//! use footwork_studio::{Options, Server};
//!
//! let server = Server::start(Path::new("samples"), &Options::default())?;
//! assert!(server.url().contains(server.token()));
//! # Ok::<(), footwork_studio::StartError>(())
//! ```
//!
//! | file in `src/` | what |
//! |---|---|
//! | `server` | opening a folder and serving it |
//! | `place` | links: a clip, a frame, a query |
//! | `page` | the page, and the rules for requests; `footwork-loopback` enforces them |
//! | `routes` | one file for each kind of request |
//! | `api` | the types of requests and answers; the page's TypeScript types are generated from them |
//! | `body`, `refusal`, `answer`, `frame_file`, `text_places` | reading JSON, sending answers, and reporting problems |
//! | `studio`, `open_library`, `edit_thread`, `edit_ids`, `motion_cache`, `news` | the library behind its lock, edits on their own thread, and news for pages |
//! | `recording` | the recording of a character, matched with the library |
//! | `bursts` | edits that are undone together |
//! | `proposals` | motion and answers kept between requests for proposals |
//! | `watcher`, `progress` | changes on disk; the progress of long work |

mod answer;
mod api;
mod body;
mod bursts;
mod edit_ids;
mod edit_thread;
mod frame_file;
mod motion_cache;
mod news;
mod open_library;
mod page;
mod place;
mod progress;
mod proposals;
mod recording;
mod refusal;
mod routes;
mod server;
mod studio;
mod text_places;
mod watcher;

pub use footwork_loopback::{Doorway, End, PageError};
pub use page::{LEADS, PAGE_FOLDER};
pub use place::{Place, PlaceError};
pub use routes::ROUTES;
pub use server::{DEFAULT_PORT, Options, Server, StartError};
