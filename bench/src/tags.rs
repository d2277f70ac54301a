//! Tag queries: Footwork compared with the article's evaluator and with other crates for sets of
//! integers.
//!
//! The workloads, the queries and the bars come from the specification of `footwork-tags`.

mod article;
mod bandwidth;
mod bars;
mod blaze;
mod clip_names;
mod edit;
pub(crate) mod kept_pages;
mod membership;
mod memory;
mod mix;
mod ours;
mod roaring;
mod speed;
mod workload;

use crate::report::{Block, Outcome, Section, Table};
use workload::{Query, RECIPES, Workload};

/// The name of the comparison.
pub(crate) const NAME: &str = "tags";

/// Measures everything about tags.
pub(crate) fn run() -> Outcome<Section> {
    let mut workloads = Table::new(
        "Workloads",
        "name | clips | frames | tags | ranges | clips found by Q1 | by Q2 | what",
    );
    let mut speeds = Vec::new();
    let mut memory = memory::Memory::default();
    let mut edits = None;
    let mut losses = Vec::new();
    let mut frames = None;
    let mut names = None;
    for recipe in RECIPES {
        let mut workload = Workload::generate(recipe)?;
        workloads.row(describe(&workload)?);
        for query in Query::ALL {
            eprintln!("tags: {} {query:?}", workload.name);
            speeds.push(speed::measure(&workload, query)?);
        }
        if ["M", "L"].contains(&workload.name) {
            memory.measure(&workload);
        }
        if workload.name == "M" {
            frames = Some(membership::measure(&mut workload, &mut losses)?);
        }
        if workload.name == "L" {
            edits = Some(edit::measure(&mut workload)?);
            names = Some(clip_names::measure(&workload, &mut losses)?);
        }
    }
    let edits = edits.ok_or("there is no workload L")?;

    let of_frames = std::mem::replace(&mut losses, speed::losses(&speeds));
    losses.extend(of_frames);
    let mut blocks = vec![Block::Text(queries()), Block::Table(workloads)];
    blocks.extend(speed::ratios(&speeds));
    blocks.extend(speed::times(&speeds));
    blocks.extend(memory.blocks(&mut losses));
    blocks.push(Block::Table(edits.table(&mut losses)));
    blocks.extend(names.map(Block::Table));
    blocks.extend(frames.into_iter().flatten());
    blocks.extend(kept_pages::blocks()?);
    Ok(Section {
        title: "Tag queries",
        peers: &["range-set-blaze", "roaring"],
        blocks,
        losses,
    })
}

fn queries() -> String {
    let lines = Query::ALL.map(|query| format!("- {query:?} = `{}`", query.text()));
    lines.join("\n")
}

fn describe(workload: &Workload) -> Outcome<[String; 8]> {
    let database = &workload.database;
    let found = |query| Outcome::Ok(ours::Ours::new(database, query)?.ranges().clip_count());
    Ok([
        workload.name.to_owned(),
        database.clips().len().to_string(),
        workload.frame_count().to_string(),
        workload.tags.len().to_string(),
        workload.range_count().to_string(),
        found(Query::Q1)?.to_string(),
        found(Query::Q2)?.to_string(),
        workload.what.to_owned(),
    ])
}
