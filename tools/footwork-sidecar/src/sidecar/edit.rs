//! Editing one sidecar: painting and erasing tags, adding and removing events.
//!
//! Painting joins the new frames with every hand-made span of the same tag that they overlap or touch; erasing
//! shortens, splits or removes spans. All other spans are unchanged. Whole spans can also be added and removed.
//!
//! A rule owns frames, not whole spans: an edit takes the frames in its range from the rule, and the rule keeps the
//! rest.

use footwork_base::{FrameRange, Name};

use super::line::{Line, TagSpan};
use super::{MAX_EVENT_FRAMES, Sidecar};
use crate::frames::FrameSet;

impl Sidecar {
    /// Tags the frames of `range` with `tag`; returns whether anything changed.
    ///
    /// Hand-made spans that overlap or touch the range are joined with it into one span. Spans of a rule lose the
    /// frames of the range and keep the others. The frames are removed from `not` lines of the tag.
    pub fn paint(&mut self, tag: &Name, range: FrameRange) -> bool {
        let is_touching =
            |span: &TagSpan| span.name == *tag && !span.by_rule && span.range.touches(range);
        let touching: Vec<FrameRange> = self
            .tags()
            .filter(|span| is_touching(span))
            .map(|span| span.range)
            .collect();
        let painted = touching.iter().fold(range, |all, span| all.hull(*span));
        let is_there = touching == [painted];
        let freed = self.cut_nots(tag, range);
        let taken = self.cut_rules(tag, range);
        if !is_there {
            let mut painted = Some(Line::Tag(TagSpan {
                name: tag.clone(),
                range: painted,
                by_rule: false,
            }));
            self.rewrite(|line, lines| match line {
                Line::Tag(span) if is_touching(&span) => lines.extend(painted.take()),
                line => lines.push(line),
            });
            self.insert(painted);
            self.drop_lost_provenance();
        }
        freed || taken || !is_there
    }

    /// Removes `tag` from the frames of `range`; returns whether anything changed.
    ///
    /// Spans of the tag are shortened, split or removed. The rest of a rule's span still belongs to the rule, and a new
    /// `not` line keeps rules from tagging the erased frames again.
    pub fn erase(&mut self, tag: &Name, range: FrameRange) -> bool {
        let (mut changed, mut refused) = (false, Vec::new());
        self.rewrite(|line, lines| match line {
            Line::Tag(span) if span.name == *tag && span.range.overlaps(range) => {
                changed = true;
                refused.extend(span.range.intersection(range).filter(|_| span.by_rule));
                lines.extend(without(&span, range));
            }
            line => lines.push(line),
        });
        if !refused.is_empty() {
            self.refuse(tag, refused);
        }
        if changed {
            self.drop_lost_provenance();
        }
        changed
    }

    /// Adds a hand-made span without joining it with spans that it touches or overlaps; returns whether anything
    /// changed.
    ///
    /// Spans of a rule lose these frames and keep the others. The frames are removed from `not` lines of the tag.
    pub fn add_span(&mut self, tag: &Name, range: FrameRange) -> bool {
        let is_it = |span: &TagSpan| span.name == *tag && span.range == range && !span.by_rule;
        let is_there = self.tags().any(is_it);
        let freed = self.cut_nots(tag, range);
        let taken = self.cut_rules(tag, range);
        if !is_there {
            self.insert([Line::Tag(TagSpan {
                name: tag.clone(),
                range,
                by_rule: false,
            })]);
        }
        freed || taken || !is_there
    }

    /// Removes the span with exactly these frames; returns whether there was one. If a rule placed the span, a new
    /// `not` line keeps rules from placing it again.
    pub fn remove_span(&mut self, tag: &Name, range: FrameRange) -> bool {
        let is_it = |span: &TagSpan| span.name == *tag && span.range == range;
        let by_rule = self.tags().any(|span| is_it(span) && span.by_rule);
        let is_there = self.remove(|line| matches!(line, Line::Tag(span) if is_it(span))) > 0;
        if by_rule {
            self.refuse(tag, vec![range]);
        }
        if is_there {
            self.drop_lost_provenance();
        }
        is_there
    }

    /// Adds `not` lines that keep rules from placing `tag` on these frames. Afterwards the `not` lines of the tag
    /// neither touch nor overlap.
    fn refuse(&mut self, tag: &Name, mut refused: Vec<FrameRange>) {
        self.remove(|line| match line {
            Line::Not { name, range } if name == tag => {
                refused.push(*range);
                true
            }
            _ => false,
        });
        let refused = FrameSet::from_spans(refused);
        self.insert(refused.iter().map(|range| Line::Not {
            name: tag.clone(),
            range,
        }));
    }

    /// Renames the tags for which `renamed` returns a new name; returns whether it renamed any.
    ///
    /// A hand-made span that overlaps a span of its new name is [painted](Self::paint): it joins the hand-made spans
    /// that it overlaps or touches, and spans of a rule lose its frames. A rule's span keeps only the frames that no
    /// span of the new name has.
    pub fn rename(&mut self, renamed: impl Fn(&Name) -> Option<Name>) -> bool {
        let mut taken = Vec::new();
        self.rewrite(|line, lines| {
            let name = match &line {
                Line::Tag(span) => renamed(&span.name),
                Line::Not { name, .. } => renamed(name),
                Line::Kept(kept) => renamed(kept.tag()),
                Line::By(by) => renamed(by.tag()),
                _ => None,
            };
            match (name, line) {
                (Some(name), Line::Tag(span)) => taken.push(Line::Tag(TagSpan { name, ..span })),
                (Some(name), Line::Not { range, .. }) => taken.push(Line::Not { name, range }),
                (Some(name), Line::Kept(kept)) => taken.push(Line::Kept(kept.renamed(name))),
                (Some(name), Line::By(by)) => taken.push(Line::By(by.renamed(name))),
                (_, line) => lines.push(line),
            }
        });
        let changed = !taken.is_empty();
        for line in taken {
            match line {
                Line::Tag(span) if span.by_rule => {
                    let others = self.tags().filter(|other| other.name == span.name);
                    let others = FrameSet::from_spans(others.map(|other| other.range));
                    let left = FrameSet::from_spans([span.range]).difference(&others);
                    self.insert(left.iter().map(|range| {
                        Line::Tag(TagSpan {
                            range,
                            ..span.clone()
                        })
                    }));
                }
                Line::Tag(span) if self.has_overlapping(&span) => {
                    _ = self.paint(&span.name, span.range)
                }
                line => self.insert([line]),
            }
        }
        if changed {
            self.drop_lost_provenance();
        }
        changed
    }

    fn has_overlapping(&self, span: &TagSpan) -> bool {
        let mut others = self.tags().filter(|other| other.name == span.name);
        others.any(|other| other.range.overlaps(span.range))
    }

    /// Adds an event; returns whether it is new. The time is in frames. Does nothing if it is not in `[0, 2^32)`, or if
    /// an event of the same name is less than 0.001 frames away.
    pub fn add_event(&mut self, name: &Name, time: f64) -> bool {
        if !(0.0..MAX_EVENT_FRAMES).contains(&time) {
            return false;
        }
        let is_there = self
            .events()
            .any(|(other, at)| other == name && is_same_time(at, time));
        if !is_there {
            self.insert([Line::Event {
                name: name.clone(),
                // Turns -0 into 0.
                time: time.abs(),
                data: None,
            }]);
        }
        !is_there
    }

    /// Adds an event with data, a JSON value on one line. Replaces the data of an event that exists already; returns
    /// whether anything changed.
    pub fn add_event_with(&mut self, name: &Name, time: f64, json: &str) -> bool {
        let mut changed = self.add_event(name, time);
        let mut json = Some(json.to_owned());
        self.rewrite(|mut line, lines| {
            if let Line::Event {
                name: other,
                time: at,
                data,
            } = &mut line
                && other == name
                && is_same_time(*at, time)
                && let Some(json) = json.take()
            {
                changed |= data.as_deref() != Some(json.as_str());
                *data = Some(json);
            }
            lines.push(line);
        });
        changed
    }

    /// Removes the events of this name that are less than 0.001 frames from `time`; returns whether there were any.
    pub fn remove_event(&mut self, name: &Name, time: f64) -> bool {
        self.remove(|line| {
            matches!(line, Line::Event { name: other, time: at, .. }
                if other == name && is_same_time(*at, time))
        }) > 0
    }

    /// Moves an event with its data to another time; returns whether it did. Does nothing if there is no such event, or
    /// if the new time is not in `[0, 2^32)`. Times are in frames, and equal if they differ by less than 0.001 frames.
    ///
    /// An event of the same name at the new time is replaced; if the moved event has no data, it gets the data of the
    /// replaced one.
    pub fn move_event(&mut self, name: &Name, from: f64, to: f64) -> bool {
        if !(0.0..MAX_EVENT_FRAMES).contains(&to) {
            return false;
        }
        let mut moved = None;
        let mut there = None;
        self.rewrite(|line, lines| match line {
            Line::Event {
                name: other,
                time,
                data,
            } if other == *name && moved.is_none() && is_same_time(time, from) => {
                moved = Some(data);
            }
            line => lines.push(line),
        });
        let Some(moved) = moved else {
            return false;
        };
        self.rewrite(|line, lines| match line {
            Line::Event {
                name: other,
                time,
                data,
            } if other == *name && is_same_time(time, to) => {
                there = there.take().or(data);
            }
            line => lines.push(line),
        });
        self.insert([Line::Event {
            name: name.clone(),
            // Turns -0 into 0.
            time: to.abs(),
            data: moved.or(there),
        }]);
        true
    }

    /// Replaces all lines of the kinds in `header` with the lines of `header`.
    pub fn set_header<const N: usize>(&mut self, header: [Line; N]) {
        let kind = std::mem::discriminant::<Line>;
        self.remove(|line| header.iter().any(|own| kind(own) == kind(line)));
        for line in header {
            self.insert([line]);
        }
    }

    /// Removes the frames of `range` from the rule-made spans of `tag`; returns whether there were any.
    fn cut_rules(&mut self, tag: &Name, range: FrameRange) -> bool {
        let mut changed = false;
        self.rewrite(|line, lines| match line {
            Line::Tag(span) if span.name == *tag && span.by_rule && span.range.overlaps(range) => {
                changed = true;
                lines.extend(without(&span, range));
            }
            line => lines.push(line),
        });
        changed
    }

    /// Removes the frames of `range` from the `not` lines of `tag`; returns whether there were any.
    fn cut_nots(&mut self, tag: &Name, range: FrameRange) -> bool {
        let mut changed = false;
        self.rewrite(|line, lines| match line {
            Line::Not { name, range: not } if name == *tag && not.overlaps(range) => {
                changed = true;
                lines.extend(pieces(not, range).map(|range| Line::Not {
                    name: name.clone(),
                    range,
                }));
            }
            line => lines.push(line),
        });
        changed
    }
}

fn is_same_time(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-3
}

/// Returns lines for the parts of a span before and after `cut`.
fn without(span: &TagSpan, cut: FrameRange) -> impl Iterator<Item = Line> {
    pieces(span.range, cut).map(|range| {
        Line::Tag(TagSpan {
            range,
            ..span.clone()
        })
    })
}

/// Returns the parts of `span` before and after `cut`.
fn pieces(span: FrameRange, cut: FrameRange) -> impl Iterator<Item = FrameRange> {
    let before = FrameRange::new(span.start(), cut.start().min(span.stop()));
    let after = FrameRange::new(cut.stop().max(span.start()), span.stop());
    before.into_iter().chain(after)
}
