//! Positions as games with encodings: those of their own types.

use gambol::game::{Game, GameExt, Indexed, NoChance, Observe, PlaneShape, Player, Scoring, Seed, Turn};
use gambol::registry::{GameEntry, Position, Registry};
use gambol_conformance::Kit;

const GAMES: [&str; 5] =
    ["five-or-more:size=5x5,colours=3,drop=2", "tenten", "threes", "pentago-swap", "match5:edge=6"];

fn start(game: &str) -> Position {
    Registry::standard().start(game).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// Everything that a generic search or learner may call: symmetries, candidates, indices, planes.
#[test]
fn positions_keep_the_promises_of_games() {
    for game in GAMES {
        Kit::new(move |_| start(game)).states(30).indexed().observed().assert();
    }
}

/// A state some moves on, with its own type.
fn compare<G: Indexed + Observe<Action: std::fmt::Display>>(game: &str) {
    let mut state = start(game);
    let mut rng = Seed::new(8).rng();
    for _ in 0..3 {
        state.random_step(&mut rng);
        state.settle(&mut rng);
    }
    let typed = state.state::<G>().unwrap_or_else(|| panic!("{game} has another type")).clone();
    assert!(state.is_encoded());
    assert_eq!((state.scoring(), state.players()), (G::SCORING, G::PLAYERS));
    assert_eq!((state.action_count(), state.action_shape()), (typed.action_count(), typed.action_shape()));
    assert_eq!((state.plane_shape(), state.symmetries()), (typed.plane_shape(), typed.symmetries()));
    let (mut list, mut expected) = (Vec::new(), Vec::new());
    state.legal_indices(&mut list);
    typed.legal_indices(&mut expected);
    assert!(!list.is_empty() && list == expected);
    for index in 0..state.action_count() {
        let (label, action) = (state.indexed_action(index), typed.indexed_action(index));
        assert_eq!(label.map(|label| label.to_string()), action.map(|action| action.to_string()));
    }
    let last = state.symmetries() - 1;
    assert_eq!(state.permutation(last), typed.permutation(last));
    assert_eq!(state.transform(last).state::<G>(), Some(&typed.transform(last)));
    for view in [Player::First, Player::Second] {
        let len = state.plane_shape().len();
        let (mut planes, mut expected) = (vec![0.0; len], vec![0.0; len]);
        state.observe(view, &mut planes);
        typed.observe(view, &mut expected);
        assert_eq!(planes, expected);
    }
}

#[test]
fn encodings_by_name_are_those_of_the_type() {
    compare::<gambol::five_or_more::FiveOrMore>("five-or-more:small");
    compare::<gambol::tenten::TenTen>("tenten");
    compare::<gambol::threes::Threes>("threes");
    compare::<gambol::pentago_swap::PentagoSwap>("pentago-swap");
    compare::<gambol::match5::Match5>("match5");
}

/// Nim without encodings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Nim(u8);

impl Game for Nim {
    type Action = u8;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        match self.0 {
            0 => Turn::Over,
            left => Turn::Player(if left % 2 == 1 { Player::First } else { Player::Second }),
        }
    }

    fn score(&self) -> i64 {
        i64::from(self.0 == 0)
    }

    fn visit_actions<F: FnMut(u8) -> std::ops::ControlFlow<()>>(&self, mut visit: F) -> std::ops::ControlFlow<()> {
        if self.0 > 0 { visit(1) } else { std::ops::ControlFlow::Continue(()) }
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> std::ops::ControlFlow<()>>(&self, _: F) -> std::ops::ControlFlow<()> {
        std::ops::ControlFlow::Continue(())
    }

    fn play(&mut self, taken: u8) {
        self.0 -= taken;
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

impl std::fmt::Display for Nim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::str::FromStr for Nim {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl Indexed for Nim {
    fn action_count(&self) -> usize {
        1
    }

    fn action_index(&self, action: u8) -> usize {
        usize::from(action).wrapping_sub(1)
    }

    fn indexed_action(&self, index: usize) -> Option<u8> {
        (index == 0).then_some(1)
    }
}

impl Observe for Nim {
    fn plane_shape(&self) -> PlaneShape {
        PlaneShape::new(1, 1, 1)
    }

    fn observe(&self, _: Player, out: &mut [f32]) {
        out.fill(f32::from(self.0) / 255.0);
    }
}

#[test]
fn a_game_of_the_readers_own_is_encoded_if_its_entry_is() {
    use gambol::env::{Options, Rows};
    let entry = || GameEntry::new("nim", "matches", |_| Ok(Nim(3)));
    let plain = Registry::new().with(entry()).start("nim").unwrap();
    assert_eq!((plain.is_encoded(), plain.action_count(), plain.plane_shape().len()), (false, 0, 0));
    assert_eq!((plain.indexed_action(0), plain.action_index(plain.actions()[0])), (None, usize::MAX));
    assert_eq!((plain.permutation(0), plain.action_shape(), plain.scoring()), (vec![], vec![0], Scoring::WinLoss));
    let (mut list, mut mask, mut planes, mut bytes) = (vec![], [true], [1.0], [1]);
    plain.legal_indices(&mut list);
    plain.action_mask(&mut mask);
    plain.observe(Player::First, &mut planes);
    plain.observe_bytes(Player::First, &mut bytes);
    assert_eq!((list, mask, planes, bytes), (vec![], [false], [0.0], [0]));
    let error = plain.batch(1, Seed::new(1), Options::default()).unwrap_err();
    assert!(error.to_string().contains("it has no encodings"), "{error}");

    let state = Registry::new().with(entry().encoded()).start("nim").unwrap();
    assert_eq!((state.is_encoded(), state.action_count(), state.plane_shape().len()), (true, 1, 1));
    let mut games = state.batch(2, Seed::new(1), Options::default()).unwrap();
    let mut rows = Rows::with_lists(&games.layout());
    games.reset(None, None, rows.out()).unwrap();
    for _ in 0..3 {
        games.step(&[0, 0], rows.out()).unwrap();
    }
    assert_eq!((&rows.terminated[..], &rows.rewards[..]), (&[true, true][..], &[1.0, 1.0][..]));
}

#[test]
fn states_of_different_games_are_not_equal() {
    let starts = || {
        ["nim", "misere"]
            .map(|game| Registry::new().with(GameEntry::new(game, "matches", |_| Ok(Nim(3)))).start(game).unwrap())
    };
    let ([nim, misere], again) = (starts(), starts());
    assert!(nim != misere && nim == again[0] && misere == again[1]);
}
