//! Libraries whose sidecars, settings, clips and outputs are links.

use std::fs;

use super::calls;
use super::stranger::Stranger;

/// The command removes temporary files of killed programs only inside the library.
#[test]
fn no_temporary_file_is_removed_behind_a_link() {
    let stranger = Stranger::new();
    stranger.write("outside/folder/.footwork-1-0.tmp", b"another program's");
    stranger.write(
        "outside/clips/.footwork-write-1-0.tmp",
        b"another program's",
    );
    for file in [
        "outside/folder/.footwork-1-0.tmp",
        "outside/clips/.footwork-write-1-0.tmp",
    ] {
        let old = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
        let file = fs::File::options()
            .write(true)
            .open(stranger.path(file))
            .unwrap();
        file.set_modified(old).unwrap();
    }
    stranger.link("lib/linked", &stranger.path("outside/folder"));
    stranger.link("lib/far.bvh", &stranger.path("outside/clips/far.bvh"));
    stranger.link(
        "lib/far.bvh.tags",
        &stranger.path("outside/clips/far.bvh.tags"),
    );
    for call in calls::all(&stranger.lib(), &stranger.out()) {
        stranger.attacked(&call, "temporary files behind links");
    }
}

/// A file that does not exist.
const NOWHERE: &str = "outside/made.tags";

/// Clips may be links out of the library; their sidecars lie next to the links. A sidecar that is a link out of the
/// library, or that lies behind a linked folder, is read but never written.
#[test]
fn no_sidecar_is_written_through_a_link_out_of_the_library() {
    let far = |stranger: &Stranger| stranger.path("outside/clips/far.bvh.tags");
    for (link, target) in [
        ("lib/run.bvh.tags", "outside/clips/far.bvh.tags"),
        ("lib/run.bvh.tags", NOWHERE),
        ("lib/linked", "outside/clips"),
        ("lib/footwork.toml", "beside/footwork.toml"),
    ] {
        let stranger = Stranger::new();
        let before = stranger.read("outside/clips/far.bvh.tags");
        stranger.link(link, &stranger.path(target));
        for call in calls::all(&stranger.lib(), &stranger.out()) {
            stranger.attacked(&call, &format!("{link} leads to {target}"));
            // The command does not replace the link with a file either, unless the link leads nowhere.
            let lib = stranger.lib();
            stranger.attacked(&["tag", "add", &lib, "Gait.Run", "far", "1", "2"], link);
            let is_link = fs::symlink_metadata(stranger.path(link))
                .unwrap()
                .is_symlink();
            assert!(is_link || target == NOWHERE, "{link}");
        }
        assert_eq!(fs::read(far(&stranger)).unwrap(), before);
    }
}

/// A clip that is a link out of the library can be tagged; its sidecar lies next to the link.
#[test]
fn the_sidecar_of_a_linked_clip_lies_next_to_the_link() {
    let stranger = Stranger::new();
    stranger.link("lib/near.bvh", &stranger.path("outside/clips/far.bvh"));
    let ran = stranger.attacked(
        &["tag", "add", &stranger.lib(), "Gait.Run", "near", "1", "2"],
        "a linked clip",
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        fs::symlink_metadata(stranger.path("lib/near.bvh.tags"))
            .unwrap()
            .is_file()
    );
}

/// An output that the user names may be a link. A stranger can foresee default names, and the names of files in an
/// output folder, so links with these names are refused.
#[test]
fn only_outputs_named_by_the_user_are_written_through_links() {
    let stranger = Stranger::new();
    let (lib, out) = (stranger.lib(), stranger.out());
    let named = stranger.path("out/named.tagdb").display().to_string();
    let cut = ["cut", &lib, "all", "-o", &out];
    let calls: [(&str, Vec<&str>); 7] = [
        ("lib.tagdb", vec!["compile", &lib]),
        ("lib.tagdb", vec!["watch", &lib]),
        (
            "footwork_notifies.py",
            vec!["export", &lib, "--to", "unreal", "-o", "notifies.csv"],
        ),
        (
            "run.bvh.glb",
            vec!["export", &lib, "--to", "glb", "-o", &out],
        ),
        (
            "run.bvh.eaf",
            vec!["export", &lib, "--to", "eaf", "-o", &out],
        ),
        ("run_00.bvh", [&cut[..], &["--force"]].concat()),
        (
            "Run",
            [&cut[..], &["--name", "Run/{clip}_{index:02}"]].concat(),
        ),
    ];
    for (link, call) in calls {
        let link = format!("out/{link}");
        let targets: &[&str] = if link.ends_with("Run") {
            &["outside/clips"]
        } else {
            &["outside/clips/far.bvh", "outside/made"]
        };
        for target in targets {
            let target = &stranger.path(target);
            stranger.link(&link, target);
            let ran = stranger.attacked(&call, &link);
            assert_eq!(ran.code, 2, "{call:?}: {}", ran.stdout);
            assert!(ran.stderr.contains("is a link"), "{}", ran.stderr);
            fs::remove_file(stranger.path(&link)).unwrap();
        }
    }
    stranger.write("out/target.tagdb", b"");
    stranger.link("out/named.tagdb", &stranger.path("out/target.tagdb"));
    assert_eq!(stranger.run(&["compile", &lib, "-o", &named]).code, 0);
    assert!(!stranger.read("out/target.tagdb").is_empty());
}
