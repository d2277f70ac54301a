//! `footwork expr`: values, bytecode, plots and error messages.

use serde_json::json;

use crate::run::{footwork, footwork_reading, root, valid};

const ARTICLE: &str = "sin(t) + 0.1 * cos(10 * t)";

fn answer(arguments: &[&str]) -> serde_json::Value {
    let ran = footwork(&[&["expr", "--format", "json"], arguments].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{arguments:?}");
    valid(&ran.stdout, "expr")
}

/// Returns the printed message about a mistake.
fn shown(arguments: &[&str]) -> String {
    let ran = footwork(&[&["expr"], arguments].concat());
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
    ran.stderr
}

#[test]
fn bytecode_is_the_postfix_the_listing_and_the_value() {
    let ran = footwork(&["expr", ARTICLE, "--var", "t=0.5", "--bytecode"]);
    assert_eq!(ran.code, 0);
    let mut lines = ran.stdout.lines();
    assert_eq!(lines.next(), Some("t sin 0.1 10 t * cos * +"));
    assert_eq!(lines.next_back(), Some("0.50779176"));
    insta::assert_snapshot!(ran.stdout);
    let folded = footwork(&["expr", "2 * sin(pi)", "--bytecode"]);
    insta::assert_snapshot!(folded.stdout);
}

#[test]
fn answers_are_the_documented_json() {
    let postfix = json!(["t", "sin", "0.1", "10", "t", "*", "cos", "*", "+"]);
    assert_eq!(
        answer(&[ARTICLE, "--var", "t=0", "--bytecode"]),
        json!({"value": 0.1, "constant": false, "postfix": postfix})
    );
    assert_eq!(answer(&["2 * 3"]), json!({"value": 6.0, "constant": true}));
    for (text, value) in [("1/0", "inf"), ("-1/0", "-inf"), ("0/0", "NaN")] {
        assert_eq!(answer(&[text])["value"], value);
    }
    // A value is printed with the fewest decimals that identify the `f32`.
    let text = footwork(&["expr", "0.1 + 0.2", "--format", "json"]).stdout;
    assert_eq!(text, "{\"value\":0.3,\"constant\":true}\n");
}

#[test]
fn values_of_variables_may_be_expressions() {
    let value = |arguments: &[&str]| footwork(&[&["expr"], arguments].concat()).stdout;
    assert_eq!(value(&["x * 2", "--var", "x=1 / 4"]), "0.5\n");
    assert_eq!(value(&["cos(x)", "--var", "x=-pi"]), "-1\n");
    assert_eq!(value(&["-x", "--var", "x=-inf"]), "inf\n");
    assert_eq!(value(&["max(x, 1)", "--var", "x=NaN"]), "1\n");
    assert_eq!(value(&["x", "--var", "x=-0"]), "-0\n");
    let named = ["\"left hand\".height", "--var", "\"left hand\".height=2"];
    assert_eq!(value(&named), "2\n");
    let unused = ["1", "--var", "x=1", "--var", "y=2"];
    assert_eq!(value(&unused), "1\n");
}

#[test]
fn an_expression_comes_from_an_argument_or_standard_input() {
    let piped = footwork_reading(&["expr", "-", "--var", "x=2"], b"x +\n 1\n");
    assert_eq!(piped.stdout, "3\n");
    assert_eq!(footwork(&["expr", "-x", "--var", "x=2"]).stdout, "-2\n");
    let dashes = footwork(&["expr", "--var", "h=2", "--", "-h * 3"]);
    assert_eq!(dashes.stdout, "-6\n");
    for input in [b"\xff\xfe".as_slice(), &b"(".repeat(100_000)] {
        let ran = footwork_reading(&["expr", "-"], input);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.len() < 4000, "{}", ran.stderr);
    }
}

#[test]
fn a_text_that_is_too_long_has_a_caret_and_a_hint() {
    const MAX_BYTES: usize = 65_536;
    let fits = " ".repeat(MAX_BYTES - 1) + "1\r\n";
    assert_eq!(
        footwork_reading(&["expr", "-"], fits.as_bytes()).stdout,
        "1\n"
    );
    let text = "1".repeat(MAX_BYTES + 1);
    let expected = shown(&[&text]);
    assert!(
        expected.contains("^\n") && expected.contains("= help: compute parts"),
        "{expected}"
    );
    let piped = footwork_reading(&["expr", "-"], text.as_bytes());
    assert_eq!((piped.code, piped.stderr), (2, expected));
    for rest in [
        "é".repeat(100),
        "\n".repeat(100_000) + "2",
        "1+\n".repeat(1_000_000),
    ] {
        let piped = footwork_reading(&["expr", "-"], (text.clone() + &rest).as_bytes());
        assert_eq!(piped.code, 2);
        assert!(
            piped.stderr.starts_with("error[expr-too-long]"),
            "{}",
            piped.stderr
        );
    }
}

#[test]
fn values_are_printed_as_csv() {
    let value = footwork(&["expr", "x < 1", "--var", "x=0", "--format", "csv"]);
    assert_eq!(value.stdout, "value,constant\n1,false\n");
    let both = ["expr", "1 + 1", "--bytecode", "--format", "csv"];
    assert_eq!(footwork(&both).stdout, "value,constant,postfix\n2,true,2\n");
    let plot = footwork(&["expr", "1 / x", "--plot", "x=-1..1", "--format", "csv"]);
    let lines: Vec<_> = plot.stdout.lines().collect();
    assert_eq!(lines.len(), 102);
    assert_eq!(
        (lines[0], lines[1], lines[51]),
        ("x,value", "-1,-1", "0,inf")
    );
    assert_eq!(lines[101], "1,1");
    let plot = ["expr", "x", "--plot", "x=0..1", "--bytecode"];
    let csv = footwork(&[&plot[..], &["--format", "csv"]].concat());
    assert_eq!((csv.code, csv.stdout.as_str()), (2, ""));
}

#[test]
fn plots_are_dots_of_text_or_arrays() {
    insta::assert_snapshot!(footwork(&["expr", ARTICLE, "--plot", "t=0..10"]).stdout);
    let steps = [
        "expr",
        "floor(x) % 2 * 1000",
        "--plot",
        "x=0..5",
        "--bytecode",
    ];
    insta::assert_snapshot!(footwork(&steps).stdout);
    let flat = footwork(&["expr", "sqrt(x) * 0", "--plot", "x=-1..1"]);
    insta::assert_snapshot!(flat.stdout);
    let nothing = footwork(&["expr", "sqrt(x)", "--plot", "x=-2..-1"]);
    assert_eq!(nothing.stdout, "no value from x = -2 to -1 is finite\n");

    let plot = answer(&[
        "x / y",
        "--var",
        "y=0",
        "--plot",
        "x=-0.1..2 * 4",
        "--bytecode",
    ]);
    assert_eq!(plot["postfix"], json!(["x", "y", "/"]));
    let (at, values) = (&plot["plot"]["at"], &plot["plot"]["values"]);
    assert_eq!((&at[0], &at[100]), (&json!(-0.1), &json!(8.0)));
    assert_eq!((&values[0], &values[100]), (&json!("-inf"), &json!("inf")));
    // The plotted range covers nearly all values of `f32`.
    assert_eq!(footwork(&["expr", "x", "--plot", "x=-1e38..1e38"]).code, 0);
}

#[test]
fn every_mistake_has_carets_and_a_hint() {
    insta::assert_snapshot!(shown(&["sin(x"]));
    insta::assert_snapshot!(shown(&["2 + * 3"]));
    insta::assert_snapshot!(shown(&["foo(1)"]));
    insta::assert_snapshot!(shown(&["log(2)"]));
    insta::assert_snapshot!(shown(&["x + seped *\n  PI * y", "--var", "speed=1"]));
    insta::assert_snapshot!(shown(&["\"left hand\" * 2"]));
    insta::assert_snapshot!(shown(&[&"(".repeat(60_000)]));
    insta::assert_snapshot!(shown(&[&"1 + ".repeat(16_400)]));
}

#[test]
fn mistakes_of_options_are_shown_in_them() {
    for arguments in [
        ["--var", "x=1 + *"],
        ["--var", "x="],
        ["--var", "x"],
        ["--var", "left hand=1"],
        ["--var", "pi=3"],
        ["--var", "x=y"],
        ["--plot", "x=1"],
        ["--plot", "x=2..1"],
        ["--plot", "x=0..1/0"],
        ["--plot", "x=0..end"],
    ] {
        let ran = shown(&["x", arguments[0], arguments[1]]);
        assert!(ran.contains("= help: "), "{arguments:?}\n{ran}");
    }
    let twice = shown(&["x", "--var", "x=1", "--plot", "x=0..1"]);
    assert!(twice.contains("duplicate-variable"), "{twice}");
    insta::assert_snapshot!(shown(&["x", "--var", "x=1 + foo(2)"]));
}

/// Shows every case of `testdata/expr/errors.toml` as the command prints it.
#[test]
fn every_kind_of_error_is_shown_with_carets() {
    #[derive(serde::Deserialize)]
    struct Cases {
        case: Vec<Case>,
    }
    #[derive(serde::Deserialize)]
    struct Case {
        expr: String,
        errors: Vec<toml::Table>,
    }
    let cases = std::fs::read_to_string(root().join("testdata/expr/errors.toml")).unwrap();
    let cases: Cases = toml::from_str(&cases).unwrap();
    for Case { expr, errors } in cases.case {
        let variables = [
            "--var", "x=1", "--var", "y=2", "--var", "speed=3", "--", &expr,
        ];
        let ran = shown(&variables);
        assert_eq!(ran.matches("error[").count(), errors.len(), "{ran}");
        assert_eq!(ran.matches("= help: ").count(), errors.len(), "{ran}");
        let carets = ran.lines().filter(|line| line.ends_with('^'));
        assert_eq!(carets.count(), errors.len(), "{ran}");
        for error in errors {
            let message = error["message"].as_str().unwrap();
            assert!(ran.contains(message), "{message}\n{ran}");
        }
    }
}

#[test]
fn errors_are_json_for_programs() {
    let ran = footwork(&["expr", "a +\n  log(2)", "--errors", "json"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let errors = &valid(&ran.stderr, "errors")["errors"];
    assert_eq!(errors[0]["hint"], "give --var a=…");
    assert_eq!(errors[1]["code"], "unknown-function");
    assert_eq!(
        (&errors[1]["line"], &errors[1]["column"]),
        (&json!(2), &json!(3))
    );
    assert_eq!(errors[1]["span"], json!([6, 9]));
    assert_eq!(errors[1]["file"], "expression");
}

#[test]
fn the_functions_are_listed() {
    let listed = footwork(&["expr", "--functions"]).stdout;
    assert!(listed.contains("\nmin(a, b, …)"), "{listed}");
    assert!(listed.contains("  The length of (x, y, z).\n"), "{listed}");
    let ran = footwork(&["expr", "--functions", "--format", "json"]);
    let functions = valid(&ran.stdout, "functions");
    let all = functions["functions"].as_array().unwrap();
    assert!(all.contains(&json!({ "call": "abs(x)", "summary": "Absolute value." })));
}

#[test]
fn unused_variables_are_reported() {
    let ran = footwork(&["expr", "x", "--var", "x=1", "--plot", "y=0..1"]);
    assert_eq!((ran.code, ran.stderr.lines().count()), (0, 1));
    assert!(
        ran.stderr
            .contains("note[unused-variable]: the expression does not use the variable `y`")
    );
}

#[test]
fn wrong_variables_are_reported_with_mistakes_in_the_text() {
    let seen = shown(&["2 +", "--var", "sin=1", "--var", "x=1", "--var", "x=2"]);
    let codes = ["reserved-variable", "duplicate-variable", "missing-operand"];
    assert_eq!(seen.matches("error[").count(), codes.len(), "{seen}");
    assert!(codes.iter().all(|code| seen.contains(code)), "{seen}");
}

#[test]
fn numbers_are_the_shortest_decimals() {
    for (text, number) in [
        ("1e30", "1e30"),
        ("1e-45", "1e-45"),
        ("2 * 5", "10"),
        ("0.1", "0.1"),
    ] {
        assert_eq!(footwork(&["expr", text]).stdout, format!("{number}\n"));
        let value = &answer(&[text])["value"];
        assert_eq!(
            value.as_f64().unwrap().to_string(),
            number.parse::<f64>().unwrap().to_string()
        );
    }
    let seeded = footwork(&["expr", "hash(1)", "--seed", "7"]).stdout;
    assert_ne!(seeded, footwork(&["expr", "hash(1)"]).stdout);
}
