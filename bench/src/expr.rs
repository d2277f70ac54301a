//! Evaluating formulas, compared with other crates that read formulas and with formulas written in Rust.
//!
//! The formulas and the bars come from the specification of `footwork-expr`.

mod columns;
mod exprtk;
mod fidget;
mod formulas;
mod native;
mod parse;
mod peers;
mod single;
mod sink;
mod times;

use ::fidget::jit::JitFunction;
use ::fidget::vm::VmFunction;
use footwork_expr::{Evaluator, Input, Program, SimdLevel, StackMachine, compile};

use crate::figure;
use crate::measure::{Contender, in_turn};
use crate::report::{Bar, Block, Outcome, Section, Table};
use columns::{Columns, ELEMENTS, Number as _};
use formulas::Formula;
use peers::{EVALEXPR, EXMEX, EXPRTK, FASTEVAL, FASTEVAL_UNSAFE, MEVAL};
use sink::{Arrays, Checks, ROWS, Scalars, Sink};
use times::Times;

const OURS: &str = "ours: fast machine";
const STACK: &str = "ours: stack machine";
const PORTABLE: &str = "ours: blocks, SSE2";
const AVX2: &str = "ours: blocks, AVX2";
const AVX512: &str = "ours: blocks, AVX-512";
const FIDGET_VM: &str = "fidget, VM";
const FIDGET_JIT: &str = "fidget, JIT";
const NATIVE: &str = "Rust: function pointer, std";
const STD_LOOP: &str = "Rust: loop, std";
const FUSED: &str = "Rust: loop, base's maths, AVX2";

/// The variables of all formulas.
const VARIABLES: [&str; 4] = ["x", "y", "z", "t"];

/// The contenders from other crates, in the order of the report.
const PEERS: [&str; 8] = [
    FASTEVAL,
    FASTEVAL_UNSAFE,
    EXMEX,
    MEVAL,
    EVALEXPR,
    EXPRTK,
    FIDGET_VM,
    FIDGET_JIT,
];

/// Measures everything about formulas.
pub(crate) fn run() -> Outcome<Section> {
    let columns = Columns::new(ELEMENTS);
    let formulas: &'static [Formula] = Box::leak(formulas::all().into_boxed_slice());
    let mut scalar = Times::new([&[OURS, STACK][..], &PEERS, &[NATIVE]].concat());
    let of_arrays = [&[AVX512, AVX2, PORTABLE][..], &PEERS, &[STD_LOOP, FUSED]];
    let mut arrays = Times::new(of_arrays.concat());
    for formula in formulas {
        eprintln!("expr: {}", formula.name);
        let errors = |e| format!("{}: {e}", formula.text);
        let program = compile(formula.text, &VARIABLES).map_err(errors)?;
        check(formula, &program, &columns)?;
        let timings = in_turn(scalars(formula, &program, &columns)?);
        scalar.add(formula.name, &timings, ROWS as f64);
        let timings = in_turn(loops(formula, &program, &columns)?);
        arrays.add(formula.name, &timings, ELEMENTS as f64);
    }
    let mut bars = Bars::new();
    let wanted = [
        (
            "one value, times as fast as fasteval",
            scalar.ratio(FASTEVAL, OURS),
            [Some(Bar::at_least(3.5)), None],
        ),
        (
            "one value, times as fast as exprtk's crate",
            scalar.ratio(EXPRTK, OURS),
            [None, None],
        ),
        (
            "arrays with AVX2, times as fast as fasteval",
            arrays.ratio(FASTEVAL, AVX2),
            [Some(Bar::at_least(50.0)), None],
        ),
        (
            "arrays with AVX2, times as slow as the fused loop",
            arrays.ratio(AVX2, FUSED),
            [Some(Bar::at_most(2.5)), Some(Bar::at_most(1.5))],
        ),
    ];
    for (what, ratio, bar_and_goal) in wanted {
        bars.add(what, figure::plain(ratio), ratio, bar_and_goal);
    }
    let singles = single::blocks(&mut bars)?;
    let parsing = parse::table(&mut bars)?;

    let Bars {
        table: bars,
        mut losses,
    } = bars;
    losses.extend(scalar.losses(OURS, &PEERS, "one value"));
    losses.extend(arrays.losses(AVX2, &PEERS, "arrays with AVX2"));
    let title = "One value after the other: time of each";
    let mut blocks = vec![Block::Text(text(formulas)), Block::Table(bars)];
    blocks.push(Block::Table(scalar.table(title, [FASTEVAL, EXPRTK])));
    blocks.extend(singles);
    let title = format!("Arrays of {ELEMENTS}: time of each element");
    blocks.push(Block::Table(arrays.table(&title, [FASTEVAL, FUSED])));
    blocks.push(Block::Table(parsing));
    Ok(Section {
        title: "Formulas",
        peers: &[
            "fasteval",
            "exmex",
            "meval",
            "evalexpr",
            "exprtk_rs",
            "fidget",
        ],
        blocks,
        losses,
    })
}

/// Measured figures with their bars and goals.
struct Bars {
    table: Table,
    losses: Vec<String>,
}

impl Bars {
    fn new() -> Self {
        Self {
            table: Table::new("Bars", "what | measured | bar | goal"),
            losses: Vec::new(),
        }
    }

    fn add(&mut self, what: &str, shown: String, found: f64, bar_and_goal: [Option<Bar>; 2]) {
        let judged = bar_and_goal.map(|bar| match bar {
            Some(bar) => bar.judge(what, found, &mut self.losses),
            None => String::new(),
        });
        let cells = [what.to_owned(), shown].into_iter();
        self.table.row(cells.chain(judged));
    }
}

fn text(formulas: &[Formula]) -> String {
    let mut lines: Vec<String> = formulas
        .iter()
        .map(|formula| format!("- {} = `{}`", formula.name, formula.text))
        .collect();
    lines.push(
        "\nMeans are geometric, over the formulas that a contender can express; comparisons are over those that both \
        can. fasteval, exmex, meval, evalexpr and exprtk compute in f64, the others in f32. A formula with a function \
        that a contender lacks is written with other functions: fasteval's roots and exponentials are powers, and its \
        choice in F9 is a sum of products of comparisons; exmex and meval leave F9 out. fasteval's first row is its safe \
        API. exprtk's crate adds a call into C++ and compiles exprtk without its optimizations; exprtk in C++ has a \
        table of its own. fidget reads no text; its trees are built from our programs. evalexpr is version 11, the last \
        under the MIT licence. The fused loop is one loop in Rust for each formula, with `footwork_base::maths`, \
        compiled for AVX2; it does not make NaN canonical."
            .to_owned(),
    );
    lines.join("\n")
}

/// Checks that all contenders agree on all elements.
fn check(formula: &'static Formula, program: &Program, columns: &Columns) -> Outcome<()> {
    let mut stack = StackMachine::new(program);
    let expected: Vec<f32> = (0..ELEMENTS)
        .map(|row| stack.run(&f32::row(columns, row))[0])
        .collect();
    for level in SimdLevel::available() {
        let mut out = vec![0.0; ELEMENTS];
        let mut evaluator = evaluator(program, level)?;
        let inputs = columns.slices().map(Input::Slice);
        evaluator.block(&inputs, &mut [&mut out])?;
        if !out
            .iter()
            .map(|x| x.to_bits())
            .eq(expected.iter().map(|x| x.to_bits()))
        {
            return Err(format!("{}: {level:?} has other bits", formula.name).into());
        }
    }
    let mut checks = Checks {
        columns,
        expected: &expected,
        problems: Vec::new(),
    };
    points(formula, program, &mut checks)?;
    let mut bulk = |name: &'static str, found: &[f32]| {
        for (row, &value) in found.iter().enumerate() {
            checks.value(name, row, value.into());
        }
    };
    for (name, function) in [(STD_LOOP, formula.std_loop), (FUSED, formula.fused)] {
        let mut out = vec![0.0; ELEMENTS];
        function(columns.slices(), &mut out);
        bulk(name, &out);
    }
    let mut vm = fidget::Formula::<VmFunction>::new(program)?.bulk(columns.slices());
    vm(&mut |found| bulk(FIDGET_VM, found));
    let mut jit = fidget::Formula::<JitFunction>::new(program)?.bulk(columns.slices());
    jit(&mut |found| bulk(FIDGET_JIT, found));
    match checks.problems.first() {
        Some(problem) => Err(format!("{}: {problem}", formula.name).into()),
        None => Ok(()),
    }
}

fn evaluator(program: &Program, level: SimdLevel) -> Outcome<Evaluator> {
    let evaluator = Evaluator::new(program).with_level(level);
    Ok(evaluator.ok_or(format!("this processor lacks {level:?}"))?)
}

/// Passes to `sink` every contender that computes one value at a time.
fn points<'a>(
    formula: &'static Formula,
    program: &'a Program,
    sink: &mut impl Sink<'a>,
) -> Outcome<()> {
    let mut evaluator = Evaluator::new(program);
    sink.take::<f32>(OURS, move |values| evaluator.value(&values));
    let mut stack = StackMachine::new(program);
    sink.take::<f32>(STACK, move |values| stack.run(&values)[0]);
    peers::all(formula, sink)?;
    sink.take::<f32>(
        FIDGET_VM,
        fidget::Formula::<VmFunction>::new(program)?.point(),
    );
    sink.take::<f32>(
        FIDGET_JIT,
        fidget::Formula::<JitFunction>::new(program)?.point(),
    );
    let native = std::hint::black_box(formula.native);
    sink.take::<f32>(NATIVE, move |[x, y, z, t]| native(x, y, z, t));
    Ok(())
}

fn scalars<'a>(
    formula: &'static Formula,
    program: &'a Program,
    columns: &'a Columns,
) -> Outcome<Vec<Contender<'a>>> {
    let mut sink = Scalars {
        columns,
        contenders: Vec::new(),
    };
    points(formula, program, &mut sink)?;
    Ok(sink.contenders)
}

fn loops<'a>(
    formula: &'static Formula,
    program: &'a Program,
    columns: &'a Columns,
) -> Outcome<Vec<Contender<'a>>> {
    let mut sink = Arrays {
        columns,
        contenders: Vec::new(),
    };
    peers::all(formula, &mut sink)?;
    let mut contenders = sink.contenders;
    for level in SimdLevel::available() {
        let name = match level {
            SimdLevel::Portable => PORTABLE,
            SimdLevel::Avx2 => AVX2,
            SimdLevel::Avx512 => AVX512,
        };
        let mut evaluator = evaluator(program, level)?;
        let inputs = columns.slices().map(Input::Slice);
        let mut out = vec![0.0; ELEMENTS];
        contenders.push(Contender::new(name, move || {
            let done = evaluator.block(&inputs, &mut [&mut out]);
            (done, out[0])
        }));
    }
    for (name, function) in [(STD_LOOP, formula.std_loop), (FUSED, formula.fused)] {
        let mut out = vec![0.0; ELEMENTS];
        contenders.push(Contender::new(name, move || {
            function(columns.slices(), &mut out);
            out[0]
        }));
    }
    let mut vm = fidget::Formula::<VmFunction>::new(program)?.bulk(columns.slices());
    contenders.push(Contender::new(FIDGET_VM, move || first(&mut vm)));
    let mut jit = fidget::Formula::<JitFunction>::new(program)?.bulk(columns.slices());
    contenders.push(Contender::new(FIDGET_JIT, move || first(&mut jit)));
    Ok(contenders)
}

fn first(bulk: &mut impl FnMut(fidget::Take<'_>)) -> f32 {
    let mut first = 0.0;
    bulk(&mut |found| first = found[0]);
    first
}
