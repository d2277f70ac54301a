//! The gain from a second thread: queries on the threads of a rayon pool, in wall-clock time.

use std::time::{Duration, Instant};

use footwork_base::FrameRate;
use footwork_tags::{BoundQuery, Database, Query, Ranges};

use super::workload::Workload;
use crate::figure;
use crate::random::Random;
use crate::report::{Block, Outcome, Table};

const CLIPS: u32 = 1_000_000;
const TAGS: u32 = 16;
const ROUNDS: usize = 15;

/// The queries of each database: one that finds few frames, one that finds many, and one that grows its ranges.
const OF_WORKLOADS: [&str; 3] = [
    "Running & Male & (Tired | Limping)",
    "((A|B|C|D) - (E|F)) & G",
    "grow(Running, 10) & Male",
];
const OF_MANY_CLIPS: [&str; 3] = [
    "T00 & T01 & (T02 | T03)",
    "((T04|T05|T06|T07) - (T08|T09)) & T10",
    "grow(T00, 10) & T01",
];

/// The rows of all databases.
#[derive(Default)]
pub(crate) struct Threads {
    rows: Vec<[String; 6]>,
}

impl Threads {
    pub(crate) fn of_workload(&mut self, workload: &Workload) -> Outcome<()> {
        let name = format!(
            "{}, {} clips",
            workload.name,
            workload.database.clips().len()
        );
        self.measure(&name, &workload.database, OF_WORKLOADS)
    }

    /// Measures 10⁶ clips of one to three seconds with 16 tags, each in half of the clips.
    pub(crate) fn of_many_clips(&mut self) -> Outcome<()> {
        self.measure("10⁶ clips, 16 tags", &many_clips()?, OF_MANY_CLIPS)
    }

    fn measure(&mut self, name: &str, database: &Database, texts: [&str; 3]) -> Outcome<()> {
        let pools =
            [1, 2].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
        let [one, two] = pools;
        let (one, two) = (one?, two?);
        for text in texts {
            eprintln!("tags: threads, {name}, {text}");
            let query = Query::parse(text).map_err(|e| format!("{text}: {e}"))?;
            let bound = query.bind(database).map_err(|e| format!("{text}: {e}"))?;
            let count = |bound: &BoundQuery| database.par_frame_count(bound);
            let found = one.install(|| count(&bound))?;
            if found == 0 || two.install(|| count(&bound))? != found {
                return Err(format!("{text} finds other frames with two threads").into());
            }
            let ranges = || {
                let _ = std::hint::black_box(database.par_ranges(&bound));
            };
            let counted = || {
                let _ = std::hint::black_box(database.par_frame_count(&bound));
            };
            let [ranges_one, ranges_two] = medians(|| one.install(ranges), || two.install(ranges));
            let [count_one, count_two] = medians(|| one.install(counted), || two.install(counted));
            self.rows.push([
                name.to_owned(),
                format!("`{text}`"),
                figure::secs(ranges_one.as_secs_f64()),
                times(ranges_one, ranges_two),
                figure::secs(count_one.as_secs_f64()),
                times(count_one, count_two),
            ]);
        }
        Ok(())
    }

    pub(crate) fn blocks(self) -> [Block; 2] {
        let head = "database | query | `par_ranges`, one thread | two, times as fast | `par_frame_count`, one thread \
            | two, times as fast";
        let mut table = Table::new("A second thread, in wall-clock time", head);
        for row in self.rows {
            table.row(row);
        }
        let note = "Medians of 15 rounds, in turn. Unlike all other times in this file, these are wall-clock times and \
            not times of a thread, so they depend on the load of the machine. Each thread answers some blocks of clips; \
            then one thread joins the parts. Threads therefore pay off if finding frames takes longer than writing the \
            answer: for counting, for functions of time, and for queries that find few of many clips.";
        [Block::Table(table), Block::Text(note.to_owned())]
    }
}

fn times(one: Duration, two: Duration) -> String {
    figure::plain(one.as_secs_f64() / two.as_secs_f64())
}

/// Measures two functions in turn and returns their medians.
fn medians(one: impl Fn(), two: impl Fn()) -> [Duration; 2] {
    let mut samples = [const { Vec::new() }; 2];
    let works: [&dyn Fn(); 2] = [&one, &two];
    for _ in 0..ROUNDS {
        for (samples, work) in samples.iter_mut().zip(works) {
            let start = Instant::now();
            work();
            samples.push(start.elapsed());
        }
    }
    samples.map(|mut samples| {
        samples.sort_unstable();
        samples[ROUNDS / 2]
    })
}

fn many_clips() -> Outcome<Database> {
    let mut random = Random::new(0xf007_0005);
    let mut database = Database::new();
    let rate = FrameRate::whole(30).ok_or("30 is no rate")?;
    let mut tags = Vec::new();
    for tag in 0..TAGS {
        let name = format!("T{tag:02}").parse()?;
        tags.push(database.declare_tag(&name)?);
    }
    for clip in 0..CLIPS {
        let frames = random.between(30, 90);
        let id = database.add_clip(&format!("clip_{clip:07}"), frames, rate)?;
        for &tag in &tags {
            if random.below(2) == 0 {
                let start = random.below(frames - 1);
                let stop = random.between(start + 1, frames);
                let range = Ranges::from_pairs([(start, stop)]);
                database.set_tag(tag, id, range.map_err(|e| e.to_string())?)?;
            }
        }
    }
    Ok(database)
}
