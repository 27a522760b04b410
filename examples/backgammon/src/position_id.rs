//! Position IDs of GNU Backgammon.
//!
//! A position is 80 bits: for each place from the ace point to the bar, a 1 for each checker, then
//! a 0; first of the player who is not on roll, then of the player on roll. Ten bytes, lowest bit
//! first, are 14 characters in base 64.

use crate::side::{BAR, CHECKERS, OFF, PLACES, Side};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const LENGTH: usize = 14;

/// Returns the ID of the sides of the player on roll and of the other one.
pub(crate) fn write(on_roll: Side, other: Side) -> String {
    let (mut bits, mut next) = (0_u128, 0);
    for side in [other, on_roll] {
        for place in 1..=BAR {
            let count = side.count(place);
            bits |= ((1 << count) - 1) << next;
            next += count + 1;
        }
    }
    let bytes = &bits.to_le_bytes()[..10];
    let digits = bytes.chunks(3).flat_map(|chunk| {
        let word = chunk.iter().fold(0_u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        (0..=chunk.len()).map(move |digit| char::from(DIGITS[(word >> (18 - 6 * digit) & 63) as usize]))
    });
    digits.collect()
}

/// Reads an ID: the sides of the player on roll and of the other one.
pub(crate) fn read(text: &str) -> Result<(Side, Side), &'static str> {
    if text.len() != LENGTH {
        return Err("a Position ID has 14 characters");
    }
    let mut bytes = [0; 16];
    for (chunk, bytes) in text.as_bytes().chunks(4).zip(bytes.chunks_mut(3)) {
        let mut word = 0;
        for (digit, letter) in chunk.iter().enumerate() {
            let value =
                DIGITS.iter().position(|digit| digit == letter).ok_or("a Position ID has the digits A-Za-z0-9+/")?;
            word |= (value as u32) << (18 - 6 * digit);
        }
        for (place, byte) in bytes.iter_mut().take(3).enumerate() {
            *byte = (word >> (16 - 8 * place)) as u8;
        }
    }
    let mut bits = u128::from_le_bytes(bytes);
    let mut side = || {
        let mut counts = [0; PLACES as usize];
        let mut total = 0;
        for count in &mut counts[1..=BAR as usize] {
            let ones = bits.trailing_ones();
            total += ones;
            if total > CHECKERS {
                return Err("a side has more than 15 checkers");
            }
            *count = ones as u8;
            bits >>= ones + 1;
        }
        counts[OFF as usize] = (CHECKERS - total) as u8;
        Ok(Side::new(counts))
    };
    let other = side()?;
    let on_roll = side()?;
    if bits == 0 { Ok((on_roll, other)) } else { Err("there are bits behind the second side") }
}
