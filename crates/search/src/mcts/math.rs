//! Square roots and logarithms for the selection formulas.
//!
//! Tables are faster than calls. They are computed with [`crate::math`], which gives the same
//! numbers on every machine.

use crate::math::{ln, sqrt};

/// Size of the tables: greater visit counts are approximated.
const TABLE: usize = 1024;

/// Table of `1 / √n`.
static INVERSE_ROOTS: [f64; TABLE] = {
    let mut table = [1.0; TABLE];
    let mut n = 1;
    while n < TABLE {
        table[n] = 1.0 / sqrt(n as f64);
        n += 1;
    }
    table
};

/// Table of `ln n`.
static LOGARITHMS: [f64; TABLE] = {
    let mut table = [0.0; TABLE];
    let mut n = 2;
    while n < TABLE {
        table[n] = ln(n as f64);
        n += 1;
    }
    table
};

/// Table of `√ ln n`.
static ROOTS_OF_LOGARITHMS: [f64; TABLE] = {
    let mut table = [0.0; TABLE];
    let mut n = 2;
    while n < TABLE {
        table[n] = sqrt(LOGARITHMS[n]);
        n += 1;
    }
    table
};

/// Table of `√ ln n` from 1024 on: 32 values for each power of two, at the midpoints of their
/// intervals.
static ROOTS_BEYOND: [f64; 22 * 32] = {
    let mut table = [0.0; 22 * 32];
    let mut index = 0;
    while index < table.len() {
        let n = (32.5 + (index % 32) as f64) * ((32_u64 << (index / 32)) as f64);
        table[index] = sqrt(ln(n));
        index += 1;
    }
    table
};

/// Returns `1 / √n`; 1 for 0. The relative error is below 10⁻⁵; below [`TABLE`] there is only
/// rounding error.
#[inline]
pub(super) fn inverse_root(n: u32) -> f64 {
    match INVERSE_ROOTS.get(n as usize) {
        Some(&root) => root,
        None => inverse_root_beyond(n),
    }
}

fn inverse_root_beyond(n: u32) -> f64 {
    // The leading bits come from the table, the magnitude from a power of two, and the remaining
    // bits from one Newton step.
    let half_shift = (23 - n.leading_zeros()) / 2;
    let power = f64::from_bits(u64::from(1023 - half_shift) << 52);
    let guess = INVERSE_ROOTS[(n >> (2 * half_shift)) as usize % TABLE] * power;
    guess * (1.5 - 0.5 * f64::from(n) * guess * guess)
}

/// Returns `√ ln n` to three digits; 0 for 0.
#[inline]
pub(super) fn root_of_logarithm(n: u32) -> f64 {
    match ROOTS_OF_LOGARITHMS.get(n as usize) {
        Some(&root) => root,
        None => root_of_logarithm_beyond(n),
    }
}

fn root_of_logarithm_beyond(n: u32) -> f64 {
    let shift = 26 - n.leading_zeros();
    // The shift is at least 5, since 1024 is 32 shifted by 5.
    let index = (shift as usize).wrapping_sub(5) * 32 + (n >> shift) as usize % 32;
    ROOTS_BEYOND[index.min(ROOTS_BEYOND.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_what_they_are_called() {
        let numbers = (1..5_000).chain((12..32).flat_map(|k| [(1 << k) - 1, 1 << k, (1 << k) + 1])).chain([u32::MAX]);
        for n in numbers {
            let x = f64::from(n);
            let relative = |found: f64, right: f64| (found - right).abs() / right.max(1e-9);
            assert!(relative(inverse_root(n), 1.0 / x.sqrt()) < 1e-5, "{n}");
            assert!(n == 1 || relative(root_of_logarithm(n), x.ln().sqrt()) < 2e-3, "{n}");
        }
        assert_eq!(inverse_root(0), 1.0);
        assert_eq!(root_of_logarithm(0), 0.0);
    }
}
