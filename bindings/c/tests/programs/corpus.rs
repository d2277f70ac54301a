//! Runs the cases of `testdata/` in programs in C, and compares their output with that of Rust.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use footwork::base::FrameRate;
use footwork::expr::{Evaluator, compile};
use footwork::tags::{Database, Ranges};
use toml::{Table, Value};

use crate::program::{compile_source, folder, run_script, run_with};

/// The input of a program, and its expected output.
#[derive(Default)]
struct Script {
    input: String,
    expected: String,
}

#[test]
fn queries_have_the_answers_of_rust() {
    let mut script = Script::default();
    let cases = read("queries/functions.toml");
    let db = database(&cases);
    script.open(&db, "functions");
    let mut ranges = 0;
    for query in texts(&cases, "query") {
        ranges += script.ask(&db, &query);
    }
    let wrong = read("queries/errors.toml");
    for query in texts(&wrong, "query") {
        script.ask(&db, &query);
    }
    assert!(ranges > 150, "{ranges}");
    script.run("queries");
}

/// Reads the database of the playground and of the Unity sample, which `footwork compile` wrote. A test of that command
/// checks that it is current.
#[test]
fn the_samples_have_the_answers_of_rust() {
    let mut script = Script::default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = folder.join("bindings/wasm/playground/samples.tagdb");
    let db = Database::from_bytes(fs::read(&path).unwrap()).unwrap();
    writeln!(script.input, "database {}", path.display()).unwrap();
    let settings = fs::read_to_string(folder.join("samples/footwork.toml")).unwrap();
    let settings: Table = settings.parse().unwrap();
    let saved = settings["queries"].as_table().unwrap().values();
    let saved = saved.map(|query| query.as_str().unwrap().to_owned());
    let tags = db.tags().map(|(tag, _)| tag.to_string());
    let mut ranges = 0;
    for query in saved.chain(tags) {
        ranges += script.ask(&db, &query);
    }
    assert!(ranges > 240, "{ranges}");
    script.run("samples");
}

/// The clips have different rates, so that a time in frames differs from one in seconds.
#[test]
fn events_have_the_times_of_rust() {
    let db = database(&read("queries/functions.toml"));
    let path = folder().join("times.tagdb");
    fs::write(&path, db.to_bytes()).unwrap();
    let source = r#"
#include <footwork.h>
#include <stdio.h>
int main(int count, char **paths) {
  fw_database database;
  fw_clip_info info;
  uint32_t events, clips;
  double times[64];
  size_t length = 0;
  size_t at = 0;
  while (paths[count - 1][length] != 0) {
    length++;
  }
  if (fw_database_open(paths[count - 1], length, &database, NULL) != FW_OK || fw_database_event_count(database, &events, NULL) != FW_OK ||
      fw_database_clip_count(database, &clips, NULL) != FW_OK) {
    return 1;
  }
  for (uint32_t event = 0; event <= events; event++) {
    for (uint32_t clip = 0; clip <= clips; clip++) {
      fw_status status = fw_database_event_times(database, event, clip, times, 64, &length, NULL);
      if (event == events || fw_database_clip_info(database, clip, &info, NULL) != FW_OK) {
        if (status != FW_OUT_OF_RANGE) {
          return 2;
        }
        continue;
      }
      for (at = 0; status == FW_OK && at < length; at++) {
        printf("%u %u %.17g\n", event, clip, times[at]);
      }
    }
  }
  return 0;
}
"#;
    let mut expected = String::new();
    for (number, (_, event)) in db.events().enumerate() {
        for (clip, info) in db.clips().iter() {
            for frames in db.event_times(event, clip) {
                let secs = frames * info.rate.period_secs();
                writeln!(expected, "{number} {} {secs}", clip.number()).unwrap();
            }
        }
    }
    assert!(expected.lines().count() >= 5, "{expected}");
    let Some(program) = compile_source("times", source) else {
        return;
    };
    let printed = run_with(&program, &[&path.display().to_string()], "");
    let same = |(found, wanted): (&str, &str)| {
        let number = |line: &str| {
            line.rsplit(' ')
                .next()
                .unwrap()
                .parse::<f64>()
                .unwrap()
                .to_bits()
        };
        assert_eq!(number(found), number(wanted), "{found} is not {wanted}");
        let place = |line: &str| line.rsplit_once(' ').unwrap().0.to_owned();
        assert_eq!(place(found), place(wanted));
    };
    printed.lines().zip(expected.lines()).for_each(same);
    assert_eq!(printed.lines().count(), expected.lines().count());
}

#[test]
fn expressions_have_the_bits_of_rust() {
    let mut script = Script::default();
    let mut values = 0;
    for case in read("expr/values.toml")["case"].as_array().unwrap() {
        let names =
            (case.get("variables").and_then(Value::as_array)).map_or(&[][..], Vec::as_slice);
        let names: Vec<&str> = names.iter().map(|name| name.as_str().unwrap()).collect();
        let Some(text) = case["expr"].as_str().filter(|text| !text.contains('\n')) else {
            continue;
        };
        script.compile(text, &names);
        let Ok(program) = compile(text, &names) else {
            continue;
        };
        let rows = ["rows", "near"]
            .into_iter()
            .filter_map(|key| case.get(key))
            .flat_map(|rows| rows.as_array().unwrap());
        for row in rows {
            let row: Vec<f32> = row.as_array().unwrap().iter().map(number).collect();
            script.value(&mut Evaluator::new(&program), &row[..names.len()]);
            values += 1;
        }
    }
    assert!(values > 300, "{values}");
    for text in texts(&read("expr/errors.toml"), "expr") {
        script.compile(&text, &["x", "y", "speed"]);
    }
    script.run("expressions");
}

impl Script {
    fn open(&mut self, db: &Database, name: &str) {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.tagdb"));
        fs::write(&path, db.to_bytes()).unwrap();
        writeln!(self.input, "database {}", path.display()).unwrap();
    }

    /// Returns the number of ranges found.
    fn ask(&mut self, db: &Database, query: &str) -> usize {
        if query.contains('\n') {
            return 0;
        }
        writeln!(self.input, "query {query}").unwrap();
        match db.query(query) {
            Ok(found) => {
                for (clip, ranges) in found.iter() {
                    for range in ranges {
                        let (start, stop) = (range.start(), range.stop());
                        writeln!(self.expected, "{} {start} {stop}", clip.number()).unwrap();
                    }
                }
                found.range_count()
            }
            Err(errors) => {
                self.mistake(
                    errors.first().span,
                    errors.first().to_string(),
                    errors.first().hint(),
                );
                0
            }
        }
    }

    fn compile(&mut self, text: &str, names: &[&str]) {
        if text.contains('\n') {
            return;
        }
        writeln!(self.input, "variables {}", names.len()).unwrap();
        names
            .iter()
            .for_each(|name| writeln!(self.input, "{name}").unwrap());
        writeln!(self.input, "expression {text}").unwrap();
        if let Err(errors) = compile(text, names) {
            self.mistake(
                errors.first().span,
                errors.first().to_string(),
                errors.first().hint(),
            );
        }
    }

    fn value(&mut self, evaluator: &mut Evaluator, values: &[f32]) {
        let bits: Vec<String> = values
            .iter()
            .map(|value| format!("{:08x}", value.to_bits()))
            .collect();
        writeln!(self.input, "value {}", bits.join(" ")).unwrap();
        writeln!(self.expected, "{:08x}", evaluator.value(values).to_bits()).unwrap();
    }

    fn mistake(&mut self, span: footwork::base::TextSpan, message: String, hint: Option<String>) {
        let hint = hint.map_or(String::new(), |hint| format!(", {hint}"));
        let message = format!("{message}{hint}");
        // The message is cut to fit into `fw_error`.
        let length = (0..=479)
            .rev()
            .find(|&length| message.is_char_boundary(length))
            .unwrap();
        let message = &message[..length];
        writeln!(
            self.expected,
            "error 6 {}..{} {message}",
            span.start, span.stop
        )
        .unwrap();
    }

    fn run(&self, name: &str) {
        run_script(name, "corpus.c", &self.input, &self.expected);
    }
}

fn read(name: &str) -> Table {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../testdata")
        .join(name);
    fs::read_to_string(path).unwrap().parse().unwrap()
}

fn texts(cases: &Table, key: &str) -> Vec<String> {
    let cases = cases["case"].as_array().unwrap();
    (cases.iter().filter_map(|case| case.get(key)))
        .map(|text| text.as_str().unwrap().to_owned())
        .collect()
}

/// The database for the query cases.
fn database(cases: &Table) -> Database {
    let mut db = Database::new();
    for clip in cases["clip"].as_array().unwrap() {
        let rate: u64 = clip["rate"].as_str().unwrap().parse().unwrap();
        let tags = clip["tags"].as_table().unwrap();
        let mut rows = Vec::new();
        flatten("", tags, &mut rows);
        let frames = rows[0].1.as_str().unwrap().len();
        let name = clip["name"].as_str().unwrap();
        let id = db
            .add_clip(
                name,
                u32::try_from(frames).unwrap(),
                FrameRate::whole(rate).unwrap(),
            )
            .unwrap();
        for (tag, row) in rows {
            let tag = db.declare_tag(&tag.parse().unwrap()).unwrap();
            let held = row
                .as_str()
                .unwrap()
                .chars()
                .enumerate()
                .filter(|&(_, c)| c == '#');
            let held = held.map(|(frame, _)| u32::try_from(frame).unwrap());
            db.set_tag(
                tag,
                id,
                Ranges::repair(held.map(|frame| (frame, frame + 1))).0,
            )
            .unwrap();
        }
        let mut rows = Vec::new();
        if let Some(events) = clip.get("events") {
            flatten("", events.as_table().unwrap(), &mut rows);
        }
        for (event, times) in rows {
            let event = db.declare_event(&event.parse().unwrap()).unwrap();
            let times = times
                .as_array()
                .unwrap()
                .iter()
                .map(|time| time.as_float().unwrap());
            db.set_event(event, id, times.collect::<Vec<f64>>())
                .unwrap();
        }
    }
    db
}

/// Lists the values of a table with their names. In the cases, a name with a dot is one quoted key; nested tables give the
/// same names.
fn flatten(prefix: &str, table: &Table, rows: &mut Vec<(String, Value)>) {
    for (key, value) in table {
        let name = format!("{prefix}{key}");
        match value {
            Value::Table(inner) => flatten(&format!("{name}."), inner, rows),
            _ => rows.push((name, value.clone())),
        }
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "written as the nearest float"
)]
fn number(value: &Value) -> f32 {
    match value {
        Value::Integer(whole) => *whole as f32,
        _ => value.as_float().unwrap() as f32,
    }
}
