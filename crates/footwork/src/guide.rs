//! Guides for the `footwork` command, from a folder of clips to data in other programs. Every
//! command in them is run by a test.
//!
//! The links between them are to files where the guides are read as files, and to modules here: of two
//! definitions of a link the first counts.

/// [find, check and cut]: crate::guide::find_check_cut
///
#[doc = include_str!("../docs/tag-a-library.md")]
pub mod tag_a_library {}

/// [get the data out]: crate::guide::get_the_data_out
///
#[doc = include_str!("../docs/find-check-cut.md")]
pub mod find_check_cut {}

#[doc = include_str!("../docs/get-the-data-out.md")]
pub mod get_the_data_out {}
