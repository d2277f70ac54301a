//! The C# package, compiled and run by mono.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::OnceLock;

use footwork::matching::Recording;

use crate::characters::football;
use crate::program::{compare, compile_source, header, lacks, run_with};
use crate::scenes::{files, walks};

/// Returns the folder of the programs. Without mono it prints a reason and returns `None`.
fn programs() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(compile).as_deref()
}

fn compile() -> Option<PathBuf> {
    if ["mcs", "mono"].into_iter().any(lacks) {
        return None;
    }
    let package = package();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("csharp");
    // Moved into place when complete. Another process may be running these programs, and crashes if a loaded library changes.
    let draft = folder.join(process::id().to_string());
    fs::create_dir_all(&draft).unwrap();
    let mut runtime: Vec<PathBuf> = fs::read_dir(package.join("Runtime"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "cs"))
        .collect();
    runtime.sort();
    // Reserved fields are never read.
    mcs(
        &draft,
        "Footwork.dll",
        &["-target:library", "-nowarn:169,649"],
        &runtime,
    );
    let tests = |name: &str| package.join("Tests~").join(name);
    let uses = ["-reference:Footwork.dll"];
    mcs(&draft, "Scripts.exe", &uses, &[tests("Scripts.cs")]);
    mcs(&draft, "Door.exe", &uses, &[tests("Door.cs")]);
    let walk = package.join("Samples~/Walk/Walk.cs");
    mcs(&draft, "Walk.exe", &uses, &[walk]);
    // Unity's inspector fills fields in.
    let uses = [
        "-reference:Footwork.dll",
        "-nowarn:649",
        "-define:UNITY_2021_2_OR_NEWER",
    ];
    let component = ["FootworkCharacter.cs", "ColliderGround.cs"];
    for (sample, parts) in [("Chase", &component[..0]), ("Steer", &component[..])] {
        let parts = parts.iter().map(|name| package.join("Runtime").join(name));
        let mut sources: Vec<PathBuf> = parts.collect();
        sources.extend([
            package.join(format!("Samples~/{sample}/{sample}.cs")),
            tests("UnityStubs.cs"),
            tests(&format!("Play{sample}.cs")),
        ]);
        mcs(&draft, &format!("{sample}.exe"), &uses, &sources);
    }
    // Mono looks for the library next to the program.
    let test = env::current_exe().unwrap();
    let library = format!(
        "{}footwork_c{}",
        env::consts::DLL_PREFIX,
        env::consts::DLL_SUFFIX
    );
    fs::copy(test.with_file_name(&library), draft.join(&library)).unwrap();
    for made in fs::read_dir(&draft).unwrap() {
        let made = made.unwrap();
        fs::rename(made.path(), folder.join(made.file_name())).unwrap();
    }
    fs::remove_dir(&draft).unwrap();
    Some(folder)
}

fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../csharp")
}

fn mcs(folder: &Path, out: &str, options: &[&str], sources: &[PathBuf]) {
    let output = Command::new("mcs")
        .current_dir(folder)
        .args(["-unsafe", "-warnaserror+", "-langversion:7.2"])
        .arg(format!("-out:{out}"))
        .args(options)
        .args(sources)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "mcs on {out}:\n{said}");
}

/// Runs a compiled program, and returns its output.
fn run(folder: &Path, program: &str, arguments: &[&str], input: &str) -> String {
    let program = folder.join(program).display().to_string();
    run_with(
        Path::new("mono"),
        &[&[&*program], arguments].concat(),
        input,
    )
}

/// Runs a script, as `program::run_script` does in C.
pub(crate) fn run_script(program: &str, input: &str, expected: &str) {
    if let Some(folder) = programs() {
        compare(&run(folder, "Scripts.exe", &[program], input), expected);
    }
}

#[test]
fn mistakes_have_their_place_and_a_frame_makes_no_garbage() {
    let Some(folder) = programs() else {
        return;
    };
    let (index, db) = walks();
    let [index, tags] = files(&index, &db, "csharp").map(|path| path.display().to_string());
    let printed = run(folder, "Door.exe", &["frames", &tags, &index], "");
    assert_eq!(printed, "mistakes ok\ngarbage 0\ncounted True\n");
}

#[test]
fn memory_comes_from_functions_of_the_game() {
    let Some(folder) = programs() else {
        return;
    };
    let printed = run(folder, "Door.exe", &["allocator"], "");
    assert_eq!(printed, "42 True\nTrue\n");
}

#[test]
fn the_library_has_every_function_of_the_header() {
    let Some(folder) = programs() else {
        return;
    };
    let printed = run(folder, "Door.exe", &["functions"], "");
    let mut found: Vec<&str> = printed.lines().collect();
    let header = header();
    let mut wanted: Vec<&str> = header.functions.iter().map(|it| it.name.as_str()).collect();
    found.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
}

#[test]
fn structs_have_the_memory_layout_of_c() {
    let Some(folder) = programs() else {
        return;
    };
    let printed = run(folder, "Door.exe", &["layouts"], "");
    let mut source =
        "#include <footwork.h>\n#include <stdio.h>\n#include <stddef.h>\nint main(void) {\n"
            .to_owned();
    let mut wanted = 0;
    for it in header().structs.iter().filter(|it| !it.is_handle()) {
        for field in it.fields.iter().filter(|it| !it.is_reserved()) {
            let (of, name) = (&it.name, &field.name);
            writeln!(
                source,
                "  printf(\"{of}.{name} %lu\\n\", (unsigned long)offsetof({of}, {name}));"
            )
            .unwrap();
            wanted += 1;
        }
    }
    source += "  return 0;\n}\n";
    assert!(wanted > 250, "{wanted}");
    let Some(program) = compile_source("layouts", &source) else {
        return;
    };
    // Names differ only in case and underscores, except for one that is impossible in C#.
    let plain = |line: &str| {
        line.replace("fw_", "")
            .replace('_', "")
            .to_lowercase()
            .replace("frame.number", "frame.frame")
    };
    let found: Vec<String> = printed.lines().map(plain).collect();
    for line in run_with(&program, &[], "").lines() {
        assert!(found.contains(&plain(line)), "C# has not: {line}");
    }
}

#[test]
fn the_samples_equal_the_code_in_the_guide() {
    let guide = fs::read_to_string(package().join("../../docs/guides/csharp.md")).unwrap();
    let shown = guide.split("```csharp\n").skip(1);
    let shown: Vec<&str> = shown
        .map(|part| part.split_once("```").unwrap().0)
        .collect();
    let samples = ["Steer", "Walk", "Chase"].map(|name| {
        let path = package().join(format!("Samples~/{name}/{name}.cs"));
        fs::read_to_string(path).unwrap()
    });
    assert_eq!(shown, samples);
}

#[test]
fn the_sample_without_unity_walks_and_records() {
    let Some(folder) = programs() else {
        return;
    };
    let [poses, tags] = ["fwposes", "tagdb"].map(|it| football(it).display().to_string());
    let recording = folder.join("walk.fwrec");
    let arguments = [&*poses, &*tags, &*recording.display().to_string()];
    let printed = run(folder, "Walk.exe", &arguments, "");
    let parts: Vec<&str> = printed.split(' ').collect();
    let number = |place: usize| parts[place].trim_end_matches(',').parse::<f64>().unwrap();
    // A walk has 1.6 to 2.2 steps per second, at 1.5 m/s, for 5 s.
    assert!((7.0..12.0).contains(&number(1)), "{printed}");
    assert!((1.4..1.9).contains(&number(6)), "{printed}");
    assert!((6.0..8.0).contains(&number(11)), "{printed}");
    let recording = Recording::from_bytes(&fs::read(recording).unwrap()).unwrap();
    assert_eq!(recording.frames().len(), 300);
}

#[test]
fn the_sample_of_all_parts_plays() {
    let Some(folder) = programs() else {
        return;
    };
    let tags = package().join("../wasm/playground/samples.tagdb");
    let tags = tags.display().to_string();
    let printed = run(folder, "Chase.exe", &[&tags], "");
    assert!(
        printed.ends_with("garbage 0\nmoved True, ball True\n"),
        "{printed}"
    );
}

#[test]
fn the_bones_of_a_model_follow_its_character() {
    let Some(folder) = programs() else {
        return;
    };
    let files = ["fwposes", "tagdb"].map(|end| football(end).display().to_string());
    let printed = run(folder, "Steer.exe", &[&files[0], &files[1]], "");
    assert_eq!(printed, STEERED);
}

const STEERED: &str = "\
wall True, right True
left is left True
away True, step True
together True
garbage 0
teleported True
scaled True, facing True, moved True
FootworkCharacter of `Player`: there is no bone `LeftFoot`; list joints that the model lacks in `leftOut`
FootworkCharacter of `Player`: there is no pose file: set `poses`
FootworkCharacter of `Player`: a query needs a tag database: set `tags`
unknown tag `Gait.Rnu`, did you mean `Gait.Run`?
FootworkCharacter of `Player`: the query `Gait.Run & Gait.Walk` allows no pose
";
