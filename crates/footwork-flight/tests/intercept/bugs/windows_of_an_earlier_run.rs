//! A lookup used the windows of an earlier run, which belonged to another player.

use footwork_flight::{InterceptSearch, ReachModel};

use crate::people::scene;

#[test]
fn windows_belong_to_the_index_of_the_last_run() {
    let mut search = InterceptSearch::new(ReachModel::Simple);
    for number in 0..20 {
        // One run has more players than the run before, the next run fewer.
        let count = if number % 2 == 0 { 12 } else { 5 };
        let (path, players) = scene(number, count);
        search.run(&path, &players, 0.0).unwrap();
        for (index, player) in players.iter().enumerate() {
            let mut alone = InterceptSearch::new(ReachModel::Simple);
            alone.run(&path, std::slice::from_ref(player), 0.0).unwrap();
            assert_eq!(search.windows(index), alone.windows(0));
            let first = search.windows(index).first().map(|window| window.from_secs);
            assert_eq!(
                first,
                search.intercepts()[index].first.map(|first| first.secs)
            );
        }
        assert_eq!(search.windows(players.len()), &[]);
        assert_eq!(search.windows(usize::MAX), &[]);
    }
}
