//! `footwork blendspace LIB 'Q' --axes speed,turn`: shows each range that a query finds as a point of a blend space.

mod answer;
mod scatter;

use std::collections::BTreeMap;

use footwork::base::ClipPattern;
use footwork_library::Library;
use footwork_pipeline::{
    BlendAxis, BlendLimits, BlendPoint, BlendSpace, RejectedRange, SkippedRanges,
};
use footwork_sidecar::Finding;

use crate::ask;
use crate::failure::Failure;
use crate::output::{Done, Format, Speech, warning};
use crate::source::LibraryArg;
use crate::table::{Cell, Table, cells, count};
use answer::{
    Answer, AxisAnswer, DuplicateAnswer, HoleAnswer, LeftOutAnswer, OutlierAnswer, PointAnswer,
    RejectedAnswer, Value,
};
use scatter::{Plane, number};

/// Show each range that a query finds as a point of a blend space, with holes, duplicates and
/// outliers.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  footwork blendspace samples 'Gait.Walk | Gait.Run' --axes speed,turn
  footwork blendspace samples @locomotion --axes 'mean(speed, 0.3s), LeftFoot.height' --format json
  footwork blendspace samples Gait.Walk --axes speed,turn_rate --limits 'foot_slide = \"40cm/s\"'

Axes are channels and expressions over them, as in { … } of a query. A point is the mean ± the
standard deviation of each axis over the frames of its range. A range is a loop if it is a whole
clip whose file marks it as a loop, or if it lasts at least 0.25 s and its motion leaves the first
pose and returns to it at the end. A whole DeepMimic clip is a loop only if its file says so.

An axis may also be a measure, such as turn_rate or stride, if no channel has its name; the point
is its value. --limits and --contracts reject ranges by measures: those that break a limit, and
those on which it cannot be measured. Each is listed with the reason.

For distances, each axis is scaled so that its outermost points, without outliers, are 1 apart.
A hole is an empty ball larger than evenly spread points would leave. Duplicates are closer than
0.02 to each other, and outliers have a modified z-score above 3.5 on an axis. Points are numbered
from 1.")]
pub(crate) struct Args {
    #[command(flatten)]
    library: LibraryArg,

    /// The query, `@NAME` for a saved query, or `-` to read it from standard input.
    query: String,

    /// The axes: one to eight channels, separated by commas.
    #[arg(long, value_name = "CHANNELS")]
    axes: String,

    /// Limits that ranges must keep, as in `[[expect]]`: `foot_slide = "3cm/s", speed = { max = "2m/s" }`.
    #[arg(long, value_name = "LIMITS")]
    limits: Option<String>,

    /// Reject also ranges that break a contract of footwork.toml whose query finds them.
    #[arg(long)]
    contracts: bool,

    /// Only clips whose names match.
    #[arg(long, value_name = "GLOB")]
    clips: Option<String>,
}

pub(crate) fn run(args: &Args, speech: Speech) -> Result<Done, Failure> {
    let (library, reading) = args.library.open(speech)?;
    let text = ask::text_for(&args.query, &library)?;
    let db = library.database();
    let parsed = ask::parse(&text, db, &reading, speech);
    let axes = footwork_pipeline::parse_axes(&library, &args.axes)
        .map_err(|errors| Failure::in_text("--axes", &args.axes, errors));
    let ((query, bound), axes) = match (parsed, axes) {
        (Ok(parsed), Ok(axes)) => (parsed, axes),
        (Err(failure), Err(others)) => return Err(failure.and(others)),
        (Err(failure), Ok(_)) | (Ok(_), Err(failure)) => return Err(failure),
    };
    let limits = limits(args, &library)?;
    let pattern = args.clips.as_deref().map(ClipPattern::new);
    let mut reading = reading.matching(args.clips.as_deref());
    let is_shown = |clip| {
        let name = &db.clips()[clip].name;
        pattern.as_ref().is_none_or(|p| p.matches(name))
    };
    if let (Some(glob), false) = (&args.clips, db.clips().ids().any(is_shown)) {
        speech.no_clip_matches(glob, db.clips().values().map(|c| c.name.as_str()));
    }
    let found = db.ranges(&bound)?.filtered(is_shown);
    reading.note_unread(&library, speech);
    speech.note(&library.assumptions());
    let space = footwork_pipeline::blend_space(&library, &found, &axes, &limits);
    speech.note(&left_out(&space, &library));
    if matches!(speech.format, Format::Csv) {
        // CSV has no rows for rejected ranges, so print them as warnings.
        speech.note(&rejected(&space, &library));
    }
    for left in space.left_out.iter().filter(|left| left.is_unread()) {
        reading.lacks(&library.clips()[left.clip].name, left.code);
    }
    let shown = Shown {
        query: query.to_string(),
        axes: &axes,
        space: &space,
        library: &library,
    };
    let done = speech.answer(&shown.answer(), || shown.csv(), || shown.text())?;
    Ok(reading.end(done, speech))
}

fn limits(args: &Args, library: &Library) -> Result<BlendLimits, Failure> {
    let own = args.limits.as_deref().map(BlendLimits::parse).transpose();
    let own = own.map_err(|message| Failure::plain("--limits", message))?;
    let own = own.unwrap_or_default();
    if !args.contracts {
        return Ok(own);
    }
    if library.settings().expect.is_empty() {
        let message = "footwork.toml has no contracts; add one below [[expect]]".to_owned();
        return Err(Failure::plain("--contracts", message));
    }
    own.with_contracts(library)
        .map_err(|message| Failure::plain("--contracts", message))
}

/// Returns one warning for each reason for leaving out ranges. The warning names the first clip with that reason.
fn left_out(space: &BlendSpace, library: &Library) -> Vec<Finding> {
    let mut reasons: BTreeMap<(&str, &str), (&SkippedRanges, usize, usize)> = BTreeMap::new();
    for left in &space.left_out {
        let key = (left.code, left.message.as_str());
        let (_, clips, ranges) = reasons.entry(key).or_insert((left, 0, 0));
        *clips += 1;
        *ranges += left.ranges.len();
    }
    let finding = |(left, clips, ranges): (&SkippedRanges, usize, usize)| {
        let others = match clips {
            1 => String::new(),
            clips => format!(", as in {}", count(clips - 1, "other clip")),
        };
        let ranges = match ranges {
            1 => "1 range is".to_owned(),
            ranges => format!("{ranges} ranges are"),
        };
        let message = format!("{}{others}; {ranges} left out", left.message);
        warning(&library.clips()[left.clip].name, left.code, message)
    };
    reasons.into_values().map(finding).collect()
}

/// Returns, for each rejected range, a warning with the reason.
fn rejected(space: &BlendSpace, library: &Library) -> Vec<Finding> {
    let finding = |one: &RejectedRange| {
        let (start, stop) = (one.range.start(), one.range.stop());
        let message = format!("frames {start} to {stop} are rejected: {}", one.message);
        warning(&library.clips()[one.clip].name, one.code, message)
    };
    space.rejected.iter().map(finding).collect()
}

/// A blend space with the data to print it.
struct Shown<'a> {
    query: String,
    axes: &'a [BlendAxis],
    space: &'a BlendSpace,
    library: &'a Library,
}

impl<'a> Shown<'a> {
    fn clip(&self, point: &BlendPoint) -> &'a str {
        &self.library.clips()[point.clip].name
    }

    fn answer(&self) -> Answer<'a> {
        let Self {
            axes,
            space,
            library,
            ..
        } = *self;
        let reach = |axis: usize| space.reach.as_ref()?.get(axis).copied();
        Answer {
            axes: (axes.iter().enumerate())
                .map(|(at, axis)| AxisAnswer {
                    axis: axis.name(),
                    unit: axis.unit(),
                    low: reach(at).map(|reach| reach.low),
                    high: reach(at).map(|reach| reach.high),
                })
                .collect(),
            points: (space.points.iter().enumerate())
                .map(|(at, point)| PointAnswer {
                    number: at + 1,
                    clip: self.clip(point),
                    start: point.range.start(),
                    stop: point.range.stop(),
                    is_loop: point.is_loop,
                    seam_m: point.seam_m,
                    values: (point.measures.iter())
                        .map(|measure| Value {
                            mean: measure.mean,
                            spread: measure.spread,
                        })
                        .collect(),
                })
                .collect(),
            holes: (space.holes.iter())
                .map(|hole| HoleAnswer {
                    centre: &hole.centre,
                    radius: hole.radius,
                    nearest: hole.nearest + 1,
                })
                .collect(),
            more_holes: space.more_holes,
            duplicates: (space.duplicates.iter())
                .map(|pair| DuplicateAnswer {
                    points: [pair.first + 1, pair.second + 1],
                    distance: pair.distance,
                })
                .collect(),
            outliers: (space.outliers.iter())
                .map(|outlier| OutlierAnswer {
                    point: outlier.point + 1,
                    axis: axes[outlier.axis].name(),
                    score: outlier.score,
                })
                .collect(),
            left_out: (space.left_out.iter())
                .map(|left| LeftOutAnswer {
                    clip: &library.clips()[left.clip].name,
                    ranges: left.ranges.iter().map(|r| [r.start(), r.stop()]).collect(),
                    code: left.code,
                    message: &left.message,
                })
                .collect(),
            rejected: (space.rejected.iter())
                .map(|rejected| RejectedAnswer {
                    clip: &library.clips()[rejected.clip].name,
                    start: rejected.range.start(),
                    stop: rejected.range.stop(),
                    code: rejected.code,
                    message: &rejected.message,
                })
                .collect(),
            query: self.query.clone(),
        }
    }

    /// Returns the points and their outliers and duplicates as CSV, without the holes.
    fn csv(&self) -> String {
        let mut header = ["number", "clip", "start", "stop", "loop", "seam_m"]
            .map(str::to_owned)
            .to_vec();
        for axis in self.axes {
            header.push(format!("{} mean", axis.name()));
            header.push(format!("{} spread", axis.name()));
        }
        header.extend(["duplicate_of", "outlier_on"].map(str::to_owned));
        let mut table = Table::new(header);
        for (at, point) in self.space.points.iter().enumerate() {
            let (start, stop) = (point.range.start(), point.range.stop());
            let mut row = Vec::from(cells![at + 1, self.clip(point), start, stop]);
            row.extend(cells![point.is_loop, point.seam_m]);
            for measure in &point.measures {
                row.extend(cells![measure.mean, measure.spread]);
            }
            let first = self.first_of(at).map(|first| first + 1);
            row.extend(cells![first, self.outlying(at).join(" ")]);
            table.row(row);
        }
        table.csv()
    }

    /// Returns the earlier point that `point` duplicates; `None` if it duplicates none.
    fn first_of(&self, point: usize) -> Option<usize> {
        let pairs = &self.space.duplicates;
        let found = pairs.binary_search_by_key(&point, |pair| pair.second);
        Some(pairs[found.ok()?].first)
    }

    /// Returns the names of the axes on which a point is an outlier.
    fn outlying(&self, point: usize) -> Vec<&'a str> {
        let outliers = &self.space.outliers;
        let first = outliers.partition_point(|outlier| outlier.point < point);
        let outliers = outliers[first..].iter().take_while(|o| o.point == point);
        outliers
            .map(|outlier| self.axes[outlier.axis].name())
            .collect()
    }

    fn text(&self) -> String {
        let rejected = match self.space.rejected.len() {
            0 => String::new(),
            number => format!(", {number} rejected"),
        };
        let points = count(self.space.points.len(), "point");
        let mut text = format!("{}\n\n{}", self.query, self.rejections());
        if self.space.points.is_empty() {
            return text + &points + &rejected + "\n";
        }
        text += &self.rows();
        text += &self.plot();
        text += &self.notes();
        let loops = self.space.points.iter().filter(|point| point.is_loop);
        text + &format!(
            "{points}, {}, {}, {}, {}{rejected}\n",
            count(loops.count(), "loop"),
            count(self.space.holes.len(), "hole"),
            count(self.space.duplicates.len(), "duplicate"),
            count(self.space.outliers.len(), "outlier"),
        )
    }

    /// Returns a line for each rejected range.
    fn rejections(&self) -> String {
        let mut table = Table::default();
        for rejected in &self.space.rejected {
            table.row(cells![
                "rejected",
                self.library.clips()[rejected.clip].name.as_str(),
                rejected.range.to_string(),
                rejected.message.as_str()
            ]);
        }
        if self.space.rejected.is_empty() {
            return String::new();
        }
        table.text("  ") + "\n"
    }

    fn rows(&self) -> String {
        let header = [""; 4].map(str::to_owned).into_iter();
        let mut table = Table::new(header.chain(self.axes.iter().map(named)));
        for (at, point) in self.space.points.iter().enumerate() {
            let is_loop = if point.is_loop { "loop" } else { "" };
            let range = point.range.to_string();
            let mut row = Vec::from(cells![at + 1, self.clip(point), range, is_loop]);
            let measures = point.measures.iter().zip(self.axes);
            row.extend(measures.map(|(m, axis)| {
                if axis.is_measure() {
                    Cell::from(format!("{:.3}", m.mean))
                } else {
                    Cell::from(format!("{:.3} ± {:.3}", m.mean, m.spread))
                }
            }));
            let same = self.first_of(at).map(|first| format!("as {}", first + 1));
            let outlying = self.outlying(at);
            let far = (!outlying.is_empty()).then(|| format!("outlier on {}", outlying.join(", ")));
            let notes: Vec<String> = same.into_iter().chain(far).collect();
            row.push(notes.join(", ").into());
            table.row(row);
        }
        table.headed("  ") + "\n"
    }

    /// Draws the first two axes as a plane. Returns an empty text if there is only one axis or no point.
    fn plot(&self) -> String {
        let (Some(reach), [across, upright, ..]) = (&self.space.reach, self.axes) else {
            return String::new();
        };
        let names = [named(across), named(upright)];
        let [x, y] = [reach[0], reach[1]];
        let space = self.space;
        let plane = Plane {
            names: [&names[0], &names[1]],
            ends: [(x.low, x.high), (y.low, y.high)],
            points: (space.points.iter())
                .map(|p| [p.measures[0].mean, p.measures[1].mean])
                .collect(),
            holes: (space.holes.iter())
                .map(|h| [h.centre[0], h.centre[1]])
                .collect(),
        };
        plane.draw() + "\n"
    }

    fn notes(&self) -> String {
        let mut text = String::new();
        for hole in &self.space.holes {
            let at = hole.centre.iter().zip(self.axes);
            let at: Vec<String> = at
                .map(|(at, axis)| format!("{} {}", axis.name(), number(*at)))
                .collect();
            text += &format!(
                "  ○ hole at {}: no point within {:.0} % of the axes' length; point {} is nearest\n",
                at.join(", "),
                hole.radius * 100.0,
                hole.nearest + 1
            );
        }
        if self.space.more_holes {
            text += "  and more holes, which are smaller\n";
        }
        if text.is_empty() { text } else { text + "\n" }
    }
}

/// Returns the name of an axis with its unit.
fn named(axis: &BlendAxis) -> String {
    match axis.unit().filter(|unit| !unit.is_empty()) {
        Some(unit) => format!("{} [{unit}]", axis.name()),
        None => axis.name().to_owned(),
    }
}
