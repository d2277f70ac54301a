//! Tests of active contacts: the contacts that block a body, and those that it slides along.

use footwork_slide::{
    Filter, MoveConfig, Mover, MoverState, ObstacleId, Outcome, Pose, Shape, World,
};

use crate::laws::yard;
use crate::scenes::{Random, STEP};
use crate::walk::{BOX, CAPSULE, add_box, add_turned, world_of};

/// A body at the origin, on a floor, and the move that it wants.
struct Case<'a> {
    world: &'a World,
    shape: Shape,
    config: MoveConfig,
    motion: [f32; 3],
}

impl Case<'_> {
    fn new(world: &World, shape: Shape, motion: [f32; 3]) -> Case<'_> {
        Case {
            world,
            shape,
            config: MoveConfig::default(),
            motion,
        }
    }

    /// Moves the body and compares its contacts with the expected ones: `met` are all obstacles that it meets, and
    /// `active` those with an active contact.
    fn check(&self, outcome: Outcome, met: &[ObstacleId], active: &[ObstacleId]) {
        let mut mover = Mover::new(self.shape).unwrap();
        let filter = Filter::default();
        let start = MoverState::at([0.0, 0.905, 0.0]);
        let stood = mover.move_by(self.world, &start, [0.0; 3], &filter, &self.config);
        let state = stood.unwrap().state;
        let moved = mover
            .move_by(self.world, &state, self.motion, &filter, &self.config)
            .unwrap();
        let of = |is_wanted: fn(bool) -> bool| {
            let contacts = moved.contacts.iter();
            let wanted = contacts.filter(|contact| is_wanted(contact.active));
            let mut ids: Vec<ObstacleId> = wanted.map(|contact| contact.obstacle).collect();
            ids.sort_unstable();
            ids.dedup();
            ids
        };
        let told = format!("{:?} by {:?}: {moved:?}", self.shape, self.motion);
        assert_eq!(moved.outcome, outcome, "{told}");
        assert_eq!(of(|_| true), met, "{told}");
        assert_eq!(of(|active| active), active, "{told}");
    }
}

#[test]
fn a_corner_reports_the_contacts_that_block() {
    let mut world = World::new();
    let floor = add_box(&mut world, [9.0, 0.5, 9.0], [0.0, -0.5, 0.0]);
    let wall = add_box(&mut world, [0.5, 2.0, 9.0], [1.5, 2.0, 0.0]);
    let side = add_box(&mut world, [9.0, 2.0, 0.5], [0.0, 2.0, 2.5]);
    for shape in [BOX, CAPSULE] {
        let check = |motion, outcome, met: &[ObstacleId], active: &[ObstacleId]| {
            Case::new(&world, shape, motion).check(outcome, met, active);
        };
        check([0.1, 0.0, 0.1], Outcome::Free, &[], &[]);
        check([0.1, -0.1, 0.1], Outcome::Slid, &[floor], &[floor]);
        check([2.0, 0.0, 0.0], Outcome::Blocked, &[wall], &[wall]);
        check([2.0, 0.0, 1.0], Outcome::Slid, &[wall], &[wall]);
        let walls = [wall, side];
        check([2.0, 0.0, 8.0], Outcome::Blocked, &walls, &walls);
        let all = [floor, wall, side];
        check([2.0, -0.5, 8.0], Outcome::Blocked, &all, &all);
    }
}

/// A wall that a body slid along and then left is not active.
#[test]
fn a_contact_with_a_wall_left_behind_is_not_active() {
    let mut world = World::new();
    let wall = add_box(&mut world, [0.5, 2.0, 9.0], [1.0, 1.0, 0.0]);
    let half_turn = -15.0_f32.to_radians();
    let turn = [0.0, libm::sinf(half_turn), 0.0, libm::cosf(half_turn)];
    let pose = Pose::new([1.366, 1.0, 3.5], turn).unwrap();
    let slant = add_turned(&mut world, [1.0, 2.0, 3.0], pose);
    for shape in [BOX, CAPSULE] {
        let case = Case::new(&world, shape, [1.5, 0.0, 3.0]);
        case.check(Outcome::Slid, &[wall, slant], &[slant]);
    }
}

/// The solver reports any one of several equal normals. The contacts report all of them.
#[test]
fn all_contacts_with_flush_blocks_are_active() {
    let mut world = World::new();
    let blocks = [-1.0, 1.0].map(|side| add_box(&mut world, [0.5, 2.0, 1.0], [1.5, 1.0, side]));
    let case = Case::new(&world, BOX, [2.0, 0.0, 0.0]);
    case.check(Outcome::Blocked, &blocks, &blocks);
}

#[test]
fn a_contact_with_a_climbed_step_is_not_active() {
    let mut world = World::new();
    let floor = add_box(&mut world, [9.0, 0.5, 9.0], [0.0, -0.5, 0.0]);
    let step = add_box(&mut world, [1.0, 0.1, 9.0], [1.5, 0.1, 0.0]);
    for shape in [BOX, CAPSULE] {
        let mut case = Case::new(&world, shape, [0.9, 0.0, 0.0]);
        // The capsule slides up an edge below its middle.
        if shape == BOX {
            case.check(Outcome::Blocked, &[step], &[step]);
        }
        case.config.step_height_m = 0.3;
        case.check(Outcome::Slid, &[step], &[]);
        case.config.max_slope_rad = Some(0.8);
        case.motion = [0.0, -0.1, 0.0];
        case.check(Outcome::Blocked, &[floor], &[floor]);
    }
}

/// A blocked body has active contacts. A free body has none.
#[test]
fn a_blocked_body_has_active_contacts_and_a_free_body_none() {
    let world = world_of(&yard());
    let mut random = Random(13);
    let mut counts = [0; 3];
    for shape in [BOX, CAPSULE] {
        for max_slope_rad in [None, Some(0.9)] {
            let mut mover = Mover::new(shape).unwrap();
            let config = MoveConfig {
                max_slope_rad,
                step_height_m: 0.3,
                snap_m: 0.3,
                ..MoveConfig::default()
            };
            for _ in 0..40 {
                let mut state = MoverState::at([0, 1, 2].map(|_| random.between(-5.0, 5.0)));
                let motion =
                    [1.0, 0.6, 1.0].map(|size| (STEP * random.between(-size, size)) as f32);
                for _ in 0..60 {
                    let moved = mover
                        .move_by(&world, &state, motion, &Filter::default(), &config)
                        .unwrap();
                    let is_held = moved.contacts.iter().any(|contact| contact.active);
                    let told = || format!("{shape:?} from {state:?} by {motion:?}: {moved:?}");
                    match moved.outcome {
                        Outcome::Free => assert!(!is_held, "{}", told()),
                        Outcome::Blocked => assert!(is_held, "{}", told()),
                        Outcome::Slid => assert!(!moved.contacts.is_empty(), "{}", told()),
                    }
                    counts[moved.outcome as usize] += 1;
                    state = moved.state;
                }
            }
        }
    }
    assert!(counts.into_iter().all(|count| count > 20), "{counts:?}");
}
