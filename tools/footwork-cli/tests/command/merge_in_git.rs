//! git merges hundreds of sidecars, with the command as its merge driver.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;
use footwork::base::FrameRange;
use footwork_sidecar::{Sidecar, merge};
use footwork_testkit::Random;

const FRAMES: u32 = 120;

/// Makes `edits` random changes of the kinds that users make: to tags, events, notes and comments.
fn edited(start: &Sidecar, edits: u32, random: &mut Random) -> Sidecar {
    let mut sidecar = start.clone();
    for _ in 0..edits {
        let name = ["Gait.Run", "\"Hand made\""][random.below_32(2) as usize];
        let name = name.parse().unwrap();
        let first = random.below_32(FRAMES);
        let range = FrameRange::new(first, first + 1 + random.below_32(12)).unwrap();
        let time = f64::from(random.below_32(20)) * 4.5;
        match random.below_32(8) {
            0 => _ = sidecar.paint(&name, range),
            1 => _ = sidecar.erase(&name, range),
            2..=4 => move_stop(&mut sidecar, random),
            5 => _ = sidecar.add_event(&name, time),
            6 => _ = sidecar.remove_event(&name, time),
            _ => {
                let mut text = sidecar.to_bytes();
                text.extend(format!("note \"{first}\"\n# remark {first}\n").bytes());
                sidecar = read(&text);
            }
        }
    }
    read(&sidecar.to_bytes())
}

/// Makes a span longer or shorter by moving its end.
fn move_stop(sidecar: &mut Sidecar, random: &mut Random) {
    let spans: Vec<_> = sidecar.tags().cloned().collect();
    let Some(count) = u32::try_from(spans.len()).ok().filter(|count| *count > 0) else {
        return;
    };
    let span = &spans[random.below_32(count) as usize];
    let (stop, by) = (span.range.stop(), 1 + random.below_32(4));
    match random.below_32(2) {
        0 => _ = sidecar.paint(&span.name, FrameRange::new(stop, stop + by).unwrap()),
        _ => {
            let start = stop.saturating_sub(by);
            _ = sidecar.erase(&span.name, FrameRange::new(start, stop).unwrap());
        }
    }
}

fn read(bytes: &[u8]) -> Sidecar {
    Sidecar::read("a.tags", bytes).unwrap().0
}

fn git(folder: &Path, arguments: &[&str]) -> Output {
    Command::new("git")
        .current_dir(folder)
        .args(["-c", "core.autocrlf=false", "-c", "user.name=a"])
        .args([
            "-c",
            "user.email=a@example.com",
            "-c",
            "commit.gpgsign=false",
        ])
        .args(arguments)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", folder.join("no-such-file"))
        .output()
        .unwrap()
}

#[track_caller]
fn done(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn has_git() -> bool {
    let found = Command::new("git").arg("--version").output().is_ok();
    if !found {
        let message = "git is not installed; nothing was merged";
        assert!(std::env::var_os("CI").is_none(), "{message}");
        eprintln!("skipped: {message}");
    }
    found
}

/// Returns a repository whose merge driver is the command.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    done(&git(path, &["init", "-q", "-b", "main"]));
    let command = cargo_bin!("footwork").display().to_string();
    let driver = format!("'{}' merge-driver %O %A %B %P", command.replace('\\', "/"));
    done(&git(path, &["config", "merge.footwork.driver", &driver]));
    let attributes = "*.tags merge=footwork\nfootwork.toml merge=footwork\n";
    std::fs::write(path.join(".gitattributes"), attributes).unwrap();
    folder
}

fn commit(folder: &Path, sidecars: &[Sidecar]) {
    for (number, sidecar) in sidecars.iter().enumerate() {
        std::fs::write(folder.join(file(number)), sidecar.to_bytes()).unwrap();
    }
    done(&git(folder, &["add", "-A"]));
    done(&git(
        folder,
        &["commit", "-q", "--allow-empty", "-m", "tags"],
    ));
}

fn file(number: usize) -> String {
    format!("walk {number:03}.bvh.tags")
}

#[test]
fn git_merges_as_the_library_does() {
    if !has_git() {
        return;
    }
    let repository = repository();
    let folder = repository.path();
    let mut random = Random::new(1);
    let (mut clean, mut disputed) = (0, 0);
    for round in 0..5 {
        let mut sides: [Vec<Sidecar>; 3] = Default::default();
        for _ in 0..100 {
            let start = read(format!("footwork-tags 1\nclip a\nframes {FRAMES}\n").as_bytes());
            let base = edited(&start, 20, &mut random);
            let edits = [random.below_32(8), random.below_32(8)];
            let [ours, theirs] = edits.map(|edits| edited(&base, edits, &mut random));
            for (list, sidecar) in sides.iter_mut().zip([base, ours, theirs]) {
                list.push(sidecar);
            }
        }
        let [base, ours, theirs] = &sides;
        let branch = format!("theirs-{round}");
        commit(folder, base);
        done(&git(folder, &["checkout", "-q", "-b", &branch]));
        commit(folder, theirs);
        done(&git(folder, &["checkout", "-q", "main"]));
        commit(folder, ours);
        let ran = git(folder, &["merge", "-q", "--no-edit", &branch]);

        let mut unmerged = BTreeSet::new();
        for number in 0..base.len() {
            let expected = merge(&base[number], &ours[number], &theirs[number]);
            let merged = std::fs::read(folder.join(file(number))).unwrap();
            let [merged, text] =
                [merged, expected.to_bytes()].map(|b| String::from_utf8(b).unwrap());
            assert_eq!(merged, text, "{round} {number}");
            let has_markers = merged.lines().any(|line| line.starts_with("<<<<<<< "));
            assert_eq!(has_markers, !expected.conflicts.is_empty());
            if has_markers {
                unmerged.insert(file(number));
                disputed += 1;
            } else {
                assert_eq!(read(merged.as_bytes()).to_bytes(), merged.as_bytes());
                clean += 1;
            }
        }
        let names = ["diff", "--name-only", "--diff-filter=U"];
        let listed = done(&git(folder, &names));
        let listed: BTreeSet<String> = listed.lines().map(str::to_owned).collect();
        assert_eq!(listed, unmerged);
        assert_eq!(ran.status.success(), unmerged.is_empty());
        let said = String::from_utf8_lossy(&ran.stderr);
        for name in &unmerged {
            assert!(said.contains(&format!("{name}:")), "{said}");
        }
        done(&git(folder, &["add", "-A"]));
        done(&git(
            folder,
            &["commit", "-q", "--allow-empty", "-m", "merged"],
        ));
    }
    assert_eq!(clean + disputed, 500);
    assert!(clean > 100 && disputed > 50, "{clean} {disputed}");
}

/// Makes two branches that have merged each other, so that git has two common ancestors, `a` and `b`, which were made
/// from `start`. Then each branch changes its result. Returns git's answer to merging the second branch into the first,
/// and the merged file.
fn crosswise(name: &str, [start, a, b, then_a, then_b]: [&str; 5]) -> (Output, String) {
    let repository = repository();
    let folder = repository.path();
    let write = |text: &str, merged: bool| {
        std::fs::write(folder.join(name), text).unwrap();
        done(&git(folder, &["add", "-A"]));
        let amend = if merged { "--amend" } else { "--allow-empty" };
        done(&git(folder, &["commit", "-q", amend, "-m", "tags"]));
    };
    // Write the first merges by hand, so that git makes only the last one.
    let merge_by_hand = |branch: &str, text: &str| {
        let parents = ["merge", "-q", "-s", "ours", "--no-edit", branch];
        done(&git(folder, &parents));
        write(text, true);
    };
    write(start, false);
    done(&git(folder, &["checkout", "-q", "-b", "b"]));
    write(b, false);
    done(&git(folder, &["branch", "b-before"]));
    done(&git(folder, &["checkout", "-q", "main"]));
    write(a, false);
    done(&git(folder, &["branch", "a-before"]));
    merge_by_hand("b-before", then_a);
    done(&git(folder, &["checkout", "-q", "b"]));
    merge_by_hand("a-before", then_b);
    done(&git(folder, &["checkout", "-q", "main"]));
    let bases = done(&git(folder, &["merge-base", "--all", "main", "b"]));
    assert_eq!(bases.lines().count(), 2, "expected two common ancestors");
    let ran = git(folder, &["merge", "-q", "--no-edit", "b"]);
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    let unmerged = done(&git(folder, &["diff", "--name-only", "--diff-filter=U"]));
    assert_eq!(unmerged.is_empty(), ran.status.success());
    (ran, text)
}

fn crosswise_tags(bodies: [&str; 5]) -> (bool, String) {
    let head = "footwork-tags 1\nclip a\nframes 99\n";
    let texts = bodies.map(|body| format!("{head}{body}"));
    let texts = texts.each_ref().map(String::as_str);
    let (ran, text) = crosswise("a.bvh.tags", texts);
    (ran.status.success(), text.replace(head, ""))
}

#[test]
fn branches_that_merged_each_other_lose_no_edit() {
    if !has_git() {
        return;
    }
    let both = "tag A 10 25\nevent E 5\n";
    // The second branch removes an item that the first branch had added. With an older ancestor, the merge would
    // restore the item.
    let sides = ["tag A 10 20\n", "tag A 10 25\n", "tag A 10 20\nevent E 5\n"];
    let [start, a, b] = sides;
    let merged = crosswise_tags([start, a, b, "tag A 8 25\nevent E 5\n", "tag A 10 25\n"]);
    assert_eq!(merged, (true, "tag A 8 25\n".to_owned()));
    let merged = crosswise_tags([start, a, b, both, "tag A 10 20\nevent E 5\nevent E 50\n"]);
    let expected = "tag A 10 20\nevent E 5\nevent E 50\n".to_owned();
    assert_eq!(merged, (true, expected), "the span should be trimmed");
}

#[test]
fn a_conflict_that_branches_resolved_differently_is_a_conflict_again() {
    if !has_git() {
        return;
    }
    let [a, b] = ["tag A 10 25\n", "tag A 10 30\n"];
    let (is_clean, text) = crosswise_tags(["tag A 10 20\n", a, b, a, b]);
    assert!(!is_clean);
    let both = format!("<<<<<<< ours\n{a}=======\n{b}>>>>>>> theirs\n");
    assert_eq!(text, both);
    // The common ancestor is unknown, so even a change by only one branch is a conflict.
    let (is_clean, text) = crosswise_tags(["tag A 10 20\n", a, b, a, "tag A 10 25\ntag B 0 1\n"]);
    assert!(!is_clean);
    assert_eq!(
        text,
        format!("{a}<<<<<<< ours\n=======\ntag B 0 1\n>>>>>>> theirs\n")
    );
}

#[test]
fn settings_of_branches_that_merged_each_other_are_merged() {
    if !has_git() {
        return;
    }
    let config =
        |name: &str, key: &str| format!("name = \"{name}\"\n\n[tags.A]\nkey = \"{key}\"\n");
    let [start, a, b] = [config("s", "s"), config("a", "s"), config("s", "b")];
    let [then_a, then_b] = [config("a", "b"), config("a", "s")];
    let texts = [&start, &a, &b, &then_a, &then_b].map(String::as_str);
    let (ran, text) = crosswise("footwork.toml", texts);
    assert_eq!((ran.status.success(), text), (true, config("a", "s")));
    let [a, b] = [config("a", "s"), config("b", "s")];
    let texts = [&start, &a, &b, &a, &b].map(String::as_str);
    let (ran, text) = crosswise("footwork.toml", texts);
    assert!(!ran.status.success());
    assert!(
        text.contains("<<<<<<< ours\nname = \"a\"\n=======\nname = \"b\"\n"),
        "{text}"
    );
}

/// States, notes, kept labels and references merge like labels. Changes of different items are both kept, and equal
/// lines are no conflict.
#[test]
fn states_notes_and_references_merge_in_git() {
    if !has_git() {
        return;
    }
    let text = |name: &str, body: &str| {
        let repository = repository();
        let folder = repository.path();
        let write = |body: &str| {
            let head = "footwork-tags 1\nclip a\nframes 99\n";
            std::fs::write(folder.join(name), format!("{head}{body}")).unwrap();
            done(&git(folder, &["add", "-A"]));
            done(&git(folder, &["commit", "-q", "-m", "tags"]));
        };
        let [start, ours, theirs] = body.splitn(3, "===\n").collect::<Vec<_>>()[..] else {
            panic!("expected three versions: {body}");
        };
        write(start);
        done(&git(folder, &["checkout", "-q", "-b", "b"]));
        write(theirs);
        done(&git(folder, &["checkout", "-q", "main"]));
        write(ours);
        done(&git(folder, &["merge", "-q", "--no-edit", "b"]));
        let merged = std::fs::read_to_string(folder.join(name)).unwrap();
        merged.splitn(4, '\n').last().unwrap().to_owned()
    };
    let merged = text(
        "a.tags",
        "tag A 0 9\n===\n\
         state done by \"Ann\"\nreference kick.mp4 offset 2\nnote \"ours\"\ntag A 0 9\n===\n\
         state in-progress\nnote \"theirs\"\ntag A 0 12\n",
    );
    assert_eq!(
        merged,
        "state in-progress\nreference kick.mp4 offset 2\nnote \"ours\"\nnote \"theirs\"\ntag A 0 12\n"
    );
    // Labels that both branches kept in a comparison appear once.
    let kept = "kept A ours 0 9 theirs 0 4\n";
    let merged = text(
        "a.tags",
        &format!(
            "tag A 0 9\n===\ntag A 0 9\n{kept}===\ntag A 0 9\n{kept}kept B ours none theirs 2 3\n"
        ),
    );
    assert_eq!(
        merged,
        format!("tag A 0 9\n{kept}kept B ours none theirs 2 3\n")
    );
    // If both branches changed the video, the result is the same whichever branch merges the other.
    let [ours, theirs] = ["reference b.mp4\n", "reference a.mp4 offset 1\n"];
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
        let body = format!("reference c.mp4\ntag A 0 9\n==={}", "\n");
        let merged = text(
            "a.tags",
            &format!("{body}{ours}tag A 0 9\n===\n{theirs}tag A 0 9\n"),
        );
        assert_eq!(merged, "reference a.mp4 offset 1\ntag A 0 9\n");
    }
}

/// Rules and saved queries are lines of `footwork.toml`. If two users each add one, the merge has both.
#[test]
fn rules_and_queries_merge_in_git() {
    if !has_git() {
        return;
    }
    let repository = repository();
    let folder = repository.path();
    let write = |text: &str| {
        std::fs::write(folder.join("footwork.toml"), text).unwrap();
        done(&git(folder, &["add", "-A"]));
        done(&git(folder, &["commit", "-q", "-m", "settings"]));
    };
    let start = "[queries]\nkicks = \"Kick\"\n\n[rules]\n\"Auto.Run\" = \"{ speed > 2 }\"\n";
    write(start);
    done(&git(folder, &["checkout", "-q", "-b", "b"]));
    write(&format!("{start}\"Auto.Idle\" = \"{{ speed < 0.1 }}\"\n"));
    done(&git(folder, &["checkout", "-q", "main"]));
    let similar = "like-this = 'similar(\"a.bvh\", 1..9, 5)'\n\n[rules]";
    let ours = start.replace("\n[rules]", similar);
    write(&format!("{ours}\"Auto.Walk\" = \"{{ speed > 1 }}\"\n"));
    done(&git(folder, &["merge", "-q", "--no-edit", "b"]));
    let merged = std::fs::read_to_string(folder.join("footwork.toml")).unwrap();
    for line in ["Auto.Run", "Auto.Idle", "Auto.Walk", "like-this", "kicks"] {
        assert_eq!(merged.matches(line).count(), 1, "{line}: {merged}");
    }
}
