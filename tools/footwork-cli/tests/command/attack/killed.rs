//! Programs killed while they write outside the library. The next call removes the files that they leave
//! behind.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use assert_cmd::cargo::cargo_bin;

use super::is_soak;
use super::stranger::{STATE, Stranger};

/// Calls that write outside the library, each with one of the files that it writes.
const CALLS: &[(&[&str], &str)] = &[
    (
        &["compile", "LIB", "-o", "OUT/motion.tagdb"],
        "motion.tagdb",
    ),
    (
        &["export", "LIB", "--to", "csv", "-o", "OUT/tags_out.csv"],
        "tags_out.csv",
    ),
    (
        &["export", "LIB", "--to", "glb", "-o", "OUT/glb"],
        "glb/run.bvh.glb",
    ),
    (&["strip", "LIB", "run", "-o", "OUT/run.png"], "run.png"),
    (
        &[
            "merge-driver",
            "OUT/base.tags",
            "OUT/ours.tags",
            "OUT/theirs.tags",
        ],
        "ours.tags",
    ),
];

fn placed(stranger: &Stranger, call: &[&str]) -> Vec<String> {
    let placed = |word: &&str| {
        word.replace("LIB", &stranger.lib())
            .replace("OUT", &stranger.out())
    };
    call.iter().map(placed).collect()
}

fn stranger() -> Stranger {
    let stranger = Stranger::new();
    stranger.write("out/glb/kept", b"");
    for file in ["base", "ours", "theirs"] {
        stranger.write(
            &format!("out/{file}.tags"),
            b"footwork-tags 1\ntag Gait.Walk 0 9\n",
        );
    }
    stranger
}

/// Starts a call, which the test then kills.
fn spawn(stranger: &Stranger, call: &[String]) -> Child {
    let child = Command::new(cargo_bin!("footwork"))
        .args(call)
        .env(STATE, stranger.path("state"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    child.unwrap()
}

/// Returns the temporary files in a folder and its subfolders.
fn temporary(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let below = entries.flat_map(|path| {
        if path.is_dir() {
            temporary(&path)
        } else {
            vec![path]
        }
    });
    let is_temporary = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with(".footwork-")
    };
    below.filter(is_temporary).collect()
}

/// Sets the time of a file's last change to an hour ago.
fn age(path: &Path) {
    let file = File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(3600))
        .unwrap();
}

#[test]
fn old_temporary_files_next_to_an_output_are_removed_and_new_ones_kept() {
    for (call, file) in CALLS {
        let stranger = stranger();
        let folder = stranger.path("out").join(file).parent().unwrap().to_owned();
        let [old, new, other] = [
            "write-99999999-0.tmp",
            "write-99999999-1.tmp",
            "of-somebody.tmp",
        ]
        .map(|name| folder.join(format!(".footwork-{name}")));
        for path in [&old, &new, &other] {
            fs::write(path, "part of a file").unwrap();
        }
        age(&old);
        age(&other);
        let ran = stranger.run(&placed(&stranger, call));
        assert_eq!(ran.code, 0, "{call:?}: {}", ran.stderr);
        let left = [old, new, other].map(|path| path.exists());
        assert_eq!(left, [false, true, true], "{call:?}");
    }
}

#[test]
fn the_next_call_removes_leftovers_of_a_killed_program() {
    let rounds = if is_soak() { 60 } else { 6 };
    for (call, file) in CALLS {
        let stranger = stranger();
        let call = placed(&stranger, call);
        for round in 0..rounds {
            let mut child = spawn(&stranger, &call);
            thread::sleep(Duration::from_millis(7 * round));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        temporary(&stranger.path("out"))
            .iter()
            .for_each(|path| age(path));
        let ran = stranger.run(&call);
        assert_eq!(ran.code, 0, "{call:?}: {}", ran.stderr);
        assert!(
            !fs::read(stranger.path("out").join(file))
                .unwrap()
                .is_empty()
        );
        assert_eq!(
            temporary(&stranger.path("out")),
            Vec::<PathBuf>::new(),
            "{call:?}"
        );
    }
}

/// Returns a library from which a cut makes many pieces.
fn with_pieces() -> Stranger {
    let stranger = Stranger::new();
    let clip = stranger.read("lib/run.bvh");
    for number in 0..30 {
        stranger.write(&format!("lib/many/c{number:02}.bvh"), &clip);
        stranger.write(
            &format!("lib/many/c{number:02}.bvh.tags"),
            b"footwork-tags 1\ntag Gait.Walk 3 9\n",
        );
    }
    stranger
}

/// Returns the files below a folder by path, with their contents.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for path in fs::read_dir(folder)
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
    {
        if path.is_dir() {
            files.extend(self::files(&path))
        } else {
            _ = files.insert(path.clone(), fs::read(path).unwrap())
        }
    }
    files
}

/// Returns all files in a folder except the settings, which a cut writes if the folder has none.
fn pieces(out: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let inside = |(path, content): (PathBuf, Vec<u8>)| {
        let path = path.strip_prefix(out).unwrap().to_owned();
        (path, content)
    };
    let mut found: BTreeMap<_, _> = files(out).into_iter().map(inside).collect();
    found.remove(Path::new("footwork.toml"));
    found
}

/// Returns whether a file in a folder has its final name.
fn has_piece(folder: &Path) -> bool {
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.any(|entry| {
        let name = entry.file_name();
        !name.as_encoded_bytes().starts_with(b".") && name != "footwork.toml"
    })
}

/// If any piece of a killed cut has its final name, the next cut completes all pieces. Otherwise the next cut may also
/// remove them.
#[test]
fn a_killed_cut_is_completed_or_removed_by_the_next() {
    let rounds = if is_soak() { 400 } else { 10 };
    let stranger = with_pieces();
    let out = stranger.path("out/cuts");
    let cut = |name: &str| {
        let call = [
            "cut",
            "LIB",
            "Gait.Walk & clip(\"many/*\")",
            "-o",
            "OUT/cuts",
            "--name",
            name,
        ];
        placed(&stranger, &call)
    };
    let (call, other) = (cut("{tag:Gait}/{clip}"), cut("{tag:Gait}/again_{clip}"));
    assert_eq!(stranger.run(&call).code, 0);
    let whole = pieces(&out);
    let mut finished = 0;
    for round in 0..rounds {
        fs::remove_dir_all(&out).unwrap();
        let mut child = spawn(&stranger, &call);
        // In even rounds, kill while files are written; in odd rounds, while they are renamed.
        let is_begun = || match round % 2 {
            0 => out.join("Walk").exists(),
            _ => has_piece(&out.join("Walk")),
        };
        while child.try_wait().unwrap().is_none() && !is_begun() {
            thread::yield_now();
        }
        thread::sleep(Duration::from_micros(50 * (round / 2)));
        child.kill().unwrap();
        child.wait().unwrap();
        let left = pieces(&out);
        let begun = left.keys().filter(|path| whole.contains_key(*path)).count();
        temporary(&stranger.path("out"))
            .iter()
            .for_each(|path| age(path));
        // The next cut names its pieces differently, so that no existing file blocks it.
        let ran = stranger.run(&other);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let mut now = pieces(&out);
        let is_other = |path: &Path| {
            path.file_name()
                .unwrap()
                .as_encoded_bytes()
                .starts_with(b"again_")
        };
        now.retain(|path, _| !is_other(path));
        match begun {
            0 => assert!(now.is_empty() || now == whole, "{:?}", now.keys()),
            _ => assert_eq!(now, whole),
        }
        let is_said = ran
            .stderr
            .contains("an interrupted command in this folder has been completed");
        assert_eq!(
            is_said,
            begun < now.len(),
            "{begun} of {}: {}",
            now.len(),
            ran.stderr
        );
        finished += usize::from(is_said);
    }
    println!("{finished} of {rounds} cuts were finished by the next one");
}

/// Kills a cut while it renames its files. Returns whether it was killed before it ended.
fn kill_while_renaming(cut: &mut Command, out: &Path) -> bool {
    let cut = cut.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = cut.spawn().unwrap();
    while child.try_wait().unwrap().is_none() && !has_piece(&out.join("Walk")) {
        thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    !temporary(out).is_empty()
}

/// For most users, no environment variable names the state folder, and the first program that needs the folder creates
/// it.
#[test]
fn a_killed_cut_is_completed_wherever_the_state_folder_is() {
    let stranger = with_pieces();
    let (out, lib) = (stranger.path("out/cuts"), stranger.lib());
    for (name, value, folder) in [
        (STATE, "states/own/deep", "states/own/deep"),
        ("XDG_STATE_HOME", "states/xdg", "states/xdg/footwork"),
        ("HOME", "states", "states/.local/state/footwork"),
    ] {
        if cfg!(target_os = "macos") && name != STATE {
            continue;
        }
        let cut = |piece: &str| {
            let mut command = Command::new(cargo_bin!("footwork"));
            command.args(["cut", &lib, "Gait.Walk & clip(\"many/*\")", "--name", piece]);
            command.arg("-o").arg(&out);
            for other in [STATE, "XDG_STATE_HOME", "HOME"] {
                command.env_remove(other);
            }
            command.env(name, stranger.path(value));
            command
        };
        let name_of = "{tag:Gait}/{clip}";
        let is_killed = (0..200).any(|_| {
            _ = fs::remove_dir_all(&out);
            kill_while_renaming(&mut cut(name_of), &out)
        });
        assert!(is_killed, "{name}: no cut was killed in time");
        let mode = fs::metadata(stranger.path(folder)).unwrap().permissions();
        let mode = std::os::unix::fs::PermissionsExt::mode(&mode) & 0o777;
        assert_eq!(mode, 0o700, "{name}");
        let next = cut("{tag:Gait}/again_{clip}").output().unwrap();
        let stderr = String::from_utf8(next.stderr).unwrap();
        assert_eq!(next.status.code(), Some(0), "{name}: {stderr}");
        let is_said = stderr.contains("an interrupted command in this folder has been completed");
        assert!(is_said, "{name}: {stderr}");
        let is_again = |path: &Path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            name.starts_with("again_")
        };
        let (again, finished): (Vec<_>, Vec<_>) =
            pieces(&out).into_keys().partition(|path| is_again(path));
        assert!(
            again.len() >= 30 && again.len() == finished.len(),
            "{name}: {finished:?}"
        );
    }
}

/// A server writes a file that opens its page in a browser. The next server removes the files of killed servers, but
/// not those of running servers.
#[test]
fn the_start_page_of_a_killed_studio_is_removed_by_the_next() {
    let stranger = Stranger::new();
    // Replace the program that opens a browser with one that does nothing.
    stranger.write("bin/xdg-open", b"#!/bin/sh\nexit 0\n");
    let opener = stranger.path("bin/xdg-open");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(opener, executable).unwrap();
    let folder = stranger.path("out/temporary");
    fs::create_dir(&folder).unwrap();
    let start = || {
        let child = Command::new(cargo_bin!("footwork"))
            .args(["studio", &stranger.lib(), "--port", "0"])
            .env(STATE, stranger.path("state"))
            .env("DISPLAY", ":99")
            .env("PATH", stranger.path("bin"))
            .env("TMPDIR", &folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        child.unwrap()
    };
    let doorways = || {
        let entries = fs::read_dir(&folder).unwrap();
        entries
            .map(|entry| entry.unwrap().path())
            .collect::<Vec<PathBuf>>()
    };
    let wait_for = |count: usize| {
        for _ in 0..3000 {
            let found = doorways();
            if found.len() == count
                && found
                    .iter()
                    .all(|path| fs::metadata(path).is_ok_and(|m| m.len() > 0))
            {
                return found;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("expected {count} files, found {:?}", doorways());
    };
    let mut killed = start();
    let left = wait_for(1);
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(doorways(), left);
    let mut running = start();
    let both = wait_for(2);
    let own: Vec<&PathBuf> = both.iter().filter(|path| !left.contains(path)).collect();
    assert_eq!(own.len(), 1);
    // Files of other programs stay.
    let other = folder.join("footwork-studio-notes.html");
    fs::write(&other, "mine").unwrap();
    both.iter().chain([&other]).for_each(|path| age(path));
    let mut third = start();
    for _ in 0..3000 {
        if !left[0].exists() {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    assert!(
        !left[0].exists() && own[0].exists() && other.exists(),
        "{:?}",
        doorways()
    );
    for child in [&mut running, &mut third] {
        drop(child.stdin.take());
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
    assert_eq!(doorways(), [other]);
}
