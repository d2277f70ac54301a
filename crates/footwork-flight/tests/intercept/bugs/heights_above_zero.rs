//! Heights were measured from y = 0. On a pitch at 10 m no player could take the ball, and on a pitch at -10 m players
//! took it at wrong times.

use footwork_flight::{
    BallParams, BallPath, BallPhysics, BallState, HeightBands, InterceptCache, InterceptSearch,
    Player, PlayerId, Prediction, PredictionOptions, ReachModel, Shape, StaticWorld, Statics,
};

/// Returns ground through (0, y, 0) that rises along x.
fn ground(y: f64, slope: f64) -> Statics {
    let mut statics = Statics::new();
    let plane = Shape::Plane {
        normal: [-slope, 1.0, 0.0],
        offset_m: y,
    };
    statics.add(plane).unwrap();
    statics
}

/// Returns the time at which a player first takes a lob, by a search and by the cache, and the height bands of the flight.
fn taken<W: StaticWorld>(world: W, y: f64, feet: f64) -> (f64, f64, Vec<&'static str>) {
    let physics = BallPhysics::new(BallParams::default(), world).unwrap();
    let lob = BallState::new(0.0, [0.0, y + 0.11, 0.0], [9.0, 9.0, 0.0]).unwrap();
    let mut flight = Prediction::new(&physics, &lob, PredictionOptions::default()).unwrap();
    flight.finish(&physics);
    let path = BallPath::from_prediction(&flight);
    let player = Player::new(PlayerId::new(1), [12.0, feet, 1.0]);
    let mut search = InterceptSearch::new(ReachModel::Full);
    search.run(&path, &[player], 0.0).unwrap();
    let first = search.intercepts()[0].first.unwrap();
    assert!((first.position[1] - y - first.height_m).abs() < 1e-9);
    let mut cache = InterceptCache::new(ReachModel::Full);
    cache.update(&path, &[player], 0.0).unwrap();
    let kept = cache.intercept(0, &path, &player).unwrap();
    assert_eq!(kept.taken_by, first.taken_by);
    let sections = flight.sections(&HeightBands::default()).unwrap();
    let bands = sections.map(|section| section.band.name()).collect();
    (first.secs, kept.secs, bands)
}

#[test]
fn heights_count_from_the_ground_of_a_raised_pitch() {
    let (secs, kept, bands) = taken(ground(0.0, 0.0), 0.0, 0.0);
    assert!(bands.contains(&"above") && bands.contains(&"chest"));
    for y in [10.0, -10.0, 1000.0] {
        // The result does not depend on the height of the feet, because the world has ground.
        for feet in [0.0, y] {
            let other = taken(ground(y, 0.0), y, feet);
            assert!((other.0 - secs).abs() < 1e-6 && (other.1 - kept).abs() < 1e-6);
            assert_eq!(other.2, bands);
        }
        // A large box is ground, too.
        let mut floor = Statics::new();
        let (min, max) = ([-200.0, y - 1.0, -200.0], [200.0, y, 200.0]);
        floor.add(Shape::Box { min, max }).unwrap();
        let other = taken(floor, y, 0.0);
        assert!((other.0 - secs).abs() < 1e-6);
    }
}

/// A world without known ground.
struct Unknown(Statics);

impl StaticWorld for Unknown {
    fn sweep(
        &self,
        from: [f64; 3],
        motion: [f64; 3],
        radius: f64,
    ) -> Option<footwork_flight::Contact> {
        self.0.sweep(from, motion, radius)
    }
}

#[test]
fn without_known_ground_heights_are_measured_from_the_feet() {
    let (secs, kept, _) = taken(Unknown(ground(0.0, 0.0)), 0.0, 0.0);
    let other = taken(Unknown(ground(10.0, 0.0)), 10.0, 10.0);
    assert!((other.0 - secs).abs() < 1e-6 && (other.1 - kept).abs() < 1e-6);
}

/// A ball on a hill is low enough for a player on the hill.
#[test]
fn a_ball_on_a_hill_is_low_enough_for_a_player_there() {
    let physics = BallPhysics::new(BallParams::default(), ground(0.0, 0.2)).unwrap();
    let ball = BallState::new(0.0, [20.0, 4.2, 0.0], [8.0, 1.6, 0.0]).unwrap();
    let mut flight = Prediction::new(&physics, &ball, PredictionOptions::default()).unwrap();
    flight.advance_steps(&physics, 200);
    let path = BallPath::from_prediction(&flight);
    let player = Player::new(PlayerId::new(1), [24.0, 0.0, 1.0]);
    let mut search = InterceptSearch::new(ReachModel::Full);
    search.run(&path, &[player], 0.0).unwrap();
    let first = search.intercepts()[0].first.unwrap();
    assert!(first.position[1] > 4.0 && first.height_m < 0.5, "{first:?}");
}
