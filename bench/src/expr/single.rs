//! Evaluating one value at a time, compared with exprtk in C++, over thirty formulas: F1 to F10 of the other
//! comparisons, and G1 to G20 with general powers, exponentials, polynomials, nested calls and conditionals.

use std::path::PathBuf;

use footwork_expr::{Evaluator, Program, ProgramStep, StackMachine, compile};

use super::columns::{Columns, Number as _};
use super::exprtk::{self, Exprtk};
use super::sink::Checks;
use super::{Bars, VARIABLES};
use crate::figure;
use crate::measure::{Contender, in_turn, median_secs};
use crate::report::{Bar, Block, Outcome, Table};

/// The number of rows for timings on unfamiliar rows: more than the branch predictor learns.
const NEW_ROWS: usize = 1 << 16;
/// The number of rows for timings on repeated rows.
const FEW_ROWS: usize = 256;

const OURS: &str = "ours: fast machine";
const EXPRTK: [&str; 2] = ["exprtk<float>, C++", "exprtk<double>, C++"];

/// A formula as text for Footwork and for exprtk.
struct Formula {
    name: &'static str,
    text: &'static str,
    exprtk: &'static str,
}

const fn formula(name: &'static str, text: &'static str) -> Formula {
    spelled(name, text, text)
}

const fn spelled(name: &'static str, text: &'static str, exprtk: &'static str) -> Formula {
    Formula { name, text, exprtk }
}

const FORMULAS: [Formula; 30] = [
    formula("F1", "x+y*2"),
    formula("F2", "(x+y)*(x-y)"),
    formula("F3", "((((((2*x+3)*x-5)*x+7)*x-11)*x+13)*x-17)*x+19"),
    formula("F4", "sqrt(x*x+y*y)"),
    formula("F5", "1-(x/2*2)^2"),
    formula("F6", "sin(2.2*x)+cos(pi/y)"),
    formula("F7", "exp(-x)*x"),
    spelled("F8", "clamp(x,0,1)*(y-x)+x", "clamp(0,x,1)*(y-x)+x"),
    formula("F9", "x<y ? x+1 : y*2"),
    formula("F10", "atan2(y,x)/pi"),
    formula("G1", "1.1*x^2.01+2.2*y^3.01+3.3*t^4.01"),
    formula("G2", "x^y"),
    formula("G3", "x^0.75-y^1.25"),
    formula("G4", "e^(-x*y)"),
    formula("G5", "e^(-((x-y)/1.5)^2/2)/(1.5*sqrt(2*pi))"),
    formula("G6", "1/(1+e^(2-x))"),
    formula("G7", "x^7"),
    formula("G8", "x^7-2*y^5+3*x^3-4*y"),
    formula("G9", "1.1*x+2.2*y^2-3.3*z^3+4.4*x^4-5.5*y^5+6.6*z^6"),
    formula(
        "G10",
        "x*(x*(x*(x*(x*(x*(x+1.1)-2.2)+3.3)-4.4)+5.5)-6.6)+7.7",
    ),
    formula("G11", "sqrt(111.111-sin(2*x)+cos(pi/y)/333.333)"),
    formula("G12", "x^2/(2+sin(2*pi/y))-x/2"),
    formula("G13", "x+(cos(y-sin(2/x*pi))-sin(x-cos(2*y/pi)))-y"),
    spelled(
        "G14",
        "clamp(sin(2*pi*x)+cos(y/2*pi),-1,1)",
        "clamp(-1,sin(2*pi*x)+cos(y/2*pi),1)",
    ),
    formula("G15", "max(3.33,min(sqrt(2-sin(2*x)+cos(pi/y)/3),1.11))"),
    formula("G16", "y+x*2.2<=x+y+1.1 ? x-y : x*y+2*pi/x"),
    formula("G17", "x>1 ? (y>2 ? x*y : x/y) : x-y"),
    formula("G18", "z<0 ? exp(z)*x : sqrt(z)+y"),
    formula("G19", "(y+x/y)*(x-y/x)"),
    spelled(
        "G20",
        "ln(1+sqrt(abs(z))*exp(sin(t)))",
        "log(1+sqrt(abs(z))*exp(sin(t)))",
    ),
];

/// Measures all formulas. If exprtk cannot be compiled, the only block gives the reason.
pub(crate) fn blocks(bars: &mut Bars) -> Outcome<Vec<Block>> {
    let programs = match exprtk::build() {
        Ok(programs) => programs,
        Err(missing) => {
            let text = format!("Single values were not compared with exprtk in C++: {missing}.");
            eprintln!("expr: {text}");
            return Ok(vec![Block::Text(text)]);
        }
    };
    let mut fresh = Contest::start(&programs, NEW_ROWS)?;
    let mut learnt = Contest::start(&programs, FEW_ROWS)?;
    let head = "formula | text | ours | exprtk<float> | exprtk<double> | times as fast as float | as double \
        | as float, few rows | as double, few rows";
    let mut table = Table::new("One value after the other, against exprtk in C++", head);
    let mut ratios: Vec<(&str, [f64; 4])> = Vec::new();
    for formula in &FORMULAS {
        eprintln!("expr: {}, exprtk in C++", formula.name);
        let secs @ [own, float, double] = fresh.secs(formula)?;
        let [few, few_float, few_double] = learnt.secs(formula)?;
        let found = [float / own, double / own, few_float / few, few_double / few];
        let cells = [formula.name.to_owned(), format!("`{}`", formula.text)];
        let figures = secs.map(figure::secs).into_iter();
        let figures = figures.chain(found.map(figure::plain));
        table.row(cells.into_iter().chain(figures));
        ratios.push((formula.name, found));
    }
    judge(&ratios, bars);
    Ok(vec![Block::Text(TEXT.to_owned()), Block::Table(table)])
}

const TEXT: &str = "exprtk in C++ runs in a small program of ours, compiled with `c++ -O3` for float and for double. It \
    binds the variables once, sets those that a formula has, asks for the value, and measures its own time in the same \
    rounds. Ours receives the values of the same variables. The bars apply to 65,536 rows, because a game passes other \
    numbers each time. With only 256 rows, the processor learns which way each branch goes, which makes conditionals \
    faster in exprtk: it computes one of their sides, and ours computes both.";

/// Judges the geometric means and the worst ratios, and adds a loss for every formula that exprtk computes faster.
fn judge(ratios: &[(&str, [f64; 4])], bars: &mut Bars) {
    let mean = |place: usize| {
        let logs: f64 = ratios.iter().map(|(_, found)| found[place].ln()).sum();
        f64::exp(logs / ratios.len() as f64)
    };
    let worst = |place: usize| {
        let found = ratios.iter().map(|(_, found)| found[place]);
        found.fold(f64::INFINITY, f64::min)
    };
    let mut add = |what: &str, name: &str, found: f64, bar_and_goal| {
        let what = format!("{what}, times as fast as {name}");
        bars.add(&what, figure::plain(found), found, bar_and_goal);
    };
    let bounds = [Some(Bar::at_least(0.9)), Some(Bar::at_least(1.1))];
    let [float, double] = EXPRTK;
    add("one value of 30 formulas", float, mean(0), bounds);
    add("one value of 30 formulas", double, mean(1), [None, None]);
    let bar = [Some(Bar::at_least(0.6)), None];
    add("slowest of the 30 formulas", float, worst(0), bar);
    add(
        "30 formulas on 256 repeated rows",
        float,
        mean(2),
        [None, None],
    );
    add(
        "slowest of the 30 on 256 repeated rows",
        float,
        worst(2),
        [None, None],
    );
    for (formula, found) in ratios {
        for (name, ratio) in EXPRTK.iter().zip(found).filter(|(_, ratio)| **ratio < 1.0) {
            let times = figure::plain(1.0 / ratio);
            let loss = format!("{formula}, one value: *{name}* is {times} times as fast.");
            bars.losses.push(loss);
        }
    }
}

/// The rows for all contenders, and exprtk running on them in float and in double.
struct Contest {
    columns: Columns,
    rows: usize,
    peers: [Exprtk; 2],
}

impl Contest {
    fn start([float, double]: &[PathBuf; 2], rows: usize) -> Outcome<Self> {
        let columns = Columns::new(rows);
        let peers = [
            Exprtk::start(float, &columns, rows)?,
            Exprtk::start(double, &columns, rows)?,
        ];
        Ok(Self {
            columns,
            rows,
            peers,
        })
    }

    /// Checks that all contenders agree, and returns the seconds per value: ours, float, double.
    fn secs(&mut self, formula: &Formula) -> Outcome<[f64; 3]> {
        let errors = |e| format!("{}: {e}", formula.text);
        let all = compile(formula.text, &VARIABLES).map_err(errors)?;
        self.check(formula, &all)?;
        let has = |place: &usize| all.steps().any(|step| is_variable(step, *place));
        let places: Vec<usize> = (0..VARIABLES.len()).filter(has).collect();
        let names: Vec<&str> = places.iter().map(|&place| VARIABLES[place]).collect();
        let program = compile(formula.text, &names).map_err(errors)?;
        let ours = match places.len() {
            1 => self.ours::<1>(&program, &places),
            2 => self.ours::<2>(&program, &places),
            3 => self.ours::<3>(&program, &places),
            _ => self.ours::<4>(&program, &places),
        };
        let [float, double] = &mut self.peers;
        let values = f64::from(u32::try_from(self.rows)?);
        let timings = in_turn(vec![
            ours,
            Contender::timed(EXPRTK[0], |calls| float.time(calls)),
            Contender::timed(EXPRTK[1], |calls| double.time(calls)),
        ]);
        let names = [OURS, EXPRTK[0], EXPRTK[1]];
        Ok(names.map(|name| median_secs(&timings, name) / values))
    }

    /// Returns Footwork's contender, which receives the values of `N` variables as an array.
    fn ours<const N: usize>(&self, program: &Program, places: &[usize]) -> Contender<'static> {
        let mut evaluator = Evaluator::new(program);
        let own = |row| {
            let all = f32::row(&self.columns, row);
            let mut values = [0.0; N];
            for (value, &place) in values.iter_mut().zip(places) {
                *value = all[place];
            }
            values
        };
        let rows: Vec<[f32; N]> = (0..self.rows).map(own).collect();
        Contender::new(OURS, move || {
            let mut sum = 0.0;
            for values in &rows {
                sum += evaluator.value(values);
            }
            sum
        })
    }

    /// Checks that all contenders agree on all rows.
    fn check(&mut self, formula: &Formula, program: &Program) -> Outcome<()> {
        let mut stack = StackMachine::new(program);
        let mut fast = Evaluator::new(program);
        let rows = (0..self.rows).map(|row| f32::row(&self.columns, row));
        let expected: Vec<f32> = rows.map(|row| stack.run(&row)[0]).collect();
        let mut checks = Checks {
            columns: &self.columns,
            expected: &expected,
            problems: Vec::new(),
        };
        for (row, expected) in expected.iter().enumerate() {
            if fast.value(&f32::row(&self.columns, row)).to_bits() != expected.to_bits() {
                return Err(format!("{}: the machines differ in row {row}", formula.name).into());
            }
        }
        for (peer, name) in self.peers.iter_mut().zip(EXPRTK) {
            peer.compile(formula.exprtk)?;
            for (row, value) in peer.values()?.into_iter().enumerate() {
                checks.value(name, row, value);
            }
        }
        match checks.problems.first() {
            Some(problem) => Err(format!("{}: {problem}", formula.name).into()),
            None => Ok(()),
        }
    }
}

fn is_variable(step: ProgramStep, place: usize) -> bool {
    matches!(step, ProgramStep::Variable(number) if number as usize == place)
}
