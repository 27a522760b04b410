//! The list of games, pages, and levels.

use gambol::five_or_more::FiveOrMore;
use gambol::match5::{Match5, Wide};
use gambol::registry::GameEntry;
use gambol::threes::Threes;
use gambol_play::{Help, Score, Scores, Shelf};
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use super::*;
use crate::dialog::{Dialog, Row};
use crate::lobby::Lobby;

pub(super) fn lobby() -> Lobby {
    Lobby::new(&Registry::standard(), Scores::default(), Shelf::default())
}

fn shown(stage: &mut dyn Stage, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| stage.draw(frame.area(), frame.buffer_mut())).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(line).collect::<Vec<_>>().join("\n")
}

fn key(stage: &mut dyn Stage, code: KeyCode) {
    stage.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

#[test]
fn a_game_is_chosen_by_keys_with_its_level() {
    let mut lobby = lobby();
    let text = shown(&mut lobby, 80, 24);
    for title in ["1010!", "Threes!", "Pentago-Swap", "Match5"] {
        assert!(text.contains(title), "{title}: {text}");
    }
    assert!(text.contains("▶ Five or More") && text.contains("not played yet"), "{text}");
    assert_eq!(text.matches("against ◂ hard ▸").count(), 2, "{text}");
    for code in [KeyCode::Up, KeyCode::Left, KeyCode::Enter] {
        key(&mut lobby, code);
    }
    assert!(shown(&mut lobby, 80, 24).contains("against ◂ hard ▸"), "each game has a level of its own");
    assert!(lobby.is_done());
    let options = lobby.take_choice().unwrap();
    assert_eq!((options.game.as_str(), &options.agents[..]), ("match5", &["medium".to_owned()][..]));
    assert!(!lobby.is_done() && lobby.take_choice().is_none());
    // A puzzle has no level.
    key(&mut lobby, KeyCode::Down);
    key(&mut lobby, KeyCode::Right);
    key(&mut lobby, KeyCode::Char(' '));
    assert_eq!(lobby.take_choice().unwrap().agents, Vec::<String>::new());
    key(&mut lobby, KeyCode::Char('q'));
    assert!(lobby.is_done() && lobby.take_choice().is_none());
}

/// Returns the game and the players that these options start.
fn begun(options: &Options) -> (String, [String; 2], [bool; 2]) {
    let registry = Registry::standard();
    let (position, _) = options.open(&registry).unwrap();
    let app = run::prepare(&registry, position, options, false).unwrap();
    (app.play.game.clone(), app.play.settings.agents.clone(), app.play.settings.people)
}

#[test]
fn the_list_and_the_command_begin_the_same_game() {
    let mut lobby = lobby();
    for game in Registry::standard().games() {
        key(&mut lobby, KeyCode::Enter);
        let chosen = begun(&lobby.take_choice().unwrap());
        assert_eq!(chosen, begun(&Options::new(&game.name, 1)), "{}", game.name);
        let (name, [one, other], _) = chosen;
        assert_eq!((name, one.as_str(), other.as_str()), (game.play_name(), game.play_level, game.play_level));
        key(&mut lobby, KeyCode::Down);
    }
}

#[test]
fn people_are_dealt_pieces_by_the_weights_of_the_app() {
    let name = |game: &str| begun(&Options::new(game, 1)).0;
    assert_eq!(
        ["tenten", "tenten:uniform", "tenten:paper"].map(name),
        ["tenten:paper", "tenten:uniform", "tenten:paper"]
    );
    // A position includes its settings.
    let start = "10/10/10/10/10/10/10/10/10/10 l2nw,o2,o2 0".to_owned();
    let options = Options { position: Some(start.clone()), ..Options::new("tenten", 1) };
    assert_eq!(begun(&options).0, "tenten");
    let (position, _) = Options::new("tenten", 1).open(&Registry::standard()).unwrap();
    assert!(position.to_string().contains("paper"), "{position}");
}

#[test]
fn the_player_that_learns_is_the_first_to_be_chosen() {
    let mut lobby = lobby();
    key(&mut lobby, KeyCode::Up);
    for _ in 0..5 {
        key(&mut lobby, KeyCode::Left);
    }
    assert!(shown(&mut lobby, 80, 24).contains("against ◂ self-taught ▸"));
    key(&mut lobby, KeyCode::Enter);
    let options = lobby.take_choice().unwrap();
    assert_eq!((options.game.as_str(), &options.agents[..]), ("match5", &["self-taught".to_owned()][..]));

    let mut app = app_with::<Match5>("", &Options { agents: Vec::new(), ..options });
    assert_eq!(app.rows()[0], Row::Learner);
    keys(&mut app, "m");
    assert!(text(&mut app).contains("▶self-taught      ◂ does not play ▸"), "{}", text(&mut app));
    press(&mut app, KeyCode::Enter);
    assert_eq!(app.play.settings.agents, ["self-taught", "self-taught"]);
    assert!(text(&mut app).contains("▶self-taught      ◂ plays ▸"), "{}", text(&mut app));
    press(&mut app, KeyCode::Right);
    assert_eq!(app.play.settings.agents, ["hard", "hard"]);
    // Large boards and other games have no self-learning player.
    let rows = prepare(start::<Match5<Wide>>(""), &super::options()).unwrap().rows();
    assert!(!matches!(rows[0], Row::Learner), "{rows:?}");
    assert!(!matches!(super::app::<Threes>("").rows()[0], Row::Learner));
}

#[test]
fn a_game_is_chosen_by_the_mouse() {
    let mut lobby = lobby();
    let text = shown(&mut lobby, 80, 24);
    let row = text.lines().position(|line| line.contains(" Threes! ")).unwrap() as u16;
    let at = |kind| Event::Mouse(MouseEvent { kind, column: 10, row, modifiers: KeyModifiers::NONE });
    lobby.event(&at(MouseEventKind::Moved));
    assert!(shown(&mut lobby, 80, 24).contains("▶ Threes!"));
    lobby.event(&at(MouseEventKind::Down(MouseButton::Left)));
    let [one, other] = [(); 2].map(|()| {
        lobby.event(&at(MouseEventKind::Down(MouseButton::Left)));
        lobby.take_choice().unwrap()
    });
    assert_eq!(one.game, "threes");
    assert_ne!(one.seed, other.seed, "each game has a seed of its own");
}

#[test]
fn the_list_shows_rules_scores_and_errors() {
    let mut scores = Scores::default();
    let mut score = Score::new(278);
    (score.date, score.seed, score.moves) = ("2026-11-22".to_owned(), Some(77), Some(50));
    scores.note("five-or-more", score).unwrap();
    let mut lobby = lobby();
    lobby.back(scores, Err("it broke".to_owned()));
    let text = shown(&mut lobby, 80, 24);
    assert!(text.contains("your best: 278") && text.contains("it broke"), "{text}");
    key(&mut lobby, KeyCode::Char('b'));
    let text = shown(&mut lobby, 80, 24);
    assert!(text.contains("   1       278  2026-11-22     50          77"), "{text}");
    key(&mut lobby, KeyCode::Esc);
    key(&mut lobby, KeyCode::Char('?'));
    let text = shown(&mut lobby, 80, 24);
    assert!(text.contains("Rules of Five or More") && text.contains("diagonal steps"), "{text}");
    assert!(!lobby.is_done());
    key(&mut lobby, KeyCode::Char('q'));
    assert!(!lobby.is_done(), "it closes the page only");
}

#[test]
fn a_list_that_is_longer_than_the_screen_moves_along() {
    let mut registry = Registry::new();
    for number in 0..30 {
        let entry = GameEntry::<Threes>::new(&format!("game-{number}"), "a game", |_| Ok(Threes::default()));
        registry = registry.with(entry);
    }
    let mut lobby = Lobby::new(&registry, Scores::default(), Shelf::default());
    for number in 0..30 {
        for (width, height) in [(80, 24), (60, 17), (20, 3), (1, 1)] {
            let text = shown(&mut lobby, width, height);
            assert!(height < 17 || text.contains(&format!("▶ game-{number} ")), "{text}");
        }
        key(&mut lobby, KeyCode::Down);
    }
    assert!(shown(&mut lobby, 80, 24).contains("▶ game-0 "));
    // Nothing can be chosen in an empty list.
    let mut none = Lobby::new(&Registry::new(), Scores::default(), Shelf::default());
    for code in [KeyCode::Up, KeyCode::Down, KeyCode::Enter, KeyCode::Right, KeyCode::Char('?'), KeyCode::Char('b')] {
        key(&mut none, code);
    }
    assert!(!none.is_done() && shown(&mut none, 80, 24).contains("choose a game"));
}

#[test]
fn rules_stand_under_the_keys_and_scroll() {
    let mut app = app::<FiveOrMore>("");
    keys(&mut app, "?");
    assert!(text(&mut app).contains("undo, redo"));
    press(&mut app, KeyCode::End);
    let shown = text(&mut app);
    assert!(shown.contains("play test") && shown.contains("board open"), "{shown}");
    press(&mut app, KeyCode::PageUp);
    assert!(matches!(app.dialog, Some(Dialog::Page(_))));
    mouse(&mut app, MouseEventKind::ScrollUp, (40, 10));
    assert!(matches!(app.dialog, Some(Dialog::Page(_))));
    press(&mut app, KeyCode::Char('x'));
    assert!(app.dialog.is_none());
    // Every game has rules.
    for game in Registry::standard().games() {
        assert!(game.rules.lines().count() >= 9, "{}", game.name);
    }
}

#[test]
fn the_best_scores_say_what_helped() {
    let mut app = app::<Threes>("");
    keys(&mut app, "b");
    assert!(text(&mut app).contains("No game has been completed"));
    press(&mut app, KeyCode::Esc);
    for (points, help) in [(50, Help::Hint), (90, Help::Agent), (70, Help::None)] {
        let mut score = Score::new(points);
        score.help = help;
        app.play.scores.note("test", score).unwrap();
    }
    keys(&mut app, "b");
    let shown = text(&mut app);
    let places: Vec<usize> = ["  70  ", "  50  ", "  90  "].iter().map(|points| shown.find(points).unwrap()).collect();
    assert!(places.is_sorted() && shown.contains("hints") && shown.contains("an agent moved"), "{shown}");
    press(&mut app, KeyCode::Esc);
    assert!(text(&mut app).contains("best 70"));
    let mut two = super::app::<Match5>("");
    keys(&mut two, "b");
    assert!(two.dialog.is_none() && text(&mut two).contains("no best scores"));
}

#[test]
fn a_hint_is_noted_and_a_game_that_an_agent_finishes_comes_last() {
    let end = "1,2,1,2/2,1,2,1/1,2,1,2/6,0,2,1 3 3,3,3 m";
    let mut app = app::<Threes>(end);
    keys(&mut app, "h");
    app.wait();
    assert_eq!(app.play.session.help(), Help::Hint);
    assert!(text(&mut app).contains("help: hints"), "{}", text(&mut app));
    for _ in 0..100 {
        for code in [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down] {
            press(&mut app, code);
        }
    }
    let scores = app.play.scores.of("test").to_vec();
    assert_eq!((scores.len(), scores[0].help, scores[0].seed), (1, Help::Hint, Some(1)));
    assert!(scores[0].date.len() == 10 && scores[0].moves.is_some(), "{scores:?}");
    // A game played by an agent alone has no score.
    let mut agent = super::app::<Threes>(end);
    keys(&mut agent, "a");
    run_to(&mut agent, 1_000);
    assert_eq!(agent.play.scores.of("test"), []);
}

#[test]
fn the_level_is_changed_in_the_menu() {
    let mut app = app_with::<Match5>("", &Options { agents: vec!["easy".to_owned()], ..options() });
    keys(&mut app, "m");
    press(&mut app, KeyCode::Down);
    assert!(text(&mut app).contains("◂ easy ▸"), "{}", text(&mut app));
    for _ in 0..5 {
        press(&mut app, KeyCode::Right);
    }
    assert_eq!(app.play.settings.agents, ["strong", "strong"]);
    press(&mut app, KeyCode::Left);
    assert_eq!(app.play.settings.agents, ["hard", "hard"]);
    // Custom agents have no level.
    app.play.settings.agents[1] = "mc:z=1".to_owned();
    assert!(text(&mut app).contains("◂ none: custom agents ▸"), "{}", text(&mut app));
    press(&mut app, KeyCode::Right);
    assert_eq!(app.play.settings.agents, ["strong", "strong"]);
    // A puzzle has no level row, because the agent only gives hints.
    assert!(!super::app::<Threes>("").rows().contains(&Row::Level));
}

#[test]
fn the_computer_is_red_unless_a_side_is_asked_for() {
    let mut app = app_with::<Match5>("", &Options { side: None, ..options() });
    assert_eq!(app.play.settings.people, [false, true]);
    run_to(&mut app, 1);
    let shown = text(&mut app);
    assert!(shown.contains("● blue  you") && shown.contains("● red  mc:z=1"), "{shown}");
    let begun = app_with::<Match5>("9/9/9/9/9/9/9/9/9 b", &Options { side: None, ..options() });
    assert_eq!(begun.play.settings.people, [true, false], "blue begins");
}

#[test]
fn knowledge_is_shown_where_it_matters() {
    let mut other = app::<Match5>("");
    assert!(!text(&mut other).contains("self-taught"), "{}", text(&mut other));
    let mut own = app_with::<Match5>("", &Options { agents: vec!["self-taught".to_owned()], ..options() });
    assert!(text(&mut own).contains("Knowledge of self-taught"), "{}", text(&mut own));
}

#[test]
fn an_unfinished_game_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (registry, shelf) = (Registry::standard(), Shelf::at(folder.path()));
    let open = |resumes| run::open(&registry, &Options::new("threes", 3), shelf.clone(), resumes).unwrap();
    let mut first = open(true);
    assert_eq!(first.play.session.moves(), 0, "there is no unfinished game");
    for code in [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down] {
        press(&mut first, code);
    }
    let moves = first.play.session.moves();
    assert!(moves > 1, "{moves}");
    keys(&mut first, "q");
    assert_eq!(first.end(), None);

    let mut lobby = Lobby::new(&registry, Scores::default(), shelf.clone());
    assert!(shown(&mut lobby, 80, 24).contains("not played yet · unfinished game"));
    let mut second = open(true);
    assert_eq!((second.play.session.moves(), second.state()), (moves, first.state()));
    assert!(text(&mut second).contains("Your unfinished game"), "{}", text(&mut second));
    // Unless a new one is asked for, which leaves the kept one as it is.
    let mut new = open(false);
    assert_eq!(new.play.session.moves(), 0);
    for code in [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down] {
        press(&mut new, code);
    }
    keys(&mut new, "q");
    assert_eq!((new.end(), open(true).play.session.moves()), (None, moves));

    // A damaged file is named, and a new game begins.
    std::fs::write(shelf.find("threes").unwrap(), "nonsense\n").unwrap();
    let mut third = open(true);
    assert_eq!(third.play.session.moves(), 0);
    assert!(text(&mut third).contains("cannot be"), "{}", text(&mut third));
    assert!(shelf.find("threes").is_some());

    // A restart followed by leaving gives up the old game.
    second.play.new_game(4);
    assert_eq!((second.end(), shelf.find("threes")), (None, None));
}
