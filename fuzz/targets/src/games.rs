//! Positions, actions, outcomes and rules of the five games.

use gambol::five_or_more::{self, FiveOrMore};
use gambol::match5::{self, Match5};
use gambol::pentago_swap::{self, PentagoSwap};
use gambol::tenten::{self, TenTen};
use gambol::threes::{self, Threes};
use gambol::{Cell, NoChance};

use crate::positions::{Checked, forms, position};
use crate::{Effort, Target};

pub(crate) const FIVE_OR_MORE: Target = Target {
    name: "five_or_more",
    about: "positions of five-or-more, and events there",
    is_cheap: true,
    words: &[
        "9/9/9/9/9/9/9/9/9",
        "5/5/5/5/5",
        " m",
        " d",
        " d1",
        " d2",
        " c",
        " s",
        " p",
        " small",
        " large",
        " thesis",
        " gnome-later",
        "preview=places",
        "removal=each",
        "score=product",
        "size=7x8",
        "size=5x5",
        "colours=2",
        "colours=26",
        "drop=1",
        "drop=9",
        "initial=9",
        "@a1",
        "aaaa",
        "bbbbb",
        "-",
        "999999999999990",
        "cab",
    ],
    run: either::<FiveOrMore, FiveOrMore<five_or_more::Wide>>,
};

pub(crate) const FIVE_OR_MORE_EVENTS: Target = Target {
    name: "five_or_more_events",
    about: "actions, outcomes, phases and rules of five-or-more",
    is_cheap: true,
    words: &[
        "thesis",
        "small",
        "large",
        "gnome-later",
        "small-later",
        "large-later",
        "preview=places",
        "preview=colours",
        "removal=each",
        "removal=all",
        "score=table",
        "score=log",
        "score=product",
        "size=7x8",
        "size=5x5",
        "size=20x15",
        "colours=2",
        "colours=26",
        "drop=1",
        "drop=9",
        "initial=9",
    ],
    run: |data, _| {
        let text = &String::from_utf8_lossy(data);
        if text.contains('=') || text.len() > 8 {
            forms!(text, five_or_more::Rules)
        } else {
            forms!(text, five_or_more::Move, five_or_more::Outcome, five_or_more::Phase, five_or_more::Rules)
        }
    },
};

pub(crate) const TENTEN: Target = Target {
    name: "tenten",
    about: "positions of tenten, and events there",
    is_cheap: true,
    words: &[
        "10/10/10/10/10/10/10/10/10/10",
        "xxxxxxxxx1",
        "1xxxxxxxxx",
        "xxxxxxxxxx",
        "o1",
        "o2",
        "o3",
        "h2",
        "h3",
        "h4",
        "h5",
        "v2",
        "v3",
        "v4",
        "v5",
        "l2nw",
        "l2ne",
        "l2sw",
        "l2se",
        "l3nw",
        "l3ne",
        "l3sw",
        "l3se",
        " paper",
        " app",
        "score=cells",
        "o1=0",
        "h5=65535",
        "-",
        "999999999999990",
    ],
    run: position::<TenTen>,
};

pub(crate) const TENTEN_EVENTS: Target = Target {
    name: "tenten_events",
    about: "actions, deals, hands, pieces and rules of tenten",
    is_cheap: true,
    words: &[
        "o1",
        "o2",
        "o3",
        "h2",
        "h3",
        "h4",
        "h5",
        "v2",
        "v3",
        "v4",
        "v5",
        "l2nw",
        "l2ne",
        "l2sw",
        "l2se",
        "l3nw",
        "l3ne",
        "l3sw",
        "l3se",
        "uniform",
        "paper",
        "score=lines",
        "score=cells",
        "=0",
        "=65535",
        "=2",
        "@a1",
        "-",
    ],
    run: |data, _| {
        let text = &String::from_utf8_lossy(data);
        if text.contains('=') {
            forms!(text, tenten::Rules)
        } else if text.contains('@') {
            forms!(text, tenten::Placement)
        } else {
            forms!(text, tenten::Deal, tenten::Hand, tenten::Piece, tenten::Rules, tenten::Scoring)
        }
    },
};

pub(crate) const THREES: Target = Target {
    name: "threes",
    about: "positions of threes, and events there",
    is_cheap: true,
    words: &[
        "0,0,0,0",
        " - 4,4,4 o",
        " 1 3,4,4 m",
        " 4,4,4 ",
        " m",
        " o",
        " L1",
        " L12",
        " R24",
        " U1234",
        " D3",
        "6|12",
        "6|12|24",
        "384|768|1536",
        " + ",
        " +12 ",
        "12288",
        "6144",
        "48",
        "96",
        "192",
        " bonus=uniform",
        " bonus=none",
        "end=plays-on",
    ],
    run: position::<Threes>,
};

pub(crate) const THREES_EVENTS: Target = Target {
    name: "threes_events",
    about: "actions, outcomes, phases, hints, tiles and rules of threes",
    is_cheap: true,
    words: &[
        "bonus=uniform",
        "bonus=none",
        "bonus=pick-three",
        "end=plays-on",
        "end=at-12288",
        "app",
        "2014",
        "blog",
        "a1=1",
        "1:2",
        "2=12:1",
        "6|12|24",
        "+",
        "1536",
        "12288",
        "L",
        "R24",
        "U1234",
        "o",
        "m",
    ],
    run: |data, _| {
        let text = &String::from_utf8_lossy(data);
        if text.contains(['=', ':']) {
            forms!(text, threes::Outcome, threes::Rules)
        } else {
            forms!(text, threes::Swipe, threes::Outcome, threes::Phase, threes::Hint, threes::Tile, threes::Rules)
        }
    },
};

pub(crate) const PENTAGO_SWAP: Target = Target {
    name: "pentago_swap",
    about: "positions of pentago-swap, and actions there",
    is_cheap: true,
    words: &["6/6/6/6/6/6", "wwwww", "bbbbb", "wbwbwb", " w", " b"],
    run: position::<PentagoSwap>,
};

pub(crate) const PENTAGO_SWAP_EVENTS: Target = Target {
    name: "pentago_swap_events",
    about: "actions, swaps and quadrants of pentago-swap",
    is_cheap: true,
    words: &["AB", "AC", "AD", "BC", "BD", "CD", "c3:AB", "f6:", "AA", "BA", ":"],
    run: |data, _| {
        let text = &String::from_utf8_lossy(data);
        assert!(text.parse::<NoChance>().is_err());
        forms!(text, pentago_swap::Move, pentago_swap::Swap, pentago_swap::Quadrant)
    },
};

pub(crate) const MATCH5: Target = Target {
    name: "match5",
    about: "positions of match5, and actions there",
    is_cheap: true,
    words: &["9/9/9/9/9/9/9/9/9", "5/5/5/5/5", "rrrrr", "bbbb", "rbrbr", " r", " b", " row=3", " row=4", " row=6"],
    run: either::<Match5, Match5<match5::Wide>>,
};

pub(crate) const MATCH5_EVENTS: Target = Target {
    name: "match5_events",
    about: "actions, colours and rules of match5",
    is_cheap: true,
    words: &["gomoku", "match5", "edge=5", "edge=20", "row=3", "row=6", "starts=b", "starts=r", "e5", "t20", "z99"],
    run: |data, _| {
        let text = &String::from_utf8_lossy(data);
        forms!(text, Cell, match5::Rules, match5::Colour)
    },
};

/// A position of a game with one type for small boards and one for all.
fn either<Narrow: Checked, Wide: Checked>(data: &[u8], effort: Effort) -> bool {
    if is_large(data) {
        return position::<Wide>(data, effort);
    }
    let narrow = position::<Narrow>(data, effort);
    if effort.is_full(data) {
        let wide = position::<Wide>(data, effort);
        assert!(narrow <= wide, "only the small board takes it");
    }
    narrow
}

/// Whether the first line has more than ten slashes, which means that the board needs the wide
/// type.
fn is_large(data: &[u8]) -> bool {
    data.iter().take_while(|&&byte| byte != b' ' && byte != b'\n').filter(|&&byte| byte == b'/').count() > 10
}
