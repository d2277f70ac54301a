//! Every function called wrongly: an error each time.

use crate::program::run_c;

#[test]
fn nothing_that_is_called_wrongly_crashes() {
    run_c("wrong.c", "", |printed| assert_eq!(printed, "ok\n"));
}
