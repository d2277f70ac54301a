//! Random programs, and the check that every test of a program uses.

use footwork_base::maths::canonical;
use footwork_expr::{Evaluator, Function, Input, Program, ProgramStep, SimdLevel, StackMachine};

use crate::random::Random;

/// The number of columns of values. Most programs have fewer variables and ignore the other
/// columns.
pub(crate) const VARIABLES: usize = 5;

/// Returns a program of up to `most` random steps, extended until it has one to four outputs.
pub(crate) fn program(random: &mut Random, most: usize) -> Program {
    let wanted = 1 + random.below(most);
    let outputs = random.pick(&[1, 1, 1, 2, 3, 4]);
    let favoured = random.pick(Function::ALL);
    let (mut steps, mut height) = (Vec::new(), 0);
    while steps.len() < wanted || height < outputs {
        let step = match random.below(20) {
            0..6 => ProgramStep::Variable(random.bits() % 4),
            6..9 => ProgramStep::Float(random.number()),
            9 => ProgramStep::Power(random.pick(&[-1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 15, 16])),
            10..15 => ProgramStep::Call(random.pick(&SIMPLE)),
            15 => ProgramStep::Call(favoured),
            _ => ProgramStep::Call(random.pick(Function::ALL)),
        };
        if step.arity() <= height {
            height = height + 1 - step.arity();
            steps.push(step);
        }
    }
    while height > outputs {
        steps.push(ProgramStep::Call(
            random.pick(&[Function::Add, Function::Multiply]),
        ));
        height -= 1;
    }
    Program::from_steps(steps, 4, random.bits()).unwrap()
}

/// Functions that the evaluator combines and rewrites.
const SIMPLE: [Function; 10] = [
    Function::Add,
    Function::Add,
    Function::Subtract,
    Function::Multiply,
    Function::Multiply,
    Function::Divide,
    Function::Negate,
    Function::Less,
    Function::Equal,
    Function::Select,
];

/// The values of the variables, one column for each. Some columns have the same value in all rows.
pub(crate) struct Values {
    columns: [Vec<f32>; VARIABLES],
    uniform: [bool; VARIABLES],
}

impl Values {
    pub(crate) fn new(random: &mut Random, rows: usize) -> Self {
        let share = random.pick(&[0, 0, 30, 60, 100]);
        let uniform = [(); VARIABLES].map(|()| random.percent(share));
        let columns = uniform.map(|uniform| {
            let first = random.number();
            (0..rows)
                .map(|_| if uniform { first } else { random.number() })
                .collect()
        });
        Self { columns, uniform }
    }

    pub(crate) fn of_columns(columns: [Vec<f32>; VARIABLES]) -> Self {
        Self {
            columns,
            uniform: [false; VARIABLES],
        }
    }

    fn rows(&self) -> usize {
        self.columns[0].len()
    }

    pub(crate) fn row(&self, row: usize) -> [f32; VARIABLES] {
        [0, 1, 2, 3, 4].map(|column: usize| self.columns[column][row])
    }

    fn inputs(&self) -> [Input<'_>; VARIABLES] {
        [0, 1, 2, 3, 4].map(|column: usize| {
            let values = &self.columns[column];
            match values.first() {
                Some(&first) if self.uniform[column] => Input::Uniform(first),
                _ => Input::Slice(values),
            }
        })
    }
}

/// Returns the bits of the stack machine's outputs, one column for each output.
pub(crate) fn expected(program: &Program, values: &Values) -> Vec<Vec<u32>> {
    let mut machine = StackMachine::new(program);
    let mut columns = vec![Vec::new(); program.output_count()];
    for row in 0..values.rows() {
        let outputs = machine.run(&values.row(row));
        for (column, output) in columns.iter_mut().zip(outputs) {
            assert_eq!(output.to_bits(), canonical(*output).to_bits());
            column.push(output.to_bits());
        }
    }
    columns
}

/// Checks that every way to run the program gives the bits of the stack machine.
pub(crate) fn check(program: &Program, values: &Values, block_sizes: &[usize]) -> Vec<Vec<u32>> {
    let expected = expected(program, values);
    let count = program.output_count();
    let mut evaluator = Evaluator::new(program);
    let mut row_outputs = vec![0.0; count];
    for row in 0..values.rows() {
        let row_values = values.row(row);
        evaluator.values_into(&row_values, &mut row_outputs);
        let found: Vec<u32> = row_outputs.iter().map(|value| value.to_bits()).collect();
        let wanted: Vec<u32> = expected.iter().map(|column| column[row]).collect();
        assert!(
            found == wanted,
            "{}\n{row_values:?}: {found:x?}, the stack machine gives {wanted:x?}",
            program.postfix(&["x", "y", "z", "t"])
        );
        assert_eq!(evaluator.value(&row_values).to_bits(), wanted[0]);
    }
    let block_sizes: Vec<_> = block_sizes.iter().copied().map(Some).collect();
    check_blocks(program, values, &block_sizes, &expected);
    expected
}

/// Checks that blocks of each size give the expected bits. `None` stands for the default size.
pub(crate) fn check_blocks(
    program: &Program,
    values: &Values,
    block_sizes: &[Option<usize>],
    expected: &[Vec<u32>],
) {
    for level in SimdLevel::available() {
        for &size in block_sizes {
            let mut evaluator = Evaluator::new(program).with_level(level).unwrap();
            if let Some(size) = size {
                evaluator = evaluator.with_block_size(size);
            }
            let what = || format!("{level:?}, {size:?} lanes");
            check_evaluator(program, values, &mut evaluator, expected, what);
        }
    }
}

/// Checks that an evaluator gives the expected bits, also if it has run other values before.
pub(crate) fn check_evaluator(
    program: &Program,
    values: &Values,
    evaluator: &mut Evaluator,
    expected: &[Vec<u32>],
    what: impl Fn() -> String,
) {
    let mut outputs = vec![vec![7.0; values.rows()]; program.output_count()];
    let mut slices: Vec<&mut [f32]> = outputs.iter_mut().map(|o| &mut o[..]).collect();
    evaluator.block(&values.inputs(), &mut slices).unwrap();
    for (number, (output, expected)) in outputs.iter().zip(expected).enumerate() {
        for (row, (found, wanted)) in output.iter().zip(expected).enumerate() {
            assert!(
                found.to_bits() == *wanted,
                "{}\n{}, output {number}, row {row}, {:?}: {:x}, the stack machine gives {wanted:x}",
                program.postfix(&["x", "y", "z", "t"]),
                what(),
                values.row(row),
                found.to_bits(),
            );
        }
    }
}
