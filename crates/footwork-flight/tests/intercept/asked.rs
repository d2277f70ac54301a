//! The answers for AI players, compared with those from a list of all players sorted by time.

use footwork_flight::{
    InterceptSearch, Player, PlayerIntercept, ReachModel, TeamId, first_there, pass_outlook,
};

use crate::kicks::count;
use crate::people::scene;

/// Returns the time of each player's first intercept and the player's id, the earliest first.
fn sorted<'a>(found: impl Iterator<Item = &'a PlayerIntercept>) -> Vec<(f64, u32)> {
    let mut firsts: Vec<(f64, u32)> = found
        .filter_map(|found| Some((found.first?.secs, found.player.number())))
        .collect();
    firsts.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    firsts
}

#[test]
fn first_there_and_pass_outlook_agree_with_a_sorted_list() {
    let (mut safe, mut lost) = (0, 0);
    for number in 0..count(60, 2000) {
        let (path, mut players) = scene(number, 12);
        // Two players differ only in their ids.
        players[7] = Player {
            id: players[7].id,
            ..players[4]
        };
        let mut search = InterceptSearch::new(ReachModel::Simple);
        search.run(&path, &players, 0.0).unwrap();
        let found = search.intercepts();
        let all = sorted(found.iter());
        let first = first_there(found);
        assert_eq!(
            first.map(|x| x.intercept.player.number()),
            all.first().map(|x| x.1)
        );
        let lead = all.get(1).map_or(f64::INFINITY, |next| next.0 - all[0].0);
        assert_eq!(first.map(|x| x.lead_secs), all.first().map(|_| lead));
        let mut turned = found.to_vec();
        turned.reverse();
        assert_eq!(first_there(&turned), first);

        let (passer, team) = (players[2].id, TeamId::new(0));
        let side = |is_own: bool| {
            let is = move |(player, _): &(&Player, &PlayerIntercept)| {
                (player.team == team) == is_own && player.id != passer
            };
            sorted(players.iter().zip(found).filter(is).map(|(_, found)| found))
        };
        let (ours, theirs) = (side(true), side(false));
        let outlook = pass_outlook(&players, found, passer, team).unwrap();
        assert_eq!(
            outlook.receiver.map(|x| x.player.number()),
            ours.first().map(|x| x.1)
        );
        assert_eq!(
            outlook.opponent.map(|x| x.player.number()),
            theirs.first().map(|x| x.1)
        );
        let margin = match (ours.first(), theirs.first()) {
            (None, _) => f64::NEG_INFINITY,
            (_, None) => f64::INFINITY,
            (Some(ours), Some(theirs)) => theirs.0 - ours.0,
        };
        assert_eq!(outlook.margin_secs, margin);
        safe += u32::from(outlook.is_safe(0.0));
        lost += u32::from(!outlook.is_safe(0.0));
    }
    assert!(safe > 5 && lost > 5, "{safe} {lost}");
}
