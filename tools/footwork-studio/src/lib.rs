//! The studio: see, query and tag a library of motion clips in a browser.
//!
//! [`Server::start`] opens a library and serves it, and the page, to this machine only.
//!
//! | module | what it answers |
//! |---|---|
//! | [`api`] | what the page and the server say to each other |
//! | [`server`] | from a folder to a running server |
//! | `listen`, `connection` | which address and port; one connection, with its limits |
//! | `guard`, `token`, `doorway` | who may ask: hosts, origins, the token of the launch |
//! | `assets` | the built page, in memory |
//! | `routes` | one file for each kind of request |
//! | `body`, `refusal`, `answer`, `frame_file`, `text_places` | JSON in, problems and answers out |
//! | `studio`, `open_library`, `editor`, `edit_ids`, `rows`, `news` | the library behind its lock, and what pages are told |
//! | `watcher`, `progress` | what others change on disk; how far long work is |

pub mod api;
pub mod server;

mod answer;
mod assets;
mod body;
mod connection;
mod doorway;
mod edit_ids;
mod edit_thread;
mod frame_file;
mod guard;
mod listen;
mod motion_cache;
mod news;
mod open_library;
mod progress;
mod refusal;
mod routes;
mod rows;
mod studio;
mod text_places;
mod token;
mod watcher;

pub use assets::{PAGE_FOLDER, PageError};
pub use doorway::Doorway;
pub use server::{DEFAULT_PORT, Options, Server, StartError};
