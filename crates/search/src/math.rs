//! Square roots and logarithms from the four basic operations, whose results IEEE 754 defines to
//! the last bit. They return the same numbers on every machine, need no `std` (whose logarithms
//! differ between platforms), and work at compile time.

/// Returns the square root of a non-negative number.
pub(crate) const fn sqrt(number: f64) -> f64 {
    if number <= 0.0 || !number.is_finite() {
        return number.max(0.0);
    }
    // Halving the exponent gives a first guess within a factor of √2; each Newton step doubles its
    // digits.
    let mut root = f64::from_bits((number.to_bits() >> 1) + (1023_u64 << 51));
    let mut step = 0;
    while step < 5 {
        root = 0.5 * (root + number / root);
        step += 1;
    }
    root
}

/// Returns the natural logarithm of a number of at least 1; 0 for smaller numbers.
pub(crate) const fn ln(number: f64) -> f64 {
    let number = number.max(1.0);
    let exponent = (number.to_bits() >> 52) as i64 - 1023;
    let mantissa = f64::from_bits((number.to_bits() & ((1 << 52) - 1)) | (1023 << 52));
    // ln m = 2 artanh((m - 1) / (m + 1)); the argument is below 1/3.
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let (mut series, mut odd) = (0.0, 27.0);
    while odd > 0.0 {
        series = series * square + 1.0 / odd;
        odd -= 2.0;
    }
    exponent as f64 * core::f64::consts::LN_2 + 2.0 * ratio * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_and_logarithms_are_right() {
        for number in [1e-6, 0.25, 1.0, 2.0, 3.0, 1234.5, 1e9, 7e15] {
            assert!((sqrt(number) / number.sqrt() - 1.0).abs() < 1e-12, "{number}");
            assert!(
                (ln(number) - number.max(1.0).ln()).abs() < 1e-12 * number.max(2.0).ln().max(1.0) + 1e-12,
                "{number}"
            );
        }
        assert_eq!(sqrt(0.0), 0.0);
    }
}
