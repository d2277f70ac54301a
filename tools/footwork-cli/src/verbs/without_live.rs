//! `footwork studio` and `footwork watch` in a build without the feature `live`.

use std::ffi::OsString;

use crate::failure::Failure;

/// Whatever the verb is called with.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _all: Vec<OsString>,
}

pub(crate) fn refusal() -> Failure {
    let message = "this build has neither `studio` nor `watch`";
    let hint =
        "`cargo xtask studio` opens the studio, and a build with the feature `live` has both verbs";
    Failure::plain("not-built", message).hint(hint)
}
