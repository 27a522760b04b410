//! Tests of the kit's failures: every defect of a toy is detected by its check, and by no other
//! check except consequences; toys without a defect pass.

use gambol_conformance::{Check, Kit};
use gambol_core::Seed;

use crate::toys::{self, SOUND, bag, caught, coin, grid, line, scatter};

/// Declares a test for each `name: toy, defect => the check, its consequences`.
macro_rules! defects {
    ($($name:ident: $toy:ident $defect:ident => $check:ident $([$($also:ident),+])?;)*) => {
        $(
            #[test]
            fn $name() {
                caught(|| toys::$toy::kit(toys::$toy::$defect), Check::$check, &[$($(Check::$also),+)?]);
            }
        )*
    };
}

defects! {
    an_over_state_that_lists: line OVER_BUT_LISTED => Turn [SymmetryEvents, RandomAction];
    actions_at_the_turn_of_chance: bag CHANCE_LISTS_ACTIONS => Turn [WrongTurn, RandomAction];
    an_action_listed_twice: line LISTS_TWICE => Listing [Candidates, SymmetryEvents, RandomAction];
    an_outcome_listed_twice: bag LISTS_OUTCOME_TWICE => Listing [RandomOutcome];
    a_changing_order: line LISTS_IN_CHANGING_ORDER => Listing [Legal, Candidates, Afterstates, Text, Serde];
    a_break_that_is_ignored: line IGNORES_BREAK => Break [Candidates];
    a_candidate_that_is_hidden: line CANDIDATES_HIDE => Candidates [WinningAction];
    candidates_in_another_order: line CANDIDATES_INVENT => Candidates;
    selective_state_without_candidates: line SELECTS_NONE => Candidates [RandomAction];
    selected_candidate_shown_twice: line SELECTS_TWICE => Candidates [RandomAction];
    selected_candidate_that_is_illegal: line SELECTS_TAKEN_CELL => Candidates [RandomAction];
    selective_state_that_samples_all: line SELECTS_BUT_SAMPLES_ALL => RandomAction;
    probabilities_that_sum_to_nine_tenths: bag SUM_IS_NOT_ONE => Probability;
    a_probability_that_is_nan: bag NAN_LISTED => Probability [Preview, RandomOutcome, Settle, EqualFuture];
    an_outcome_of_probability_zero: bag IMPOSSIBLE_LISTED => Probability [Legal, Settle, Perft];
    an_illegal_action_listed: line LISTS_TAKEN_CELL => Legal [SymmetryEvents, Perft];
    a_check_that_refuses_a_listed_action: line CHECK_REFUSES_LISTED => Legal [Perft];
    a_check_that_refuses_a_listed_outcome: bag CHECK_REFUSES_LISTED => Legal [Perft];
    a_legal_action_missing: line HIDES_AN_ACTION => Illegal [SymmetryEvents];
    a_check_that_accepts_an_illegal_action: line CHECK_ACCEPTS_TAKEN => Illegal;
    a_check_that_accepts_an_impossible_outcome: bag CHECK_ACCEPTS_UNLISTED => Illegal;
    an_action_accepted_when_over: line CHECK_ACCEPTS_WHEN_OVER => WrongTurn;
    an_outcome_accepted_at_the_players_turn: bag CHECK_ACCEPTS_ANY_TIME => WrongTurn;
    a_text_that_loses_the_side: line TEXT_LOSES_SIDE => Text;
    a_text_of_an_action_that_is_lost: bag ACTION_TEXT_IS_LOST => Text;
    a_text_that_panics: line TEXT_PANICS => Text [Serde];
    a_serde_form_that_loses_the_side: line SERDE_LOSES_SIDE => Serde;
    clones_that_share: line CLONES_SHARE => Clone;
    a_clone_into_another_that_keeps_its_side: line CLONE_FROM_KEEPS_SIDE => Clone;
    a_score_before_the_end: line SCORES_EARLY => Score;
    a_score_beyond_an_f64: coin SCORES_ARE_GREAT => Score;
    a_symmetry_zero_that_moves: line ZERO_IS_NO_IDENTITY => SymmetryIdentity;
    a_symmetry_without_inverse: line SYMMETRY_HAS_NO_INVERSE => SymmetryInverse [SymmetryValue];
    a_symmetry_that_changes_the_score: line SYMMETRY_CHANGES_SCORE => SymmetryValue;
    an_image_that_is_not_canonical: line CANONICAL_IS_THE_STATE => SymmetryValue;
    a_symmetry_that_forgets_the_cell: line SYMMETRY_KEEPS_CELL => SymmetryEvents [SymmetryPlay];
    a_symmetry_that_does_not_commute: line SYMMETRY_KEEPS_ARROW => SymmetryPlay;
    equal_states_with_unequal_hashes: line HASH_KNOWS_LAST => EqualHash;
    equal_states_with_unequal_keys: line KEY_KNOWS_LAST => EqualKey;
    a_random_action_that_is_not_uniform: line SAMPLES_FIRST_MORE => RandomAction;
    an_afterstate_that_is_the_state: line AFTERSTATES_STAND_STILL => Afterstates;
    afterstates_in_another_order: line AFTERSTATES_TURN_BACK => Afterstates;
    a_merged_outcome_that_differs_in_more: coin MERGES_ALL => Preview;
    a_merged_outcome_without_its_share: coin MERGES_BADLY => Preview;
    a_win_that_is_missed: line MISSES_WINS => WinningAction;
    a_win_that_is_none: line WINS_WITH_ANYTHING => WinningAction;
    a_sampler_that_disagrees_with_its_table: bag SAMPLER_IS_UNIFORM => RandomOutcome;
    a_sampler_that_invents_outcomes: bag SAMPLER_INVENTS => RandomOutcome;
    a_settle_that_disagrees_with_the_chain: bag SETTLE_IS_UNIFORM => Settle;
    a_settle_that_leads_elsewhere: bag SETTLE_DRAWS_TWICE_THE_SAME => Settle;
    a_settle_that_stops_halfway: bag SETTLE_STOPS_HALFWAY => Settle;
    a_settle_at_the_players_turn: bag SETTLE_DRAWS_ANYWAY => Settle;
    a_settle_that_is_two_points_off: coin SETTLE_IS_TWO_POINTS_OFF => Settle;
    a_sampler_that_is_two_points_off: coin SAMPLER_IS_TWO_POINTS_OFF => RandomOutcome;
    a_large_settle_that_spares_a_cell: scatter FEWER_ON_THE_LAST_CELL => Settle;
    a_large_settle_that_prefers_cells: scatter LOW_CELLS_FIRST => Settle;
    keys_that_ignore_what_scores: line KEY_IGNORES_ARROWS => EqualFuture;
    keys_that_ignore_a_draw: bag KEY_IGNORES_SECOND => EqualFuture;
    keys_that_are_small_numbers: coin KEYS_ARE_SMALL => SpreadKeys;
    keys_with_empty_low_bits: coin KEYS_ARE_HIGH => SpreadKeys;
    a_bound_that_grows: grid BOUND_GROWS => FixedEncoding;
    an_index_that_depends_on_the_position: grid INDEX_TURNS => FixedEncoding;
    a_shape_that_grows: grid SHAPE_GROWS => FixedEncoding;
    an_index_that_is_the_bound: grid INDEX_IS_THE_BOUND => ActionIndex;
    an_index_of_two_actions: grid INDEX_IS_SHARED => ActionIndex;
    an_inverse_that_is_none: grid INVERSE_IS_ANOTHER => ActionIndex;
    an_action_beyond_the_bound: grid ACTION_BEYOND_THE_BOUND => ActionIndex;
    an_action_off_the_board_with_the_index_of_another: grid INDEX_OFF_THE_BOARD => ActionIndex;
    an_inverse_with_two_indices_of_an_action: grid INVERSE_HAS_A_SECOND => ActionIndex;
    a_mask_that_shows_an_illegal_action: grid MASK_SHOWS_TAKEN => ActionMask;
    a_mask_that_is_not_cleared: grid MASK_KEEPS_OLD => ActionMask;
    a_mask_that_panics_where_it_has_no_room: grid MASK_NEEDS_ROOM => ActionMask;
    a_list_without_an_action: grid LIST_OMITS_ONE => ActionList;
    a_list_that_clears_the_vector: grid LIST_CLEARS_OLD => ActionList;
    axes_of_another_bound: grid SHAPE_OF_ANOTHER_BOUND => ActionShape;
    a_permutation_that_repeats_an_index: grid PERMUTATION_REPEATS => IndexPermutation;
    a_permutation_that_is_no_image: grid PERMUTATION_MOVES => IndexPermutation;
    a_permutation_that_moves_illegal_actions: grid PERMUTATION_MOVES_TAKEN => IndexPermutation;
    bytes_that_truncate: grid BYTES_TRUNCATE => PlaneBytes;
    planes_with_nan: grid PLANES_HAVE_NAN => PlaneValues;
    planes_with_great_values: grid PLANES_ARE_GREAT => PlaneValues;
    planes_of_one_player_that_depend_on_the_view: ring PLANES_KNOW_THE_VIEW => PlaneValues;
    planes_that_are_not_cleared: grid PLANES_KEEP_OLD => PlaneValues;
    planes_that_panic_where_they_have_no_room: grid PLANES_NEED_ROOM => PlaneValues;
    planes_that_know_the_way: grid PLANES_KNOW_LAST => EqualPlanes;
    planes_that_mix_the_sides: grid PLANES_MIX_OWNERS => DistinctPlanes;
    planes_that_hide_a_counter: ring PLANES_HIDE_STEPS => DistinctPlanes;
    planes_that_the_second_player_does_not_see: grid PLANES_HIDE_FROM_SECOND => DistinctPlanes;
}

#[test]
fn sound_toys_pass() {
    line::kit(SOUND).assert();
    line::kit(line::SELECTS).assert();
    bag::kit(SOUND).assert();
    coin::kit(SOUND).assert();
    scatter::kit(SOUND).assert();
    grid::kit(SOUND).assert();
    grid::kit(grid::PLANES_HAVE_TWO_ZEROS).assert();
}

#[test]
fn a_second_player_too_many() {
    caught(|| line::kit_for::<1>(SOUND), Check::Players, &[]);
}

#[test]
fn a_start_that_changes() {
    assert_eq!(line::kit(line::START_CHANGES).check().unwrap_err().check, Check::Start);
}

#[test]
fn panics_are_failures_of_what_was_running() {
    let failure = line::kit(line::PLAY_PANICS).check().unwrap_err();
    assert_eq!(failure.check, Check::Legal);
    assert!(failure.detail.contains("panicked: cell 3 is afraid of cell 1"), "{failure}");
    // Also for the last event of a sample.
    for event in 2..10 {
        let start = move |_| line::start::<2>(line::ONE_PANICS + event)(Seed::new(0));
        assert_eq!(Kit::new(start).states(1).plies(0).check().unwrap_err().check, Check::Legal, "{event}");
    }
    let failure = line::kit(line::LISTING_PANICS).check().unwrap_err();
    assert_eq!(failure.check, Check::Turn);
    assert!(failure.detail.contains("panicked: eight actions"), "{failure}");
}

/// Without text forms and symmetries, only transpositions are reached in two ways.
#[test]
fn transpositions_are_looked_at() {
    let kit = Kit::new(line::start::<2>(line::HASH_KNOWS_LAST)).states(100).without(Check::SymmetryInverse);
    assert_eq!(kit.check().unwrap_err().check, Check::EqualHash);
    let kit = Kit::new(line::start::<2>(line::KEY_KNOWS_LAST)).states(100).without(Check::SymmetryInverse);
    assert_eq!(kit.check().unwrap_err().check, Check::EqualKey);
}

/// Taken cells were free earlier on the walk, so their actions are candidates.
#[test]
fn without_candidates_what_was_seen_is_tried() {
    let kit = Kit::new(line::start::<2>(line::CHECK_ACCEPTS_TAKEN)).states(100);
    assert_eq!(kit.check().unwrap_err().check, Check::Illegal);
    let kit = Kit::new(line::start::<2>(line::CHECK_ACCEPTS_WHEN_OVER)).states(100);
    assert_eq!(kit.check().unwrap_err().check, Check::WrongTurn);
}

/// The defect is three plies after the start, beyond a walk of one state.
#[test]
fn perft_looks_further_than_the_walk() {
    let kit = || Kit::new(line::start::<2>(line::CHECK_REFUSES_LATE)).states(1).plies(0);
    assert_eq!(kit().check().unwrap_err().check, Check::Perft);
    kit().without(Check::Perft).assert();
}
