//! Bar 12: people in a crowd overlap by at most 1 mm. With a filter, players pass through the players they tackle.

use footwork_slide::{
    Filter, Label, MoveConfig, Mover, MoverState, ObstacleId, Pose, Shape, Volume, World,
};
use footwork_testkit::allocations;

use crate::is_soak;
use crate::scenes::{HALF, HEIGHT, RADIUS, Random, STEP};
use crate::walk::{BOX, CAPSULE};

/// A person in a crowd, with the mover that moves it and the obstacle that stands for it in the moves of others.
struct Person {
    obstacle: ObstacleId,
    state: MoverState,
    mover: Mover,
}

fn volume_of(shape: &Shape) -> Volume {
    match shape {
        Shape::Box { .. } => Volume::Box { half_m: HALF },
        _ => Volume::Capsule {
            radius_m: RADIUS,
            half_axis_m: HEIGHT / 2.0 - RADIUS,
        },
    }
}

/// Returns the deepest overlap of two people; negative if they are apart.
fn overlap(shape: &Shape, a: [f64; 3], b: [f64; 3]) -> f64 {
    let (x, z) = ((a[0] - b[0]).abs(), (a[2] - b[2]).abs());
    match shape {
        Shape::Box { .. } => {
            let width = 2.0 * f64::from(HALF[0]);
            if x > z { width - x } else { width - z }
        }
        _ => 2.0 * f64::from(RADIUS) - (x * x + z * z).sqrt(),
    }
}

/// Makes all people run to random places for `steps` steps. Returns the deepest overlap in metres of two people who do
/// not pass through each other, the mean length of a person's step in metres, and the number of allocations in moves.
fn run(shape: &Shape, count: usize, steps: usize, tackling: bool) -> (f64, f64, u64) {
    let mut random = Random(count as u64);
    let mut world = World::new();
    let side = (count as f64).sqrt().ceil();
    let mut people: Vec<Person> = (0..count)
        .map(|index| {
            let (row, column) = ((index as f64 / side).floor(), index as f64 % side);
            let at = [(column - side / 2.0) * 0.8, 0.0, (row - side / 2.0) * 0.8];
            let pose = Pose::at(at).unwrap();
            let label = Label {
                layers: 1,
                tag: (index % 2) as u64,
            };
            let obstacle = world.add_volume(volume_of(shape), pose, label).unwrap();
            let mover = Mover::new(*shape).unwrap();
            Person {
                obstacle,
                state: MoverState::at(at),
                mover,
            }
        })
        .collect();
    let config = MoveConfig::default();
    let (mut deepest, mut came, mut allocated) = (f64::NEG_INFINITY, 0.0, 0);
    let mut targets: Vec<[f64; 2]> = vec![[0.0; 2]; count];
    for step in 0..steps {
        world.begin_step();
        for index in 0..count {
            if step % 60 == 0 {
                let reach = side * 0.6;
                targets[index] = [random.between(-reach, reach), random.between(-reach, reach)];
            }
            let person = &mut people[index];
            let [x, _, z] = person.state.position;
            let to = [targets[index][0] - x, targets[index][1] - z];
            let far = (to[0] * to[0] + to[1] * to[1]).sqrt();
            let speed = STEP / if far > STEP { far } else { STEP };
            let wanted = [(to[0] * speed) as f32, 0.0, (to[1] * speed) as f32];
            let me = person.obstacle;
            let team = (index % 2) as u64;
            let others =
                |id: ObstacleId, label: &Label| id != me && !(tackling && label.tag != team);
            let filter = Filter {
                accept: Some(&others),
                ..Filter::default()
            };
            let (counts, ()) = allocations(|| {
                let moved = person
                    .mover
                    .move_by(&world, &person.state, wanted, &filter, &config);
                person.state = moved.unwrap().state;
            });
            allocated += counts.count;
            let [nx, _, nz] = person.state.position;
            came += ((nx - x) * (nx - x) + (nz - z) * (nz - z)).sqrt();
            world
                .move_to(me, Pose::at(person.state.position).unwrap())
                .unwrap();
        }
        for a in 0..count {
            for b in 0..a {
                if tackling && a % 2 != b % 2 {
                    continue;
                }
                let deep = overlap(shape, people[a].state.position, people[b].state.position);
                deepest = if deep > deepest { deep } else { deepest };
            }
        }
    }
    (deepest, came / (count * steps) as f64, allocated)
}

#[test]
fn people_in_a_crowd_overlap_by_at_most_1_mm() {
    let steps = if is_soak() { 1200 } else { 150 };
    for shape in [BOX, CAPSULE] {
        for count in [22, 220] {
            for tackling in [false, true] {
                let (deepest, came, allocated) = run(&shape, count, steps, tackling);
                let told = format!("{shape:?}, {count} people, tackling: {tackling}");
                assert!(deepest <= 1e-3, "{deepest} m deep, more than 1 mm: {told}");
                assert!(
                    came > 0.1 * STEP,
                    "{came} m per step, a tenth of the wanted {STEP} m or less: {told}"
                );
                assert_eq!(allocated, 0, "{told}");
            }
        }
    }
}
