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
/// The lengths of texts, in bytes; the last is the longest that ours accepts.
const LENGTHS: [usize; 3] = [1 << 10, 1 << 13, 1 << 16];
/// The same for evalexpr.
const EVALEXPR_TEXT: &str = "x*y+math::sin(2*t)-1";
const BAR_AND_GOAL: [Option<Bar>; 2] = [Some(Bar::secs(2e-6)), Some(Bar::secs(1e-6))];
/// The largest time per byte of the longest text, in times that of the text of middle length.
const LINEAR: Bar = Bar::at_most(1.5);

pub(crate) fn tables(bars: &mut Bars) -> Outcome<[Table; 2]> {
    Ok([short(bars)?, long(bars)?])
}

fn ours(text: &str) -> Option<Evaluator> {
    compile(text, &VARIABLES).ok().map(|p| Evaluator::new(&p))
}

fn short(bars: &mut Bars) -> Outcome<Table> {
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

fn long(bars: &mut Bars) -> Outcome<Table> {
    let head = format!("length of the text | {OURS} | {BOTH}");
    let mut table = Table::new("A byte of a long sum of different products", &head);
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
        let bytes = u32::try_from(text.len())?;
        let timings = in_turn(vec![
            Contender::new(OURS, || compile(&text, &VARIABLES)),
            Contender::new(BOTH, || ours(&text)),
        ]);
        let secs = [OURS, BOTH].map(|name| median_secs(&timings, name) / f64::from(bytes));
        table.row_of(&figure::bytes(length as u64), secs, figure::secs);
        a_byte.push(secs);
    }
    if let [_, middle, longest] = a_byte.as_slice() {
        for (place, name) in [(0, OURS), (1, BOTH)] {
            let what = format!("{name}, a byte of 64 KiB against one of 8 KiB");
            let ratio = longest[place] / middle[place];
            bars.add(&what, figure::plain(ratio), ratio, [Some(LINEAR), None]);
        }
    }
    Ok(table)
}
