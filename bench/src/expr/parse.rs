//! Reading a text and making it ready to run.

use exmex::Express as _;
use fasteval::Compiler as _;
use footwork_expr::{Evaluator, compile};

use super::bars::Bars;
use super::peers::{self, EVALEXPR, EXMEX, EXPRTK, FASTEVAL, MEVAL};
use crate::figure;
use crate::measure::{Contender, Timing, in_turn};
use crate::report::Table;

/// Twelve tokens, which all can read.
const TEXT: &str = "x*y+sin(2*t)-1";
const VARIABLES: [&str; 4] = ["x", "y", "z", "t"];
const OURS: &str = "ours: to bytecode";
const BOTH: &str = "ours: to bytecode and to the fast machine";
/// The lengths of texts, in bytes; the longest is the most that ours takes.
const LENGTHS: [usize; 3] = [1 << 10, 1 << 13, 1 << 16];
/// The same for evalexpr.
const EVALEXPR_TEXT: &str = "x*y+math::sin(2*t)-1";
const BAR_SECS: f64 = 2e-6;
const GOAL_SECS: f64 = 1e-6;
/// How much longer a byte of the longest text may take than one of the middle length.
const LINEAR: f64 = 1.5;

pub(crate) fn tables(bars: &mut Bars) -> Result<[Table; 2], String> {
    Ok([short(bars)?, long(bars)?])
}

fn ours(text: &str) -> Option<Evaluator> {
    compile(text, &VARIABLES).ok().map(|p| Evaluator::new(&p))
}

fn short(bars: &mut Bars) -> Result<Table, String> {
    ours(TEXT).ok_or("we cannot read the text")?;
    let timings = in_turn(vec![
        Contender::new(OURS, || compile(TEXT, &VARIABLES)),
        Contender::new(BOTH, || ours(TEXT)),
        Contender::new(FASTEVAL, || {
            let mut slab = fasteval::Slab::new();
            let parsed = fasteval::Parser::new().parse(TEXT, &mut slab.ps).ok()?;
            let compiled = parsed.from(&slab.ps).compile(&slab.ps, &mut slab.cs);
            Some((compiled, slab))
        }),
        Contender::new(EXMEX, || {
            exmex::parse::<f64>(TEXT).map(|f| f.var_names().len())
        }),
        Contender::new(MEVAL, || {
            let formula: Option<meval::Expr> = TEXT.parse().ok();
            formula.and_then(|f| {
                f.bind4("x", "y", "z", "t")
                    .ok()
                    .map(|f| f(1.0, 1.0, 1.0, 1.0))
            })
        }),
        Contender::new(EVALEXPR, || {
            evalexpr::build_operator_tree(EVALEXPR_TEXT).ok()
        }),
        Contender::new(EXPRTK, || peers::exprtk_formula(TEXT).ok()),
    ]);
    let mut table = Table::new(
        format!("From text to something that runs: `{TEXT}`"),
        &["contender", "time", "±"],
    );
    for timing in &timings {
        let spread = format!("{:.0} %", timing.spread * 100.0);
        table.row([
            timing.name.to_owned(),
            figure::secs(timing.median_secs),
            spread,
        ]);
    }
    let secs = |name: &str| find(&timings, name);
    let (bar, goal) = (Some(BAR_SECS), Some(GOAL_SECS));
    bars.secs("12 tokens to bytecode", secs(OURS), bar, goal);
    bars.secs(
        "12 tokens to bytecode and to the fast machine",
        secs(BOTH),
        bar,
        goal,
    );
    Ok(table)
}

fn find(timings: &[Timing], name: &str) -> f64 {
    let found = timings.iter().find(|t| t.name == name);
    found.map_or(f64::NAN, |t| t.median_secs)
}

fn long(bars: &mut Bars) -> Result<Table, String> {
    let mut table = Table::new(
        "A byte of a long sum of different products",
        &["length of the text", OURS, BOTH],
    );
    let mut a_byte = Vec::new();
    for length in LENGTHS {
        let mut text = String::from("x");
        for number in 0.. {
            let term = format!("+x*{number}.5*sin(y)");
            if text.len() + term.len() > length {
                break;
            }
            text.push_str(&term);
        }
        ours(&text).ok_or("we cannot read a long text")?;
        let bytes = u32::try_from(text.len()).map_err(|e| e.to_string())?;
        let timings = in_turn(vec![
            Contender::new(OURS, || compile(&text, &VARIABLES)),
            Contender::new(BOTH, || ours(&text)),
        ]);
        let secs = [OURS, BOTH].map(|name| find(&timings, name) / f64::from(bytes));
        let mut row = vec![figure::bytes(length as u64)];
        row.extend(secs.map(figure::secs));
        table.row(row);
        a_byte.push(secs);
    }
    if let [_, middle, longest] = a_byte.as_slice() {
        for (place, name) in [(0, OURS), (1, BOTH)] {
            let what = format!("{name}, a byte of 64 KiB against one of 8 KiB");
            bars.at_most(&what, longest[place] / middle[place], Some(LINEAR), None);
        }
    }
    Ok(table)
}
