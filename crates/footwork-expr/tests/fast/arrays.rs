//! Arrays with more rows than a block has lanes, and evaluators reused for many arrays.

use footwork_expr::{Evaluator, Program, SimdLevel, compile};

use crate::functions::program_of;
use crate::programs::{Values, check_blocks, check_evaluator, expected, program};
use crate::random::Random;

/// Block sizes around multiples of a cache line and around the maximum, and the default size.
const SIZES: [Option<usize>; 8] = [
    Some(1),
    Some(15),
    Some(16),
    Some(17),
    Some(512),
    Some(4095),
    Some(4096),
    None,
];

/// Returns programs with different numbers of registers: from none to so many that a block of default size exceeds the
/// cache.
fn programs() -> Vec<Program> {
    let many: Vec<String> = (1..=100).map(|n| format!("hypot(x, {n} * y)")).collect();
    let texts = [
        "x",
        "x * 2 + y",
        "sin(x) * y - z % t",
        "((2 * x + 3) * x - 5) * x + (y < z ? t : 7)",
        "noise(x, y) + mod(z, t) + lerp(x, y, fract(z))",
        &many.join(" - ("),
    ];
    let closed = |text: &str| text.to_owned() + &")".repeat(text.matches("- (").count());
    let texts = texts.map(closed);
    let names = ["x", "y", "z", "t"];
    let texts = texts.iter().map(|text| compile(text, &names).unwrap());
    let random = (0..4).map(|seed| program(&mut Random(seed), 60));
    texts.chain(random).collect()
}

#[test]
fn every_block_size_agrees_over_many_rows() {
    for (number, program) in (0..).zip(programs()) {
        for rows in [4097, 9000] {
            let values = Values::new(&mut Random(number), rows);
            let expected = expected(&program, &values);
            check_blocks(&program, &values, &SIZES, &expected);
        }
    }
}

#[test]
fn every_function_agrees_over_many_rows() {
    let values = Values::new(&mut Random(1), 9000);
    for &function in footwork_expr::Function::ALL {
        let program = program_of(function);
        let expected = expected(&program, &values);
        check_blocks(&program, &values, &[Some(4096), None], &expected);
    }
}

/// The lengths of arrays grow and shrink, inputs change between slices and single values, and the evaluator is cloned.
#[test]
fn results_do_not_depend_on_earlier_runs() {
    let lengths = [0, 5, 40, 4097, 3, 9000, 64, 1, 4096, 17];
    for (number, program) in (0..).zip(programs()) {
        let mut random = Random(number);
        let calls = lengths.map(|rows| {
            let values = Values::new(&mut random, rows);
            let expected = expected(&program, &values);
            (values, expected)
        });
        for level in SimdLevel::available() {
            for size in [None, Some(17)] {
                let mut evaluator = Evaluator::new(&program).with_level(level).unwrap();
                if let Some(size) = size {
                    evaluator = evaluator.with_block_size(size);
                }
                for (call, (values, expected)) in calls.iter().enumerate() {
                    let run = |evaluator: &mut Evaluator| {
                        let what = || format!("{level:?}, {size:?} lanes, call {call}");
                        check_evaluator(&program, values, evaluator, expected, what);
                    };
                    let mut copy = evaluator.clone();
                    run(&mut evaluator);
                    if let Some(&first) = expected[0].first() {
                        let found = evaluator.value(&values.row(0)).to_bits();
                        assert_eq!(found, first, "a value between blocks");
                    }
                    // Continues in turn with the original, with a copy made before the run, and with a copy made after
                    // the run.
                    match call % 3 {
                        1 => {
                            run(&mut copy);
                            evaluator = copy;
                        }
                        2 => evaluator = evaluator.clone(),
                        _ => {}
                    }
                }
            }
        }
    }
}
