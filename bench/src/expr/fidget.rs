//! fidget, which reads no text: Footwork's programs are converted into its trees.

use fidget::context::{Context, Tree};
use fidget::eval::{BulkEvaluator as _, MathFunction, Tape as _, TracingEvaluator as _};
use fidget::var::Var;
use footwork_expr::{Function, Program, ProgramStep};

use crate::report::Outcome;

/// The function that receives results.
pub(crate) type Take<'a> = &'a mut dyn FnMut(&[f32]);

/// A formula for one of fidget's machines.
pub(crate) struct Formula<F> {
    function: F,
    variables: [Var; 4],
}

impl<F: MathFunction> Formula<F> {
    pub(crate) fn new(program: &Program) -> Outcome<Self> {
        let variables = [Var::new(), Var::new(), Var::new(), Var::new()];
        let tree = tree(program, variables)?;
        let mut context = Context::new();
        let node = context.import(&tree);
        let function = F::new(&context, &[node])?;
        Ok(Self {
            function,
            variables,
        })
    }
}

impl<F: fidget::eval::Function + 'static> Formula<F> {
    /// Returns a function that computes one value.
    pub(crate) fn point(self) -> impl FnMut([f32; 4]) -> f32 + 'static
    where
        F::TapeStorage: Default,
    {
        let tape = self.function.point_tape(F::TapeStorage::default());
        let mut machine = F::new_point_eval();
        let places = self.variables.map(|variable| tape.vars().get(&variable));
        let mut own = vec![0.0; tape.vars().len()];
        move |values| {
            for (place, value) in places.iter().zip(values) {
                if let Some(place) = place {
                    own[*place] = value;
                }
            }
            match machine.eval(&tape, &own) {
                Ok((output, _)) => output[0],
                Err(_) => f32::NAN,
            }
        }
    }

    /// Returns a function that computes many values and passes them to its argument.
    pub(crate) fn bulk<'a>(self, columns: [&'a [f32]; 4]) -> impl FnMut(Take<'_>) + 'a
    where
        F::TapeStorage: Default,
    {
        let tape = self.function.float_slice_tape(F::TapeStorage::default());
        let mut machine = F::new_float_slice_eval();
        let mut own: Vec<&'a [f32]> = vec![&[]; tape.vars().len()];
        for (variable, column) in self.variables.iter().zip(columns) {
            if let Some(place) = tape.vars().get(variable) {
                own[place] = column;
            }
        }
        move |take| {
            if let Ok(output) = machine.eval(&tape, &own) {
                take(&output[0]);
            }
        }
    }
}

fn tree(program: &Program, variables: [Var; 4]) -> Outcome<Tree> {
    let mut stack: Vec<Tree> = Vec::new();
    for step in program.steps() {
        let first = stack.len() - step.arity();
        let arguments = stack.split_off(first);
        let result = match (step, arguments.as_slice()) {
            (ProgramStep::Variable(number), _) => Tree::from(variables[number as usize]),
            (ProgramStep::Float(value), _) => Tree::constant(value),
            (ProgramStep::Power(2), [a]) => a.square(),
            (ProgramStep::Call(function), [a]) => match function {
                Function::Negate => a.neg(),
                Function::Sin => a.sin(),
                Function::Cos => a.cos(),
                Function::Exp => a.exp(),
                Function::Sqrt => a.sqrt(),
                _ => return Err(format!("fidget lacks {}", function.name()).into()),
            },
            (ProgramStep::Call(function), [a, b]) => match function {
                Function::Add => a.clone() + b.clone(),
                Function::Subtract => a.clone() - b.clone(),
                Function::Multiply => a.clone() * b.clone(),
                Function::Divide => a.clone() / b.clone(),
                Function::Max => a.max(b.clone()),
                Function::Atan2 => a.atan2(b.clone()),
                // -1 for true.
                Function::Less => a.compare(b.clone()).min(0.0),
                _ => return Err(format!("fidget lacks {}", function.name()).into()),
            },
            (ProgramStep::Call(Function::Clamp), [a, b, c]) => a.max(b.clone()).min(c.clone()),
            (ProgramStep::Call(Function::Select), [a, b, c]) => {
                let chosen = a.and(b.clone());
                chosen.or(a.not().and(c.clone()))
            }
            _ => return Err(format!("fidget lacks {step:?}").into()),
        };
        stack.push(result);
    }
    Ok(stack.pop().ok_or("an empty program")?)
}
