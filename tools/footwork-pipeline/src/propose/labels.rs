//! The labels of a take, row by row.

use std::collections::BTreeSet;

use footwork_base::{FrameRange, Name};
use footwork_sidecar::ExclusiveGroup;

use super::columns::MotionColumns;

/// How much of a take its spans describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// The take is labelled: a frame without a span has no tag.
    Whole,
    /// The take is being labelled: nothing is known about frames without a span.
    Spans,
}

/// The labels and rejections of a take.
#[derive(Clone, Debug, PartialEq)]
pub struct TakeLabels {
    /// The labelled spans.
    pub spans: Vec<(Name, FrameRange)>,
    /// Spans that rules placed: whether the tag is right there is unknown, and it is not proposed again.
    pub by_rule: Vec<(Name, FrameRange)>,
    /// Frames that do not have a tag, such as rejected proposals. Nothing follows about other tags.
    pub rejected: Vec<(Name, FrameRange)>,
    /// Whether frames without a span are known.
    pub coverage: Coverage,
}

/// The class of a row without a tag of its layer; tag `i` of the layer is class `i + 1`.
pub(crate) const NO_TAG: usize = 0;

/// The tags to learn, in layers: the tags of a layer exclude each other, so one class per row tells them all.
#[derive(Clone, Debug)]
pub struct TagLayers {
    layers: Vec<Vec<Name>>,
    exclusive: Vec<ExclusiveGroup>,
}

impl TagLayers {
    /// Puts each tag in the first layer whose tags it all excludes, or in a new layer.
    pub fn new(tags: &BTreeSet<Name>, exclusive: &[ExclusiveGroup]) -> Self {
        let excludes = |a: &Name, b: &Name| exclusive.iter().any(|group| group.excludes(a, b));
        let mut layers: Vec<Vec<Name>> = Vec::new();
        for tag in tags {
            let fits = |layer: &&mut Vec<Name>| layer.iter().all(|other| excludes(tag, other));
            match layers.iter_mut().find(fits) {
                Some(layer) => layer.push(tag.clone()),
                None => layers.push(vec![tag.clone()]),
            }
        }
        Self {
            layers,
            exclusive: exclusive.to_vec(),
        }
    }

    /// Returns all tags, layer by layer.
    pub fn tags(&self) -> impl Iterator<Item = &Name> {
        self.layers.iter().flatten()
    }

    pub(crate) fn layers(&self) -> &[Vec<Name>] {
        &self.layers
    }

    /// Returns whether two tags may not share a frame.
    pub(crate) fn excludes(&self, tag: &Name, other: &Name) -> bool {
        self.exclusive
            .iter()
            .any(|group| group.excludes(tag, other))
    }
}

impl TakeLabels {
    /// Returns the class of each row in a layer; `None` if it is unknown. A span also counts for the tags above its own,
    /// and a span that excludes all tags of the layer tells that a row has none.
    pub(crate) fn classes(
        &self,
        layers: &TagLayers,
        layer: usize,
        columns: &MotionColumns,
    ) -> Vec<Option<usize>> {
        let tags = &layers.layers[layer];
        let unknown = match self.coverage {
            Coverage::Whole => Some(NO_TAG),
            Coverage::Spans => None,
        };
        let mut classes = vec![unknown; columns.rows().len()];
        for (name, range) in &self.by_rule {
            if tags.iter().any(|tag| name == tag || name.is_below(tag)) {
                classes[columns.rows_of(*range)].fill(None);
            }
        }
        for (name, range) in &self.spans {
            if tags.iter().all(|tag| layers.excludes(tag, name)) {
                classes[columns.rows_of(*range)].fill(Some(NO_TAG));
            }
        }
        for (index, tag) in tags.iter().enumerate() {
            let own = |span: &&(Name, FrameRange)| span.0 == *tag || span.0.is_below(tag);
            for (_, range) in self.spans.iter().filter(own) {
                classes[columns.rows_of(*range)].fill(Some(index + 1));
            }
        }
        classes
    }

    /// Returns the parts of a range in which the labels leave open whether a tag is there: above 30 frames per second an
    /// edge may lie between rows.
    pub(crate) fn undecided_parts(
        &self,
        tag: &Name,
        range: FrameRange,
        layers: &TagLayers,
    ) -> Vec<FrameRange> {
        let mut parts = vec![range];
        for decided in self.decided(tag, layers) {
            let around = |part: FrameRange| {
                let before = FrameRange::new(part.start(), part.stop().min(decided.start()));
                let after = FrameRange::new(part.start().max(decided.stop()), part.stop());
                before.into_iter().chain(after)
            };
            parts = parts.into_iter().flat_map(around).collect();
        }
        parts
    }

    /// Iterates over the frames in which labels or rules tell whether a tag is there.
    fn decided<'a>(
        &'a self,
        tag: &'a Name,
        layers: &'a TagLayers,
    ) -> impl Iterator<Item = FrameRange> + 'a {
        let is_placed = move |name: &Name| name == tag || name.is_below(tag);
        let is_rejected = move |name: &Name| name == tag || tag.is_below(name);
        let spans = self.spans.iter().chain(&self.by_rule);
        let spans = spans.filter(move |(name, _)| is_placed(name) || layers.excludes(tag, name));
        let rejected = self.rejected.iter();
        let rejected = rejected.filter(move |(name, _)| is_rejected(name));
        spans.chain(rejected).map(|(_, range)| *range)
    }

    /// Iterates over the runs of rows in which a tag was rejected.
    pub(crate) fn rejections<'a>(
        &'a self,
        tag: &'a Name,
        columns: &'a MotionColumns,
    ) -> impl Iterator<Item = std::ops::Range<usize>> + 'a {
        let own = self.rejected.iter().filter(move |(name, _)| name == tag);
        own.map(|(_, range)| columns.rows_of(*range))
    }
}

/// A take to learn from.
#[derive(Clone, Copy, Debug)]
pub struct TrainingTake<'a> {
    /// Its motion.
    pub columns: &'a MotionColumns,
    /// Its labels.
    pub labels: &'a TakeLabels,
    /// The recording that it belongs to; a mirrored copy has that of its original.
    pub recording: usize,
    /// Whether it is a copy, which teaches but does not count.
    pub is_copy: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> BTreeSet<Name> {
        list.iter().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn layers_hold_tags_that_exclude_each_other() {
        let settings = footwork_sidecar::Settings::parse("exclusive = [\"Gait\"]");
        let exclusive = settings.unwrap().0.exclusive;
        let tags = names(&["Gait.Run", "Gait.Walk", "Gait.Run.Fast", "Kick", "Turn"]);
        let layers = TagLayers::new(&tags, &exclusive);
        let layers: Vec<Vec<&str>> = layers
            .layers()
            .iter()
            .map(|layer| layer.iter().map(Name::as_str).collect())
            .collect();
        let expected: [&[&str]; 4] = [
            &["Gait.Run", "Gait.Walk"],
            &["Gait.Run.Fast"],
            &["Kick"],
            &["Turn"],
        ];
        assert_eq!(layers, expected);
    }
}
