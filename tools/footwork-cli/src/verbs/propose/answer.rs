//! The answer of `propose` in all formats.

use footwork_library::Library;
use footwork_pipeline::{Certainty, LearnedProposals, Proposal, ProposedPlace, TagQuality};
use serde::Serialize;

use crate::table::{Cell, Table, cells, count};

/// The proposals and their quality.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    /// The number of added proposals; `null` without `--write-above`.
    written: Option<usize>,
    /// The number of labelled clips to learn from; `null` if the source does not learn.
    labelled_clips: Option<usize>,
    /// The lowest score at and above which 97 % of the proposals were right; `null` if no score reaches that share.
    threshold: Option<f64>,
    proposals: Vec<Row<'a>>,
    quality: Vec<Quality<'a>>,
    order: Vec<Open<'a>>,
    /// The rejected proposals; `null` without `--rejected` and `--forget`.
    rejected: Option<Vec<RejectedRow<'a>>>,
    /// Whether the rejected proposals were withdrawn.
    forgotten: bool,
}

/// A rejected proposal.
#[derive(Serialize)]
pub(super) struct RejectedRow<'a> {
    pub(super) clip: &'a str,
    pub(super) name: &'a str,
    /// The frames; `null` for an event.
    pub(super) span: Option<[u32; 2]>,
    /// The time in frames; `null` for a span.
    pub(super) time: Option<f64>,
}

#[derive(Serialize)]
struct Row<'a> {
    clip: &'a str,
    name: &'a str,
    /// The frames; `null` for an event.
    span: Option<[u32; 2]>,
    /// The time in frames; `null` for a span.
    time: Option<f64>,
    score: f64,
    source: &'a str,
    certainty: &'static str,
    /// Whether the score reaches the threshold.
    bulk: bool,
    written: bool,
}

#[derive(Serialize)]
struct Quality<'a> {
    tag: &'a str,
    spans: usize,
    clips: usize,
    enough: bool,
    frame_precision: Option<f64>,
    frame_recall: Option<f64>,
    span_precision: Option<f64>,
    span_recall: Option<f64>,
    edge_secs: Option<f64>,
}

#[derive(Serialize)]
struct Open<'a> {
    clip: &'a str,
    uncertainty: f64,
}

fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

impl<'a> Answer<'a> {
    pub(super) fn new(
        library: &'a Library,
        proposals: &'a [Proposal],
        written: &[bool],
        learned: Option<&'a LearnedProposals>,
        writes: bool,
    ) -> Self {
        let row = |(proposal, written): (&'a Proposal, &bool)| {
            let (span, time) = match proposal.place {
                ProposedPlace::Span(range) => (Some([range.start(), range.stop()]), None),
                ProposedPlace::Event(time) => (None, Some(time)),
            };
            Row {
                clip: &library.clips()[proposal.clip].name,
                name: proposal.name.as_str(),
                span,
                time,
                score: rounded(proposal.score),
                source: &proposal.source,
                certainty: match proposal.certainty {
                    Certainty::Likely => "likely",
                    Certainty::Possible => "possible",
                },
                bulk: proposal.is_bulk,
                written: *written,
            }
        };
        let quality = learned.map_or(&[][..], |learned| &learned.quality);
        let order = learned.map_or(&[][..], |learned| &learned.order);
        Self {
            written: writes.then(|| written.iter().filter(|written| **written).count()),
            labelled_clips: learned.map(|learned| learned.labelled),
            threshold: learned.and_then(|learned| learned.threshold).map(rounded),
            proposals: proposals.iter().zip(written).map(row).collect(),
            quality: quality.iter().map(of_tag).collect(),
            order: order
                .iter()
                .map(|(clip, uncertainty)| Open {
                    clip: &library.clips()[*clip].name,
                    uncertainty: rounded(*uncertainty),
                })
                .collect(),
            rejected: None,
            forgotten: false,
        }
    }

    /// Returns an answer that has only rejected proposals.
    pub(super) fn of_rejected(rejected: Vec<RejectedRow<'a>>, forgotten: bool) -> Self {
        Self {
            written: None,
            labelled_clips: None,
            threshold: None,
            proposals: Vec::new(),
            quality: Vec::new(),
            order: Vec::new(),
            rejected: Some(rejected),
            forgotten,
        }
    }

    pub(super) fn to_csv(&self, lists_order: bool) -> String {
        if let Some(rejected) = &self.rejected {
            let mut table = Table::new(["clip", "name", "start", "stop", "time"]);
            for row in rejected {
                let [start, stop] = [0, 1].map(|end| row.span.map(|span| span[end]));
                table.row(cells![row.clip, row.name, start, stop, row.time]);
            }
            return table.csv();
        }
        if lists_order {
            let mut table = Table::new(["clip", "uncertainty"]);
            for open in &self.order {
                table.row(cells![open.clip, open.uncertainty]);
            }
            return table.csv();
        }
        let columns = [
            "clip",
            "name",
            "start",
            "stop",
            "time",
            "score",
            "source",
            "certainty",
            "bulk",
            "written",
        ];
        let mut table = Table::new(columns);
        for row in &self.proposals {
            let [start, stop] = [0, 1].map(|end| row.span.map(|span| span[end]));
            table.row(cells![
                row.clip,
                row.name,
                start,
                stop,
                row.time,
                row.score,
                row.source,
                row.certainty,
                row.bulk,
                row.written
            ]);
        }
        table.csv()
    }

    pub(super) fn to_text(&self, lists_order: bool) -> String {
        if let Some(rejected) = &self.rejected {
            return self.rejected_text(rejected);
        }
        let mut text = String::new();
        if let Some(labelled) = self.labelled_clips {
            text += &self.quality_text(labelled);
        }
        let mut table = Table::default();
        if lists_order {
            for (place, open) in (1_u32..).zip(&self.order) {
                table.row(cells![
                    place,
                    open.clip,
                    Cell::right(format!("{:.3}", open.uncertainty))
                ]);
            }
            let clips = count(self.order.len(), "clip");
            return format!(
                "{text}{}\n{clips} without labels, the most useful first\n",
                table.text("  ")
            );
        }
        for row in &self.proposals {
            let place = place(row.span, row.time);
            let mark = match (row.written, row.certainty) {
                (true, _) => "added",
                (false, "possible") if row.source == "learned" => "possibly",
                _ => "",
            };
            table.row(cells![
                row.clip,
                row.name,
                place,
                Cell::right(format!("{:.2}", row.score)),
                mark
            ]);
        }
        let proposals = count(self.proposals.len(), "proposal");
        let end = match self.written {
            Some(0) => "none is added".to_owned(),
            Some(written) => format!("{written} added"),
            None => "nothing is written; add --write-above".to_owned(),
        };
        format!("{text}{}\n{proposals}: {end}\n", table.text("  "))
    }

    fn rejected_text(&self, rejected: &[RejectedRow<'_>]) -> String {
        let mut table = Table::default();
        for row in rejected {
            table.row(cells![row.clip, row.name, place(row.span, row.time)]);
        }
        let proposals = count(rejected.len(), "rejected proposal");
        let end = if self.forgotten {
            ", withdrawn: they can be proposed again"
        } else {
            ""
        };
        format!("{}\n{proposals}{end}\n", table.text("  "))
    }

    fn quality_text(&self, labelled: usize) -> String {
        let mut table = Table::new([
            "tag",
            "labelled",
            "frames right",
            "found",
            "spans right",
            "found ",
        ]);
        let share = |share: Option<f64>| {
            Cell::right(share.map_or(String::new(), |share| format!("{:.0} %", 100.0 * share)))
        };
        for tag in &self.quality {
            let spans = format!(
                "{} in {}",
                count(tag.spans, "span"),
                count(tag.clips, "clip")
            );
            let mut row = vec![Cell::from(tag.tag), Cell::from(spans)];
            if tag.frame_precision.is_some() {
                row.extend(
                    [
                        tag.frame_precision,
                        tag.frame_recall,
                        tag.span_precision,
                        tag.span_recall,
                    ]
                    .map(share),
                );
            } else {
                row.push(Cell::from("not enough labels yet"));
            }
            table.row(row);
        }
        let clips = count(labelled, "labelled clip");
        if self.quality.is_empty() {
            return format!("{clips}: not enough labels yet\n");
        }
        let threshold = match self.threshold {
            Some(threshold) => format!("97 % were right from score {threshold:.2} on"),
            None => "no score at which 97 % are right".to_owned(),
        };
        format!(
            "{}\n{clips}, held out in turn: {threshold}\n\n",
            table.headed("  ")
        )
    }
}

/// Returns the frames of a span, or the time of an event.
fn place(span: Option<[u32; 2]>, time: Option<f64>) -> String {
    match (span, time) {
        (Some([start, stop]), _) => format!("[{start}, {stop})"),
        (None, time) => time.unwrap_or_default().to_string(),
    }
}

fn of_tag(quality: &TagQuality) -> Quality<'_> {
    let measured = quality.measured;
    let share = |get: fn(&footwork_pipeline::MeasuredQuality) -> f64| {
        measured.as_ref().map(get).map(rounded)
    };
    Quality {
        tag: quality.tag.as_str(),
        spans: quality.spans,
        clips: quality.takes,
        enough: measured.is_some(),
        frame_precision: share(|m| m.frame_precision),
        frame_recall: share(|m| m.frame_recall),
        span_precision: share(|m| m.span_precision),
        span_recall: share(|m| m.span_recall),
        edge_secs: measured.and_then(|m| m.edge_secs).map(rounded),
    }
}
