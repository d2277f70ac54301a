//! Cached channels equal computed ones, on any thread.

use std::sync::Arc;
use std::thread;

use footwork_clip::{ChannelCache, WindowedChannel};

use crate::clips::sample;

#[test]
fn threads_share_channels_that_are_computed_once() {
    let clip = Arc::new(sample("cmu/playground_forward_jump_01.bvh"));
    let cache = ChannelCache::new(Arc::clone(&clip));
    let names = [
        "speed",
        "mean(speed, 0.3s)",
        "highest(LeftFoot.height, 20)",
        "LeftFoot.height",
        "rate(turn)",
        "mean(rate(turn), 0.1s)",
    ];
    let ask = || names.map(|name| cache.values(&name.parse().unwrap()).unwrap());
    let found = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect::<Vec<_>>()
    });
    for values in &found {
        for ((name, values), first) in names.iter().zip(values).zip(&found[0]) {
            assert!(Arc::ptr_eq(values, first), "{name} is computed once");
            let channel: WindowedChannel = name.parse().unwrap();
            let plain = clip.channel(&channel.channel).unwrap();
            let expected = channel.apply(plain, clip.rate());
            assert_eq!(**values, *expected, "{name}");
        }
    }
    // Six channels are requested, and `rate` also needs `turn`.
    assert_eq!(cache.bytes(), 7 * 4 * clip.frame_count() as usize);
}

#[test]
fn an_unknown_joint_is_an_error_each_time() {
    let cache = ChannelCache::new(Arc::new(sample("deepmimic/walk.txt")));
    let channel: WindowedChannel = "mean(left_tow.y, 5)".parse().unwrap();
    for _ in 0..2 {
        let error = cache.values(&channel).unwrap_err();
        assert_eq!(error.suggestion.as_deref(), Some("left_toe"));
    }
    assert_eq!(cache.bytes(), 0);
}
