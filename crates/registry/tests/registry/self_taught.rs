//! The learning agent of Match5.

use std::collections::BTreeSet;

use gambol::game::Cell;
use gambol::match5::{Match5, Rules, ThreatPlayer, Wide};
use gambol::self_taught::{Fivo, FreeMoves, Knowledge, Reading, SelfTaught};
use gambol::{Budget, Search, Seed};

use super::entry;

#[test]
fn it_has_learned_before_it_plays() {
    let state: Match5 = "rrrr5/9/9/9/4b4/3b5/9/9/7b1 b".parse().unwrap();
    for agent in ["self-taught:games=200", "self-taught:games=4000,opponent=random,free=beside,reading=text"] {
        let decision =
            entry::<Match5>("match5").make(agent).unwrap().search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
        assert_eq!(decision.action.to_string(), "e1", "{agent}");
    }
    let moves: BTreeSet<Cell> = (0..20)
        .map(|seed| {
            entry::<Match5>("match5")
                .make("self-taught:games=0")
                .unwrap()
                .search(&state, &Budget::unlimited(), Seed::new(seed))
                .unwrap()
                .action
        })
        .collect();
    assert!(moves.len() > 10, "it knows nothing");
}

#[test]
fn a_file_is_read_once_and_serves_its_own_rows() {
    let folder = tempfile::tempdir().unwrap();
    let [four, five] = [4, 5].map(|row| Match5::<u128>::new(Rules::new(9, row).unwrap()).unwrap());
    let mut player = SelfTaught::new(Knowledge::new(4, Reading::BlueAndFocus), FreeMoves::Anywhere);
    (0..4).for_each(|game| drop(player.study_policy(&four, game, Seed::new(1), &ThreatPlayer)));
    let mut file = Fivo::create(folder.path(), "Ada", "", player.knowledge).unwrap();
    file.store().unwrap();
    let text = format!("self-taught:file={}", folder.path().join("Ada.fivo").display());
    let mut first = entry::<Match5>("match5").make(&text).unwrap();
    folder.close().unwrap();
    let mut second = entry::<Match5>("match5").make(&text).unwrap();
    for agent in [&mut first, &mut second] {
        assert!(agent.search(&four, &Budget::unlimited(), Seed::new(1)).is_ok());
        let error = agent.search(&five, &Budget::unlimited(), Seed::new(1)).unwrap_err();
        assert!(error.to_string().contains("another number of stones in a row"), "{error}");
    }
}

#[test]
fn what_it_cannot_do_is_refused() {
    for agent in ["games=x", "opponent=me", "free=there", "reading=none", "file=/there/is/none.fivo", "z=1"] {
        let text = format!("self-taught:{agent}");
        assert!(entry::<Match5>("match5").make(&text).is_err(), "{agent}");
    }
    assert!(entry::<Match5<Wide>>("match5").make("self-taught").is_err());
}
