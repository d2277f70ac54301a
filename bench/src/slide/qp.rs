//! The nearest direction of a cone: ours, its oracle, a general solver, and clipping.

mod clip;
mod interior;

use std::hint::black_box;

use footwork_slide::{HalfSpace, project, project_oracle, slide_direction};

use crate::figure;
use crate::measure::{Contender, Timing, in_turn};
use crate::random::Random;
use crate::report::{Block, Table, mark};

const COUNTS: [usize; 4] = [1, 3, 8, 32];
const CONES: usize = 2000;
/// How many cones the slow contenders solve.
const FEW_CONES: usize = 100;
/// A step at 5 m/s and 60 Hz.
const STEP_METRES: f64 = 5.0 / 60.0;

const OURS: &str = "ours: `slide_direction`";
const PROJECT: &str = "ours: `project`, with offset distances";
const PLAIN: &str = "ours, the oracle: `project_oracle`, every three planes";
const CLARABEL: &str = "clarabel, made and solved";
const CLIP: &str = "clipping as in Quake III, which may stop or turn elsewhere";

/// The most a solve may take, by [`COUNTS`].
const BARS_SECS: [Option<f64>; 4] = [None, Some(60e-9), None, Some(390e-9)];
/// The largest error, as a share of the wanted movement.
const ERROR_BAR: f64 = 1e-6;
/// A direction with a larger error is another one.
const ANOTHER: f64 = 0.01;

/// A wanted movement and the normals in its way.
struct Cone {
    wanted: [f64; 3],
    normals: Vec<[f64; 3]>,
    half_spaces: Vec<HalfSpace>,
    /// The oracle's result.
    nearest: [f64; 3],
}

/// What the contenders do on cones of one size.
struct Sized {
    timings: Vec<Timing>,
    errors: Vec<Errors>,
}

/// A contender's errors.
struct Errors {
    name: &'static str,
    /// As a share of the wanted movement.
    worst: f64,
    /// The share of results beyond [`ANOTHER`].
    others: f64,
}

/// Measures all contenders on random cones that leave room.
pub(super) fn measure(losses: &mut Vec<String>) -> Result<Vec<Block>, String> {
    let sized: Vec<Sized> = COUNTS
        .iter()
        .map(|&count| at(count))
        .collect::<Result<_, _>>()?;
    Ok(vec![
        Block::Table(times(&sized, losses)),
        Block::Table(errors(&sized, losses)),
        Block::Text(format!(
            "Normals are random, all on one side of a random plane; the movement is {} mm in a random direction. \
             `clarabel` and the oracle solve {FEW_CONES} of the {CONES} cones, at the tolerance that is their default.",
            figure::plain(STEP_METRES * 1e3)
        )),
    ])
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
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

fn cone(random: &mut Random, count: usize) -> Result<Cone, String> {
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

fn at(count: usize) -> Result<Sized, String> {
    let mut random = Random::new(0x5eed + count as u64);
    let cones: Vec<Cone> = (0..CONES)
        .map(|_| cone(&mut random, count))
        .collect::<Result<_, _>>()?;
    let few = &cones[..FEW_CONES];
    let ours =
        |cone: &Cone| slide_direction(cone.wanted, &cone.normals).map(|slide| slide.direction);
    let ours = |cone: &Cone| ours(cone).map_err(|error| error.to_string());
    let peer = |cone: &Cone| interior::solve(cone.wanted, &cone.normals);
    let errors = vec![
        compared(OURS, &cones, ours)?,
        compared(CLARABEL, few, peer)?,
        compared(CLIP, &cones, |cone| {
            Ok(clip::clip(cone.wanted, &cone.normals))
        })?,
    ];
    let timings = in_turn(vec![
        Contender::new(OURS, || {
            for cone in &cones {
                let _ = black_box(slide_direction(black_box(cone.wanted), &cone.normals));
            }
        }),
        Contender::new(PROJECT, || {
            for cone in &cones {
                let _ = black_box(project(black_box(cone.wanted), &cone.half_spaces));
            }
        }),
        Contender::new(PLAIN, || {
            for cone in few {
                black_box(project_oracle(black_box(cone.wanted), &cone.half_spaces));
            }
        }),
        Contender::new(CLARABEL, || {
            for cone in few {
                let _ = black_box(interior::solve(black_box(cone.wanted), &cone.normals));
            }
        }),
        Contender::new(CLIP, || {
            for cone in &cones {
                black_box(clip::clip(black_box(cone.wanted), &cone.normals));
            }
        }),
    ]);
    Ok(Sized { timings, errors })
}

fn compared(
    name: &'static str,
    cones: &[Cone],
    solve: impl Fn(&Cone) -> Result<[f64; 3], String>,
) -> Result<Errors, String> {
    let (mut worst, mut others) = (0.0, 0);
    for cone in cones {
        let answer = solve(cone)?;
        let off = [0, 1, 2].map(|axis| answer[axis] - cone.nearest[axis]);
        let error = dot(off, off).sqrt() / STEP_METRES;
        worst = if error > worst { error } else { worst };
        others += usize::from(error > ANOTHER);
    }
    let others = others as f64 / cones.len() as f64;
    Ok(Errors {
        name,
        worst,
        others,
    })
}

fn head(first: &str) -> Vec<String> {
    let normals = |count: &usize| match count {
        1 => "1 normal".to_owned(),
        _ => format!("{count} normals"),
    };
    std::iter::once(first.to_owned())
        .chain(COUNTS.iter().map(normals))
        .collect()
}

fn times(sized: &[Sized], losses: &mut Vec<String>) -> Table {
    let mut table = Table {
        title: "The nearest direction of a cone: time of a solve (± half the distance between the quartiles)".to_owned(),
        head: head("contender"),
        rows: Vec::new(),
    };
    for (index, name) in [OURS, PROJECT, PLAIN, CLARABEL, CLIP]
        .into_iter()
        .enumerate()
    {
        let solves = if matches!(name, PLAIN | CLARABEL) {
            FEW_CONES
        } else {
            CONES
        };
        let cell = |sized: &Sized| {
            let timing = &sized.timings[index];
            let secs = figure::secs(timing.median_secs / solves as f64);
            format!("{secs} ±{:.0} %", timing.spread * 100.0)
        };
        table.row(std::iter::once(name.to_owned()).chain(sized.iter().map(cell)));
        if name == OURS {
            let bars = sized
                .iter()
                .zip(BARS_SECS)
                .zip(COUNTS)
                .map(|((sized, bar), count)| {
                    let Some(bar) = bar else { return String::new() };
                    let secs = sized.timings[index].median_secs / solves as f64;
                    let (met, bar) = (secs <= bar, figure::secs(bar));
                    if !met {
                        losses.push(format!(
                            "{OURS}, {count} normals: {}; the bar is {bar}.",
                            figure::secs(secs)
                        ));
                    }
                    format!("≤ {bar} {}", mark(met))
                });
            table.row(std::iter::once("bar".to_owned()).chain(bars));
        }
    }
    table
}

fn errors(sized: &[Sized], losses: &mut Vec<String>) -> Table {
    let mut table = Table {
        title: "How far the answers are off the reference's, at worst, as a share of the movement; how many by more than 1 %".to_owned(),
        head: head("contender"),
        rows: Vec::new(),
    };
    for (index, name) in [OURS, CLARABEL, CLIP].into_iter().enumerate() {
        let cell = |sized: &Sized| {
            let Errors { worst, others, .. } = &sized.errors[index];
            format!("{worst:.1e}, {:.1} %", others * 100.0)
        };
        table.row(std::iter::once(name.to_owned()).chain(sized.iter().map(cell)));
    }
    for (sized, count) in sized.iter().zip(COUNTS) {
        let Errors { name, worst, .. } = &sized.errors[0];
        if *worst > ERROR_BAR {
            losses.push(format!(
                "{name}, {count} normals: off by {worst:.1e}; the bar is {ERROR_BAR:.0e}."
            ));
        }
    }
    let bar = |sized: &Sized| {
        format!(
            "≤ {ERROR_BAR:.0e} {}",
            mark(sized.errors[0].worst <= ERROR_BAR)
        )
    };
    table.row(std::iter::once("bar, ours".to_owned()).chain(sized.iter().map(bar)));
    table
}
