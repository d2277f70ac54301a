//! Single moves that once failed, from `testdata/slide-moves/`.

use std::sync::Arc;

use footwork_slide::{
    Filter, Label, Mesh, MoveConfig, Mover, MoverState, ObstacleId, Pose, Shape, Solid, Volume,
    World,
};

use crate::law::length;

/// An obstacle of a file.
struct Obstacle {
    solid: Solid,
    at: [f64; 3],
    turn: [f32; 4],
    to: Option<[f64; 3]>,
}

/// The contents of a file.
struct Kept {
    shape: Shape,
    config: MoveConfig,
    obstacles: Vec<Obstacle>,
    from: [f64; 3],
    moves: Vec<[f64; 3]>,
    length: Option<[f64; 2]>,
    rise: Option<[f64; 2]>,
    crushed: bool,
}

fn three(numbers: &[f64]) -> [f64; 3] {
    [numbers[0], numbers[1], numbers[2]]
}

fn hull(half: [f64; 3]) -> Solid {
    let corner =
        |at: usize| [0, 1, 2].map(|axis| half[axis] * if at >> axis & 1 == 0 { -1.0 } else { 1.0 });
    let corners: Vec<_> = (0..8).map(corner).collect();
    Solid::Mesh(Arc::new(Mesh::from_hull(&corners).unwrap()))
}

fn solid(kind: &str, numbers: &[f64]) -> Solid {
    match kind {
        "hull" => hull(three(numbers)),
        "box" => Solid::Volume(Volume::Box {
            half_m: three(numbers).map(|half| half as f32),
        }),
        "capsule" => Solid::Volume(Volume::Capsule {
            radius_m: numbers[0] as f32,
            half_axis_m: numbers[1] as f32,
        }),
        _ => panic!("unknown kind of obstacle: {kind}"),
    }
}

fn shape(kind: &str, numbers: &[f64]) -> Shape {
    match kind {
        "capsule" => Shape::Capsule {
            radius_m: numbers[0] as f32,
            height_m: numbers[1] as f32,
        },
        "sphere" => Shape::Sphere {
            radius_m: numbers[0] as f32,
        },
        _ => Shape::Box {
            half_m: three(numbers).map(|half| half as f32),
        },
    }
}

fn parse(text: &str) -> Kept {
    let mut kept = Kept {
        shape: Shape::Sphere { radius_m: 0.5 },
        config: MoveConfig::default(),
        obstacles: Vec::new(),
        from: [0.0; 3],
        moves: Vec::new(),
        length: None,
        rise: None,
        crushed: false,
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let numbers: Vec<f64> = (words.iter())
            .filter_map(|word| word.parse().ok())
            .collect();
        match words[0] {
            "body" => kept.shape = shape(words[1], &numbers),
            "set" => match words[1] {
                "step" => kept.config.step_height_m = numbers[0] as f32,
                "skin" => kept.config.skin_m = numbers[0] as f32,
                _ => kept.config.step_secs = numbers[0] as f32,
            },
            "turn" => {
                let turn = [0, 1, 2, 3].map(|at| numbers[at] as f32);
                kept.obstacles.last_mut().unwrap().turn = turn;
            }
            "to" => kept.obstacles.last_mut().unwrap().to = Some(three(&numbers)),
            "from" => kept.from = three(&numbers),
            "by" => kept.moves.push(three(&numbers)),
            "length" => kept.length = Some([numbers[0], numbers[1]]),
            "rise" => kept.rise = Some([numbers[0], numbers[1]]),
            "crushed" => kept.crushed = true,
            "free" => {}
            kind => kept.obstacles.push(Obstacle {
                solid: solid(kind, &numbers),
                at: three(&numbers[numbers.len() - 3..]),
                turn: [0.0, 0.0, 0.0, 1.0],
                to: None,
            }),
        }
    }
    kept
}

impl Obstacle {
    /// Returns the pose after this share of the moves, from 0 to 1.
    fn pose(&self, share: f64) -> Pose {
        let to = self.to.unwrap_or(self.at);
        let at = [0, 1, 2].map(|axis| self.at[axis] + (to[axis] - self.at[axis]) * share);
        Pose::new(at, self.turn).unwrap()
    }

    fn add(&self, world: &mut World) -> ObstacleId {
        let pose = self.pose(0.0);
        (world.add(self.solid.clone(), pose, Label::default())).unwrap()
    }
}

/// Plays the moves of a file, and compares the result of the last move with the file.
fn check(name: &str, text: &str) {
    let kept = parse(text);
    let mut world = World::new();
    let ids: Vec<_> = (kept.obstacles.iter())
        .map(|obstacle| obstacle.add(&mut world))
        .collect();
    let mut mover = Mover::new(kept.shape).unwrap();
    let mut state = MoverState::at(kept.from);
    let (mut last, mut crushed) = ([0.0; 3], false);
    for (step, wanted) in kept.moves.iter().enumerate() {
        world.begin_step();
        let share = (step + 1) as f64 / kept.moves.len() as f64;
        for (obstacle, id) in kept.obstacles.iter().zip(&ids) {
            if obstacle.to.is_some() {
                world.move_to(*id, obstacle.pose(share)).unwrap();
            }
        }
        let by = wanted.map(|part| part as f32);
        let moved = mover.move_by(&world, &state, by, &Filter::default(), &kept.config);
        let moved = moved.unwrap();
        last = [0, 1, 2].map(|axis| moved.state.position[axis] - state.position[axis]);
        crushed = moved.crushed;
        state = moved.state;
    }
    let is_within =
        |value: f64, range: Option<[f64; 2]>| range.is_none_or(|[a, b]| a <= value && value <= b);
    assert!(is_within(length(last), kept.length), "{name}: {last:?}");
    assert!(is_within(last[1], kept.rise), "{name}: {last:?}");
    assert_eq!(crushed, kept.crushed, "{name}: {state:?}");
}

#[test]
fn moves_that_once_failed_have_the_expected_results() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/slide-moves");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            check(&name, &std::fs::read_to_string(&path).unwrap());
            count += 1;
        }
    }
    assert!(count >= 9, "only {count} files");
}
