//! Finding the nearest direction in a cone: Footwork, its oracle, a general solver, and clipping.

use std::hint::black_box;

use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, SupportedConeT};
use footwork_slide::{HalfSpace, project, project_oracle, slide_direction};

use super::peers::quake::clipped;
use super::vector::{add, dot};
use crate::figure;
use crate::measure::{Contender, Timing, in_turn};
use crate::random::Random;
use crate::report::{Bar, Block, Outcome, Table};

const COUNTS: [usize; 4] = [1, 3, 8, 32];
const CONES: usize = 2000;
/// The number of cones that the slow contenders solve.
const FEW_CONES: usize = 100;
/// The length of a step at 5 m/s and 60 Hz, in metres.
const STEP_METRES: f64 = 5.0 / 60.0;

const OURS: &str = "ours: `slide_direction`";
const PROJECT: &str = "ours: `project`, with offset distances";
const PLAIN: &str =
    "ours, the oracle: `project_oracle`, which tries every set of up to three planes";
const CLARABEL: &str = "clarabel, made and solved";
const CLIP: &str = "clipping as in Quake III, which may stop or choose another direction";

/// The bar for the time of a solve, for each of [`COUNTS`].
const BARS: [Option<Bar>; 4] = [None, Some(Bar::secs(60e-9)), None, Some(Bar::secs(390e-9))];
/// The bar for the largest error, as a share of the wanted movement.
const ERROR_BAR: Bar = Bar::at_most(1e-6).printed(|share| format!("{share:.0e}"));
/// The error above which a direction counts as a different one, as a share of the movement.
const ANOTHER: f64 = 0.01;

/// A wanted movement and the normals in its way.
struct Cone {
    wanted: [f64; 3],
    normals: Vec<[f64; 3]>,
    half_spaces: Vec<HalfSpace>,
    /// The oracle's result.
    nearest: [f64; 3],
}

/// The results of the contenders on cones with the same number of normals.
struct Sized {
    timings: Vec<Timing>,
    errors: Vec<Errors>,
}

/// A contender's errors.
struct Errors {
    /// The largest error, as a share of the wanted movement.
    worst: f64,
    /// The share of results beyond [`ANOTHER`].
    others: f64,
}

/// Measures all contenders on random cones that are not empty.
pub(super) fn measure(losses: &mut Vec<String>) -> Outcome<Vec<Block>> {
    let sized: Vec<Sized> = COUNTS
        .iter()
        .map(|&count| at(count))
        .collect::<Result<_, _>>()?;
    Ok(vec![
        Block::Table(times(&sized, losses)),
        Block::Table(errors(&sized, losses)),
        Block::Text(format!(
            "Normals are random, all on one side of a random plane; the movement is {} mm in a random direction. \
             `clarabel` and the oracle solve {FEW_CONES} of the {CONES} cones, at their default tolerance.",
            figure::plain(STEP_METRES * 1e3)
        )),
    ])
}

fn unit(random: &mut Random) -> [f64; 3] {
    loop {
        let point = [0; 3].map(|_: i32| random.around_zero(1.0));
        let length = dot(point, point).sqrt();
        if (0.01..=1.0).contains(&length) {
            return point.map(|x| x / length);
        }
    }
}

fn cone(random: &mut Random, count: usize) -> Outcome<Cone> {
    let inside = unit(random);
    let normals: Vec<[f64; 3]> = (0..count)
        .map(|_| {
            let normal = unit(random);
            let side = dot(normal, inside).signum();
            normal.map(|x| side * x)
        })
        .collect();
    let wanted = unit(random).map(|x| x * STEP_METRES);
    let half_space = |&normal: &[f64; 3]| HalfSpace {
        normal,
        offset: 0.0,
    };
    let half_spaces: Vec<HalfSpace> = normals.iter().map(half_space).collect();
    let nearest = project_oracle(wanted, &half_spaces).ok_or("the oracle finds nothing")?;
    Ok(Cone {
        wanted,
        normals,
        half_spaces,
        nearest,
    })
}

fn at(count: usize) -> Outcome<Sized> {
    let mut random = Random::new(0x5eed + count as u64);
    let cones: Vec<Cone> = (0..CONES)
        .map(|_| cone(&mut random, count))
        .collect::<Result<_, _>>()?;
    let few = &cones[..FEW_CONES];
    let ours = |cone: &Cone| Ok(slide_direction(cone.wanted, &cone.normals)?.direction);
    let peer = |cone: &Cone| interior_point(cone.wanted, &cone.normals);
    let errors = vec![
        compared(&cones, ours)?,
        compared(few, peer)?,
        compared(&cones, |cone| Ok(clip(cone.wanted, &cone.normals)))?,
    ];
    let timings = in_turn(vec![
        solved(OURS, &cones, |wanted, cone| {
            slide_direction(wanted, &cone.normals)
        }),
        solved(PROJECT, &cones, |wanted, cone| {
            project(wanted, &cone.half_spaces)
        }),
        solved(PLAIN, few, |wanted, cone| {
            project_oracle(wanted, &cone.half_spaces)
        }),
        solved(CLARABEL, few, |wanted, cone| {
            interior_point(wanted, &cone.normals)
        }),
        solved(CLIP, &cones, |wanted, cone| clip(wanted, &cone.normals)),
    ]);
    Ok(Sized { timings, errors })
}

/// Solves all cones, one after the other.
fn solved<'a, T>(
    name: &'static str,
    cones: &'a [Cone],
    solve: impl Fn([f64; 3], &Cone) -> T + 'a,
) -> Contender<'a> {
    Contender::new(name, move || {
        for cone in cones {
            black_box(solve(black_box(cone.wanted), cone));
        }
    })
}

fn compared(cones: &[Cone], solve: impl Fn(&Cone) -> Outcome<[f64; 3]>) -> Outcome<Errors> {
    let (mut worst, mut others) = (0.0_f64, 0);
    for cone in cones {
        let answer = solve(cone)?;
        let off = add(answer, cone.nearest, -1.0);
        let error = dot(off, off).sqrt() / STEP_METRES;
        worst = error.max(worst);
        others += usize::from(error > ANOTHER);
    }
    let others = others as f64 / cones.len() as f64;
    Ok(Errors { worst, others })
}

/// Clips as in `PM_SlideMove` of Quake III, without its limit of five planes and its overbounce. Returns zero if a plane stops
/// the movement.
fn clip(wanted: [f64; 3], normals: &[[f64; 3]]) -> [f64; 3] {
    clipped(wanted, normals, 1.0).unwrap_or_default()
}

/// Returns the nearest direction by clarabel, an interior-point solver for programs of any size, at its default tolerance.
/// Builds a new solver each time, because every movement has different normals.
fn interior_point(wanted: [f64; 3], normals: &[[f64; 3]]) -> Outcome<[f64; 3]> {
    let identity = CscMatrix::identity(3);
    let linear = wanted.map(|x| -x);
    let rows: Vec<[f64; 3]> = normals.iter().map(|normal| normal.map(|x| -x)).collect();
    let zero = vec![0.0; normals.len()];
    let cones = [SupportedConeT::NonnegativeConeT(normals.len())];
    let settings = DefaultSettings {
        verbose: false,
        ..DefaultSettings::default()
    };
    let matrix = CscMatrix::from(&rows);
    let mut solver = DefaultSolver::new(&identity, &linear, &matrix, &zero, &cones, settings)
        .map_err(|error| format!("clarabel: {error}"))?;
    solver.solve();
    match solver.solution.x[..] {
        [x, y, z] => Ok([x, y, z]),
        _ => Err("clarabel gave no point of three coordinates".into()),
    }
}

fn table(title: &str) -> Table {
    let normals = COUNTS.map(|count| match count {
        1 => "1 normal".to_owned(),
        _ => format!("{count} normals"),
    });
    Table::with_head(title, ["contender".to_owned()].into_iter().chain(normals))
}

fn times(sized: &[Sized], losses: &mut Vec<String>) -> Table {
    let mut table = table(
        "The nearest direction of a cone: time of a solve (± half the distance between the quartiles)",
    );
    for (index, name) in [OURS, PROJECT, PLAIN, CLARABEL, CLIP]
        .into_iter()
        .enumerate()
    {
        let solves = match name {
            PLAIN | CLARABEL => FEW_CONES,
            _ => CONES,
        };
        table.row_of(name, sized, |sized| {
            sized.timings[index].cell(solves as f64)
        });
        if name == OURS {
            let bars = sized.iter().zip(BARS).zip(COUNTS);
            table.row_of("bar", bars, |((sized, bar), count)| {
                let secs = sized.timings[index].median_secs / solves as f64;
                let what = format!("{OURS}, {count} normals");
                bar.map_or_else(String::new, |bar| bar.judge(&what, secs, losses))
            });
        }
    }
    table
}

fn errors(sized: &[Sized], losses: &mut Vec<String>) -> Table {
    let mut table = table(
        "Largest error against the oracle, as a share of the movement; share of errors above 1 %",
    );
    for (index, name) in [OURS, CLARABEL, CLIP].into_iter().enumerate() {
        table.row_of(name, sized, |sized| {
            let Errors { worst, others } = &sized.errors[index];
            format!("{worst:.1e}, {:.1} %", others * 100.0)
        });
    }
    table.row_of("bar, ours", sized.iter().zip(COUNTS), |(sized, count)| {
        let what = format!("{OURS}, {count} normals, off");
        ERROR_BAR.judge(&what, sized.errors[0].worst, losses)
    });
    table
}
