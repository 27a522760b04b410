//! Threats: the result of a stone on a free cell on all four lines through it.

use super::shape::Shape;

/// The result of a stone of a colour on a free cell on all four lines together. The order is that
/// of strength.
///
/// ```
/// use gambol_match5::{Shape, Threat};
///
/// // Two fours are as good as an open four.
/// let fours = [Shape::Four, Shape::One, Shape::Four, Shape::Dead];
/// assert_eq!(Threat::of(fours), Threat::OpenFour);
/// assert!(Threat::FourAndThree > Threat::TwoThrees);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Threat {
    /// Only shapes up to [`Shape::One`].
    #[default]
    None,
    /// An open two.
    Two,
    /// Two open twos or more.
    TwoTwos,
    /// A three that is not open.
    Three,
    /// A three that is not open, and an open two or another such three.
    ThreeAndTwo,
    /// An open three.
    OpenThree,
    /// Two open threes or more.
    TwoThrees,
    /// A four, which the other side must block.
    Four,
    /// A four and an open three.
    FourAndThree,
    /// An open four, or two fours: the next stone completes a row.
    OpenFour,
    /// A complete row.
    Five,
}

/// The number of kinds of threats.
pub(super) const KINDS: usize = Threat::ALL.len();

impl Threat {
    /// All threats, the weakest first.
    pub const ALL: [Self; 11] = [
        Self::None,
        Self::Two,
        Self::TwoTwos,
        Self::Three,
        Self::ThreeAndTwo,
        Self::OpenThree,
        Self::TwoThrees,
        Self::Four,
        Self::FourAndThree,
        Self::OpenFour,
        Self::Five,
    ];

    /// The threat of four shapes.
    #[must_use]
    pub const fn of(shapes: [Shape; 4]) -> Self {
        let mut count = [0; 8];
        let mut line = 0;
        while line < 4 {
            count[shapes[line] as usize] += 1;
            line += 1;
        }
        let [_, _, twos, threes, open_threes, fours, open_fours, fives] = count;
        if fives > 0 {
            Self::Five
        } else if open_fours > 0 || fours > 1 {
            Self::OpenFour
        } else if fours > 0 {
            if open_threes > 0 { Self::FourAndThree } else { Self::Four }
        } else if open_threes > 0 {
            if open_threes > 1 { Self::TwoThrees } else { Self::OpenThree }
        } else if threes > 0 {
            if threes + twos > 1 { Self::ThreeAndTwo } else { Self::Three }
        } else if twos > 0 {
            if twos > 1 { Self::TwoTwos } else { Self::Two }
        } else {
            Self::None
        }
    }
}

/// The number of combinations of four shapes, three bits each.
pub(super) const COMBINATIONS: usize = 1 << 12;

/// Four shapes in three bits each, the first direction in the lowest.
pub(super) const fn unpacked(packed: u16) -> [Shape; 4] {
    [Shape::of(packed), Shape::of(packed >> 3), Shape::of(packed >> 6), Shape::of(packed >> 9)]
}

static THREATS: [Threat; COMBINATIONS] = {
    let mut threats = [Threat::None; COMBINATIONS];
    let mut packed = 0;
    while packed < COMBINATIONS {
        threats[packed] = Threat::of(unpacked(packed as u16));
        packed += 1;
    }
    threats
};

/// The threat of packed shapes.
#[inline]
pub(super) fn threat(packed: u16) -> Threat {
    THREATS[usize::from(packed) % COMBINATIONS]
}

/// The value of a cell in the order of attacking moves: a sum over the lines, and a bonus for the
/// threat.
static WORTH: [u16; COMBINATIONS] = {
    /// By shape.
    const LINES: [u16; 8] = [0, 2, 8, 10, 36, 40, 400, 2_000];
    /// By threat.
    const TOGETHER: [u16; KINDS] = [0, 0, 6, 0, 8, 0, 120, 0, 280, 800, 4_000];
    let mut worth = [0; COMBINATIONS];
    let mut packed = 0;
    while packed < COMBINATIONS {
        let shapes = unpacked(packed as u16);
        let mut line = 0;
        while line < 4 {
            worth[packed] += LINES[shapes[line] as usize];
            line += 1;
        }
        worth[packed] += TOGETHER[Threat::of(shapes) as usize];
        packed += 1;
    }
    worth
};

/// The value of packed shapes.
#[inline]
pub(super) fn worth(packed: u16) -> u16 {
    WORTH[usize::from(packed) % COMBINATIONS]
}
