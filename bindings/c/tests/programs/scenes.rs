//! Scenes of flight and sliding, events and matching, compared with Rust bit for bit.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use footwork::base::FrameRate;
use footwork::events::{Encoding, EventTrack, Guards, Trigger};
use footwork::flight::{
    BallParams, BallPath, BallPhysics, BallState, Choice, ChoiceInput, ChoiceWeights, Control,
    ControlCandidate, ControlDecision, ControlRules, ControlSettings, ControlSituation,
    FlightEventKind, HeightBands, Human, HumanId, Intercept, InterceptCache, InterceptSearch,
    Pitch, Player, PlayerId, Prediction, PredictionOptions, ReachModel, TeamId,
};
use footwork::matching::{
    ClipEnd, Controller, ControllerConfig, Filter, Goal, Group, Index, IndexBuilder, Matcher,
    MotionClip, Place, PoseId, Root, Rules, Schema, Search, Source, Step, Stick, Twins,
};
use footwork::pose_spans;
use footwork::slide::{
    Filter as Obstacles, HullPoints, Label, Mesh, MoveConfig, Mover, MoverState, Pose, Shape,
    Volume, World,
};
use footwork::tags::{Database, Ranges};
use serde_json::Value;

use crate::program::run_script;

/// The input of a program, and its expected output.
#[derive(Default)]
pub(crate) struct Script {
    pub(crate) input: String,
    pub(crate) expected: String,
}

impl Script {
    pub(crate) fn give(&mut self, numbers: &[f64]) {
        for number in numbers {
            write!(self.input, " {:016x}", number.to_bits()).unwrap();
        }
    }

    pub(crate) fn want(&mut self, number: f64) {
        write!(self.expected, " {:016x}", number.to_bits()).unwrap();
    }

    pub(crate) fn run(&self, name: &str) {
        run_script(name, "scenes.c", &self.input, &self.expected);
    }
}

#[test]
fn slides_have_the_bits_of_rust() {
    let mut script = Script::default();
    let mut scenes = 0;
    let mut paths: Vec<_> = fs::read_dir(testdata("slide")).unwrap().collect();
    paths.sort_by_key(|entry| entry.as_ref().unwrap().path());
    for entry in paths {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        let known = ["mover", "moves", "triangles", "boxes", "spheres"];
        let scene: Value = serde_json::from_str(&text).unwrap();
        let is_known = |key: &String| known.contains(&key.as_str());
        // Scenes with moving, one-way or sensor obstacles need more than a list of moves.
        let is_plain = ["motion", "one_way", "sensor"]
            .iter()
            .all(|it| !text.contains(it));
        if scene.as_object().unwrap().keys().all(is_known) && is_plain {
            slide(&mut script, &scene, &Body::of(&scene["mover"]));
            for body in Body::others() {
                slide(&mut script, &scene, &body);
            }
            scenes += 1;
        }
    }
    assert!(scenes >= 12, "{scenes}");
    script.run("slides");
}

/// A body, and the fields by which programs make it.
struct Body {
    kind: u32,
    half: [f64; 3],
    radius: f64,
    height: f64,
    rotation: [f64; 4],
    points: Vec<[f64; 3]>,
}

impl Body {
    /// The number that programs read as a hull. It is not an `FW_BODY_`.
    const HULL: u32 = 99;

    const NONE: Self = Self {
        kind: 0,
        half: [0.0; 3],
        radius: 0.0,
        height: 0.0,
        rotation: [0.0; 4],
        points: Vec::new(),
    };

    /// The body of a scene file.
    fn of(mover: &Value) -> Self {
        let number = |key: &str| mover[key].as_f64().unwrap_or(0.0);
        let shapes = ["box", "capsule", "sphere"];
        let named = |it: &&str| mover["shape"].as_str() == Some(it);
        Self {
            kind: u32::try_from(shapes.iter().position(named).unwrap()).unwrap(),
            half: mover.get("half").map_or([0.0; 3], vector),
            radius: number("radius"),
            height: number("height"),
            ..Self::NONE
        }
    }

    /// Bodies of the kinds that no scene file has.
    fn others() -> [Self; 3] {
        let wedge = [-0.4, 0.4].map(|z| [[-0.3, -0.5, z], [0.3, -0.5, z], [0.1, 0.5, z]]);
        [
            Self {
                kind: 3,
                radius: 0.3,
                height: 1.2,
                ..Self::NONE
            },
            Self {
                kind: 4,
                half: [0.5, 0.3, 0.2],
                rotation: [0.0, 0.6, 0.0, 0.8],
                ..Self::NONE
            },
            Self {
                kind: Self::HULL,
                points: wedge.concat(),
                ..Self::NONE
            },
        ]
    }

    fn shape(&self) -> Shape {
        let (radius_m, height_m) = (narrow(self.radius), narrow(self.height));
        let half_m = self.half.map(narrow);
        match self.kind {
            0 => Shape::Box { half_m },
            1 => Shape::Capsule { radius_m, height_m },
            2 => Shape::Sphere { radius_m },
            3 => Shape::Cylinder { radius_m, height_m },
            4 => Shape::TurnedBox {
                half_m,
                rotation: self.rotation.map(narrow),
            },
            _ => {
                let points: Vec<_> = self.points.iter().map(|at| at.map(narrow)).collect();
                Shape::Hull(HullPoints::new(&points).unwrap())
            }
        }
    }
}

fn slide(script: &mut Script, scene: &Value, body: &Body) {
    let mover = &scene["mover"];
    let mut config = MoveConfig::default();
    let skin = mover["skin"].as_f64().unwrap_or(f64::from(config.skin_m));
    config.skin_m = narrow(skin);
    let position = vector(&mover["position"]);
    write!(script.input, "slide {}", body.kind).unwrap();
    script.give(&body.half);
    script.give(&[body.radius, body.height]);
    script.give(&body.rotation);
    write!(script.input, " {}", body.points.len()).unwrap();
    script.give(body.points.as_flattened());
    script.give(&[skin]);
    script.give(&position);

    let mut world = World::new();
    if let Some(triangles) = scene["triangles"].as_array() {
        let corners = |triangle: &Value| std::array::from_fn(|corner| vector(&triangle[corner]));
        let triangles: Vec<[[f64; 3]; 3]> = triangles.iter().map(corners).collect();
        write!(script.input, "\nmesh {}", triangles.len()).unwrap();
        script.give(triangles.as_flattened().as_flattened());
        let mesh = Mesh::from_triangles(&triangles).unwrap();
        world
            .add_mesh(mesh.into(), Pose::IDENTITY, Label::default())
            .unwrap();
    }
    for block in scene["boxes"].as_array().into_iter().flatten() {
        let [min, max] = ["min", "max"].map(|key| vector(&block[key]));
        let half: [f64; 3] = std::array::from_fn(|axis| (max[axis] - min[axis]) / 2.0);
        let middle: [f64; 3] = std::array::from_fn(|axis| (max[axis] + min[axis]) / 2.0);
        script.input += "\nvolume 0";
        script.give(&half);
        script.give(&[0.0]);
        script.give(&middle);
        let volume = Volume::Box {
            half_m: half.map(narrow),
        };
        world
            .add_volume(volume, Pose::at(middle).unwrap(), Label::default())
            .unwrap();
    }
    for ball in scene["spheres"].as_array().into_iter().flatten() {
        let (centre, radius) = (vector(&ball["centre"]), ball["radius"].as_f64().unwrap());
        script.input += "\nvolume 1";
        script.give(&[0.0, 0.0, 0.0, radius]);
        script.give(&centre);
        let volume = Volume::Sphere {
            radius_m: narrow(radius),
        };
        world
            .add_volume(volume, Pose::at(centre).unwrap(), Label::default())
            .unwrap();
    }
    let mut mover = Mover::new(body.shape()).unwrap();
    let mut state = MoverState::at(position);
    for way in scene["moves"].as_array().unwrap() {
        let way = vector(way);
        script.input += "\nmove";
        script.give(&way);
        let filter = Obstacles::default();
        let moved = mover
            .move_by(&world, &state, way.map(narrow), &filter, &config)
            .unwrap();
        state = moved.state;
        let footing = ["air", "ground", "wedged", "steep"];
        let footing = footing
            .iter()
            .position(|name| *name == state.footing.name())
            .unwrap();
        let (outcome, count) = (moved.outcome as u32, moved.contacts.len());
        write!(script.expected, "{outcome} {footing} {count}").unwrap();
        state
            .position
            .iter()
            .for_each(|number| script.want(*number));
        for contact in moved.contacts {
            script.want(contact.point[0]);
            script.want(f64::from(contact.normal[1]));
        }
        script.expected += "\n";
    }
    script.input += "\n";
}

#[test]
fn flights_and_intercepts_have_the_bits_of_rust() {
    let mut script = Script::default();
    let text = fs::read_to_string(testdata("flight/situations.json")).unwrap();
    let situations: Vec<Value> = serde_json::from_str(&text).unwrap();
    let statics = Pitch::default().statics().unwrap();
    let physics = BallPhysics::new(BallParams::default(), statics).unwrap();
    for situation in &situations {
        let ball = &situation["ball"];
        let [position, velocity, spin] =
            ["position", "velocity", "spin"].map(|key| vector(&ball[key]));
        script.input += "kick";
        [position, velocity, spin]
            .iter()
            .for_each(|it| script.give(it));
        let ball = BallState::new(0.0, position, velocity)
            .unwrap()
            .with_spin(spin)
            .unwrap();
        let mut flight = Prediction::new(&physics, &ball, PredictionOptions::default()).unwrap();
        flight.finish(&physics);
        for event in flight.events() {
            let kind = match event.kind {
                FlightEventKind::Bounce => 0,
                FlightEventKind::Roll => 1,
                FlightEventKind::End(_) => 2,
            };
            let hit = event.hit.map_or(u32::MAX, |hit| hit.number());
            write!(script.expected, "{kind} {hit}").unwrap();
            script.want(event.secs);
            script.want(event.position[0]);
            script.expected += "\n";
        }
        for section in flight.sections(&HeightBands::default()).unwrap() {
            write!(script.expected, "{}", section.band as u32).unwrap();
            script.want(section.to_secs);
            script.expected += "\n";
        }
        let path = BallPath::from_prediction(&flight);
        let players = situation["players"].as_array().unwrap();
        for (number, model) in [(0, ReachModel::Simple), (1, ReachModel::Full)] {
            reach(&mut script, players, &path, number, model);
        }
    }
    assert!(situations.len() > 200);
    script.run("flights");
}

fn reach(script: &mut Script, from: &[Value], path: &BallPath, number: u32, model: ReachModel) {
    write!(script.input, "\nreach {number} {}", from.len()).unwrap();
    let mut players = Vec::new();
    for (id, from) in (0..).zip(from) {
        let number = |key: &str| from[key].as_f64().unwrap_or(0.0);
        let position = vector(&from["position"]);
        let numbers = ["top_speed", "reach", "reaction"].map(number);
        script.give(&position);
        script.give(&numbers);
        let mut player = Player::new(PlayerId::new(id), position);
        player.team = TeamId::new(id % 2);
        [
            player.top_speed_mps,
            player.reach_m,
            player.reaction_end_secs,
        ] = numbers;
        players.push(player);
    }
    script.input += "\n";
    let mut search = InterceptSearch::new(model);
    search.run(path, &players, 0.0).unwrap();
    let mut cache = InterceptCache::new(model);
    cache.update(path, &players, 0.0).unwrap();
    for (index, (player, found)) in players.iter().zip(search.intercepts()).enumerate() {
        let again = cache.player_intercept(index, path, player).first;
        let windows = search.windows(index);
        let can = u8::from(found.first.is_some());
        let known = u8::from(found.not_before_secs.is_none());
        let secs = |first: Option<Intercept>| {
            first.map_or(found.not_before_secs.unwrap_or(0.0), |first| first.secs)
        };
        let kind = found.first.map_or(0, |first| first.kind as u32);
        write!(script.expected, "{can} {known} {kind} {}", windows.len()).unwrap();
        script.want(secs(found.first));
        script.want(secs(again));
        script.want(found.first.map_or(0.0, |first| first.difficulty));
        windows
            .iter()
            .for_each(|window| script.want(window.to_secs));
        script.expected += "\n";
    }
    let input = ChoiceInput {
        now_secs: 0.0,
        path,
        model,
        players: &players,
        intercepts: search.intercepts(),
        team: Some(TeamId::new(0)),
        goal: None,
    };
    let mut choice = Choice::default();
    choice.choose(&input, &ChoiceWeights::default()).unwrap();
    let found = players.iter().zip(search.intercepts());
    let candidates =
        found.map(|(player, found)| ControlCandidate::from_search(player.team, found, &choice));
    let situation = ControlSituation {
        candidates: candidates.collect(),
        humans: vec![Human {
            id: HumanId::new(0),
            team: TeamId::new(0),
            player: None,
            settings: ControlSettings::default(),
        }],
        ..ControlSituation::default()
    };
    let mut decision = ControlDecision::default();
    let mut control = Control::new(ControlRules::default()).unwrap();
    control.decide(&situation, &mut decision).unwrap();
    let given = &decision.assignments[0];
    let number = |player: Option<PlayerId>| player.map_or(u32::MAX, PlayerId::number);
    let (chosen, player) = (number(choice.chosen), number(given.player));
    writeln!(script.expected, "{chosen} {player} {}", given.reason as u32).unwrap();
}

#[test]
fn events_have_the_bits_of_rust() {
    let mut script = Script::default();
    for times in [
        vec![0.5, 1.1, 1.75],
        vec![0.3],
        vec![0.2, 0.5, 0.8, 1.2, 1.9],
    ] {
        let rate = FrameRate::whole(60).unwrap();
        write!(script.input, "events {} 120", times.len()).unwrap();
        script.give(&times);
        script.input += "\n";
        let tracks = [EventTrack::new(times).unwrap()];
        let encoding = Encoding::from_gaps(&tracks, rate);
        let rows = encoding.encode(&tracks, rate, 120).unwrap();
        let mut trigger = Trigger::new(encoding, Guards::default()).unwrap();
        let mut fired = 0;
        for &pair in rows.as_chunks().0 {
            script.want(f64::from(pair[0]));
            if let Some(ago) = trigger.advance(pair, 1.0 / 60.0).fired_ago_secs {
                script.want(ago);
                fired += 1;
            }
            script.expected += "\n";
        }
        let decoded = encoding
            .decode_all(rows.as_chunks().0, rate, Guards::default())
            .unwrap();
        assert_eq!(fired, decoded.times.len());
        decoded.times.iter().for_each(|time| script.want(*time));
        script.expected += "\n";
    }
    script.run("events");
}

#[test]
fn matching_has_the_bits_of_rust() {
    let mut script = Script::default();
    let (index, db) = walks();
    let [index_path, tags_path] = files(&index, &db, "matching");
    writeln!(
        script.input,
        "match {} {}",
        index_path.display(),
        tags_path.display()
    )
    .unwrap();
    let found = db.query("Gait.Walk").unwrap();
    let clip_of =
        |clip: footwork::tags::ClipId| Some(footwork::matching::ClipId::new(clip.number()));
    let filter = Filter::new(&index, pose_spans(&found, clip_of, Twins::Both));
    writeln!(script.expected, "{}", filter.pose_count()).unwrap();
    let start = PoseId {
        clip: footwork::matching::ClipId::new(0),
        frame: 0,
        mirrored: false,
    };
    let mut matcher = Matcher::new(Rules::default(), start).unwrap();
    let mut goal = Goal::new(index.schema());
    let mut controller = Controller::new(ControllerConfig::default(), Place::default()).unwrap();
    let mut jumps = 0;
    for frame in 0..240 {
        let stick = Stick::new([0.0, if frame % 50 < 25 { 1.0 } else { 3.0 }]);
        controller.update(1.0 / 60.0, stick);
        controller.set_goal(index.schema(), controller.place(), stick, &mut goal);
        let filter = (frame >= 120).then_some(&filter);
        let search = Search {
            filter,
            ..Search::default()
        };
        let is_new = frame % 50 == 0;
        let step = matcher
            .update(&index, 1.0 / 60.0, &goal, is_new, &search)
            .unwrap();
        let (kind, trigger, cost) = match step {
            Step::Continue => (0, 0, 0.0),
            Step::Jump { why, .. } => (1, why.trigger as u32, why.cost),
            Step::NoneAllowed => (2, 0, 0.0),
        };
        jumps += u32::from(kind == 1);
        let pose = matcher.state().pose;
        write!(
            script.expected,
            "{kind} {} {} {trigger}",
            pose.clip.number(),
            pose.frame
        )
        .unwrap();
        script.want(matcher.state().part);
        script.want(f64::from(cost));
        script.expected += "\n";
    }
    assert!(jumps > 2, "{jumps}");
    script.run("matching");
}

/// Writes an index and a database to files.
pub(crate) fn files(index: &Index, db: &Database, name: &str) -> [PathBuf; 2] {
    let path = |end: &str| Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.{end}"));
    let (index_path, tags_path) = (path("index"), path("tagdb"));
    fs::write(&index_path, index.to_bytes()).unwrap();
    fs::write(&tags_path, db.to_bytes()).unwrap();
    [index_path, tags_path]
}

/// Two clips that walk and then run, and their tags.
pub(crate) fn walks() -> (Index, Database) {
    let rate = FrameRate::whole(30).unwrap();
    let horizons_frames = vec![10, 20];
    let source = Source::TrajectoryPosition { horizons_frames };
    let group = Group {
        name: "trajectory position".to_owned(),
        weight: 1.0,
        source,
    };
    let mut builder = IndexBuilder::new(Schema::new(rate, vec![group]).unwrap());
    let mut db = Database::new();
    for (name, bend) in [("ahead.bvh", 0.0), ("bend.bvh", 0.01f32)] {
        let root = |frame: u16| {
            let way = f32::from(frame.min(80)) * 0.04 + f32::from(frame.saturating_sub(80)) * 0.12;
            Root {
                position_m: [bend * way * way, way],
                facing: [0.0, 1.0],
            }
        };
        let root: Vec<Root> = (0..160).map(root).collect();
        let end = ClipEnd::Cut;
        let clip = MotionClip {
            name,
            rate,
            end,
            with_mirrored: false,
            root: &root,
            joints: &[],
            channels: &[],
        };
        builder.add_clip(&clip).unwrap();
        let clip = db.add_clip(name, 160, rate).unwrap();
        let walk = db.declare_tag(&"Gait.Walk".parse().unwrap()).unwrap();
        db.set_tag(walk, clip, Ranges::from_pairs([(0, 80)]).unwrap())
            .unwrap();
    }
    (builder.build(), db)
}

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata")
        .join(name)
}

fn vector(value: &Value) -> [f64; 3] {
    std::array::from_fn(|axis| value[axis].as_f64().unwrap())
}

#[allow(clippy::cast_possible_truncation, reason = "as C narrows it")]
fn narrow(number: f64) -> f32 {
    number as f32
}
