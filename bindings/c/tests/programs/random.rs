//! Random calls of all functions, under AddressSanitizer and UndefinedBehaviorSanitizer.

use std::env;

use crate::characters::football;
use crate::networks;
use crate::program::{compile_sanitised, run_with};
use crate::scenes::{files, walks};

#[test]
fn random_calls_do_no_harm() {
    let Some(program) = compile_sanitised("random.c") else {
        return;
    };
    let (index, db) = walks();
    let [index, tags] = files(&index, &db, "random").map(|path| path.display().to_string());
    let poses = football("fwposes").display().to_string();
    let network = networks::file("random");
    let calls = match env::var_os("FOOTWORK_SOAK") {
        Some(_) => "1000000",
        None => "10000",
    };
    for seed in ["1", "2", "3"] {
        let printed = run_with(
            &program,
            &[calls, seed, &tags, &index, &poses, &network],
            "",
        );
        assert!(printed.ends_with("ok\n"), "{printed}");
        // Random calls must also succeed sometimes.
        let succeeded = printed.split(' ').next().unwrap().parse::<u64>().unwrap();
        let calls: u64 = calls.parse().unwrap();
        assert!(20 * succeeded > calls, "{printed}");
    }
}
