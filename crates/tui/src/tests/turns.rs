//! Agents, hints, autoplay.

use gambol::Game;
use gambol::match5::Match5;
use gambol::tenten::TenTen;
use gambol::threes::Threes;
use gambol_arena::LiveGame;
use ratatui::crossterm::event::KeyCode;

use super::*;

#[test]
fn a_hint_shows_the_best_action_and_the_values_of_all() {
    let mut app = app::<Match5>("rrrr5/9/9/9/9/9/9/9/bbbb5 r");
    app.play.settings.agents[0] = "mc:z=20".to_owned();
    keys(&mut app, "h");
    let thinking = text(&mut app);
    assert!(thinking.contains("mc:z=20 thinks"), "{thinking}");
    while app.play.thinker.purpose().is_some() {
        app.wait();
    }
    let shown = text(&mut app);
    assert_eq!(app.play.hint.as_ref().unwrap().spots, [cell("e1")]);
    assert!(shown.contains("simulations") && shown.contains("e1") && shown.contains("1.00"), "{shown}");
    assert_eq!(app.play.session.moves(), 0, "a hint is no move");
    click(&mut app, cell("i5"));
    assert!(app.play.hint.is_none(), "it was for another position");
}

#[test]
fn values_are_those_of_the_player_to_move() {
    let mut app = app::<Match5>("rrrr4r/9/9/9/9/9/9/9/bbbb5 b");
    app.play.settings.people = [true; 2];
    app.play.settings.agents[1] = "mc:z=20".to_owned();
    keys(&mut app, "h");
    while app.play.thinker.purpose().is_some() {
        app.wait();
    }
    let hint = app.play.hint.as_ref().unwrap();
    assert_eq!(hint.decision.value, -1.0, "good for blue, who did not begin");
    let action = format!("{}    ", hint.decision.action);
    let shown = text(&mut app);
    let line = shown.lines().find(|line| line.contains(&action)).unwrap();
    assert!(line.contains(" 1.00"), "{shown}");
}

#[test]
fn an_endless_hint_is_stopped_and_shows_what_it_has() {
    let mut app = app::<Threes>("");
    app.play.settings.agents[0] = "mcts:simulations=1000000000".to_owned();
    for stop in [KeyCode::Char('h'), KeyCode::Esc] {
        keys(&mut app, "h");
        assert!(app.play.wait_for_more());
        assert!(app.play.hint.as_ref().unwrap().early);
        press(&mut app, stop);
        app.wait();
        assert!(!app.play.hint.as_ref().unwrap().early);
        assert_eq!(app.play.who(), Who::Person(0));
    }
}

#[test]
fn autoplay_plays_the_game_that_a_run_plays() {
    let mut app = app::<Threes>("");
    let mut run = LiveGame::new(Threes::default(), app.play.session.origin().game_seed());
    run.play_out(&mut [Registry::standard().entry::<Threes>("threes").unwrap().make("mc:z=1").unwrap()], 12).unwrap();
    keys(&mut app, "a");
    assert_eq!(app.play.who(), Who::Agent(0));
    run_to(&mut app, 12);
    keys(&mut app, "a");
    assert_eq!((app.play.who(), app.play.session.moves()), (Who::Person(0), 12));
    assert_eq!(app.state().state(), Some(run.state()));
    assert!(text(&mut app).contains("help: an agent moved"));
}

#[test]
fn a_step_is_one_move_and_speed_has_ends() {
    let mut app = app::<TenTen>("");
    keys(&mut app, "s");
    run_to(&mut app, 1);
    assert_eq!((app.play.session.moves(), app.play.who()), (1, Who::Person(0)));
    keys(&mut app, "++++++++++++++++");
    assert_eq!(app.play.settings.speed.time(), Duration::ZERO);
    assert!(text(&mut app).contains("Speed 9 of 9"));
    keys(&mut app, "----------------");
    assert!(text(&mut app).contains("Speed 1 of 9"));
}

#[test]
fn nothing_moves_before_its_time() {
    let mut app = app::<Threes>("");
    keys(&mut app, "a");
    let now = Instant::now();
    app.tick(now);
    app.wait();
    app.tick(now);
    assert_eq!(app.play.session.moves(), 0, "the pause is not over");
    app.tick(now + Duration::from_secs(10));
    assert_eq!(app.play.session.moves(), 1);
}

#[test]
fn an_agent_answers_a_person_on_either_side() {
    let mut first = app::<Match5>("");
    click(&mut first, cell("e5"));
    assert_eq!(first.play.who(), Who::Agent(1));
    click(&mut first, cell("a1"));
    assert!(text(&mut first).contains("agent's turn"));
    run_to(&mut first, 2);
    assert_eq!(first.play.who(), Who::Person(0));
    keys(&mut first, "u");
    assert_eq!(first.play.session.moves(), 0, "the answer is taken back with the move");

    let mut second = app_with::<Match5>("", &Options { side: Some(Player::Second), ..options() });
    assert_eq!(second.play.who(), Who::Agent(0));
    run_to(&mut second, 1);
    assert_eq!(second.play.who(), Who::Person(1));
    // The agent moved first, and the human player has not moved: only that move is undone, and it
    // is played again.
    keys(&mut second, "u");
    assert_eq!(second.play.who(), Who::Agent(0));
}

#[test]
fn two_people_and_two_agents_play() {
    let mut people = app_with::<Match5>("", &Options { players: Some(2), ..options() });
    click(&mut people, cell("e5"));
    assert_eq!(people.play.who(), Who::Person(1));
    let agents = vec!["mc:z=1".to_owned(), "random".to_owned()];
    let mut agents = app_with::<Match5>("", &Options { players: Some(0), agents, ..options() });
    run_to(&mut agents, 200);
    let shown = text(&mut agents);
    assert!(shown.contains("Game over") && shown.contains("mc:z=1") && shown.contains("random"), "{shown}");
}

#[test]
fn agents_that_play_each_other_are_paused_and_stepped() {
    let mut app = app_with::<Match5>("", &Options { players: Some(0), ..options() });
    run_to(&mut app, 2);
    keys(&mut app, "a");
    let later = Instant::now() + Duration::from_secs(3_600);
    for _ in 0..3 {
        app.tick(later);
        app.wait();
    }
    assert_eq!(app.play.session.moves(), 2);
    keys(&mut app, "s");
    run_to(&mut app, 3);
    app.tick(later);
    assert_eq!((app.play.session.moves(), app.play.thinker.purpose()), (3, None), "one move, and no more");
    keys(&mut app, "u");
    app.tick(later);
    assert_eq!((app.play.session.moves(), app.play.thinker.purpose()), (2, None), "what was taken back stays so");
    keys(&mut app, "a");
    run_to(&mut app, 5);
}

#[test]
fn a_puzzle_without_people_plays_itself() {
    let mut app = app_with::<Threes>("", &Options { players: Some(0), ..options() });
    run_to(&mut app, 3);
    assert_eq!(app.play.flow, Flow::Auto);
    press(&mut app, KeyCode::Esc);
    assert_eq!(app.play.who(), Who::Person(0));
}

#[test]
fn a_person_s_score_is_kept_and_an_agent_s_is_not() {
    let end = "1,2,1,2/2,1,2,1/1,2,1,2/6,0,2,1 3 3,3,3 m";
    let play = |help: bool| {
        let mut app = app::<Threes>(end);
        let mut left = 500;
        while !app.state().is_over() && left > 0 {
            if help {
                app.play.step = true;
                let moves = app.play.session.moves();
                run_to(&mut app, moves + 1);
            }
            for key in [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down] {
                if !app.state().is_over() {
                    press(&mut app, key);
                }
            }
            left -= 1;
        }
        assert!(app.state().is_over());
        (app.play.scores.best("test"), app.state().score(), text(&mut app))
    };
    let started = Options { position: Some(end.to_owned()), ..options() };
    assert!(app_with::<Threes>(end, &started).play.session.is_assisted(), "who begins near the end");
    let (best, score, shown) = play(false);
    assert_eq!(best, Some(score));
    assert!(shown.contains("Your best so far!"), "{shown}");
    assert_eq!(play(true).0, None);
}

#[test]
fn a_new_game_from_the_middle_does_not_count_either() {
    let middle = "3072,1536,768,384/3,6,12,24/192,96,48,192/6,12,24,0 1 3,4,4 m";
    let started = Options { game: "threes".to_owned(), position: Some(middle.to_owned()), ..options() };
    let mut app = app_with::<Threes>(middle, &started);
    keys(&mut app, "n\n");
    assert_eq!((app.state().to_string().as_str(), app.play.session.is_assisted()), (middle, true));

    // Nor does it count if the position comes from a file. A new game counts after a file's game
    // that began at the start.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let mut whole = app_with::<Threes>("", &Options { game: "threes".to_owned(), ..options() });
    for (from, counts) in [(&mut app, false), (&mut whole, true)] {
        from.play.save(&path).unwrap();
        let mut loaded = app_with::<Threes>("", &Options { game: "threes".to_owned(), ..options() });
        loaded.play.load(&path).unwrap();
        assert!(loaded.play.session.is_assisted(), "it is from a file");
        keys(&mut loaded, "n\n");
        assert_eq!(loaded.play.session.is_assisted(), !counts);
    }
}

#[test]
fn too_many_players_or_agents_are_refused() {
    let refused = |options: &Options| prepare(start::<Threes>(""), options).err().unwrap();
    assert!(refused(&Options { players: Some(2), ..options() }).contains("players"));
    let agents = vec!["mc".to_owned(); 2];
    assert!(refused(&Options { agents, ..options() }).contains("agents"));
    let agents = vec!["nobody".to_owned()];
    assert!(refused(&Options { agents, ..options() }).contains("unknown agent"));
}
