//! Random expressions: the stack machine agrees with a plain f64 tree walker, and folding does not change any bit.
//!
//! The walker shares no code with the crate. Next to each f64 value it keeps bounds for the f32 result, by interval
//! arithmetic. Each operation may be off by its documented error. If bounds span a jump (of `floor`, of `<`), they
//! include both sides. So no case is skipped. Cases whose bounds are too wide to be useful are counted, and must be
//! few.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]
#![allow(
    clippy::disallowed_methods,
    reason = "the tests compare with std's and libm's f64 functions"
)]

mod bounds;
mod calls;
mod random;
mod tree;
mod walk;

use footwork_expr::{Compiler, StackMachine};

use random::{Random, cases, seed};
use tree::{Tree, VARIABLES};

#[test]
fn the_stack_machine_agrees_with_a_plain_tree_walker() {
    let compiler = Compiler::new(&VARIABLES).seed(5);
    let total = cases(20_000, 1_000_000);
    let (mut wide, mut special) = (0, 0);
    for case in 0..total {
        let random = &mut Random::of_case("walker", case);
        let tree = Tree::random(random, 4);
        let text = tree.text(random);
        let values = tree::values(random);
        let program = compiler
            .compile(&text)
            .unwrap_or_else(|errors| panic!("case {case}, {text}: {errors}"));
        let found = StackMachine::new(&program).run(&values)[0];
        let value = walk::value(&tree, &values);
        let bounds = bounds::bounds(&tree, &values);
        let shown = || format!("case {case}: {text}\nof {values:?}\nwithin {bounds:?}");
        assert!(bounds.hold(value), "the walker gives {value}, {}", shown());
        assert!(bounds.hold(f64::from(found)), "{found}, {}", shown());
        special += u64::from(!found.is_finite());
        wide += u64::from(bounds.are_wide());
    }
    // Counts both kinds of results. Their percentages are checked below.
    println!(
        "{total} cases, seed {}: {wide} have wide bounds, {special} results are not finite",
        seed()
    );
    let (wide, special) = (wide * 100 / total, special * 100 / total);
    assert!(wide < 13, "{wide} % of the cases have wide bounds");
    assert!((2..40).contains(&special), "{special} % are not finite");
}

/// The compiler folds numbers in the text. Variables are computed when the program runs.
#[test]
fn folding_does_not_change_any_bit() {
    let compiler = Compiler::new(&VARIABLES).seed(5);
    let mut folded_whole = 0;
    let total = cases(20_000, 1_000_000);
    for case in 0..total {
        let random = &mut Random::of_case("folded", case);
        let tree = Tree::random(random, 4);
        let values = tree::values(random);
        let (text, partly) = (tree.text(random), tree.with_numbers(&values, random, 2));
        let fully = tree.with_numbers(&values, random, 1);
        let (partly, fully) = (partly.text(random), fully.text(random));
        let bits = |text: &str| {
            let program = compiler
                .compile(text)
                .unwrap_or_else(|e| panic!("{text}: {e}"));
            let found = StackMachine::new(&program).run(&values)[0];
            if let Some(constant) = program.constant(0) {
                assert_eq!(constant.to_bits(), found.to_bits(), "{text}");
            }
            (found.to_bits(), program.constant(0).is_some())
        };
        let (expected, _) = bits(&text);
        assert_eq!(
            bits(&partly).0,
            expected,
            "case {case}: {text}\n{partly}\nof {values:?}"
        );
        let (found, is_constant) = bits(&fully);
        assert_eq!(
            found, expected,
            "case {case}: {text}\n{fully}\nof {values:?}"
        );
        folded_whole += u64::from(is_constant);
    }
    println!(
        "{total} cases, seed {}: {folded_whole} are constant",
        seed()
    );
    assert!(
        folded_whole > total * 3 / 4,
        "{folded_whole} of {total} are constant"
    );
}
