//! Guides for the `footwork` command, from a folder of clips to data in other programs. Every
//! command in them is run by a test.

#[doc = include_str!("../docs/tag-a-library.md")]
pub mod tag_a_library {}

#[doc = include_str!("../docs/find-check-cut.md")]
pub mod find_check_cut {}

#[doc = include_str!("../docs/get-the-data-out.md")]
pub mod get_the_data_out {}
