//! The human controls the first player at the ball, and its stick goes to that player.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_footwork::{
    BallTouched, Candidate, ControlChanged, Controls, Failed, Failure, HumanControl, StickInput,
    SwitchRequested,
};
use footwork::flight::{
    Arrival, Control, ControlCandidate, ControlDecision, ControlRules, ControlSettings,
    ControlSituation, Human, HumanId, ManualSwitch, PlayerId, TeamId,
};
use footwork::matching::Stick;

use super::{app, said};

const ANN: u32 = 0;

fn player(app: &mut App, id: u32, arrival: Arrival) -> Entity {
    let candidate = ControlCandidate::new(PlayerId::new(id), TeamId::new(0), arrival);
    let parts = (Candidate(candidate), StickInput::default());
    app.world_mut().spawn(parts).id()
}

fn human(app: &mut App, player: Option<u32>) -> Entity {
    let human = Human {
        id: HumanId::new(ANN),
        team: TeamId::new(0),
        player: player.map(PlayerId::new),
        settings: ControlSettings::default(),
    };
    let stick = Stick::new([1.0, 2.0]);
    app.world_mut().spawn(Controls { human, stick }).id()
}

fn stick(app: &App, player: Entity) -> [f64; 2] {
    app.world()
        .get::<StickInput>(player)
        .unwrap()
        .0
        .velocity_mps
}

#[test]
fn the_human_controls_the_first_player_at_the_ball_and_its_stick_follows() {
    let mut app = app();
    let back = player(&mut app, 4, Arrival::At(9.0));
    let wing = player(&mut app, 7, Arrival::At(1.0));
    let ann = human(&mut app, None);
    app.update();
    let changed = said::<ControlChanged>(&mut app);
    assert_eq!(changed.len(), 1);
    assert_eq!((changed[0].from, changed[0].to), (None, Some(wing)));
    assert_eq!(
        (stick(&app, wing), stick(&app, back)),
        ([1.0, 2.0], [0.0, 0.0])
    );
    let controls = *app.world().get::<Controls>(ann).unwrap();
    assert_eq!(controls.human.player, Some(PlayerId::new(7)));

    // Nothing changed: no message.
    app.update();
    assert!(said::<ControlChanged>(&mut app).is_empty());

    // The ball is passed to the back, and the wing can no longer reach it.
    app.world_mut()
        .get_mut::<Candidate>(wing)
        .unwrap()
        .0
        .arrival = Arrival::Never;
    app.world_mut()
        .get_mut::<Candidate>(back)
        .unwrap()
        .0
        .arrival = Arrival::At(0.5);
    app.world_mut().resource_mut::<HumanControl>().is_in_air = true;
    app.world_mut().write_message(BallTouched { by: None });
    app.update();
    let changed = said::<ControlChanged>(&mut app);
    assert_eq!((changed[0].from, changed[0].to), (Some(wing), Some(back)));
    assert_eq!(
        (stick(&app, wing), stick(&app, back)),
        ([0.0, 0.0], [1.0, 2.0])
    );

    // A second later the human switches back to the wing.
    app.world_mut()
        .get_mut::<Candidate>(wing)
        .unwrap()
        .0
        .arrival = Arrival::At(3.2);
    app.world_mut()
        .get_mut::<Candidate>(back)
        .unwrap()
        .0
        .arrival = Arrival::At(3.0);
    for _ in 0..64 {
        app.update();
    }
    assert!(said::<ControlChanged>(&mut app).is_empty());
    let to = Some(PlayerId::new(7));
    let human = HumanId::new(ANN);
    app.world_mut()
        .write_message(SwitchRequested(ManualSwitch { human, to }));
    app.update();
    assert_eq!(said::<ControlChanged>(&mut app)[0].to, Some(wing));

    // The wing leaves the game.
    app.world_mut().despawn(wing);
    app.update();
    let changed = said::<ControlChanged>(&mut app);
    assert_eq!((changed[0].from, changed[0].to), (None, Some(back)));
    assert!(said::<Failed>(&mut app).is_empty());
}

#[test]
fn decisions_equal_those_without_bevy() {
    let mut app = app();
    let arrivals = |step: u32| {
        let of = |id: u32| {
            let late = f64::from((step * 7 + id * 5) % 11) * 0.2;
            Arrival::At(f64::from(step) / 64.0 + late)
        };
        [1, 2, 3].map(of)
    };
    let unknown = Arrival::Unknown {
        not_before_secs: 0.0,
    };
    let players: Vec<Entity> = (1..=3).map(|id| player(&mut app, id, unknown)).collect();
    human(&mut app, Some(1));
    let mut plain = Control::new(ControlRules::default()).unwrap();
    let (mut situation, mut decision) = (ControlSituation::default(), ControlDecision::default());
    let mut controlled = Some(PlayerId::new(1));
    let mut switches = 0;
    for step in 1..300 {
        for (place, arrival) in arrivals(step).into_iter().enumerate() {
            app.world_mut()
                .get_mut::<Candidate>(players[place])
                .unwrap()
                .0
                .arrival = arrival;
        }
        let is_touched = step % 50 == 0;
        if is_touched {
            app.world_mut().write_message(BallTouched { by: None });
        }
        app.update();
        situation.now_secs = f64::from(step) / 64.0;
        situation.is_touched = is_touched;
        situation.candidates = (1..)
            .zip(arrivals(step))
            .map(|(id, arrival)| ControlCandidate::new(PlayerId::new(id), TeamId::new(0), arrival))
            .collect();
        let (id, team) = (HumanId::new(ANN), TeamId::new(0));
        let settings = ControlSettings::default();
        situation.humans = vec![Human {
            id,
            team,
            player: controlled,
            settings,
        }];
        plain.decide(&situation, &mut decision).unwrap();
        let there = app.world().resource::<HumanControl>();
        assert_eq!(*there.decision(), decision, "step {step}");
        let now = decision.assignments[0].player;
        switches += usize::from(now != controlled);
        controlled = now;
    }
    assert!(switches >= 2, "{switches}");
    assert!(said::<Failed>(&mut app).is_empty());
}

#[test]
fn an_invalid_setting_is_reported() {
    let mut app = app();
    player(&mut app, 4, Arrival::At(f64::NAN));
    human(&mut app, None);
    app.update();
    let failed = said::<Failed>(&mut app);
    assert!(matches!(failed[0].failure, Failure::Control(_)));
    assert_eq!(failed[0].entity, None);
}
