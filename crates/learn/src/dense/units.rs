//! The arithmetic of a network with one hidden layer. Loops have fixed lengths, so that the
//! compiler uses vector instructions. Additions have a fixed order, so that results are the same on
//! every machine.

/// Hidden units that are computed together; their number is a multiple of this.
pub(crate) const BLOCK: usize = 16;
/// Maximum number of results: the length of a row of output weights.
pub(crate) const MAX_RESULTS: usize = 8;

/// Number of partial sums of an output; divides [`BLOCK`].
const PARTS: usize = 4;

/// A probability or a gradient for each result, and 0 behind the last of them.
pub(crate) type Row = [f32; MAX_RESULTS];

/// The inputs that are not 0.
pub(crate) type Active = Vec<(u32, f32)>;

/// The weights of a network.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Units {
    /// Number of results.
    pub(crate) results: usize,
    /// For each input, the weights to the hidden units; then the biases of these.
    pub(crate) hidden: Vec<f32>,
    /// For each hidden unit, the weights to the results; then the biases of these.
    pub(crate) output: Vec<Row>,
}

impl Units {
    /// Returns the number of hidden units.
    pub(crate) fn len(&self) -> usize {
        self.output.len() - 1
    }

    /// Returns the number of inputs.
    pub(crate) fn inputs(&self) -> usize {
        self.hidden.len() / self.len() - 1
    }

    /// Writes the weighted sums of the hidden units.
    #[inline]
    pub(crate) fn sums(&self, active: &Active, sums: &mut [f32]) {
        let width = self.len();
        let biases = self.inputs() * width;
        for (block, sums) in sums.chunks_exact_mut(BLOCK).enumerate() {
            let row = |start: usize| -> &[f32; BLOCK] {
                self.hidden[start + block * BLOCK..].first_chunk().expect("rows are whole blocks")
            };
            let mut total = *row(biases);
            for &(input, value) in active {
                let weights = row(input as usize * width);
                for (total, weight) in total.iter_mut().zip(weights) {
                    *total += value * weight;
                }
            }
            sums.copy_from_slice(&total);
        }
    }

    /// Adds the difference of an input to the weighted sums.
    #[inline]
    pub(crate) fn shift(&self, input: usize, difference: f32, sums: &mut [f32]) {
        let weights = &self.hidden[input * self.len()..][..self.len()];
        add_scaled(sums, difference, weights);
    }

    /// Returns the probability of each result from the weighted sums of the hidden units.
    #[inline]
    pub(crate) fn probabilities(&self, sums: &[f32]) -> Row {
        let (biases, rows) = self.output.split_last().expect("the biases");
        // Independent sums, since each addition waits for the last one of its sum.
        let mut parts = [[0.0; MAX_RESULTS]; PARTS];
        parts[0] = *biases;
        for (sums, rows) in sums.chunks_exact(PARTS).zip(rows.chunks_exact(PARTS)) {
            for ((part, &sum), row) in parts.iter_mut().zip(sums).zip(rows) {
                let unit = sum.max(0.0);
                for (logit, weight) in part.iter_mut().zip(row) {
                    *logit += unit * weight;
                }
            }
        }
        let logits = std::array::from_fn(|result| parts.iter().map(|part| part[result]).sum());
        softmax(&logits, self.results)
    }

    /// Takes a step of gradient descent on the cross entropy of the output and a target
    /// distribution. `sums` and `output` are those of these inputs; `sums` becomes the gradient of
    /// the hidden units.
    pub(crate) fn descend(&mut self, active: &Active, sums: &mut [f32], output: &Row, target: &Row, rate: f32) {
        let width = self.len();
        let biases = self.inputs();
        let gradient: Row = std::array::from_fn(|result| output[result] - target[result]);
        let (output_biases, rows) = self.output.split_last_mut().expect("the biases");
        for (sum, row) in sums.iter_mut().zip(rows) {
            let unit = sum.max(0.0);
            let mut back = 0.0;
            for (weight, gradient) in row.iter_mut().zip(&gradient) {
                back += *weight * gradient;
                *weight -= rate * unit * gradient;
            }
            *sum = if *sum > 0.0 { back } else { 0.0 };
        }
        for (bias, gradient) in output_biases.iter_mut().zip(&gradient) {
            *bias -= rate * gradient;
        }
        for (input, value) in active.iter().map(|&(input, value)| (input as usize, value)).chain([(biases, 1.0)]) {
            add_scaled(&mut self.hidden[input * width..][..width], -(rate * value), sums);
        }
    }

    /// Whether all weights are finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.hidden.iter().chain(self.output.iter().flatten()).all(|weight| weight.is_finite())
    }
}

/// Adds a multiple of a row of hidden units, block by block.
#[inline]
fn add_scaled(row: &mut [f32], factor: f32, terms: &[f32]) {
    for (row, terms) in row.as_chunks_mut::<BLOCK>().0.iter_mut().zip(terms.as_chunks::<BLOCK>().0) {
        for (number, term) in row.iter_mut().zip(terms) {
            *number += factor * term;
        }
    }
}

/// Collects the inputs that are not 0.
#[inline]
pub(crate) fn collect(planes: &[f32], active: &mut Active) {
    active.clear();
    active.extend(
        planes.iter().enumerate().filter(|(_, value)| **value != 0.0).map(|(input, &value)| (input as u32, value)),
    );
}

/// Probabilities proportional to the exponentials of the first logits.
#[inline]
fn softmax(logits: &Row, results: usize) -> Row {
    let greatest = logits[..results].iter().fold(f32::NEG_INFINITY, |greatest, &logit| greatest.max(logit));
    let mut row: Row =
        std::array::from_fn(|result| if result < results { exp(logits[result] - greatest) } else { 0.0 });
    let sum: f32 = row.iter().sum();
    for probability in &mut row {
        *probability /= sum;
    }
    row
}

/// e to the power of a number that is not positive, with a relative error below 10⁻⁵. The standard
/// library's result depends on the operating system.
#[inline]
fn exp(x: f32) -> f32 {
    // 2^whole · e^rest, with |rest| at most ln(2) / 2.
    let scaled = x.max(-87.0) * std::f32::consts::LOG2_E;
    let whole = (scaled - 0.5) as i32;
    let rest = (scaled - whole as f32) * std::f32::consts::LN_2;
    let series = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let power = f32::from_bits(((whole + 127) as u32) << 23);
    series.iter().fold(0.0, |sum, term| sum * rest + term) * power
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::{Seed, random::unit};

    /// A network of 5 inputs, 16 hidden units and 3 results, with weights from −1 to 1.
    fn units(seed: u64) -> Units {
        let mut rng = Seed::new(seed).rng();
        let mut weight = || 2.0 * unit(&mut rng) as f32 - 1.0;
        let hidden = (0..6 * BLOCK).map(|_| weight()).collect();
        let output =
            (0..=BLOCK).map(|_| std::array::from_fn(|result| if result < 3 { weight() } else { 0.0 })).collect();
        Units { results: 3, hidden, output }
    }

    const TARGET: Row = [0.2, 0.7, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0];

    fn active() -> Active {
        vec![(0, 1.0), (2, 0.5), (4, 0.25)]
    }

    /// The cross entropy in double precision, by the definition.
    fn loss(units: &Units) -> f64 {
        let mut logits: Vec<f64> = units.output[BLOCK][..3].iter().map(|&bias| bias.into()).collect();
        for unit in 0..BLOCK {
            let bias = f64::from(units.hidden[5 * BLOCK + unit]);
            let inputs = active().into_iter();
            let sum =
                inputs.map(|(input, value)| f64::from(value) * f64::from(units.hidden[input as usize * BLOCK + unit]));
            let value = (bias + sum.sum::<f64>()).max(0.0);
            for (logit, weight) in logits.iter_mut().zip(units.output[unit]) {
                *logit += value * f64::from(weight);
            }
        }
        let total: f64 = logits.iter().map(|logit| logit.exp()).sum();
        let parts = logits.iter().zip(TARGET);
        -parts.map(|(logit, target)| f64::from(target) * (logit.exp() / total).ln()).sum::<f64>()
    }

    #[test]
    fn a_step_follows_the_gradient_of_the_definition() {
        let before = units(1);
        let mut sums = vec![0.0; BLOCK];
        before.sums(&active(), &mut sums);
        let output = before.probabilities(&sums);
        let entropy: f64 = output
            .iter()
            .zip(TARGET)
            .map(|(p, t)| if t > 0.0 { -f64::from(t) * f64::from(*p).ln() } else { 0.0 })
            .sum();
        assert!((entropy - loss(&before)).abs() < 1e-5, "{entropy} {}", loss(&before));
        let mut after = before.clone();
        after.descend(&active(), &mut sums, &output, &TARGET, 1.0);
        let change = 1e-3_f32;
        let mut changed = 0;
        let mut check = |step: f32, weight: &dyn Fn(&mut Units) -> &mut f32| {
            let slope = |sign: f32| {
                let mut units = before.clone();
                *weight(&mut units) += sign * change;
                loss(&units)
            };
            let expected = (slope(1.0) - slope(-1.0)) / (2.0 * f64::from(change));
            assert!((f64::from(step) - expected).abs() < 2e-3, "{step} {expected}");
            changed += usize::from(step.abs() > 1e-3);
        };
        for index in 0..before.hidden.len() {
            check(before.hidden[index] - after.hidden[index], &|units| &mut units.hidden[index]);
        }
        for (index, result) in (0..=BLOCK).flat_map(|index| (0..3).map(move |result| (index, result))) {
            check(before.output[index][result] - after.output[index][result], &|units| {
                &mut units.output[index][result]
            });
        }
        assert!(changed > 50, "{changed}");
        assert!(after.output.iter().all(|row| row[3..] == [0.0; 5]), "no weights of results that the game lacks");
    }

    #[test]
    fn steps_reach_the_target() {
        let mut units = units(2);
        let mut sums = vec![0.0; BLOCK];
        for _ in 0..500 {
            units.sums(&active(), &mut sums);
            let output = units.probabilities(&sums);
            units.descend(&active(), &mut sums, &output, &TARGET, 0.1);
        }
        units.sums(&active(), &mut sums);
        let output = units.probabilities(&sums);
        assert!(output.iter().zip(TARGET).all(|(output, target)| (output - target).abs() < 1e-3), "{output:?}");
    }

    #[test]
    fn differences_are_those_of_all_inputs() {
        let units = units(3);
        let (mut shifted, mut sums) = (vec![0.0; BLOCK], vec![0.0; BLOCK]);
        units.sums(&active(), &mut shifted);
        units.shift(2, -0.5, &mut shifted);
        units.shift(1, 0.75, &mut shifted);
        units.sums(&vec![(0, 1.0), (1, 0.75), (4, 0.25)], &mut sums);
        assert!(shifted.iter().zip(&sums).all(|(shifted, sum)| (shifted - sum).abs() < 1e-5), "{shifted:?} {sums:?}");
    }

    #[test]
    fn exponentials_are_those_of_the_standard_library() {
        for step in 0..870 {
            let x = -0.1 * step as f32;
            let (ours, exact) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((ours / exact - 1.0).abs() < 1e-5, "{x}: {ours} {exact}");
        }
        assert_eq!((exp(0.0), exp(-1000.0)), (1.0, exp(-87.0)));
    }
}
