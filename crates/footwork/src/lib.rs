//! Footwork, a gameplay-animation toolkit: motion you can tag, query, predict and move.
//!
//! This crate combines all parts of the toolkit. Each part is a module behind a feature, and is also available as a
//! separate crate. Nothing here reads a file or a clock. Nothing starts a thread unless the feature `rayon` is on. The
//! same input gives the same bits on every machine.
//!
//! | module | feature | what it does |
//! |---|---|---|
//! | [`base`] | always | frames, frame rates, typed ids, names: the types that all parts share |
//! | [`events`] | `events` (default) | single-frame events as smooth signals that a network can predict, and signals decoded to events |
//! | [`expr`] | `expr` (default) | one-line maths, compiled to bytecode and run per frame or per particle |
//! | [`features`] | `features` (default) | the columns that networks are trained on, and a specification that travels with a network |
//! | [`flight`] | `flight` (default) | where a ball flies, bounces and rolls; who can reach it; which player each human
//! controls |
//! | [`matching`] | `matching` (default) | finds the pose that best fits where a character should go |
//! | [`poses`] | `poses` (default) | compressed motion in one file, decoded pose by pose in place |
//! | [`slide`] | `slide` (default) | bodies that slide along triangles and volumes, with steps, slopes and platforms |
//! | [`tags`] | `tags` (default) | ranges and masks of frames over many clips, and a query language with a cache |
//!
//! | adapter | features | what it does |
//! |---|---|---|
//! | [`ExpressionField`] | `flight`, `expr` | forces on a ball, written as expressions |
//! | [`SlideStatics`] | `flight`, `slide` | a ball that bounces off the triangles and volumes of a slide world |
//! | [`SlideGround`] | `matching`, `slide` | walls, stairs and ramps of a slide world for a character |
//! | [`NetworkInputs`] | `features` | the columns of poses that a network takes |
//! | [`NetworkOutputs`] | `events`, `features` | the tags and events that a network predicts |
//! | [`common_clips`] | `matching`, `tags` | the clips that a database and an index share, by name |
//! | [`pose_spans`] | `matching`, `tags` | poses that a query allows, for a filter or a soft cost |
//! | [`CompressedPoses`] | `matching`, `poses` | a character that plays from a file of compressed poses |
//! | [`QueryFilter`] | `matching`, `tags` | a filter of the poses that a query allows, kept until tags change |
//!
//! The feature `rayon` adds methods that evaluate a query on several threads.
//!
//! `docs/guides/` in the repository has longer guides: `game.md`, `queries.md`, `expressions.md`, `ball-and-bodies.md`
//! and `events.md` for these modules, and others for the `footwork` command.
//!
//! # Find frames by logic
//!
//! A tag holds on ranges of a clip's frames. A query combines tags, and its result is ranges again.
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
//! # Predict events
//!
//! Networks learn poorly from events on single frames. Encoding turns events into a smooth pair of numbers per frame.
//! Decoding returns the times, even between frames.
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
//! # Write a curve in one line
//!
//! An expression is compiled once and evaluated any number of times. Values are given in the order of the variables.
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
//! A prediction runs the same steps as the live ball, through bounces off the ground, the goal and the banners. The
//! steps are spread over several frames. A prediction keeps only the samples needed to stay within the ball's radius of
//! the true path. Forces may be [expressions](ExpressionField), and the ground may be [triangles](SlideStatics).
//!
//! ```
//! use footwork::flight::{
//!     BallParams, BallPhysics, BallState, HeightBands, Pitch, Prediction, PredictionOptions,
//! };
//!
//! let physics = BallPhysics::new(BallParams::default(), Pitch::default().statics().unwrap()).unwrap();
//! let cross = BallState::new(0.0, [40.0, 0.11, 30.0], [4.0, 8.0, -19.0]).unwrap().with_spin([0.0, 30.0, 0.0]).unwrap();
//! let mut flight = Prediction::new(&physics, &cross, PredictionOptions::default()).unwrap();
//! flight.finish(&physics);
//!
//! // The path in sections by height: the second is at chest height, on the way up.
//! let chest = flight.sections(&HeightBands::default()).unwrap().nth(1).unwrap();
//! assert_eq!(chest.band.name(), "chest");
//! let height = flight.position_at(chest.from_secs).unwrap()[1];
//! assert!((height - 0.6).abs() < 0.11);
//! ```
//!
//! # Slide along anything
//!
//! A body moves until an obstacle stops it. It then slides along that obstacle, or along the crease between two
//! obstacles. It stops if no direction is free.
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
//! // The body stops at the skin, 5 mm before the wall, and has slid the whole way along the wall.
//! let [x, _, z] = state.position;
//! assert!((x - 0.695).abs() < 1e-6 && (z - 1.2).abs() < 1e-6);
//! ```

#[cfg(all(feature = "matching", feature = "tags"))]
mod common_clips;
#[cfg(all(feature = "matching", feature = "poses"))]
mod compressed_poses;
#[cfg(all(feature = "flight", feature = "expr"))]
mod expression_field;
#[cfg(feature = "features")]
mod network_inputs;
#[cfg(all(feature = "events", feature = "features"))]
mod network_outputs;
#[cfg(all(feature = "matching", feature = "tags"))]
mod pose_spans;
#[cfg(all(feature = "matching", feature = "tags"))]
mod query_filter;
#[cfg(all(feature = "matching", feature = "slide"))]
mod slide_ground;
#[cfg(all(feature = "flight", feature = "slide"))]
mod slide_statics;
#[cfg(all(feature = "matching", feature = "poses"))]
mod unknown_joint;

#[cfg(all(feature = "matching", feature = "tags"))]
pub use common_clips::{CommonClips, NoCommonClip, common_clips};
#[cfg(all(feature = "matching", feature = "poses"))]
pub use compressed_poses::{CompressedPoses, CompressedPosesError};
#[cfg(all(feature = "flight", feature = "expr"))]
pub use expression_field::{ExpressionField, ExpressionFieldError};
pub use footwork_base as base;
#[cfg(feature = "events")]
pub use footwork_events as events;
#[cfg(feature = "expr")]
pub use footwork_expr as expr;
#[cfg(feature = "features")]
pub use footwork_features as features;
#[cfg(feature = "flight")]
pub use footwork_flight as flight;
#[cfg(feature = "matching")]
pub use footwork_matching as matching;
#[cfg(feature = "poses")]
pub use footwork_poses as poses;
#[cfg(feature = "slide")]
pub use footwork_slide as slide;
#[cfg(feature = "tags")]
pub use footwork_tags as tags;
#[cfg(feature = "features")]
pub use network_inputs::{NetworkInputs, NetworkInputsError};
#[cfg(all(feature = "events", feature = "features"))]
pub use network_outputs::{NetworkOutputs, NetworkOutputsError};
#[cfg(all(feature = "matching", feature = "tags"))]
pub use pose_spans::pose_spans;
#[cfg(all(feature = "matching", feature = "tags"))]
pub use query_filter::QueryFilter;
#[cfg(all(feature = "matching", feature = "slide"))]
pub use slide_ground::SlideGround;
#[cfg(all(feature = "flight", feature = "slide"))]
pub use slide_statics::SlideStatics;
#[cfg(all(feature = "matching", feature = "poses"))]
pub use unknown_joint::UnknownJoint;

#[cfg(all(doctest, feature = "tags", feature = "expr", feature = "matching"))]
mod guides;
