//! Batches against single games by the rules, at any size and on any number of threads.

use gambol_core::random::below;
use gambol_core::{Event, Game, GameExt, GameRng, Indexed, Notation, Observe, Player, Seed, Turn};
use gambol_env::{ActionLists, Autoreset, Batch, EnvError, IllegalAction, Options, Out, Rows, VecEnv};
use gambol_five_or_more::{FiveOrMore, Wide};
use gambol_match5::Match5;
use gambol_pentago_swap::PentagoSwap;
use gambol_tenten::TenTen;
use gambol_threes::Threes;
use proptest::prelude::*;

/// A random legal action of each game, by a stream for the game; 0 where there is none.
fn draws(rows: &Rows, rngs: &mut [GameRng]) -> Vec<i64> {
    let draw = |(game, rng): (usize, &mut GameRng)| {
        let list = rows.lists.of(game);
        if list.is_empty() { 0 } else { i64::from(list[below(rng, list.len() as u32) as usize]) }
    };
    rngs.iter_mut().enumerate().map(draw).collect()
}

fn streams(count: usize) -> Vec<GameRng> {
    (0..count as u64).map(|game| Seed::new(99).derive(game).rng()).collect()
}

/// A game with its episodes, played by the checked methods of the rules.
struct Single<G> {
    start: G,
    state: G,
    seed: Seed,
    rng: GameRng,
    episode: u64,
    /// The points of the first player since the beginning, as rewards add up.
    sum: f64,
    begun_with: i64,
}

impl<G: Indexed + Observe> Single<G> {
    fn new(start: &G, seed: Seed) -> Self {
        let (rng, sum, begun_with) = (seed.rng(), 0.0, 0);
        let mut single = Self { start: start.clone(), state: start.clone(), seed, rng, episode: 0, sum, begun_with };
        single.begin();
        single
    }

    fn begin(&mut self) {
        self.rng = self.seed.derive(self.episode).rng();
        self.episode += 1;
        self.state = self.start.clone();
        self.state.settle(&mut self.rng);
        (self.sum, self.begun_with) = (0.0, self.state.score());
    }
}

/// Random games, each step of the batch checked against the same game alone.
fn agrees_with_the_rules<G: Indexed + Observe + Notation>(start: &G, steps: usize) {
    const GAMES: usize = 10;
    let seed = Seed::new(5);
    let mut games = Batch::new(start.clone(), GAMES, seed);
    let mut singles: Vec<_> = (0..GAMES as u64).map(|game| Single::new(start, seed.derive(game))).collect();
    let layout = games.layout();
    let (len, count) = (layout.planes.len(), layout.action_count);
    let mut rows = Rows::with_lists(&layout);
    games.reset(None, None, rows.out()).unwrap();
    let (mut rngs, mut ended, mut planes) = (streams(GAMES), 0, vec![0.0; len]);
    for _ in 0..steps / GAMES {
        let actions = draws(&rows, &mut rngs);
        games.step(&actions, rows.out()).unwrap();
        for (game, single) in singles.iter_mut().enumerate() {
            let mut mover = Player::First;
            if let Turn::Player(player) = single.state.turn() {
                mover = player;
                let before = single.state.score();
                single.state.try_play(single.state.indexed_action(actions[game] as usize).unwrap()).unwrap();
                single.state.settle(&mut single.rng);
                let gain = mover.sign() * (single.state.score() - before);
                assert_eq!(rows.rewards[game], gain as f32);
                single.sum += f64::from(rows.rewards[game]) * mover.sign() as f64;
            } else {
                assert_eq!(rows.rewards[game], 0.0);
                single.begin();
            }
            let state = &single.state;
            assert_eq!(games.state(game), Some(state));
            assert_eq!((rows.terminated[game], rows.truncated[game]), (state.is_over(), false));
            let view = if let Turn::Player(player) = state.turn() { player } else { mover };
            assert_eq!(rows.players[game], u8::from(view == Player::Second));
            state.observe(view, &mut planes);
            assert_eq!(&rows.planes[game * len..(game + 1) * len], planes, "{state}");
            let legal: Vec<u32> = state.actions().iter().map(|&action| state.action_index(action) as u32).collect();
            assert_eq!(rows.lists.of(game), legal, "{state}");
            if state.is_over() {
                ended += 1;
                assert_eq!(single.sum, (state.score() - single.begun_with) as f64, "{state}");
                assert_eq!((games.text(game), games.score(game)), (Some(state.to_string()), Some(state.score())));
            }
        }
    }
    assert!(ended > 10, "{ended} games");
    // The other forms of the same rows.
    let (mut masks, mut bytes) = (vec![true; GAMES * count], vec![7; GAMES * len]);
    let out = Out::new(&mut rows.rewards, &mut rows.terminated, &mut rows.truncated, &mut rows.players);
    games.reset(Some(seed), None, out.planes(&mut bytes[..]).masks(&mut masks)).unwrap();
    for game in 0..GAMES {
        let state = games.state(game).unwrap();
        let (mut mask, mut image) = (vec![false; count], vec![0; len]);
        state.action_mask(&mut mask);
        state.observe_bytes(Player::First, &mut image);
        assert!(masks[game * count..(game + 1) * count] == mask && bytes[game * len..(game + 1) * len] == image);
    }
}

#[test]
fn every_step_is_one_of_the_rules() {
    agrees_with_the_rules(&Threes::default(), 100_000);
    agrees_with_the_rules(&TenTen::default(), 100_000);
    agrees_with_the_rules(&PentagoSwap::new(), 100_000);
    agrees_with_the_rules(&Match5::<u128>::default(), 100_000);
    agrees_with_the_rules(&FiveOrMore::<u128>::new("small".parse().unwrap()).unwrap(), 100_000);
    agrees_with_the_rules(&FiveOrMore::<Wide>::new("size=6x5,colours=3".parse().unwrap()).unwrap(), 10_000);
}

/// The row of a game: legal actions, the bits of the reward, ends, player, and a hash of the
/// planes.
type Row = (Vec<u32>, u32, bool, bool, u8, u64);

/// The rows of some steps of a batch of this size, by game.
fn played(count: usize, options: Options, steps: usize) -> Vec<Vec<Row>> {
    let start = FiveOrMore::<u128>::new("size=5x5,colours=3,drop=3".parse().unwrap()).unwrap();
    let mut games = Batch::new(start, count, Seed::new(3)).options(options.max_steps(9));
    let mut rows = Rows::with_lists(&games.layout());
    let len = games.layout().planes.len();
    games.reset(None, None, rows.out()).unwrap();
    let mut rngs = streams(count);
    let mut seen = vec![Vec::new(); count];
    for _ in 0..steps {
        let actions = draws(&rows, &mut rngs);
        games.step(&actions, rows.out()).unwrap();
        for (game, seen) in seen.iter_mut().enumerate() {
            let planes = [&rows.planes, &rows.finals].map(|planes| &planes[game * len..(game + 1) * len]);
            let sum = planes.concat().iter().fold(0, |sum, value| gambol_core::mix(sum, value.to_bits().into()));
            let (over, cut) = (rows.terminated[game], rows.truncated[game]);
            seen.push((rows.lists.of(game).to_vec(), rows.rewards[game].to_bits(), over, cut, rows.players[game], sum));
        }
    }
    seen
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_batch_is_its_single_games(count in 1_usize..40, steps in 1_usize..60, same_step: bool) {
        let mode = if same_step { Autoreset::SameStep } else { Autoreset::NextStep };
        let options = Options::default().autoreset(mode);
        let many = played(count, options, steps);
        // Game 0 alone, and the first half.
        prop_assert_eq!(&played(1, options, steps)[..], &many[..1]);
        prop_assert_eq!(&played(count.div_ceil(2), options, steps)[..], &many[..count.div_ceil(2)]);
    }
}

#[cfg(feature = "parallel")]
#[test]
fn threads_change_nothing() {
    for mode in [Autoreset::SameStep, Autoreset::NextStep] {
        let options = Options::default().autoreset(mode);
        let alone = played(300, options, 40);
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert!(pool.install(|| played(300, options.parallel(true), 40)) == alone, "{threads} threads");
        }
    }
}

/// Match5 on 5×5 with rows of three: short games.
fn small() -> Match5 {
    "5/5/5/5/5 r row=3".parse().unwrap_or_else(|error| panic!("{error}"))
}

/// A batch of two games, and the moves after which the first player wins in game 0.
fn two(options: Options) -> (Batch<Match5>, Rows) {
    let games = Batch::new(small(), 2, Seed::new(1)).options(options);
    let rows = Rows::with_masks(&games.layout());
    (games, rows)
}

const WINNING: [[i64; 2]; 5] = [[0, 0], [5, 1], [1, 2], [6, 3], [2, 4]];

/// Across truncated episodes, so that the copy has the same seed, options and episode numbers.
#[test]
fn a_copy_goes_on_by_itself() {
    let mut games = Batch::new(Threes::default(), 8, Seed::new(3)).options(Options::default().max_steps(20));
    let (mut rows, mut rngs) = (Rows::with_lists(&games.layout()), streams(8));
    games.reset(None, None, rows.out()).unwrap();
    for _ in 0..15 {
        games.step(&draws(&rows, &mut rngs), rows.out()).unwrap();
    }
    let (mut copy, mut copied) = (games.clone(), rows.clone());
    let texts = |games: &Batch<Threes>| (0..8).map(|game| games.text(game)).collect::<Vec<_>>();
    let before = texts(&games);
    let steps = [(); 15].map(|()| {
        let actions = draws(&rows, &mut rngs);
        games.step(&actions, rows.out()).unwrap();
        (actions, rows.clone())
    });
    assert_eq!(texts(&copy), before);
    for (actions, rows) in steps {
        copy.step(&actions, copied.out()).unwrap();
        assert_eq!(copied, rows);
    }
    assert_eq!(texts(&copy), texts(&games));
}

#[test]
fn an_ended_game_begins_anew_in_the_next_step() {
    let (mut games, mut rows) = two(Options::default());
    games.reset(None, None, rows.out()).unwrap();
    for actions in WINNING {
        assert_eq!(rows.terminated, [false, false]);
        games.step(&actions, rows.out()).unwrap();
    }
    assert_eq!(
        (&rows.terminated[..], &rows.rewards[..], &rows.players[..]),
        (&[true, false][..], &[1.0, 0.0][..], &[0, 1][..])
    );
    assert!(rows.masks[..25].iter().all(|legal| !legal));
    // The action of the ended game is ignored, even if it is none.
    games.step(&[-7, 5], rows.out()).unwrap();
    assert_eq!(
        (&rows.terminated[..], &rows.rewards[..], &rows.players[..]),
        (&[false, false][..], &[0.0, 0.0][..], &[0, 0][..])
    );
    assert!(rows.masks[..25].iter().all(|&legal| legal));
    assert_eq!(games.text(0).unwrap(), small().to_string());
}

#[test]
fn an_ended_game_begins_anew_in_the_same_step() {
    let (mut games, mut rows) = two(Options::default().autoreset(Autoreset::SameStep));
    games.reset(None, None, rows.out()).unwrap();
    for actions in WINNING {
        games.step(&actions, rows.out()).unwrap();
    }
    assert_eq!((&rows.terminated[..], &rows.rewards[..]), (&[true, false][..], &[1.0, 0.0][..]));
    assert_eq!(games.state(0), Some(&small()));
    let (mut won, mut planes) = (small(), [0.0; 75]);
    for [action, _] in WINNING {
        let action = won.indexed_action(action as usize).unwrap();
        won.advance(Event::Action(action));
    }
    won.observe(Player::First, &mut planes);
    assert_eq!(rows.finals[..75], planes);
    small().observe(Player::First, &mut planes);
    assert_eq!((&rows.planes[..75], rows.players[0]), (&planes[..], 0));
}

#[test]
fn without_automatic_resets_an_ended_game_waits() {
    let (mut games, mut rows) = two(Options::default().autoreset(Autoreset::Disabled));
    games.reset(None, None, rows.out()).unwrap();
    for actions in WINNING {
        games.step(&actions, rows.out()).unwrap();
    }
    assert_eq!(games.step(&[7, 7], rows.out()), Err(EnvError::Ended { game: 0 }));
    let before = rows.clone();
    games.reset(None, Some(&[true, false]), rows.out()).unwrap();
    assert_eq!((rows.terminated[0], rows.rewards[0]), (false, 0.0));
    // The row of the other game is as it was.
    assert_eq!((&rows.planes[75..], rows.players[1]), (&before.planes[75..], before.players[1]));
    games.step(&[7, 7], rows.out()).unwrap();
}

#[test]
fn a_step_with_an_illegal_action_changes_nothing() {
    let (mut games, mut rows) = two(Options::default());
    games.reset(None, None, rows.out()).unwrap();
    games.step(&[4, 4], rows.out()).unwrap();
    let (before, texts) = (rows.clone(), [games.text(0), games.text(1)]);
    for (action, reason) in [(4, "e1"), (25, "the bound is 25"), (-1, "the bound is 25"), (i64::MAX, "the bound is 25")]
    {
        let error = games.step(&[0, action], rows.out()).unwrap_err();
        assert!(matches!(error, EnvError::Illegal { game: 1, action: refused, .. } if refused == action), "{error}");
        assert!(error.to_string().contains(reason), "{error}");
        assert!(rows == before && texts == [games.text(0), games.text(1)]);
    }
}

#[test]
fn an_illegal_action_ends_the_game_if_asked() {
    let (mut games, mut rows) = two(Options::default().illegal(IllegalAction::End { reward: -2.0 }));
    games.reset(None, None, rows.out()).unwrap();
    games.step(&[4, 4], rows.out()).unwrap();
    games.step(&[0, 4], rows.out()).unwrap();
    assert_eq!(
        (&rows.terminated[..], &rows.rewards[..], &rows.players[..]),
        (&[false, true][..], &[0.0, -2.0][..], &[0, 1][..])
    );
    games.step(&[1, 0], rows.out()).unwrap();
    assert_eq!(games.text(1).unwrap(), small().to_string());
}

#[test]
fn a_game_that_an_illegal_action_ended_has_no_legal_actions() {
    for mode in [Autoreset::NextStep, Autoreset::Disabled] {
        let options = Options::default().illegal(IllegalAction::End { reward: -2.0 }).autoreset(mode);
        let (mut games, mut rows) = two(options);
        games.reset(None, None, rows.out()).unwrap();
        games.step(&[4, -1], rows.out()).unwrap();
        let legal = |mask: &[bool]| mask.iter().filter(|&&legal| legal).count();
        assert_eq!((legal(&rows.masks[..25]), legal(&rows.masks[25..])), (24, 0));
        // Also in the lists of a reset of the other game.
        let mut rows = Rows::with_lists(&games.layout());
        games.reset(None, Some(&[true, false]), rows.out()).unwrap();
        assert_eq!((rows.lists.of(0).len(), rows.lists.of(1).len()), (25, 0));
        games.reset(None, None, rows.out()).unwrap();
        assert_eq!((rows.lists.of(0).len(), rows.lists.of(1).len()), (25, 25));
    }
}

/// The game itself goes on, for the value of its last state.
#[test]
fn a_truncated_game_keeps_its_legal_actions() {
    let (mut games, mut rows) = two(Options::default().max_steps(1));
    games.reset(None, None, rows.out()).unwrap();
    games.step(&[4, 4], rows.out()).unwrap();
    assert_eq!(rows.truncated, [true; 2]);
    assert_eq!(rows.masks.iter().filter(|&&legal| legal).count(), 48);
}

#[test]
fn a_limit_of_steps_truncates() {
    let (mut games, mut rows) = two(Options::default().max_steps(3));
    games.reset(None, None, rows.out()).unwrap();
    for (step, [action, _]) in WINNING.into_iter().take(3).enumerate() {
        games.step(&[action, action], rows.out()).unwrap();
        assert_eq!(rows.truncated, [step == 2; 2]);
    }
    assert_eq!((&rows.terminated[..], &rows.players[..]), (&[false, false][..], &[0, 0][..]));
    games.step(&[0, 0], rows.out()).unwrap();
    assert_eq!(rows.truncated, [false; 2]);
}

#[test]
fn episodes_differ_and_seeds_repeat_them() {
    let mut games = Batch::new(Threes::default(), 3, Seed::new(1));
    let mut rows = Rows::with_masks(&games.layout());
    let mut begun = |games: &mut Batch<Threes>, seed: Option<u64>| {
        games.reset(seed.map(Seed::new), None, rows.out()).unwrap();
        [0, 1, 2].map(|game| games.text(game).unwrap())
    };
    let first = begun(&mut games, None);
    let second = begun(&mut games, None);
    assert!(first != second && first[0] != first[1]);
    assert_eq!(begun(&mut games, Some(1)), first);
    assert_eq!(begun(&mut games, None), second);
    assert_ne!(begun(&mut games, Some(2)), first);
}

type Shorten = fn(&mut Rows);

#[test]
fn wrong_calls_are_refused() {
    let (mut games, mut rows) = two(Options::default());
    assert_eq!(games.step(&[0, 0], rows.out()), Err(EnvError::NotBegun { game: 0 }));
    games.reset(None, None, rows.out()).unwrap();
    let length = |what, expected, found| Err(EnvError::Length { what, expected, found });
    assert_eq!(games.step(&[0], rows.out()), length("actions", 2, 1));
    assert_eq!(games.reset(None, Some(&[true; 3]), rows.out()), length("which", 2, 3));
    let mut short = rows.clone();
    short.masks.pop();
    assert_eq!(games.step(&[0, 0], short.out()), length("masks", 50, 49));
    let others: [(&str, usize, Shorten); 6] = [
        ("rewards", 2, |rows| rows.rewards.truncate(rows.rewards.len() - 1)),
        ("terminated", 2, |rows| rows.terminated.truncate(rows.terminated.len() - 1)),
        ("truncated", 2, |rows| rows.truncated.truncate(rows.truncated.len() - 1)),
        ("players", 2, |rows| rows.players.truncate(rows.players.len() - 1)),
        ("planes", 150, |rows| rows.planes.truncate(rows.planes.len() - 1)),
        ("finals", 150, |rows| rows.finals.truncate(rows.finals.len() - 1)),
    ];
    for (what, expected, shorten) in others {
        let mut short = rows.clone();
        shorten(&mut short);
        let error = games.step(&[0, 0], short.out()).unwrap_err();
        assert_eq!(Err(error.clone()), length(what, expected, expected - 1));
        assert_eq!(error.to_string(), format!("{what} has {} entries; expected {expected}", expected - 1));
    }
    assert_eq!(games.text(0).unwrap(), small().to_string());
    assert_eq!((games.text(2), games.score(2)), (None, None));
}

#[test]
fn no_games_are_a_batch() {
    let mut games = Batch::new(small(), 0, Seed::new(1));
    let mut rows = Rows::with_lists(&games.layout());
    games.reset(None, None, rows.out()).unwrap();
    games.step(&[], rows.out()).unwrap();
    assert_eq!((&rows.lists.offsets[..], rows.lists.of(0)), (&[0][..], &[][..]));
    assert_eq!(ActionLists::default().of(usize::MAX), []);
}

/// A game of the reader's own whose chance never ends, and one that is over at its start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Odd {
    Move,
    Endless,
    Over,
}

impl Game for Odd {
    type Action = u8;
    type Outcome = u8;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match self {
            Self::Move => Turn::Player(Player::First),
            Self::Endless => Turn::Chance,
            Self::Over => Turn::Over,
        }
    }

    fn score(&self) -> i64 {
        0
    }

    fn visit_actions<F: FnMut(u8) -> std::ops::ControlFlow<()>>(&self, mut visit: F) -> std::ops::ControlFlow<()> {
        if *self == Self::Move { visit(0) } else { std::ops::ControlFlow::Continue(()) }
    }

    fn visit_outcomes<F: FnMut(u8, f64) -> std::ops::ControlFlow<()>>(
        &self,
        mut visit: F,
    ) -> std::ops::ControlFlow<()> {
        if *self == Self::Endless { visit(0, 1.0) } else { std::ops::ControlFlow::Continue(()) }
    }

    fn play(&mut self, _: u8) {
        *self = Self::Endless;
    }

    fn resolve(&mut self, _: u8) {}
}

impl Indexed for Odd {
    fn action_count(&self) -> usize {
        1
    }

    fn action_index(&self, action: u8) -> usize {
        action.into()
    }

    fn indexed_action(&self, index: usize) -> Option<u8> {
        (index == 0).then_some(0)
    }
}

impl Observe for Odd {
    fn plane_shape(&self) -> gambol_core::PlaneShape {
        gambol_core::PlaneShape::new(1, 1, 1)
    }

    fn observe(&self, _: Player, out: &mut [f32]) {
        out.fill(0.0);
    }
}

#[test]
fn games_without_a_move_end() {
    for (start, ends) in [(Odd::Move, [false, true]), (Odd::Endless, [false, true]), (Odd::Over, [true, false])] {
        let mut games = Batch::new(start, 1, Seed::new(1));
        let mut rows = Rows::with_lists(&games.layout());
        games.reset(None, None, rows.out()).unwrap();
        games.step(&[0], rows.out()).unwrap();
        assert_eq!([rows.terminated[0], rows.truncated[0]], ends);
        games.step(&[0], rows.out()).unwrap();
        assert_eq!([rows.terminated[0], rows.truncated[0]], [false; 2]);
    }
}
