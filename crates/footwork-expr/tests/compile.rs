//! Compilation: hostile texts, limits, variables, and several texts in one program.

#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use footwork_base::TextSpan;
use footwork_expr::{Compiler, ExprErrors, Function, ProgramStep, StackMachine, compile};
use footwork_expr::{MAX_NESTING, MAX_STEPS, MAX_TEXT_BYTES};

fn codes(errors: &ExprErrors) -> Vec<&'static str> {
    errors.iter().map(|error| error.code()).collect()
}

fn code(text: &str) -> &'static str {
    codes(&compile(text, &["x"]).unwrap_err())[0]
}

/// Runs a test on a stack that deep recursion would overflow.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 * 1024);
    thread.spawn(test).unwrap().join().unwrap();
}

#[test]
fn hostile_texts_are_rejected_at_once() {
    on_a_small_stack(|| {
        assert_eq!(code(&"(".repeat(100_000)), "expr-too-long");
        assert_eq!(code(&"(".repeat(60_000)), "expr-too-deep");
        assert_eq!(code(&"sin(".repeat(16_000)), "expr-too-deep");
        assert_eq!(code(&"nosuch(".repeat(9_000)), "unknown-function");
        assert_eq!(code(&")".repeat(60_000)), "missing-operand");
        assert_eq!(code(&"x ".repeat(5_000_000)), "expr-too-long");
        assert_eq!(code(&"@ ".repeat(30_000)), "unexpected-character");
        assert_eq!(code(&"-".repeat(65_536)), "missing-operand");
        assert_eq!(code(&"\"".repeat(65_536)), "unknown-name");
        assert_eq!(code(&"x?".repeat(32_000)), "missing-colon");
        assert_eq!(code(&"1".repeat(65_536)), "number-too-large");
        let many = compile(&"zzz*".repeat(16_000), &["x"]).unwrap_err();
        assert_eq!(many.len(), 51);
        assert_eq!(codes(&many)[50], "too-many-errors");
    });
}

#[test]
fn parentheses_and_calls_nest_to_a_limit() {
    on_a_small_stack(|| {
        for (open, close) in [
            ("(", ")"),
            ("abs(", ")"),
            ("max(1,", ")"),
            ("x?(", "):1"),
            ("-(", ")"),
        ] {
            let nested = |depth| format!("{}x{}", open.repeat(depth), close.repeat(depth));
            assert!(compile(&nested(MAX_NESTING), &["x"]).is_ok(), "{open}");
            let errors = compile(&nested(MAX_NESTING + 1), &["x"]).unwrap_err();
            assert_eq!(codes(&errors), ["expr-too-deep"], "{open}");
        }
    });
}

#[test]
fn chains_of_operators_have_no_limit_but_the_text() {
    on_a_small_stack(|| {
        // Each chain: the repeated part, the number of repetitions, the part after it, and the
        // value for x = 0.5.
        let chains = [
            ("-", 65_534, "x", 0.5),
            ("- ", 32_766, "x", 0.5),
            ("!", 65_534, "x", 1.0),
            ("x+", 32_000, "x", 16_000.5),
            ("x^", 32_000, "0", 0.641_185_76),
            ("0?1:", 16_000, "x", 0.5),
            ("x?x:", 16_000, "1", 0.5),
            ("1?", 16_000, "x", 0.5),
            ("1*", 32_000, "x", 0.5),
            ("x,", 30_000, "x)", 0.5),
        ];
        for (link, count, end, expected) in chains {
            let text = link.repeat(count) + end;
            let text = match link {
                "1?" => text + &":0".repeat(count),
                "x," => format!("max({text}"),
                _ => text,
            };
            let program = compile(&text, &["x"]).unwrap_or_else(|e| panic!("{link}: {e}"));
            let found = StackMachine::new(&program).run(&[0.5])[0];
            assert!((found - expected).abs() < 1e-6, "{link}: {found}");
        }
    });
}

#[test]
fn a_program_with_too_many_steps_is_rejected() {
    let text = format!("{}x", "-".repeat(MAX_TEXT_BYTES - 1));
    let errors = compile(&text, &["x"]).unwrap_err();
    assert_eq!(codes(&errors), ["too-many-steps"]);
    assert!(compile(&text[1..], &["x"]).is_ok());
    // A constant takes one step, however long its text is.
    assert!(compile(&text.replace('x', "1"), &["x"]).is_ok());

    let half = format!("{}x", "-".repeat(MAX_STEPS / 2));
    let both = Compiler::new(&["x"]).compile_all(&["1", &half, &half, "nosuch"]);
    let errors = both.unwrap_err();
    let error = errors.iter().next().unwrap();
    assert_eq!((error.code(), error.text), ("too-many-steps", 2));
}

/// The byte limit may fall inside a character.
#[test]
fn the_error_of_a_too_long_text_points_at_a_whole_character() {
    let odd = format!("a{}", "é".repeat(40_000));
    for text in ["é".repeat(40_000), odd, "漢".repeat(30_000)] {
        let errors = compile(&text, &[]).unwrap_err();
        let error = errors.iter().next().unwrap();
        assert_eq!(error.code(), "expr-too-long");
        assert_eq!(error.span.slice(&text).chars().count(), 1);
    }
    let longest = format!("{}1", " ".repeat(MAX_TEXT_BYTES - 1));
    assert!(compile(&longest, &[]).is_ok());
    assert_eq!(code(&format!("{longest} ")), "expr-too-long");
}

fn check_variables(variables: &[&str], expected: &[(&str, &str)]) {
    let errors = compile("1", variables).unwrap_err();
    let found = errors.iter().map(|e| (e.code(), e.hint().unwrap()));
    let expected = expected.iter().map(|&(code, hint)| (code, hint.to_owned()));
    assert!(found.eq(expected), "{variables:?}: {errors}");
    let place = |e: &footwork_expr::ExprError| (e.text, e.span);
    assert!(errors.iter().all(|e| place(e) == (0, TextSpan::default())));
}

#[test]
fn variables_are_unique_names_outside_the_language() {
    let rename = "give the variable another name";
    check_variables(&["t", "sin", "x"], &[("reserved-variable", rename)]);
    for reserved in ["pi", "e", "noise", "log", "and", "select", "pow"] {
        check_variables(&[reserved], &[("reserved-variable", rename)]);
    }
    let quote = "write it as \"left hand\"";
    check_variables(&["left hand"], &[("bad-variable", quote)]);
    check_variables(&["\"left\""], &[("bad-variable", "write it as left")]);
    check_variables(&["2"], &[("bad-variable", "write it as \"2\"")]);
    let name = "a name is identifiers or JSON strings joined by dots";
    check_variables(&["", "a..b", "\"\""], &[("bad-variable", name); 3]);
    let once = "give each variable once";
    check_variables(&["x", "y", "x"], &[("duplicate-variable", once)]);
    let many: Vec<String> = (0..100).map(|i| format!("v{}", i % 99)).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    check_variables(&many, &[("duplicate-variable", once)]);
    // The names of operators in listings are not reserved.
    assert!(compile("neg * sin.x", &["neg", "sin.x"]).is_ok());
}

#[test]
fn errors_of_variables_come_before_those_of_the_text() {
    let errors = compile("x + nosuch", &["x", "pi"]).unwrap_err();
    assert_eq!(codes(&errors), ["reserved-variable", "unknown-name"]);
}

#[test]
fn many_variables_are_found_by_name() {
    let names: Vec<String> = (0..1000).map(|i| format!("v{i}")).collect();
    let backwards: Vec<&str> = names.iter().rev().map(String::as_str).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let program = compile(&backwards.join("+"), &names).unwrap();
    let values: Vec<f32> = (0..1000u16).map(f32::from).collect();
    assert_eq!(StackMachine::new(&program).run(&values), [499_500.0]);

    let hint = |text| {
        let errors = compile(text, &names).unwrap_err();
        errors.iter().next().unwrap().hint().unwrap()
    };
    assert_eq!(
        hint("v1000 + v10"),
        "did you mean `v000`?".replace("000", "100")
    );
    assert!(hint("elephant").ends_with("v10, v11, …"));
    let long = "v999+".repeat(13_000) + "v0";
    assert!(compile(&long, &names).is_ok());
}

#[test]
fn errors_name_their_text_among_several() {
    let compiler = Compiler::new(&["x", "y"]);
    let texts = ["x + y", "2 * 3", "x > y ? x : y"];
    let program = compiler.compile_all(&texts).unwrap();
    assert_eq!(
        StackMachine::new(&program).run(&[1.0, 2.0]),
        [3.0, 6.0, 2.0]
    );
    let constants: Vec<_> = (0..4).map(|output| program.constant(output)).collect();
    assert_eq!(constants, [None, Some(6.0), None, None]);
    assert_eq!(program.constants(), None);
    let constants = compiler.compile_all(&["1", "pi * 0"]).unwrap().constants();
    assert_eq!(constants, Some(vec![1.0, 0.0]));

    let errors = compiler.compile_all(&["x +", "y", "q )"]).unwrap_err();
    let found: Vec<_> = errors.iter().map(|e| (e.text, e.code())).collect();
    let expected = [
        (0, "missing-operand"),
        (2, "unknown-name"),
        (2, "unopened-parenthesis"),
    ];
    assert_eq!(found, expected);
    assert!(errors.to_string().contains("(at byte 2 of text 2)"));
    let nothing = compiler.compile_all(&[]).unwrap_err();
    assert_eq!(codes(&nothing), ["no-output"]);
}

#[test]
fn the_seed_changes_hash_and_noise() {
    let found = |seed| {
        let compiler = Compiler::new(&["x"]).seed(seed);
        let texts = ["hash(3)", "noise(3.3)", "hash(x)"];
        let program = compiler.compile_all(&texts).unwrap();
        assert_eq!(program.seed(), seed);
        let found = StackMachine::new(&program).run(&[3.0]).to_vec();
        assert_eq!(found[0].to_bits(), found[2].to_bits());
        found
    };
    assert_eq!(found(7), found(7));
    assert_ne!(found(7)[0], found(8)[0]);
    assert_ne!(found(7)[1], found(8)[1]);
}

/// Calls each function with each allowed number of arguments, and with one more and one fewer.
#[test]
fn every_function_takes_exactly_its_arguments() {
    let mut called = 0;
    for &function in Function::ALL {
        let Some(name) = function.call_name() else {
            assert!(Function::called(function.name()).is_empty());
            continue;
        };
        called += 1;
        assert!(Function::called(name).contains(&function));
        let arity = function.arguments().len();
        let call = |count| format!("{name}({})", vec!["x"; count].join(", "));
        let program = compile(&call(arity), &["x"]).unwrap();
        assert_eq!(program.steps().last(), Some(ProgramStep::Call(function)));
        for count in [arity - 1, arity + 1] {
            let mut forms = Function::called(name).iter();
            let is_form = forms.any(|form| form.arguments().len() == count);
            let is_many = ["min", "max"].contains(&name) && count > 1;
            let is_ok = compile(&call(count), &["x"]).is_ok();
            assert_eq!(is_ok, is_form || is_many, "{}", call(count));
        }
    }
    // Only the operators without a name cannot be called.
    assert_eq!(called, Function::ALL.len() - 15);
    let names: Vec<_> = Function::call_names().collect();
    assert!(names.is_sorted() && names.contains(&"pow") && names.contains(&"select"));
}
