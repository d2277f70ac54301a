//! Footwork, a gameplay-animation toolkit: motion you can tag, query, predict and move.
//!
//! This crate is the one to depend on: each part is a feature and a module, and each is also a
//! crate of its own.
//!
//! | module | feature | what it does |
//! |---|---|---|
//! | [`base`] | always | frames, frame rates, typed ids, names: the words that all parts share |
//! | [`events`] | `events` (default) | events of single frames as signals that a network can predict, and back |
//! | [`expr`] | `expr` (default) | one-line maths as bytecode: the same bits on every machine |
//! | [`flight`] | `flight` (default) | where a ball flies, bounces and rolls, predicted in slices; whom each human controls |
//! | [`slide`] | `slide` (default) | bodies that slide along triangles and volumes, and never stick or enter |
//! | [`tags`] | `tags` (default) | ranges and masks of frames over many clips, and a query language |
//!
//! | between parts | features | what it does |
//! |---|---|---|
//! | [`expression_field`] | `flight`, `expr` | forces on a ball that are written as expressions |
//! | [`slide_statics`] | `flight`, `slide` | triangles and volumes that a ball bounces off |
//!
//! The feature `rayon` adds methods that answer a query on many threads.
//!
//! The [`guide`]s are for the `footwork` command: how to tag a library, find, check and cut, and get
//! the data out.
//!
//! # Find frames by logic
//!
//! A tag holds for ranges of frames of clips. A query combines tags; the answer is ranges again.
//!
//! ```
//! use footwork::base::FrameRate;
//! use footwork::tags::{Database, Ranges};
//!
//! let mut db = Database::new();
//! let clip = db.add_clip("run_01.bvh", 300, FrameRate::whole(60).unwrap()).unwrap();
//! let mut tag = |name: &str, start, stop| {
//!     let tag = db.declare_tag(&name.parse().unwrap()).unwrap();
//!     db.set_tag(tag, clip, Ranges::repair([(start, stop)]).0).unwrap();
//! };
//! tag("Gait.Run", 20, 260);
//! tag("Direction.Turn", 100, 140);
//!
//! let straight = db.query("Gait.Run - Direction.Turn").unwrap();
//! assert_eq!(straight.frame_count(), 200);
//! assert_eq!(db.query("longer(Gait - Direction, 1.5s)").unwrap().frame_count(), 120);
//! ```
//!
//! # Predict moments
//!
//! A network cannot learn a single frame well. An event becomes a smooth pair of numbers a frame,
//! and a trigger finds the moment again, between frames too.
//!
//! ```
//! use footwork::base::FrameRate;
//! use footwork::events::{Encoding, EventTrack, Guards};
//!
//! let strikes = [EventTrack::new(vec![0.5, 1.1, 1.75]).unwrap()];
//! let rate = FrameRate::whole(60).unwrap();
//! let encoding = Encoding::from_gaps(&strikes, rate);
//! let signal = encoding.encode(&strikes, rate, 120).unwrap();
//!
//! let decoded = encoding.decode_all(signal.as_chunks().0, rate, Guards::default());
//! let found = decoded.unwrap().times;
//! assert_eq!(found.len(), 3);
//! assert!((found[2] - 1.75).abs() < 1e-4);
//! ```
//!
//! # Say a curve in one line
//!
//! An expression is compiled once and run as often as you like, with values by index.
//!
//! ```
//! use footwork::expr::{Evaluator, compile};
//!
//! let program = compile("sin(t) + 0.1 * cos(10 * t)", &["t"]).unwrap();
//! assert_eq!(program.postfix(&["t"]), "t sin 0.1 10 t * cos * +");
//! let mut curve = Evaluator::new(&program);
//! assert_eq!(curve.value(&[0.0]), 0.1);
//!
//! let errors = compile("sin(tt)", &["t"]).unwrap_err();
//! assert_eq!(errors.to_string(), "unknown name `tt` (at byte 4), did you mean `t`?");
//! ```
//!
//! # Know where the ball will be
//!
//! A prediction is made of the ball's state by the same steps that move the live ball, a slice a frame,
//! and kept as few samples that are never farther than the ball's radius from the truth. It goes on
//! over bounces off the ground, the goal and the banners. Forces may be [expressions](expression_field), and
//! the ground [triangles](slide_statics).
//!
//! ```
//! use footwork::flight::{
//!     BallParams, BallPhysics, BallState, HeightBands, Pitch, Prediction, PredictionOptions,
//! };
//!
//! let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
//! let cross = BallState::new([40.0, 0.11, 30.0], [4.0, 8.0, -19.0], [0.0, 30.0, 0.0]).unwrap();
//! let mut flight = Prediction::new(&physics, &cross, PredictionOptions::default()).unwrap();
//! flight.finish(&physics);
//!
//! // Sections by heights: the second is for chests, on the way up.
//! let chest = flight.sections(&HeightBands::default()).nth(1).unwrap();
//! assert_eq!(chest.band.name(), "chest");
//! let height = flight.position_at(chest.from_secs).unwrap()[1];
//! assert!((height - 0.6).abs() < 0.11);
//! ```
//!
//! # Slide along anything
//!
//! A body goes as far along the wanted way as the obstacles let it, and then along them: along one wall,
//! along the edge where two meet, and nowhere where no direction is left.
//!
//! ```
//! use footwork::slide::{
//!     Filter, Label, MoveConfig, Mover, MoverState, Outcome, Pose, Shape, Volume, World,
//! };
//!
//! let mut world = World::new();
//! let wall = Volume::Box { half_m: [0.5, 2.0, 5.0] };
//! world.add_volume(wall, Pose::at([1.5, 1.0, 0.0]).unwrap(), Label::default()).unwrap();
//!
//! let mut mover = Mover::new(Shape::Capsule { radius_m: 0.3, height_m: 1.8 }).unwrap();
//! let mut state = MoverState::at([0.0, 0.9, 0.0]);
//! let (filter, config) = (Filter::default(), MoveConfig::default());
//! for _ in 0..60 {
//!     let moved = mover.move_by(&world, &state, [0.05, 0.0, 0.02], &filter, &config).unwrap();
//!     assert_ne!(moved.outcome, Outcome::Blocked);
//!     state = moved.state;
//! }
//! // Up to the skin of 5 mm before the wall, and with all of the way along it.
//! let [x, _, z] = state.position;
//! assert!((x - 0.695).abs() < 1e-6 && (z - 1.2).abs() < 1e-6);
//! ```

#[cfg(all(feature = "flight", feature = "expr"))]
pub mod expression_field;
#[cfg(all(feature = "flight", feature = "slide"))]
pub mod slide_statics;

pub use footwork_base as base;
#[cfg(feature = "events")]
pub use footwork_events as events;
#[cfg(feature = "expr")]
pub use footwork_expr as expr;
#[cfg(feature = "flight")]
pub use footwork_flight as flight;
#[cfg(feature = "slide")]
pub use footwork_slide as slide;
#[cfg(feature = "tags")]
pub use footwork_tags as tags;

#[cfg(all(doctest, feature = "tags", feature = "expr"))]
mod guides;
