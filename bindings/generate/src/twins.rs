//! The table of twins: the name of each C function in each language.

use std::fmt::Write;

use crate::api::Api;

const HEAD: &str = "\
<!-- @generated from bindings/c by `cargo xtask bindings`; not edited by hand. -->
# One function, four languages

Every function of `footwork.h`, and what C# and TypeScript call it. C++ calls the functions of C through `footwork.hpp`. Names marked with
a star are written by hand; `bindings/generate/bindings.toml` says why.

| C and C++ | C# | TypeScript |
|---|---|---|
";

/// Returns the text of `docs/twins.md`.
pub(crate) fn write(api: &Api<'_>) -> String {
    let mut out = HEAD.to_owned();
    for member in &api.members {
        let name = &member.function.name;
        let star = |language| match api.map.by_hand(language, name) {
            Some(_) => " *",
            None => "",
        };
        let _ = writeln!(
            out,
            "| `{name}` | `{}`{} | `{}`{} |",
            member.csharp(api),
            star("csharp"),
            member.typescript(api),
            star("typescript")
        );
    }
    out
}
