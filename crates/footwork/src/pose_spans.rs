//! Poses that a query allows: results of [`footwork_tags`] as spans of [`footwork_matching`].

use footwork_matching::{ClipId, PoseSpan, Twins};
use footwork_tags::RangeSet;

/// Returns the frames of a query's result as spans, for a [`Filter`](footwork_matching::Filter) or a
/// [`Soft`](footwork_matching::Soft) cost.
///
/// `clip_of` maps a clip of the database to a clip of the index. Clips for which it returns `None` are left out.
/// Database and index must count the frames of a clip at the same rate.
///
/// In a mirrored twin, a tag with a side, such as `Foot.Left`, means the other side. Call this function once with the
/// query and `Twins::Original`, and once with the mirrored query and `Twins::Mirrored`.
///
/// ```
/// use footwork::base::FrameRate;
/// use footwork::matching::{
///     ClipEnd, ClipId, Filter, Group, IndexBuilder, Joint, JointTrack, MotionClip, Root, Schema, Search, Source, Twins,
/// };
/// use footwork::pose_spans;
/// use footwork::tags::{Database, Ranges};
///
/// let rate = FrameRate::whole(30).unwrap();
/// let mut db = Database::new();
/// let in_db = db.add_clip("walk", 100, rate).unwrap();
/// let tag = db.declare_tag(&"Gait.Walk".parse().unwrap()).unwrap();
/// db.set_tag(tag, in_db, Ranges::from_pairs([(40, 60)]).unwrap()).unwrap();
///
/// // A foot that rises by a centimetre a frame.
/// let foot: Vec<[f32; 3]> = (0..100u16).map(|i| [0.0, f32::from(i) * 0.01, 0.0]).collect();
/// let joint = Joint { name: "foot".into(), mirrored: "foot".into() };
/// let group = Group { name: "foot".into(), weight: 1.0, source: Source::Position(joint) };
/// let mut builder = IndexBuilder::new(Schema::new(rate, vec![group]).unwrap());
/// let in_index = builder.add_clip(&MotionClip {
///     name: "walk",
///     rate,
///     end: ClipEnd::Cut,
///     with_mirrored: false,
///     root: &[Root { position_m: [0.0; 2], facing: [0.0, 1.0] }; 100],
///     joints: &[JointTrack { name: "foot", positions_m: &foot }],
///     channels: &[],
/// });
/// let (index, in_index) = (builder.build(), in_index.unwrap());
///
/// let walks = db.query("Gait.Walk").unwrap();
/// let clip_of = |clip| (clip == in_db).then_some(in_index);
/// let filter = Filter::new(&index, pose_spans(&walks, clip_of, Twins::Both));
/// let search = Search { filter: Some(&filter), ..Search::default() };
/// // The nearest pose is in frame 10. The nearest pose with the tag is in frame 40.
/// let nearest = |search| index.search(&[0.0, 0.1, 0.0], search).unwrap().best.unwrap().pose.frame;
/// assert_eq!((nearest(&Search::default()), nearest(&search)), (10, 40));
/// ```
pub fn pose_spans<'a>(
    found: &'a RangeSet,
    mut clip_of: impl FnMut(footwork_tags::ClipId) -> Option<ClipId> + 'a,
    twins: Twins,
) -> impl Iterator<Item = PoseSpan> + 'a {
    found.iter().flat_map(move |(clip, ranges)| {
        let clip = clip_of(clip);
        ranges.iter().filter_map(move |&frames| {
            Some(PoseSpan {
                clip: clip?,
                frames,
                twins,
            })
        })
    })
}
