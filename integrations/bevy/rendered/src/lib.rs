//! Compiles the program in the Bevy guide, which needs a renderer. The examples are in `examples/`.

#[cfg(doctest)]
#[doc = include_str!("../../../../docs/guides/bevy.md")]
struct GuideOfBevy;
