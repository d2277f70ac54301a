//! Jams: 200 people who press in a room of 8 × 8 m.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "these are tests"
)]

use footwork_slide::{
    Filter, Intent, Label, MoveConfig, Mover, MoverState, ObstacleId, Pose, Shape, Volume, World,
    YieldState, Yielding,
};
use footwork_testkit::Random;

const PEOPLE: usize = 200;
const RADIUS: f64 = 0.25;
const SPEED: f64 = 1.4;
const HERTZ: f64 = 60.0;
const ROOM: f64 = 8.0;

/// The label of people.
const PERSON: u64 = 1;

/// A pause of this length without a person leaving means that an arch blocks the door.
const MAX_PAUSE_SECS: f64 = 10.0;

struct Person {
    obstacle: ObstacleId,
    state: MoverState,
    yields: YieldState,
    left_at: Option<f64>,
}

/// How people in the doorway steer who are too close to a jamb to walk straight through.
#[derive(Clone, Copy, PartialEq)]
enum Steering {
    /// Straight on.
    Out,
    /// To their waypoint in the middle of the doorway, though it may be behind them. Two people at opposite jambs who
    /// have passed it press against each other.
    ToWaypoint,
}

/// A room with a door in the wall at x = 8, and the people in it.
struct Jam {
    world: World,
    people: Vec<Person>,
    mover: Mover,
    door: f64,
    yielding: Option<Yielding>,
    steering: Steering,
    steps: u32,
}

impl Jam {
    fn new(door: f64, seed: u64, yielding: Option<Yielding>) -> Self {
        let mut world = World::new();
        let mut wall = |x: [f64; 2], z: [f64; 2]| {
            let half = [x[1] - x[0], 4.0, z[1] - z[0]].map(|length| (length / 2.0) as f32);
            let at = [(x[0] + x[1]) / 2.0, 0.0, (z[0] + z[1]) / 2.0];
            let volume = Volume::Box { half_m: half };
            world
                .add_volume(volume, Pose::at(at).unwrap(), Label::default())
                .unwrap();
        };
        wall([-1.0, 12.0], [-1.0, 0.0]);
        wall([-1.0, 12.0], [ROOM, ROOM + 1.0]);
        wall([-1.0, 0.0], [0.0, ROOM]);
        let side = (ROOM - door) / 2.0;
        wall([ROOM, ROOM + 0.3], [0.0, side]);
        wall([ROOM, ROOM + 0.3], [ROOM - side, ROOM]);
        let random = &mut Random::for_case("jam", seed);
        let people = (0..PEOPLE)
            .map(|index| {
                let (row, column) = (index / 14, index % 14);
                let near = |count: usize, apart: f64, random: &mut Random| {
                    0.3 + count as f64 * apart + random.between(0.0, 0.02)
                };
                let at = [near(column, 0.54, random), 0.0, near(row, 0.53, random)];
                let volume = Volume::Capsule {
                    radius_m: RADIUS as f32,
                    half_axis_m: 0.65,
                };
                let label = Label {
                    layers: u32::MAX,
                    tag: PERSON,
                };
                Person {
                    obstacle: world
                        .add_volume(volume, Pose::at(at).unwrap(), label)
                        .unwrap(),
                    state: MoverState::at(at),
                    yields: YieldState::default(),
                    left_at: None,
                }
            })
            .collect();
        let shape = Shape::Capsule {
            radius_m: RADIUS as f32,
            height_m: 1.8,
        };
        Self {
            world,
            people,
            mover: Mover::new(shape).unwrap(),
            door,
            yielding,
            steering: Steering::Out,
            steps: 0,
        }
    }

    fn secs(&self) -> f64 {
        f64::from(self.steps) / HERTZ
    }

    /// Returns the wanted displacement of a step: to the door, and straight on from there.
    fn wanted(&self, [x, _, z]: [f64; 3]) -> [f32; 3] {
        let middle = ROOM / 2.0;
        let free = self.door / 2.0 - RADIUS - 0.02;
        let through = middle + (z - middle).clamp(-free.abs(), free.abs());
        let steered = match self.steering {
            Steering::Out => ROOM,
            Steering::ToWaypoint => ROOM + 0.3,
        };
        let is_before = x < ROOM - 0.4 || x < steered && (z - middle).abs() > free;
        let to = if is_before {
            [ROOM + 0.1 - x, through - z]
        } else {
            [10.0, 0.0]
        };
        let far = (to[0] * to[0] + to[1] * to[1]).sqrt();
        let share = SPEED / HERTZ / far;
        [(to[0] * share) as f32, 0.0, (to[1] * share) as f32]
    }

    fn step(&mut self) {
        self.world.begin_step();
        let config = MoveConfig::default();
        for index in 0..self.people.len() {
            let (secs, from) = (self.secs(), self.people[index].state.position);
            if self.people[index].left_at.is_some() {
                continue;
            }
            let wanted = self.wanted(from);
            let Self {
                world,
                people,
                mover,
                yielding,
                ..
            } = self;
            let person = &mut people[index];
            let me = person.obstacle;
            let others = |id: ObstacleId, _: &Label| id != me;
            let filter = Filter {
                accept: Some(&others),
                ..Filter::default()
            };
            let intent = Intent {
                me,
                secs,
                wanted,
                from,
                config: &config,
            };
            let displacement = yielding.map_or(wanted, |yielding| {
                yielding.displacement(&person.yields, &intent)
            });
            let moved = mover
                .move_by(world, &person.state, displacement, &filter, &config)
                .unwrap();
            if let Some(yielding) = yielding {
                let is_person = |id| world.label(id).is_ok_and(|label| label.tag == PERSON);
                yielding.learn(&mut person.yields, &intent, &moved, is_person);
            }
            person.state = moved.state;
            if person.state.position[0] > ROOM + 1.0 {
                person.left_at = Some(secs);
                world.remove(me).unwrap();
            } else {
                world
                    .move_to(me, Pose::at(person.state.position).unwrap())
                    .unwrap();
            }
        }
        self.steps += 1;
    }

    /// Runs for `secs` seconds, or until all people have left. Returns the times at which people left, in seconds.
    fn run(&mut self, secs: f64) -> Vec<f64> {
        while self.secs() < secs && self.people.iter().any(|person| person.left_at.is_none()) {
            self.step();
        }
        let mut times: Vec<f64> = self
            .people
            .iter()
            .filter_map(|person| person.left_at)
            .collect();
        times.sort_by(f64::total_cmp);
        times
    }

    fn places(&self) -> Vec<[f64; 3]> {
        self.people
            .iter()
            .map(|person| person.state.position)
            .collect()
    }

    /// Runs for two seconds. Returns the net speed of each person in m/s, and the deepest overlap in metres.
    fn watch(&mut self) -> (Vec<f64>, f64) {
        let before = self.places();
        let end = self.secs() + 2.0;
        self.run(end);
        let after = self.places();
        let apart = |a: [f64; 3], b: [f64; 3]| {
            let [x, z] = [a[0] - b[0], a[2] - b[2]];
            (x * x + z * z).sqrt()
        };
        let speeds = before
            .iter()
            .zip(&after)
            .map(|(a, b)| apart(*a, *b) / 2.0)
            .collect();
        let mut deepest = f64::NEG_INFINITY;
        for (index, a) in after.iter().enumerate() {
            for b in &after[..index] {
                deepest = larger(deepest, 2.0 * RADIUS - apart(*a, *b));
            }
        }
        (speeds, deepest)
    }
}

fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Lets all people out. Returns the mean time per person and the longest pause between two of them, in seconds.
fn empty(seed: u64, steering: Steering) -> (f64, f64) {
    let yielding = Yielding {
        seed,
        ..Yielding::default()
    };
    let mut jam = Jam {
        steering,
        ..Jam::new(4.0 * RADIUS, seed, Some(yielding))
    };
    let times = jam.run(300.0);
    assert_eq!(
        times.len(),
        PEOPLE,
        "seed {seed}: not all people left: {times:?}"
    );
    let pauses = times.windows(2).map(|pair| pair[1] - pair[0]);
    let longest = pauses.fold(times[0], larger);
    let each = (times[PEOPLE - 1] - times[0]) / (PEOPLE - 1) as f64;
    eprintln!("seed {seed}: {each:.3} s each, longest pause {longest:.1} s");
    (each, longest)
}

/// Returns the seeds to run: the first 60 in the soak, the first `everyday` otherwise.
fn seeds(everyday: u64) -> std::ops::Range<u64> {
    0..if std::env::var_os("FOOTWORK_SOAK").is_some() {
        60
    } else {
        everyday
    }
}

#[test]
fn a_door_two_bodies_wide_lets_everybody_through() {
    let each = seeds(2).map(|seed| {
        let (each, longest) = empty(seed, Steering::Out);
        assert!(
            longest < MAX_PAUSE_SECS,
            "seed {seed}: a pause of {longest} s"
        );
        each
    });
    let each: Vec<f64> = each.collect();
    assert!(mean(&each) <= 0.55, "{each:?}");
}

/// With seed 4, two people at opposite jambs turned back towards each other and blocked the door for 51 s. Every person
/// at a wall stepped back by the same 10 cm then.
#[test]
fn two_people_who_turn_back_in_a_doorway_do_not_block_it() {
    for seed in (4..5).chain(seeds(0)) {
        let (each, longest) = empty(seed, Steering::ToWaypoint);
        assert!(
            longest < 2.0 * MAX_PAUSE_SECS,
            "seed {seed}: a pause of {longest} s"
        );
        assert!(
            each < 0.8,
            "seed {seed}: {each} s per person, not below 0.8 s"
        );
    }
}

/// Without the rule of yielding, more than half of the people do not get out.
#[test]
fn people_who_never_yield_wedge_each_other() {
    let mut jam = Jam::new(4.0 * RADIUS, 1, None);
    let out = jam.run(60.0).len();
    assert!(out < PEOPLE / 2, "{out}");
}

/// Before a closed door: the movers alone come to rest, and people who yield stay about where they are.
#[test]
fn people_do_not_oscillate_before_a_closed_door() {
    for yielding in [None, Some(Yielding::default())] {
        let mut jam = Jam::new(0.1, 3, yielding);
        jam.run(30.0);
        let mut means = Vec::new();
        for _ in 0..5 {
            let (speeds, deepest) = jam.watch();
            assert!(deepest < 1e-3, "an overlap of {deepest} m, not below 1 mm");
            let fastest = speeds.iter().copied().fold(0.0, larger);
            assert!(
                yielding.is_some() || fastest < 0.02,
                "a person moves at {fastest} m/s"
            );
            means.push(mean(&speeds));
        }
        eprintln!("{} {:?}", yielding.is_some(), means);
        assert!(mean(&means) < 0.02, "{means:?}");
    }
}
