//! Tests of the page: its files are served from memory with security headers, and nothing else is served.

use std::fs;

use footwork_studio::{Doorway, LEADS, Options, Place, PlaceError, Server, StartError};

use crate::client::Studio;

fn with_page(studio: &Studio) -> (tempfile::TempDir, Server) {
    let page = tempfile::tempdir().unwrap();
    fs::write(
        page.path().join("index.html"),
        "<!doctype html><title>Page</title>",
    )
    .unwrap();
    fs::create_dir(page.path().join("assets")).unwrap();
    fs::write(page.path().join("assets/index.js"), "export {};").unwrap();
    let options = Options {
        port: Some(0),
        page: Some(page.path().to_owned()),
        ..Options::default()
    };
    let server = Server::start(studio.root(), &options).unwrap();
    (page, server)
}

#[test]
fn files_come_from_memory_with_guarding_headers() {
    let mut studio = Studio::start();
    let (page, server) = with_page(&studio);
    studio.server = server;
    assert!(studio.server.lacks_page().is_none());
    // Later changes in the folder have no effect.
    drop(page);
    for path in ["/", "/index.html", "/?x=1"] {
        let answer = studio.request(
            &format!("GET {path}"),
            &[format!("host: {}", studio.host())],
            b"",
        );
        assert_eq!(
            (answer.status, answer.body.starts_with(b"<!doctype")),
            (200, true),
            "{path}"
        );
        assert_eq!(
            answer.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        let policy = answer.header("content-security-policy").unwrap();
        for part in [
            "default-src 'none'",
            "script-src 'self';",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    let script = studio.get("/assets/index.js");
    assert_eq!(
        script.header("content-type"),
        Some("text/javascript; charset=utf-8")
    );
    let answer = studio.get("/api/clips");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("access-control-allow-origin"), None);
}

#[test]
fn only_files_of_the_page_are_served() {
    let mut studio = Studio::start();
    let (_page, server) = with_page(&studio);
    studio.server = server;
    for path in [
        "/run.bvh",
        "/footwork.toml",
        "/../run.bvh",
        "/assets/../index.js",
        "/assets/%2e%2e/index.html",
        "/..%2f..%2fetc/passwd",
        "//etc/passwd",
        "/assets",
        "/assets/",
        "/index.html/",
        "/%00",
    ] {
        let answer = studio.get(path);
        assert_eq!(answer.status, 404, "{path}");
    }
}

#[test]
fn without_a_built_page_the_server_says_how_to_build_it() {
    let studio = Studio::start();
    if studio.server.lacks_page().is_some() {
        let answer = studio.get("/");
        assert_eq!(answer.status, 200);
        assert!(String::from_utf8_lossy(&answer.body).contains("cargo xtask studio"));
    }
}

#[test]
fn a_library_that_cannot_be_served_is_an_error() {
    let studio = Studio::start();
    let empty = tempfile::tempdir().unwrap();
    let start = |port, page: Option<&std::path::Path>, root| {
        let options = Options {
            port: Some(port),
            page: page.map(std::path::Path::to_owned),
            ..Options::default()
        };
        Server::start(root, &options).unwrap_err()
    };
    let taken = start(studio.server.port(), None, studio.root());
    assert!(matches!(taken, StartError::Port { .. }), "{taken}");
    let no_page = start(0, Some(empty.path()), studio.root());
    assert!(matches!(no_page, StartError::Page(_)), "{no_page}");
    let no_library = start(0, None, &empty.path().join("none"));
    assert!(matches!(no_library, StartError::Open(_)), "{no_library}");
}

/// Without a given port, the server uses the default port or the next free one.
#[test]
fn servers_without_a_port_have_different_ones() {
    let studio = Studio::start();
    let start = || Server::start(studio.root(), &Options::default()).unwrap();
    let (a, b) = (start(), start());
    assert_ne!(a.port(), b.port());
    assert_ne!(a.token(), b.token());
    assert_eq!(
        a.url(),
        format!("http://127.0.0.1:{}/#{}", a.port(), a.token())
    );
}

/// A clip (by the last part of its name), a frame and a query become an address that opens the page there.
#[test]
fn an_address_names_a_place() {
    let studio = Studio::start();
    let place = Place {
        clip: Some("walk one".to_owned()),
        frame: Some(3),
        query: Some("Gait & { speed > 1 }".to_owned()),
    };
    let url = studio.server.url_at(&place).unwrap();
    let token = studio.server.token();
    assert_eq!(
        url.split_once("/?").unwrap().1,
        format!(
            "clip=walks/walk%20one.bvh&frame=3&query=Gait%20%26%20%7B%20speed%20%3E%201%20%7D#{token}"
        )
    );
    assert_eq!(
        studio.server.url_at(&Place::default()).unwrap(),
        studio.server.url()
    );
    let why = |place: Place| studio.server.url_at(&place).unwrap_err();
    let frame = Some(9999);
    let beyond = why(Place {
        frame,
        ..place.clone()
    });
    assert!(matches!(beyond, PlaceError::Frame { .. }), "{beyond}");
    let clip = Some("none".to_owned());
    assert!(matches!(
        why(Place {
            clip,
            ..place.clone()
        }),
        PlaceError::Clip(_)
    ));
    assert!(matches!(
        why(Place {
            clip: None,
            ..place
        }),
        PlaceError::NoClip
    ));
}

/// All users of a machine can read the arguments of a program. The token is therefore in a file that only its owner can
/// read.
#[test]
fn a_private_file_redirects_the_browser_to_the_page() {
    let studio = Studio::start();
    let doorway = Doorway::to(&studio.server.url(), LEADS).unwrap();
    let path = doorway.path().to_owned();
    assert!(!path.display().to_string().contains(studio.server.token()));
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        text.contains(&format!("url={}\"", studio.server.url())),
        "{text}"
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    drop(doorway);
    assert!(!path.exists());
}
