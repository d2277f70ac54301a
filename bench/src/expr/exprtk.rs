//! exprtk as C++ users call it, from a C++ program in this repository. This module compiles the program with the
//! system's compiler. The program binds the variables once; then it sets them and evaluates the formula, in float or in
//! double. It measures its own time, in the same rounds as Footwork.
//!
//! The header comes from the crate `exprtk_sys`. The crate's own build of it lacks the optimizations for known shapes of
//! formulas.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use super::columns::{Columns, Number as _};
use crate::machine;
use crate::report::Outcome;

/// The C++ types that the program is compiled for.
pub(crate) const NUMBERS: [&str; 2] = ["float", "double"];

/// Returns the programs, one for each of [`NUMBERS`], and builds them if they are older than their sources.
///
/// # Errors
///
/// Names the missing compiler or header.
pub(crate) fn build() -> Outcome<[PathBuf; 2]> {
    let include = header_folder()?;
    let source = machine::folder().join("src/expr/exprtk.cpp");
    let folder = machine::folder().join("target/exprtk");
    std::fs::create_dir_all(&folder)?;
    let programs = NUMBERS.map(|number| folder.join(number));
    let mut compilers = Vec::new();
    for (number, program) in NUMBERS.iter().zip(&programs) {
        if is_newer(program, &source) && is_newer(program, &include.join("exprtk.hpp")) {
            continue;
        }
        eprintln!("expr: compiling exprtk<{number}>");
        let started = Command::new("c++")
            .args(["-O3", "-std=c++11"])
            .arg(format!("-DNUMBER={number}"))
            .arg("-I")
            .arg(&include)
            .arg(&source)
            .arg("-o")
            .arg(program)
            .spawn();
        compilers.push(started.map_err(|e| format!("there is no c++: {e}"))?);
    }
    for mut compiler in compilers {
        if !compiler.wait()?.success() {
            return Err("c++ failed".into());
        }
    }
    Ok(programs)
}

fn is_newer(made: &Path, of: &Path) -> bool {
    let changed = |path: &Path| path.metadata().and_then(|found| found.modified()).ok();
    matches!((changed(made), changed(of)), (Some(made), Some(of)) if made > of)
}

/// Returns the folder in which cargo keeps the header.
fn header_folder() -> Outcome<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let asked = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline"])
        .current_dir(machine::folder())
        .output()?;
    let answer = String::from_utf8(asked.stdout)?;
    let manifests = answer.split("\"manifest_path\":\"").skip(1);
    let paths = manifests.filter_map(|rest| rest.split('"').next());
    let found = paths
        .filter_map(|path| Path::new(path).parent())
        .map(|folder| folder.join("cpp/exprtk"))
        .find(|folder| folder.join("exprtk.hpp").is_file());
    Ok(found.ok_or("no crate contains exprtk.hpp")?)
}

/// A running program and the number of its rows.
pub(crate) struct Exprtk {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    rows: usize,
}

impl Exprtk {
    /// Starts a program and sends it the first rows.
    pub(crate) fn start(program: &Path, columns: &Columns, rows: usize) -> Outcome<Self> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut to = child.stdin.take().ok_or("no standard input")?;
        let from = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        let mut bytes = u32::try_from(rows)?.to_ne_bytes().to_vec();
        for row in 0..rows {
            let values = f32::row(columns, row);
            bytes.extend(values.iter().flat_map(|value| value.to_ne_bytes()));
        }
        to.write_all(&bytes)?;
        let to = Some(to);
        Ok(Self {
            child,
            to,
            from,
            rows,
        })
    }

    fn say(&mut self, command: &str) -> Outcome<()> {
        let to = self.to.as_mut().ok_or("closed")?;
        writeln!(to, "{command}")?;
        Ok(to.flush()?)
    }

    fn line(&mut self) -> Outcome<String> {
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }

    /// Switches the program to a formula.
    pub(crate) fn compile(&mut self, text: &str) -> Outcome<()> {
        self.say(&format!("formula {text}"))?;
        match self.line()?.as_str() {
            "ok" => Ok(()),
            problem => Err(format!("exprtk, {text}: {problem}").into()),
        }
    }

    /// Returns the values of all rows.
    pub(crate) fn values(&mut self) -> Outcome<Vec<f64>> {
        self.say("values")?;
        (0..self.rows).map(|_| Ok(self.line()?.parse()?)).collect()
    }

    /// Computes all rows `calls` times and returns the time taken, or zero if the program has ended.
    pub(crate) fn time(&mut self, calls: u32) -> Duration {
        let values = u64::from(calls) * self.rows as u64;
        let nanoseconds = self
            .say(&format!("time {values}"))
            .and_then(|()| Ok(self.line()?.parse::<f64>()?));
        Duration::from_secs_f64(nanoseconds.unwrap_or(0.0) * 1e-9)
    }
}

impl Drop for Exprtk {
    fn drop(&mut self) {
        // The program ends when its input does.
        self.to = None;
        if let Err(problem) = self.child.wait() {
            eprintln!("expr: exprtk did not end: {problem}");
        }
    }
}
