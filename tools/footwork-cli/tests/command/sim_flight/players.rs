//! The players who can take the ball. The expected players come from a plain scan of the printed steps.

use super::*;

/// Returns the time at which a player can first take the ball, in seconds, from a scan of the steps with the simple
/// model.
fn first_by_hand(player: &Value, steps: &[(f64, [f64; 3])]) -> Option<f64> {
    let of = |key: &str| player.get(key).map_or(0.0, number);
    let ready = of("reaction").max(of("busy_until"));
    let height = player.get("height").map_or(2.0, number);
    let [x, _, z] = vector(&player["position"]);
    let can = |secs: f64, [bx, by, bz]: [f64; 3]| {
        let run = (bx - x).hypot(bz - z) - of("reach");
        secs >= ready && by <= height && run <= of("top_speed") * (secs - ready)
    };
    let parts = 16;
    for pair in steps.windows(2) {
        let ((from, a), (to, b)) = (pair[0], pair[1]);
        for part in 0..=parts {
            let share = f64::from(part) / f64::from(parts);
            let at = [0, 1, 2].map(|axis| a[axis] + (b[axis] - a[axis]) * share);
            let secs = from + (to - from) * share;
            if can(secs, at) {
                return Some(secs);
            }
        }
    }
    None
}

#[test]
fn the_simple_model_agrees_with_a_plain_scan() {
    let mut scene = SIM.scene("crossbar");
    scene["dense"] = json!(true);
    scene["horizon"] = json!(9);
    scene["model"] = json!("simple");
    let mut players = Vec::new();
    for number in 0..40 {
        let n = f64::from(number);
        players.push(json!({
            "id": number,
            "position": [12.0 + (n * 7.3) % 42.0, 0, (n * 5.7) % 30.0 - 15.0],
            "top_speed": (n * 1.7) % 9.0,
            "reach": 0.3 + (n * 0.31) % 1.0,
            "height": 0.5 + (n * 0.77) % 2.2,
            "reaction": (n * 0.13) % 0.7,
            "busy_until": if number % 3 == 0 { (n * 0.4) % 5.0 } else { 0.0 },
        }));
    }
    scene["players"] = json!(players);
    let flight = run(&scene);
    let steps = dense(&flight);
    let mut found = 0;
    for (player, taken) in players.iter().zip(flight["intercepts"].as_array().unwrap()) {
        assert_eq!(player["id"], taken["player"]);
        let by_hand = first_by_hand(player, &steps);
        match (taken["t"].as_f64(), by_hand) {
            (Some(ours), Some(theirs)) => {
                // The scan finds the time to within one step.
                let late = theirs - ours;
                assert!(
                    (-1e-9..1.0 / 3000.0).contains(&late),
                    "{player} {ours} {theirs}"
                );
                assert_eq!(taken["windows"][0][0], taken["t"]);
                found += 1;
            }
            (None, None) => assert_eq!(taken["kind"], "none"),
            (ours, theirs) => panic!("{player} {ours:?} {theirs:?}"),
        }
    }
    assert!((20..40).contains(&found), "{found}");
    let chosen = flight["intercepts"].as_array().unwrap().iter();
    let mut chosen = chosen.filter(|taken| taken["player"] == flight["choice"]);
    assert_ne!(chosen.next().unwrap()["kind"], "none");
}

#[test]
fn a_clear_lead_is_chosen() {
    let choice = |ready: [f64; 2]| {
        let player = |id: &str, secs: f64| json!({ "id": id, "position": [0, 0, 0], "top_speed": 0, "reach": 1, "reaction": secs });
        run(&json!({
            "ball": { "position": [0, 0.11, 0] },
            "statics": ground(),
            "players": [player("a", ready[0]), player("b", ready[1])],
        }))["choice"]
            .clone()
    };
    assert_eq!(choice([1.0, 1.6]), "a");
    assert_eq!(choice([1.6, 1.0]), "b");
    assert_eq!(choice([1.0, 1.1]), "a");
    // Between equal players, the first of the scene is chosen.
    assert_eq!(choice([1.0, 1.0]), "a");
}

#[test]
fn a_player_who_cannot_take_it_has_nulls() {
    let scene = json!({
        "ball": { "position": [0, 1, 0], "velocity": [9, 0, 0] },
        "ground": 0,
        "players": [{ "id": "x", "position": [-50, 0, 0], "top_speed": 1, "reach": 1 }],
    });
    let flight = run(&scene);
    assert_eq!(
        flight["intercepts"],
        json!([{ "player": "x", "kind": "none", "t": null, "position": null, "wait": null, "windows": [] }])
    );
    assert_eq!(flight["choice"], Value::Null);
}

/// A ball at rest can be taken at any time until the prediction ends.
#[test]
fn a_ball_at_rest_waits() {
    let scene = json!({
        "ball": { "position": [0, 0.11, 0] },
        "statics": ground(),
        "players": [
            { "id": 1, "position": [20.8, 0, 0], "top_speed": 5, "reach": 0.8 },
            { "id": 2, "position": [0, 0, 10.8], "top_speed": 5, "reach": 0.8, "reaction": 1.5 },
        ],
        "model": "simple",
        "horizon": 12,
    });
    let flight = run(&scene);
    let taken = flight["intercepts"].as_array().unwrap();
    for (taken, secs) in taken.iter().zip([4.0, 3.5]) {
        assert_eq!(taken["kind"], "ball_waits");
        assert!((number(&taken["t"]) - secs).abs() < 1.0e-9, "{taken}");
        assert_eq!(taken["windows"][0][1], json!(12.0));
    }
    assert_eq!(flight["choice"], json!(2));
}

#[test]
fn humans_choose_among_the_teams_they_play_for() {
    let mut scene = SIM.scene("crossbar");
    scene["horizon"] = json!(9);
    assert_eq!(run(&scene)["choice"], "striker");
    scene["humans"] = json!([{ "id": 1, "player": "back" }]);
    assert_eq!(run(&scene)["choice"], "back");
    scene["humans"] = json!([{ "id": 1, "player": null }]);
    assert_eq!(run(&scene)["choice"], "striker");
    scene["humans"] = json!([{ "id": 1, "player": "back" }, { "id": 2, "player": "far" }]);
    assert_eq!(run(&scene)["choice"], "striker");
}

/// A player who must turn and accelerate arrives later.
#[test]
fn the_full_model_is_never_sooner() {
    let mut scene = SIM.scene("high_lob");
    scene["players"][2]["acceleration"] = json!(1.5);
    let full = run(&scene);
    scene["model"] = json!("simple");
    let simple = run(&scene);
    let mut later = 0;
    for (full, simple) in full["intercepts"]
        .as_array()
        .unwrap()
        .iter()
        .zip(simple["intercepts"].as_array().unwrap())
    {
        let (full, simple) = (number(&full["t"]), number(&simple["t"]));
        assert!(full >= simple - 1.0e-9, "{full} {simple}");
        later += u32::from(full > simple + 0.1);
    }
    assert!(later > 0);
}

/// If only opponents can take the ball, the table says that no player of the humans' team can.
#[test]
fn the_table_names_the_team_that_cannot_take_the_ball() {
    let scene = json!({
        "ball": { "position": [0, 0.11, 0] },
        "statics": ground(),
        "players": [
            { "id": "ours", "team": "a", "position": [50, 0, 0], "top_speed": 0, "reach": 1 },
            { "id": "theirs", "team": "b", "position": [3, 0, 0], "top_speed": 5, "reach": 1 },
        ],
        "humans": [{ "id": 1, "player": "ours" }],
    });
    let table = |scene: &Value| {
        let done = footwork_reading(&["sim", "flight", "-"], scene.to_string().as_bytes());
        done.stdout
    };
    assert!(
        table(&scene).contains("no player of team a can take it\n"),
        "{}",
        table(&scene)
    );
    assert_eq!(run(&scene)["choice"], Value::Null);
    let mut alone = scene.clone();
    alone["humans"] = json!([]);
    assert!(table(&alone).contains("theirs should take it\n"));
    alone["players"].as_array_mut().unwrap().remove(1);
    assert!(table(&alone).contains("\nno player can take it\n"));
}

/// The rules of switching are applied once, right after the kick. Control leaves a player who cannot reach the ball,
/// and two humans never control the same player.
#[test]
fn humans_control_the_players_that_the_rules_assign() {
    let player = |id: &str, team: u32, x: f64, speed: f64| json!({ "id": id, "team": team, "position": [x, 0, 0], "top_speed": speed, "reach": 1 });
    let scene = json!({
        "ball": { "position": [0, 0.11, 0] },
        "statics": ground(),
        "players": [
            player("slow", 0, 60.0, 0.0), player("near", 0, 4.0, 5.0),
            player("far", 0, 20.0, 5.0), player("theirs", 1, 2.0, 5.0),
        ],
        "humans": [{ "id": "ann", "player": "slow" }, { "id": "bob", "player": "far" }, { "id": "joe" }],
    });
    let flight = run(&scene);
    let of = |human: &str, from: Value, player: &str, reason: &str, next: Value| json!({ "human": human, "from": from, "player": player, "reason": reason, "next": next });
    assert_eq!(
        flight["control"],
        json!([
            of("ann", json!("slow"), "slow", "no_candidate", Value::Null),
            of("bob", json!("far"), "far", "no_candidate", Value::Null),
            of("joe", Value::Null, "near", "given", Value::Null),
        ])
    );
    let mut two = scene.clone();
    two["humans"].as_array_mut().unwrap().pop();
    let flight = run(&two);
    assert_eq!(
        flight["control"],
        json!([
            // Ann has just switched and may not switch again soon, so only bob has an indicator.
            of("ann", json!("slow"), "near", "cannot_reach", Value::Null),
            of("bob", json!("far"), "far", "not_its_turn", json!("slow")),
        ])
    );
    two["humans"] = json!([]);
    assert_eq!(run(&two).get("control"), None);
}

/// The time at which a player arrives depends on the player's turning time and stamina.
#[test]
fn turn_time_and_stamina_change_the_arrival() {
    let first = |change: fn(&mut Value)| {
        let mut player = json!({
            "id": 1, "position": [20, 0, 0], "facing": [1, 0, 0],
            "top_speed": 5, "acceleration": 5, "reach": 1,
        });
        change(&mut player);
        let scene = json!({
            "ball": { "position": [0, 0.11, 0] }, "statics": ground(), "model": "full", "players": [player],
        });
        number(&run(&scene)["intercepts"][0]["t"])
    };
    let plain = first(|_| {});
    // The ball is behind the player, who waits for half of the time to turn around: 0.7 s, and 0.2 s by default.
    assert!((first(|player| player["turn"] = json!(1.4)) - plain - 0.5).abs() < 1.0e-9);
    // The distance is 19 m. Accelerating costs half a second, both to 5 m/s at 5 m/s² and to 2.5 m/s at 2.5 m/s².
    assert!((plain - (0.2 + 19.0 / 5.0 + 0.5)).abs() < 1.0e-9, "{plain}");
    let tired = first(|player| player["stamina"] = json!(0.5));
    assert!((tired - (0.2 + 19.0 / 2.5 + 0.5)).abs() < 1.0e-9, "{tired}");
}

/// The heights at which players take the ball are measured from the ground, so a scene without a ground is refused.
#[test]
fn heights_without_a_ground_are_refused() {
    let mut scene = json!({
        "ball": { "position": [0, 11, 0], "velocity": [9, 0, 0] },
        "players": [{ "id": 1, "position": [8, 10, 0], "top_speed": 5, "reach": 1 }],
        "horizon": 1,
    });
    let refused = footwork_reading(&["sim", "flight", "-"], scene.to_string().as_bytes());
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("`ground` is not given"),
        "{}",
        refused.stderr
    );
    scene["ground"] = json!(10);
    assert_ne!(run(&scene)["intercepts"][0]["kind"], "none");
    scene["ground"] = json!(0);
    assert_eq!(run(&scene)["intercepts"][0]["kind"], "none");
}
