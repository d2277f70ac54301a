//! Falls: who is tackled at a run rolls over the ground and rises, if the library has a clip of that. A roll is also left for
//! a clip in which somebody gets up, at the frames in which the two are most alike, if they are alike enough. In the samples no
//! two are.

use footwork::matching::{ClipId, Filter, Motion, Place, PoseId, PoseSource, PoseSpan, Twins};
use footwork_base::{FrameRange, Id};
use footwork_library::Library;
use footwork_pipeline::ClipCharacter;

use crate::figure::Figure;
use crate::setup::FRAME_SECS;

/// What finds falls, and clips in which somebody gets up.
const FALLS: &str = "Roll";
const GET_UPS: &str = "GetUp";
/// A search may begin a part with any of this number of frames.
const FIRST_FRAMES: u32 = 4;
/// A fall is played for this number of frames at least before somebody gets up from it.
const MIN_FALL_FRAMES: usize = 24;
/// A fall and a get-up are alike if their joints are off by no more than this, as the root of the mean square.
const ALIKE_M: f64 = 0.2;
/// What counts of a difference in speed.
const SPEED_SECS: f64 = 0.05;

/// A clip, or a part of one, at the rate of the index.
#[derive(Clone, Debug)]
pub(crate) struct FallPart {
    pub(crate) clip: ClipId,
    first: f64,
    last: f64,
    filter: Filter,
}

impl FallPart {
    /// The poses that it can begin with.
    pub(crate) fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Whether it is over at a frame of its clip.
    pub(crate) fn is_over(&self, frame: f64) -> bool {
        frame >= self.last
    }
}

/// A fall and how one rises from it: one part or two.
#[derive(Clone, Debug)]
pub(crate) struct Fall {
    pub(crate) parts: Vec<FallPart>,
}

impl Fall {
    /// How long it takes.
    pub(crate) fn secs(&self) -> f64 {
        let parts = self.parts.iter();
        parts
            .map(|part| (part.last - part.first) * FRAME_SECS)
            .sum()
    }
}

/// All falls of a library; none if it has no such tag.
pub(crate) fn find(library: &Library, character: &ClipCharacter, figure: &Figure) -> Vec<Fall> {
    let spans = |query| spans(library, character, query);
    let get_ups = spans(GET_UPS);
    let mut falls = Vec::new();
    for fall in spans(FALLS) {
        let joints = Joints::of(character, figure, &fall);
        falls.extend(
            fall.part(character, fall.first, fall.last)
                .map(|part| vec![part]),
        );
        falls.extend(get_ups.iter().filter_map(|get_up| {
            let (leaves, enters) = joints.alike(&Joints::of(character, figure, get_up))?;
            let down = fall.part(character, fall.first, fall.first + leaves)?;
            let up = get_up.part(character, get_up.first + enters, get_up.last)?;
            Some(vec![down, up])
        }));
    }
    falls.into_iter().map(|parts| Fall { parts }).collect()
}

/// The frames of a clip in which something holds, at the rate of the index.
struct Span {
    clip: ClipId,
    first: u32,
    last: u32,
    /// Frames of the clip for one of the index.
    per_frame: f64,
}

fn spans(library: &Library, character: &ClipCharacter, query: &str) -> Vec<Span> {
    // The query is ours, so all that can be wrong is that the library has no such tag.
    let Ok(found) = library.database().query(query) else {
        return Vec::new();
    };
    let index = character.poses().index();
    let clips = character.poses().clips().iter().zip(index.clips());
    let spans = clips.enumerate().filter_map(|(place, (&id, indexed))| {
        let range = found.ranges(id).iter().next()?;
        let per_frame = indexed.rate().as_f64() / index.schema().rate().as_f64();
        let at = |frame: u32| footwork_base::to_u32(f64::from(frame) / per_frame);
        Some(Span {
            clip: ClipId::from_index(place)?,
            first: at(range.start()),
            // The last frames may have no future that is known: it is over just before.
            last: at(range.stop())
                .min(indexed.frame_count())
                .saturating_sub(2),
            per_frame,
        })
    });
    spans.filter(|span| span.last > span.first).collect()
}

impl Span {
    /// A part of it; `None` if nothing can begin with it.
    fn part(&self, character: &ClipCharacter, first: u32, last: u32) -> Option<FallPart> {
        let index = character.poses().index();
        // Spans count frames at the rate of their clip.
        let at = |frame: u32| footwork_base::to_u32(f64::from(frame) * self.per_frame);
        let frames = FrameRange::new(at(first), at(last.min(first + FIRST_FRAMES)))?;
        let span = PoseSpan {
            clip: self.clip,
            frames,
            twins: Twins::Both,
        };
        let filter = Filter::masked(index, [span]);
        (filter.pose_count() > 0).then(|| FallPart {
            clip: self.clip,
            first: first.into(),
            last: last.into(),
            filter,
        })
    }
}

/// Where the joints are in each frame of a span, as the root sees them.
struct Joints {
    by_frame: Vec<Vec<[f64; 3]>>,
}

impl Joints {
    fn of(character: &ClipCharacter, figure: &Figure, span: &Span) -> Self {
        let mut motion = Motion::new(figure.joint_count());
        let frames = (span.first..span.last).map(|frame| {
            let pose = PoseId {
                clip: span.clip,
                frame,
                mirrored: false,
            };
            character.motion(pose, 0.0, &mut motion);
            let joints = 0..figure.joint_count();
            joints
                .map(|joint| {
                    let joint = figure.joint(&motion, &Place::default(), joint);
                    joint.position_m.map(f64::from)
                })
                .collect()
        });
        Self {
            by_frame: frames.collect(),
        }
    }

    /// The frame to leave this fall at and the one to enter a get-up at: those that are most alike, if any are.
    fn alike(&self, other: &Self) -> Option<(u32, u32)> {
        let mut best: Option<(f64, usize, usize)> = None;
        for leaves in MIN_FALL_FRAMES..self.by_frame.len().saturating_sub(1) {
            for enters in 0..other.by_frame.len().saturating_sub(1) {
                let pair = |pair: &[Vec<[f64; 3]>], joint: usize| {
                    let here = pair[0][joint];
                    let speed = [0, 1, 2].map(|i| (pair[1][joint][i] - here[i]) / FRAME_SECS);
                    (here, speed)
                };
                let joints = self.by_frame[leaves].len();
                let square = |joint: usize| {
                    let (here, speed) = pair(&self.by_frame[leaves..], joint);
                    let (there, other) = pair(&other.by_frame[enters..], joint);
                    let off = [0, 1, 2].map(|i| {
                        let speed = SPEED_SECS * (speed[i] - other[i]);
                        (here[i] - there[i]).powi(2) + speed * speed
                    });
                    off.iter().sum::<f64>()
                };
                let mean = (0..joints).map(square).sum::<f64>() / joints.max(1) as f64;
                let off = mean.sqrt();
                if off < best.map_or(ALIKE_M, |(least, ..)| least) {
                    best = Some((off, leaves, enters));
                }
            }
        }
        let (_, leaves, enters) = best?;
        Some((u32::try_from(leaves).ok()?, u32::try_from(enters).ok()?))
    }
}
