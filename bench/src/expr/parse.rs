//! Parsing a text and preparing it to run.

use exmex::Express as _;
use fasteval::Compiler as _;
use footwork_expr::{Evaluator, compile};

use super::peers::{self, EVALEXPR, EXMEX, EXPRTK, FASTEVAL, MEVAL};
use super::{Bars, VARIABLES};
use crate::figure;
use crate::measure::{Contender, in_turn, median_secs};
use crate::report::{Bar, Outcome, Table};

/// A text of twelve tokens that all contenders but evalexpr can read.
const TEXT: &str = "x*y+sin(2*t)-1";
const OURS: &str = "ours: to bytecode";
const BOTH: &str = "ours: to bytecode and to the fast machine";
/// The same text for evalexpr, which spells `sin` differently.
const EVALEXPR_TEXT: &str = "x*y+math::sin(2*t)-1";
/// The bar and the goal for the time of a compilation.
const BAR_AND_GOAL: [Option<Bar>; 2] = [Some(Bar::secs(2e-6)), Some(Bar::secs(1e-6))];

fn ours(text: &str) -> Option<Evaluator> {
    compile(text, &VARIABLES).ok().map(|p| Evaluator::new(&p))
}

pub(crate) fn table(bars: &mut Bars) -> Outcome<Table> {
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
    let title = format!("From text to something that runs: `{TEXT}`");
    let mut table = Table::new(title, "contender | time | ±");
    timings
        .iter()
        .for_each(|timing| table.row(timing.cells(1.0)));
    for (what, contender) in [
        ("12 tokens to bytecode", OURS),
        ("12 tokens to bytecode and to the fast machine", BOTH),
    ] {
        let secs = median_secs(&timings, contender);
        bars.add(what, figure::secs(secs), secs, BAR_AND_GOAL);
    }
    Ok(table)
}
