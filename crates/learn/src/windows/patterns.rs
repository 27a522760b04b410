//! The numbered patterns of a window with some number of cells, and their changes.

use super::{Alphabet, MAX_SYMBOLS, MAX_WINDOW};

/// Bits of a symbol in the code of a window.
const BITS: usize = 3;

/// Returns the part of a window's code for one cell.
#[inline]
pub(super) fn code(symbol: u8, position: usize) -> u32 {
    u32::from(symbol) << (BITS * position)
}

/// The patterns of windows with some number of cells.
///
/// A pattern has labels instead of symbols: colours are numbered in the order of their first cells
/// in the pattern. With distinct symbols, labels are symbols.
#[derive(Debug)]
pub(super) struct Patterns {
    cells: usize,
    /// Number of the pattern for each code of a window.
    numbers: Vec<u16>,
    changes: Vec<Changes>,
}

/// The changes of a pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes {
    /// The greatest label: the number of colours in the pattern, or the last symbol.
    pub(super) labels: u8,
    /// The first position of each label; unused with distinct symbols.
    pub(super) first: [u8; MAX_SYMBOLS],
    /// The pattern with this label, which may exceed the greatest by one, on an empty cell; with
    /// label 0, the pattern with this cell empty.
    pub(super) set: [[u16; MAX_WINDOW]; MAX_SYMBOLS + 1],
    /// The pattern with the label of the first cell copied to the second, which is empty.
    pub(super) copied: [[u16; MAX_WINDOW]; MAX_WINDOW],
    /// The pattern with the label of the first cell moved to the second, which is empty.
    pub(super) moved: [[u16; MAX_WINDOW]; MAX_WINDOW],
}

impl Patterns {
    /// Computes the patterns of windows with this many cells; `None` if there are too many.
    pub(super) fn new(cells: usize, alphabet: Alphabet) -> Option<Self> {
        let symbols = usize::from(alphabet.symbols());
        if cells == 0 || cells >= MAX_WINDOW || !(2..=MAX_SYMBOLS).contains(&symbols) {
            return None;
        }
        let codes = 1_usize << (BITS * cells);
        let mut numbers = vec![u16::MAX; codes];
        let mut canonical = Vec::new();
        for (code, number) in numbers.iter_mut().enumerate() {
            if labelled(code, cells, alphabet) == code {
                *number = u16::try_from(canonical.len()).ok()?;
                canonical.push(code);
            }
        }
        for code in 0..codes {
            numbers[code] = numbers[labelled(code, cells, alphabet)];
        }
        let changes = canonical.iter().map(|&code| Changes::new(code, cells, alphabet, &numbers)).collect();
        Some(Self { cells, numbers, changes })
    }

    /// Returns the number of cells of a window.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// Returns the number of patterns.
    pub(super) fn count(&self) -> usize {
        self.changes.len()
    }

    /// Returns the number of the pattern of a window with this code.
    #[inline]
    pub(super) fn number(&self, code: u32) -> u16 {
        self.numbers[code as usize]
    }

    /// Returns the changes of a pattern.
    #[inline]
    pub(super) fn changes(&self, pattern: u16) -> &Changes {
        &self.changes[usize::from(pattern)]
    }
}

/// Returns the symbol or label of a cell.
fn at(code: usize, position: usize) -> usize {
    code >> (BITS * position) & (MAX_SYMBOLS - 1)
}

/// Returns a code with another symbol or label on a cell.
fn with(code: usize, position: usize, symbol: usize) -> usize {
    code & !((MAX_SYMBOLS - 1) << (BITS * position)) | symbol << (BITS * position)
}

/// Returns the code with labels in place of symbols.
fn labelled(code: usize, cells: usize, alphabet: Alphabet) -> usize {
    let mut labels = [0; MAX_SYMBOLS];
    let mut greatest = 0;
    (0..cells).fold(0, |canonical, position| {
        let symbol = at(code, position);
        let label = match alphabet {
            _ if symbol >= usize::from(alphabet.symbols()) => 0,
            Alphabet::Distinct(_) => symbol,
            Alphabet::Colours(_) => {
                if symbol > 0 && labels[symbol] == 0 {
                    greatest += 1;
                    labels[symbol] = greatest;
                }
                labels[symbol]
            }
        };
        with(canonical, position, label)
    })
}

impl Changes {
    fn new(code: usize, cells: usize, alphabet: Alphabet, numbers: &[u16]) -> Self {
        let mut labels = 0;
        let mut first = [0; MAX_SYMBOLS];
        for position in 0..cells {
            let label = at(code, position);
            if label > labels {
                labels = label;
                first[label] = position as u8;
            }
        }
        if let Alphabet::Distinct(symbols) = alphabet {
            labels = usize::from(symbols) - 1;
        }
        let same = numbers[code];
        let mut changes = Self {
            labels: labels as u8,
            first,
            set: [[same; MAX_WINDOW]; MAX_SYMBOLS + 1],
            copied: [[same; MAX_WINDOW]; MAX_WINDOW],
            moved: [[same; MAX_WINDOW]; MAX_WINDOW],
        };
        let last = labels.saturating_add(1).min(usize::from(alphabet.symbols()) - 1);
        for position in 0..cells {
            let label = at(code, position);
            changes.set[0][position] = numbers[with(code, position, 0)];
            if label == 0 {
                for label in 1..=last {
                    changes.set[label][position] = numbers[with(code, position, label)];
                }
                continue;
            }
            for to in (0..cells).filter(|&to| at(code, to) == 0) {
                let copied = with(code, to, label);
                changes.copied[position][to] = numbers[copied];
                changes.moved[position][to] = numbers[with(copied, position, 0)];
            }
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of ways to divide `cells` cells into an empty part and at most `colours`
    /// unlabelled ones, by the recursion of Stirling numbers of the second kind.
    fn partitions(cells: usize, colours: usize) -> usize {
        let mut ways = vec![0; colours + 2];
        ways[0] = 1;
        for _ in 0..cells {
            for parts in (0..=colours).rev() {
                ways[parts] = ways[parts] * (parts + 1) + if parts > 0 { ways[parts - 1] } else { 0 };
            }
        }
        ways[..=colours].iter().sum()
    }

    #[test]
    fn patterns_are_as_many_as_partitions() {
        for (cells, colours) in [(1, 1), (3, 2), (5, 7), (6, 7), (7, 7), (5, 3)] {
            let patterns = Patterns::new(cells, Alphabet::Colours(colours)).unwrap();
            assert_eq!(patterns.count(), partitions(cells, usize::from(colours)), "{cells} {colours}");
        }
        // Bell numbers.
        assert_eq!([4, 5, 6].map(|cells| partitions(cells, 7)), [52, 203, 877]);
        assert_eq!(Patterns::new(4, Alphabet::Distinct(3)).unwrap().count(), 81);
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        let of = |cells, alphabet| Patterns::new(cells, alphabet).is_some();
        assert!(!of(0, Alphabet::Colours(7)) && !of(8, Alphabet::Distinct(2)));
        assert!(!of(3, Alphabet::Colours(8)) && !of(3, Alphabet::Distinct(9)) && !of(3, Alphabet::Distinct(1)));
        assert!(!of(3, Alphabet::Colours(u8::MAX)));
        assert!(of(5, Alphabet::Distinct(8)) && !of(6, Alphabet::Distinct(8)), "more than 65,536 patterns");
    }

    #[test]
    fn symbols_out_of_the_alphabet_count_as_0() {
        let patterns = Patterns::new(2, Alphabet::Distinct(3)).unwrap();
        assert_eq!(patterns.number(code(7, 0) | code(2, 1)), patterns.number(code(2, 1)));
        let patterns = Patterns::new(2, Alphabet::Colours(3)).unwrap();
        assert_eq!(patterns.number(code(4, 0) | code(2, 1)), patterns.number(code(1, 1)));
    }
}
