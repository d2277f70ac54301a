//! A choice accepted NaN and the intercepts of other players, and still chose a player.

use footwork_flight::{
    Choice, ChoiceError, ChoiceInput, ChoiceWeights, Criteria, InterceptSearch, PlayerId,
    ReachModel, TeamId, pass_outlook,
};

use crate::people::scene;

#[test]
fn mismatched_input_is_rejected_and_changes_nothing() {
    let (path, players) = scene(0, 22);
    let mut search = InterceptSearch::new(ReachModel::Simple);
    search.run(&path, &players, 0.0).unwrap();
    let fine = ChoiceInput {
        now_secs: 0.0,
        path: &path,
        model: search.model(),
        players: &players,
        intercepts: search.intercepts(),
        team: Some(TeamId::new(0)),
        goal: None,
    };
    let mut choice = Choice::default();
    choice.choose(&fine, &ChoiceWeights::default()).unwrap();
    assert!(choice.chosen.is_some());
    let before = choice.clone();
    let mut check = |input: &ChoiceInput<'_>, weights: &ChoiceWeights, text: &str| {
        let error = choice.choose(input, weights).unwrap_err();
        assert_eq!(error.to_string(), text);
        assert_eq!(choice, before);
        error
    };
    let weights = ChoiceWeights::default();
    let fewer = ChoiceInput {
        intercepts: &search.intercepts()[..3],
        ..fine
    };
    let error = check(&fewer, &weights, "players and intercepts do not match");
    let ChoiceError::Unpaired(error) = error else {
        panic!("{error}");
    };
    let text = "the lists differ at index 3: player 3 in the players, no player in the intercepts";
    assert_eq!(error.to_string(), text);
    let mut turned = players.clone();
    turned.swap(4, 7);
    let other = ChoiceInput {
        players: &turned,
        ..fine
    };
    check(&other, &weights, "players and intercepts do not match");
    let unpaired = pass_outlook(
        &turned,
        search.intercepts(),
        PlayerId::new(0),
        TeamId::new(0),
    );
    let text = "the lists differ at index 4: player 7 in the players, player 4 in the intercepts";
    assert_eq!(unpaired.unwrap_err().to_string(), text);
    let now = ChoiceInput {
        now_secs: f64::NAN,
        ..fine
    };
    check(&now, &weights, "now_secs: NaN is not finite");
    let goal = ChoiceInput {
        goal: Some([0.0, 0.0, f64::INFINITY]),
        ..fine
    };
    check(&goal, &weights, "goal: inf is not finite");
    let none = ChoiceWeights {
        weights: Criteria {
            pressure: f64::NAN,
            ..weights.weights
        },
        ..weights
    };
    check(&fine, &none, "pressure: NaN is not finite");
    let lead = ChoiceWeights {
        lead_secs: f64::NAN,
        ..weights
    };
    check(&fine, &lead, "lead_secs: NaN is not finite");
    let mut found = search.intercepts().to_vec();
    let own = players
        .iter()
        .zip(&mut found)
        .find(|(player, found)| player.team == TeamId::new(0) && found.first.is_some());
    let (player, wrong) = own.unwrap();
    wrong.first.as_mut().unwrap().effort = f64::NAN;
    let text = format!("player {}: effort: NaN is not finite", player.id.number());
    let wrong = ChoiceInput {
        intercepts: &found,
        ..fine
    };
    check(&wrong, &weights, &text);
}
