//! Editing one sidecar: painting and erasing spans of tags, adding and removing events.
//!
//! Painting makes one span of the new frames and every span of the same tag that they overlap or
//! touch; erasing cuts, splits or drops. All other spans stay as they were authored. Single spans are
//! added and removed as they are.

use footwork_base::{FrameRange, Name};

use super::{LATEST_EVENT, Line, Sidecar, TagSpan};
use crate::frames::FrameSet;

impl Sidecar {
    /// Gives `tag` to the frames of `range`; returns whether that changed anything.
    ///
    /// Spans of the same tag that overlap or touch the range become one span with it, which is
    /// made by hand. A `not` line loses the frames.
    pub fn paint(&mut self, tag: &Name, range: FrameRange) -> bool {
        let touching: Vec<&TagSpan> = self
            .tags()
            .filter(|span| span.name == *tag && span.range.touches(range))
            .collect();
        let painted = touching
            .iter()
            .fold(range, |all, span| all.hull(span.range));
        let is_there =
            matches!(touching.as_slice(), [span] if !span.by_rule && span.range == painted);
        let freed = self.cut_nots(tag, range);
        if !is_there {
            let mut painted = Some(Line::Tag(TagSpan {
                name: tag.clone(),
                range: painted,
                by_rule: false,
            }));
            self.rewrite(|line, lines| match line {
                Line::Tag(span) if span.name == *tag && span.range.touches(range) => {
                    lines.extend(painted.take());
                }
                line => lines.push(line),
            });
            self.insert(painted);
        }
        freed || !is_there
    }

    /// Takes `tag` from the frames of `range`; returns whether that changed anything.
    ///
    /// Spans of this tag are cut, split or dropped. What is left of a span made by a rule is made
    /// by hand, and a `not` line keeps rules from giving back the frames taken from it.
    pub fn erase(&mut self, tag: &Name, range: FrameRange) -> bool {
        let (mut changed, mut refused) = (false, Vec::new());
        self.rewrite(|line, lines| match line {
            Line::Tag(span) if span.name == *tag && span.range.overlaps(range) => {
                changed = true;
                refused.extend(span.range.intersection(range).filter(|_| span.by_rule));
                lines.extend(pieces(span.range, range).map(|range| {
                    Line::Tag(TagSpan {
                        name: tag.clone(),
                        range,
                        by_rule: false,
                    })
                }));
            }
            line => lines.push(line),
        });
        if !refused.is_empty() {
            self.refuse(tag, refused);
        }
        changed
    }

    /// Adds a span by hand, as it is, also where it touches or overlaps others; returns whether that
    /// changed anything. One that a rule made there is made by hand then. A `not` line loses the
    /// frames.
    pub fn add_span(&mut self, tag: &Name, range: FrameRange) -> bool {
        let is_it = |span: &TagSpan| span.name == *tag && span.range == range;
        let is_there = self.tags().any(|span| is_it(span) && !span.by_rule);
        let freed = self.cut_nots(tag, range);
        if !is_there {
            self.remove(|line| matches!(line, Line::Tag(span) if is_it(span)));
            self.insert([Line::Tag(TagSpan {
                name: tag.clone(),
                range,
                by_rule: false,
            })]);
        }
        freed || !is_there
    }

    /// Removes the span that is exactly this; returns whether there was one. Where a rule made it, a
    /// `not` line keeps rules from making it again.
    pub fn remove_span(&mut self, tag: &Name, range: FrameRange) -> bool {
        let is_it = |span: &TagSpan| span.name == *tag && span.range == range;
        let by_rule = self.tags().any(|span| is_it(span) && span.by_rule);
        let is_there = self.remove(|line| matches!(line, Line::Tag(span) if is_it(span))) > 0;
        if by_rule {
            self.refuse(tag, vec![range]);
        }
        is_there
    }

    /// Keeps rules from giving `tag` to these frames; its `not` lines then neither touch nor
    /// overlap.
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

    /// Calls tags by what `renamed` says; returns whether there were any such.
    ///
    /// A span that then overlaps spans of its new name becomes one with them.
    pub fn rename(&mut self, renamed: impl Fn(&Name) -> Option<Name>) -> bool {
        let mut taken = Vec::new();
        self.rewrite(|line, lines| {
            let name = match &line {
                Line::Tag(span) => renamed(&span.name),
                Line::Not { name, .. } => renamed(name),
                _ => None,
            };
            match (name, line) {
                (Some(name), Line::Tag(span)) => taken.push(Line::Tag(TagSpan { name, ..span })),
                (Some(name), Line::Not { range, .. }) => taken.push(Line::Not { name, range }),
                (_, line) => lines.push(line),
            }
        });
        let changed = !taken.is_empty();
        for line in taken {
            match line {
                Line::Tag(span) if self.has_overlapping(&span) => {
                    _ = self.paint(&span.name, span.range)
                }
                line => self.insert([line]),
            }
        }
        changed
    }

    fn has_overlapping(&self, span: &TagSpan) -> bool {
        let mut others = self.tags().filter(|other| other.name == span.name);
        others.any(|other| other.range.overlaps(span.range))
    }

    /// Adds an event; returns whether it was not there already. A time that is not in
    /// `[0, 2^32)` is no frame of any clip, and changes nothing.
    pub fn add_event(&mut self, name: &Name, time: f64) -> bool {
        if !(0.0..LATEST_EVENT).contains(&time) {
            return false;
        }
        let is_there = self
            .events()
            .any(|(other, at)| other == name && is_same_time(at, time));
        if !is_there {
            self.insert([Line::Event {
                name: name.clone(),
                // Minus zero is zero.
                time: time.abs(),
                data: None,
            }]);
        }
        !is_there
    }

    /// The same with data, a JSON value in one line, which takes the place of what an event has that is
    /// there already.
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

    /// Removes the events of this name at this time; returns whether there were any.
    pub fn remove_event(&mut self, name: &Name, time: f64) -> bool {
        self.remove(|line| {
            matches!(line, Line::Event { name: other, time: at, .. }
                if other == name && is_same_time(*at, time))
        }) > 0
    }

    /// Moves the event at a time, with its data, to another time, where it takes the place of one that
    /// is there already; returns whether there was one to move. One without data keeps those of the
    /// one whose place it takes.
    pub fn move_event(&mut self, name: &Name, from: f64, to: f64) -> bool {
        if !(0.0..LATEST_EVENT).contains(&to) {
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
            // Minus zero is zero.
            time: to.abs(),
            data: moved.or(there),
        }]);
        true
    }

    /// Replaces the lines of these kinds by these lines.
    pub fn set_header<const N: usize>(&mut self, header: [Line; N]) {
        let kind = std::mem::discriminant::<Line>;
        self.remove(|line| header.iter().any(|own| kind(own) == kind(line)));
        for line in header {
            self.insert([line]);
        }
    }

    /// Takes the frames of `range` from the `not` lines of `tag`; returns whether there were any.
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

/// What is left of `span` before and after `cut`.
fn pieces(span: FrameRange, cut: FrameRange) -> impl Iterator<Item = FrameRange> {
    let before = FrameRange::new(span.start(), cut.start().min(span.stop()));
    let after = FrameRange::new(cut.stop().max(span.start()), span.stop());
    before.into_iter().chain(after)
}
