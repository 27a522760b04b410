//! The legal plays of a roll.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::play::{CheckerMove, Play};
use crate::roll::Roll;
use crate::side::{BAR, HOME, OFF, POINTS, Side, mirrored};

/// Both sides from the view of the mover, with the masks that its moves need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    pub(crate) own: Side,
    pub(crate) other: Side,
    /// Places with own checkers.
    occupied: u32,
    /// Points with one checker of the opponent.
    blots: u32,
    /// Points with more of them, which do not change in the turn.
    blocked: u32,
}

impl Board {
    #[inline]
    pub(crate) fn new(own: Side, other: Side) -> Self {
        Self { own, other, occupied: own.occupied(), blots: mirrored(other.single()), blocked: mirrored(other.many()) }
    }

    /// Returns the mask of the places from which a checker can move by a die.
    #[inline]
    fn movable(&self, die: u32) -> u32 {
        if self.occupied >> BAR & 1 == 1 {
            return (!self.blocked >> (BAR - die) & 1) << BAR;
        }
        let on = self.occupied & POINTS;
        let mut movable = on & !(self.blocked << die) & !((2 << die) - 1);
        if on & !HOME == 0 && on != 0 {
            movable |= on & 1 << die;
            // From a lower point, if none is higher.
            let highest = on.ilog2();
            movable |= u32::from(highest < die) << highest;
        }
        movable
    }

    /// Moves a checker by a die.
    #[inline]
    fn step(&self, from: u32, die: u32) -> (Self, CheckerMove) {
        let mut after = *self;
        let to = from.saturating_sub(die);
        after.own.remove(from);
        after.own.add(to);
        after.occupied = after.own.occupied();
        let is_hit = after.blots >> to & 1 == 1;
        if is_hit {
            after.hit(to);
        }
        (after, CheckerMove::pack(from as u8, to as u8, is_hit))
    }

    /// Puts the opponent's checker on an own point on the bar.
    #[inline]
    fn hit(&mut self, point: u32) {
        self.other.remove(25 - point);
        self.other.add(BAR);
        self.blots &= !(1 << point);
    }

    /// Plays moves from places with checkers, with the hits of the board instead of those of the
    /// moves.
    pub(crate) fn play_checked(&mut self, play: Play) {
        for step in play.moves() {
            *self = self.step(step.from().into(), u32::from(step.from() - step.to())).0;
        }
    }

    /// Plays moves without checks.
    #[inline]
    pub(crate) fn play(&mut self, play: Play) {
        for step in play.moves() {
            let to = u32::from(step.to());
            self.own.remove(u32::from(step.from()));
            self.own.add(to);
            if step.is_hit() {
                self.hit(to);
            }
        }
    }
}

/// Calls `visit` with every legal play and the board after it, until it breaks. Plays with the same
/// resulting board are one. Without a legal move, the only play is [`Play::PASS`].
#[inline]
pub(crate) fn visit_plays<F>(board: &Board, roll: Roll, mut visit: F) -> ControlFlow<()>
where
    F: FnMut(Play, &Board) -> ControlFlow<()>,
{
    let (high, low) = (u32::from(roll.high()), u32::from(roll.low()));
    if high == low {
        let length = longest(board, high, BAR, 4);
        return doubles(board, high, BAR, length, Play::PASS, &mut visit);
    }
    let is_visited = pairs(board, high, low, &mut visit)?;
    if is_visited {
        return ControlFlow::Continue(());
    }
    // One die only, the larger one if there is a choice.
    let one = |die| (board.movable(die), die);
    let (movable, die) = [one(high), one(low)].into_iter().find(|&(movable, _)| movable != 0).unwrap_or_default();
    if movable == 0 {
        return visit(Play::PASS, board);
    }
    places(movable).try_for_each(|from| {
        let (after, step) = board.step(from, die);
        visit(Play::PASS.with(step).unwrap_or_default(), &after)
    })
}

/// Visits the plays of both dice. Returns whether there are any.
///
/// Two moves, one by each die, determine the board. Different pairs of moves have equal boards only
/// if one checker makes both moves, or if both moves bear off.
#[inline]
fn pairs<F>(board: &Board, high: u32, low: u32, visit: &mut F) -> ControlFlow<(), bool>
where
    F: FnMut(Play, &Board) -> ControlFlow<()>,
{
    // Pairs of the first pass: for each place left by the high die, those left by the low one.
    let mut pairs = [0_u32; 26];
    let mut ambiguous = SmallVec::<[(Side, Side); 16]>::new();
    let mut is_visited = false;
    for (first, second) in [(high, low), (low, high)] {
        for one in places(board.movable(first)) {
            let (between, step) = board.step(one, first);
            for two in places(between.movable(second)) {
                let (by_high, by_low) = if first == high { (one, two) } else { (two, one) };
                if first == high {
                    pairs[by_high as usize] |= 1 << by_low;
                } else if pairs[by_high as usize] >> by_low & 1 == 1 {
                    continue;
                }
                let (after, last) = between.step(two, second);
                let is_one_checker = u32::from(step.to()) == two || u32::from(last.to()) == one;
                if is_one_checker || (u32::from(step.to()) == OFF && u32::from(last.to()) == OFF) {
                    let sides = (after.own, after.other);
                    if ambiguous.contains(&sides) {
                        continue;
                    }
                    ambiguous.push(sides);
                }
                let (earlier, later) = if one >= two { (step, last) } else { (last, step) };
                let play = Play::PASS.with(earlier).and_then(|play| play.with(later)).unwrap_or_default();
                is_visited = true;
                visit(play.sorted(), &after)?;
            }
        }
    }
    ControlFlow::Continue(is_visited)
}

/// Returns the greatest number of moves by a die, at most `left`, from places up to `highest`.
///
/// The moves of a double can be sorted in descending order of their first places: a checker enters
/// first, and bearing off is easier after the moves of checkers behind.
fn longest(board: &Board, die: u32, highest: u32, left: u32) -> u32 {
    if left == 0 {
        return 0;
    }
    let mut best = 0;
    for from in places(board.movable(die) & ((2 << highest) - 1)) {
        best = best.max(1 + longest(&board.step(from, die).0, die, from, left - 1));
        if best == left {
            break;
        }
    }
    best
}

/// Visits the plays of a double with exactly `left` more moves, in descending order. Each set of
/// moves has a different board.
fn doubles<F>(board: &Board, die: u32, highest: u32, left: u32, play: Play, visit: &mut F) -> ControlFlow<()>
where
    F: FnMut(Play, &Board) -> ControlFlow<()>,
{
    if left == 0 {
        return visit(play.sorted(), board);
    }
    places(board.movable(die) & ((2 << highest) - 1)).try_for_each(|from| {
        let (after, step) = board.step(from, die);
        doubles(&after, die, from, left - 1, play.with(step).unwrap_or_default(), visit)
    })
}

/// Returns the places of a mask, highest first.
#[inline]
fn places(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = mask.checked_ilog2()?;
        mask &= !(1 << place);
        Some(place)
    })
}
