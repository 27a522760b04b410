//! The nineteen pieces.

use gambol_core::Cell;

use crate::cells::{Cells, bit};

/// One of the nineteen pieces: lines of two to five cells, corners with arms of two or three cells,
/// and squares. They cannot be rotated.
///
/// The names are the text forms: `h` and `v` are horizontal and vertical lines, `o` squares, `l`
/// corners, with the number of cells along an edge. A corner is named after the compass point at
/// which its arms meet: `l3nw` covers the top row and the left column of a three by three square.
/// The order of the pieces is that of their names.
///
/// ```
/// use gambol_tenten::Piece;
/// let piece: Piece = "l3nw".parse()?;
/// assert_eq!((piece.size(), piece.width(), piece.height()), (5, 3, 3));
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "a variant's text form and picture, in DRAWN below, say all there is to say")]
pub enum Piece {
    H2,
    H3,
    H4,
    H5,
    L2Ne,
    L2Nw,
    L2Se,
    L2Sw,
    L3Ne,
    L3Nw,
    L3Se,
    L3Sw,
    O1,
    O2,
    O3,
    V2,
    V3,
    V4,
    V5,
}

use Piece::{H2, H3, H4, H5, L2Ne, L2Nw, L2Se, L2Sw, L3Ne, L3Nw, L3Se, L3Sw, O1, O2, O3, V2, V3, V4, V5};

/// Each piece's name and rows, in the order of the enum.
const DRAWN: [(&str, &[&str]); Piece::COUNT] = [
    ("h2", &["xx"]),
    ("h3", &["xxx"]),
    ("h4", &["xxxx"]),
    ("h5", &["xxxxx"]),
    ("l2ne", &["xx", ".x"]),
    ("l2nw", &["xx", "x."]),
    ("l2se", &[".x", "xx"]),
    ("l2sw", &["x.", "xx"]),
    ("l3ne", &["xxx", "..x", "..x"]),
    ("l3nw", &["xxx", "x..", "x.."]),
    ("l3se", &["..x", "..x", "xxx"]),
    ("l3sw", &["x..", "x..", "xxx"]),
    ("o1", &["x"]),
    ("o2", &["xx", "xx"]),
    ("o3", &["xxx", "xxx", "xxx"]),
    ("v2", &["x", "x"]),
    ("v3", &["x", "x", "x"]),
    ("v4", &["x", "x", "x", "x"]),
    ("v5", &["x", "x", "x", "x", "x"]),
];

const fn mask_of(rows: &[&str]) -> u64 {
    let mut mask = 0;
    let mut row = 0;
    while row < rows.len() {
        let cells = rows[row].as_bytes();
        let mut column = 0;
        while column < cells.len() {
            if cells[column] == b'x' {
                mask |= bit(Cell::new(column as u8, row as u8)) as u64;
            }
            column += 1;
        }
        row += 1;
    }
    mask
}

/// The cells of each piece with its bounding box at the top left of the board. This table and that
/// of the sizes are separate, since a placement reads only these two.
static MASKS: [u64; Piece::COUNT] = {
    let mut masks = [0; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT {
        masks[index] = mask_of(DRAWN[index].1);
        index += 1;
    }
    masks
};

static SIZES: [u8; Piece::COUNT] = {
    let mut sizes = [0; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT {
        sizes[index] = MASKS[index].count_ones() as u8;
        index += 1;
    }
    sizes
};

impl Piece {
    /// The number of pieces.
    pub const COUNT: usize = 19;

    /// All pieces, in order.
    pub const ALL: [Self; Self::COUNT] =
        [H2, H3, H4, H5, L2Ne, L2Nw, L2Se, L2Sw, L3Ne, L3Nw, L3Se, L3Sw, O1, O2, O3, V2, V3, V4, V5];

    /// The index of this piece in [`ALL`](Self::ALL).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name, which is also the text form.
    pub const fn name(self) -> &'static str {
        DRAWN[self.index()].0
    }

    /// The number of cells, from 1 to 9.
    #[inline]
    pub const fn size(self) -> u8 {
        SIZES[self.index()]
    }

    /// The columns of its bounding box, from 1 to 5.
    pub const fn width(self) -> u8 {
        DRAWN[self.index()].1[0].len() as u8
    }

    /// The rows of its bounding box, from 1 to 5.
    pub const fn height(self) -> u8 {
        DRAWN[self.index()].1.len() as u8
    }

    /// Its cells with the top left of its bounding box at `a1`. For other places see
    /// [`Placement::cells`](crate::Placement::cells).
    pub const fn cells(self) -> Cells {
        Cells::from_mask(self.mask())
    }

    #[inline]
    pub(crate) const fn mask(self) -> u128 {
        MASKS[self.index()] as u128
    }

    /// The image of this piece under one of the eight symmetries of the board, numbered as in
    /// [`Cell::transform`]; other numbers are the identity.
    ///
    /// ```
    /// use gambol_tenten::Piece;
    /// assert_eq!(Piece::H3.transform(1), Piece::V3);
    /// assert_eq!(Piece::L2Nw.transform(1), Piece::L2Ne);
    /// ```
    #[inline]
    #[must_use]
    pub const fn transform(self, symmetry: usize) -> Self {
        if symmetry < 8 { IMAGES[symmetry][self.index()] } else { self }
    }
}

static IMAGES: [[Piece; Piece::COUNT]; 8] = {
    let mut images = [Piece::ALL; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut index = 0;
        while index < Piece::COUNT {
            images[symmetry][index] = image(Piece::ALL[index], symmetry);
            index += 1;
        }
        symmetry += 1;
    }
    images
};

/// Rotates or mirrors a piece in the smallest square around it, moves it to the top left, and looks
/// it up.
const fn image(piece: Piece, symmetry: usize) -> Piece {
    let edge = if piece.width() > piece.height() { piece.width() } else { piece.height() };
    let mut cells = [Cell::new(0, 0); 9];
    let (mut least_row, mut least_column) = (u8::MAX, u8::MAX);
    let mut count = 0;
    let mut left = piece.mask();
    while left != 0 {
        let cell = crate::cells::cell_at(left.trailing_zeros() as u8).transform(symmetry, edge);
        left &= left - 1;
        cells[count] = cell;
        count += 1;
        if cell.row < least_row {
            least_row = cell.row;
        }
        if cell.column < least_column {
            least_column = cell.column;
        }
    }
    let mut mask = 0;
    let mut index = 0;
    while index < count {
        mask |= bit(Cell::new(cells[index].column - least_column, cells[index].row - least_row));
        index += 1;
    }
    let mut index = 0;
    while index < Piece::COUNT {
        if MASKS[index] as u128 == mask {
            return Piece::ALL[index];
        }
        index += 1;
    }
    panic!("the nineteen pieces are closed under symmetry");
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn pieces_are_in_the_order_of_their_names() {
        let names: Vec<&str> = Piece::ALL.iter().map(|piece| piece.name()).collect();
        assert!(names.is_sorted());
        for (index, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece.index(), index);
        }
    }

    #[test]
    fn sizes_are_those_of_the_paper() {
        let mut sizes: Vec<u8> = Piece::ALL.iter().map(|piece| piece.size()).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 9]);
    }

    #[test]
    fn symmetries_permute_the_pieces() {
        for symmetry in 0..8 {
            let mut images: Vec<Piece> = Piece::ALL.iter().map(|piece| piece.transform(symmetry)).collect();
            images.sort_unstable();
            assert_eq!(images, Piece::ALL, "{symmetry}");
        }
        assert_eq!(L3Nw.transform(4), L3Ne);
        assert_eq!(V5.transform(7), H5);
        assert_eq!(L2Se.transform(8), L2Se);
    }
}
