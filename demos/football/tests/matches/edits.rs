//! Tests of text edits during a match.

use footwork_football::{Edit, Inputs, PlayerId, Setup};

use crate::match_of;

#[test]
fn an_invalid_wind_is_refused_with_its_place_and_the_old_wind_stays() {
    let mut game = match_of(Setup::default());
    let before = game.view().wind().clone();
    let texts = ["0.1", "0", "0.2 * sin(q)"].map(str::to_owned);
    let inputs = Inputs {
        edits: vec![Edit::Wind(texts)],
        ..Inputs::default()
    };
    game.step(&inputs);
    let (_, errors) = &game.refused()[0];
    assert_eq!(errors.text, 2);
    let span = errors.errors[0].span;
    assert_eq!((span.start, span.stop), (10, 11));
    assert_eq!(*game.view().wind(), before);
    // A valid wind moves the ball.
    let far = |texts: [&str; 3]| {
        let mut game = match_of(Setup::default());
        // Play until the first kick.
        while game.view().ball().velocity[0].abs() < 3.0 {
            game.step(&Inputs::default());
        }
        game.set_wind(texts.map(str::to_owned)).unwrap();
        for _ in 0..15 {
            game.step(&Inputs::default());
        }
        game.view().ball().position[0]
    };
    let metres = far(["2", "0", "0"]) - far(["0", "0", "0"]);
    assert!(metres > 0.05, "{metres}");
}

#[test]
fn a_query_decides_what_a_footballer_plays() {
    let mut game = match_of(Setup::default());
    let error = game.set_query(PlayerId::new(3), "Gait.Wlak").unwrap_err();
    assert_eq!(error.errors[0].code, "unknown-tag");
    assert!(game.set_query(PlayerId::new(99), "Gait.Walk").is_err());
    assert_eq!(
        game.view().played(PlayerId::new(3)).unwrap().query,
        "Gait - clips(Kick)"
    );
    game.set_query(PlayerId::new(3), "Gait.Walk & !Kick")
        .unwrap();
    // A clip may play on for 0.2 s after it has left the frames that the query finds.
    let mut runs = 0;
    for frame in 0..600 {
        game.step(&Inputs::default());
        let tags = game.view().played(PlayerId::new(3)).unwrap().tags;
        let has = |name: &str| tags.iter().any(|tag| tag.starts_with(name));
        let is_run = frame > 60 && has("Gait.Run") && !has("Kick");
        runs = if is_run { runs + 1 } else { 0 };
        assert!(runs < 20, "{frame}: {tags:?}");
    }
}

#[test]
fn the_speed_expression_decides_how_fast_motion_plays() {
    let mut game = match_of(Setup::default());
    assert!(game.set_speed("1 - tried").is_err());
    assert_eq!(game.view().speed(), footwork_football::DEFAULT_SPEED);
    game.set_speed("0.6").unwrap();
    for _ in 0..30 {
        game.step(&Inputs::default());
    }
    assert!((game.view().played(PlayerId::new(2)).unwrap().rate - 0.6).abs() < 1e-6);
}
