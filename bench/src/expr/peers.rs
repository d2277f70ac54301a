//! The peers that compute one value after the other, each used in its fastest way.

#![allow(
    unsafe_code,
    reason = "variables of fasteval's unsafe API are pointers"
)]

use std::cell::Cell;

use exmex::Express as _;
use fasteval::{Compiler as _, Evaler as _};

use super::formulas::Formula;
use super::sink::Sink;
use crate::report::Outcome;

pub(crate) const FASTEVAL: &str = "fasteval";
pub(crate) const FASTEVAL_UNSAFE: &str = "fasteval, unsafe variables";
pub(crate) const EXMEX: &str = "exmex";
pub(crate) const MEVAL: &str = "meval";
pub(crate) const EXPRTK: &str = "exprtk's crate";
pub(crate) const EVALEXPR: &str = "evalexpr";

/// Passes to `sink` every peer that can express the formula.
pub(crate) fn all<'a>(formula: &'static Formula, sink: &mut impl Sink<'a>) -> Outcome<()> {
    fasteval(formula.fasteval, sink)?;
    fasteval_unsafe(formula.fasteval, sink)?;
    if let Some(text) = formula.exmex {
        exmex(text, sink)?;
    }
    if let Some(text) = formula.meval {
        meval(text, sink)?;
    }
    evalexpr(formula.evalexpr, sink)?;
    exprtk(formula.exprtk, sink)
}

fn fasteval<'a>(text: &str, sink: &mut impl Sink<'a>) -> Outcome<()> {
    let mut slab = fasteval::Slab::new();
    let compiled = fasteval_compiled(text, &mut slab)?;
    sink.take::<f64>(FASTEVAL, move |[x, y, z, t]| {
        let mut values = |name: &str, _: Vec<f64>| match name {
            "x" => Some(x),
            "y" => Some(y),
            "z" => Some(z),
            "t" => Some(t),
            _ => None,
        };
        compiled.eval(&slab, &mut values).unwrap_or(f64::NAN)
    });
    Ok(())
}

fn fasteval_compiled(text: &str, slab: &mut fasteval::Slab) -> Outcome<fasteval::Instruction> {
    let parsed = fasteval::Parser::new().parse(text, &mut slab.ps);
    let parsed = parsed.map_err(|e| format!("{text}: {e}"))?.from(&slab.ps);
    Ok(parsed.compile(&slab.ps, &mut slab.cs))
}

fn fasteval_unsafe<'a>(text: &str, sink: &mut impl Sink<'a>) -> Outcome<()> {
    let mut slab = fasteval::Slab::new();
    let cells = Box::new([const { Cell::new(0.0) }; 4]);
    for (name, cell) in ["x", "y", "z", "t"].iter().zip(cells.iter()) {
        // SAFETY: the closure owns the numbers together with the compiled formula, in a box that is not replaced, and
        // writes them only between evaluations.
        unsafe { slab.ps.add_unsafe_var((*name).to_owned(), &*cell.as_ptr()) };
    }
    let compiled = fasteval_compiled(text, &mut slab)?;
    sink.take::<f64>(FASTEVAL_UNSAFE, move |values| {
        for (cell, value) in cells.iter().zip(values) {
            cell.set(value);
        }
        let mut nothing = fasteval::EmptyNamespace;
        compiled.eval(&slab, &mut nothing).unwrap_or(f64::NAN)
    });
    Ok(())
}

fn exmex<'a>(text: &str, sink: &mut impl Sink<'a>) -> Outcome<()> {
    let formula = exmex::parse::<f64>(text).map_err(|e| format!("{text}: {e}"))?;
    let all = ["x", "y", "z", "t"];
    let place = |name: &String| all.iter().position(|n| n == name);
    let places: Vec<usize> = formula.var_names().iter().filter_map(place).collect();
    let mut own = vec![0.0; places.len()];
    sink.take::<f64>(EXMEX, move |values| {
        for (own, &place) in own.iter_mut().zip(&places) {
            *own = values[place];
        }
        formula.eval(&own).unwrap_or(f64::NAN)
    });
    Ok(())
}

fn meval<'a>(text: &str, sink: &mut impl Sink<'a>) -> Outcome<()> {
    let formula: meval::Expr = text.parse().map_err(|e| format!("{text}: {e}"))?;
    let function = formula.bind4("x", "y", "z", "t");
    let function = function.map_err(|e| format!("{text}: {e}"))?;
    sink.take::<f64>(MEVAL, move |[x, y, z, t]| function(x, y, z, t));
    Ok(())
}

fn evalexpr<'a>(text: &str, sink: &mut impl Sink<'a>) -> Outcome<()> {
    use evalexpr::{ContextWithMutableVariables as _, HashMapContext, Value};
    let formula = evalexpr::build_operator_tree(text).map_err(|e| format!("{text}: {e}"))?;
    let mut context = HashMapContext::new();
    sink.take::<f64>(EVALEXPR, move |values| {
        for (name, value) in ["x", "y", "z", "t"].into_iter().zip(values) {
            // There is no other way to set its variables.
            if context
                .set_value(name.to_owned(), Value::Float(value))
                .is_err()
            {
                return f64::NAN;
            }
        }
        formula
            .eval_number_with_context(&context)
            .unwrap_or(f64::NAN)
    });
    Ok(())
}

/// Returns a formula of exprtk and the indices of its variables.
pub(crate) fn exprtk_formula(text: &str) -> Outcome<(exprtk_rs::Expression, [usize; 4])> {
    let mut symbols = exprtk_rs::SymbolTable::new();
    symbols.add_pi();
    let mut places = [0; 4];
    for (place, name) in places.iter_mut().zip(["x", "y", "z", "t"]) {
        let found = symbols.add_variable(name, 0.0)?;
        *place = found.ok_or("exprtk has no place for a variable")?;
    }
    let formula = exprtk_rs::Expression::new(text, symbols);
    Ok((formula.map_err(|e| format!("{text}: {e:?}"))?, places))
}

fn exprtk<'a>(text: &str, sink: &mut impl Sink<'a>) -> Outcome<()> {
    let (mut formula, places) = exprtk_formula(text)?;
    // The borrow of a cell ends with that of the table, so keep its address, which does not change.
    let cells = places.map(|place| std::ptr::from_ref(formula.symbols().value_cell(place)));
    sink.take::<f64>(EXPRTK, move |values| {
        for (cell, value) in cells.iter().zip(values) {
            // SAFETY: the closure owns the formula with its table, and the table's variables do not move.
            unsafe { (**cell).set(value) };
        }
        formula.value()
    });
    Ok(())
}
