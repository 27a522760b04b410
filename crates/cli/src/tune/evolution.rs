//! Covariance matrix adaptation evolution strategy (CMA-ES), with positive weights.
//!
//! Source: N. Hansen, *The CMA Evolution Strategy: A Tutorial*, arXiv:1604.00772, 2016, for the
//! symbols and the default settings. Logarithms and similar functions are libm's, so that the same
//! seed generates the same points on every machine.

use std::f64::consts::TAU;

use gambol::Seed;
use gambol::game::random::{GameRng, unit};

/// Convergence threshold of the step size.
const LEAST_STEP: f64 = 1e-12;
/// Limit of the condition number of the covariance. Beyond it, floating-point precision is
/// insufficient.
const GREATEST_CONDITION: f64 = 1e14;

/// Maximiser of a function over a space of points. `ask` returns a generation of points, and `tell`
/// takes their values.
#[derive(Debug)]
pub(super) struct Evolution {
    rng: GameRng,
    mean: Vec<f64>,
    sigma: f64,
    /// Recombination weights of the best points, and their variance-effective selection mass.
    weights: Vec<f64>,
    mass: f64,
    size: usize,
    /// The evolution paths `p_σ` and `p_c`, and the covariance.
    path_sigma: Vec<f64>,
    path_c: Vec<f64>,
    covariance: Matrix,
    /// The eigenvectors of the covariance as columns, and the square roots of its eigenvalues.
    basis: Matrix,
    scales: Vec<f64>,
    generation: u32,
    /// The last generation in steps: y of each point, x = m + σ y.
    steps: Vec<Vec<f64>>,
}

type Matrix = Vec<Vec<f64>>;

fn identity(dimensions: usize) -> Matrix {
    (0..dimensions).map(|row| (0..dimensions).map(|column| f64::from(u8::from(row == column))).collect()).collect()
}

impl Evolution {
    /// Creates a search from a point, with initial standard deviation `sigma` and `size` points per
    /// generation; 4 + 3 ln n by default.
    pub(super) fn new(start: Vec<f64>, sigma: f64, size: Option<usize>, seed: u64) -> Self {
        let dimensions = start.len();
        let usual = 4 + (3.0 * libm::log(dimensions.max(1) as f64)) as usize;
        let size = size.unwrap_or(usual).max(2);
        let half = size / 2;
        let weights = (1..=half).map(|rank| libm::log(f64::midpoint(size as f64, 1.0)) - libm::log(rank as f64));
        let weights: Vec<f64> = weights.collect();
        let sum: f64 = weights.iter().sum();
        let weights: Vec<f64> = weights.into_iter().map(|weight| weight / sum).collect();
        let mass = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        Self {
            rng: Seed::new(seed).rng(),
            mean: start,
            sigma,
            weights,
            mass,
            size,
            path_sigma: vec![0.0; dimensions],
            path_c: vec![0.0; dimensions],
            covariance: identity(dimensions),
            basis: identity(dimensions),
            scales: vec![1.0; dimensions],
            generation: 0,
            steps: Vec::new(),
        }
    }

    /// Returns the number of points per generation.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Returns the centre of the next generation.
    pub(super) fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// Whether the search has converged.
    pub(super) fn has_converged(&self) -> bool {
        let greatest = self.scales.iter().copied().fold(0.0, f64::max);
        let least = self.scales.iter().copied().fold(f64::INFINITY, f64::min);
        self.sigma * greatest < LEAST_STEP || (greatest / least) * (greatest / least) > GREATEST_CONDITION
    }

    /// Returns a normally distributed number (Box–Muller transform).
    fn normal(&mut self) -> f64 {
        let (one, other) = (1.0 - unit(&mut self.rng), unit(&mut self.rng));
        libm::sqrt(-2.0 * libm::log(one)) * libm::cos(TAU * other)
    }

    /// Returns the points of the next generation.
    pub(super) fn ask(&mut self) -> Vec<Vec<f64>> {
        let dimensions = self.mean.len();
        self.steps.clear();
        for _ in 0..self.size {
            let z: Vec<f64> = (0..dimensions).map(|axis| self.scales[axis] * self.normal()).collect();
            self.steps.push(product(&self.basis, &z));
        }
        let point = |step: &Vec<f64>| self.mean.iter().zip(step).map(|(mean, step)| mean + self.sigma * step).collect();
        self.steps.iter().map(point).collect()
    }

    /// Takes the values of the points from `ask`; higher is better.
    pub(super) fn tell(&mut self, values: &[f64]) {
        let n = self.mean.len() as f64;
        let mut order: Vec<usize> = (0..self.steps.len().min(values.len())).collect();
        order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
        let best: Vec<&Vec<f64>> = order.iter().take(self.weights.len()).map(|&index| &self.steps[index]).collect();
        let step: Vec<f64> = (0..self.mean.len())
            .map(|axis| best.iter().zip(&self.weights).map(|(step, weight)| weight * step[axis]).sum())
            .collect();
        for (mean, step) in self.mean.iter_mut().zip(&step) {
            *mean += self.sigma * step;
        }
        self.generation += 1;

        // Step size: (43) and (44).
        let mass = self.mass;
        let c_sigma = (mass + 2.0) / (n + mass + 5.0);
        let damping = 1.0 + 2.0 * (libm::sqrt((mass - 1.0) / (n + 1.0)) - 1.0).max(0.0) + c_sigma;
        let along: Vec<f64> = product_transposed(&self.basis, &step);
        let scaled: Vec<f64> = along.iter().zip(&self.scales).map(|(along, scale)| along / scale).collect();
        let whitened = product(&self.basis, &scaled);
        let factor = libm::sqrt(c_sigma * (2.0 - c_sigma) * mass);
        for (path, whitened) in self.path_sigma.iter_mut().zip(whitened) {
            *path = (1.0 - c_sigma) * *path + factor * whitened;
        }
        let length = libm::sqrt(self.path_sigma.iter().map(|path| path * path).sum());
        let expected = libm::sqrt(n) * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        self.sigma *= libm::exp(c_sigma / damping * (length / expected - 1.0));

        // Covariance: (45) to (47).
        let c_c = (4.0 + mass / n) / (n + 4.0 + 2.0 * mass / n);
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mass);
        let c_mu = (2.0 * (mass - 2.0 + 1.0 / mass) / ((n + 2.0) * (n + 2.0) + mass)).min(1.0 - c_1);
        let gone = 1.0 - libm::pow(1.0 - c_sigma, 2.0 * f64::from(self.generation));
        let goes_on = length / libm::sqrt(gone) < (1.4 + 2.0 / (n + 1.0)) * expected;
        let factor = if goes_on { libm::sqrt(c_c * (2.0 - c_c) * mass) } else { 0.0 };
        for (path, step) in self.path_c.iter_mut().zip(&step) {
            *path = (1.0 - c_c) * *path + factor * step;
        }
        let missing = if goes_on { 0.0 } else { c_1 * c_c * (2.0 - c_c) };
        for row in 0..self.mean.len() {
            for column in 0..=row {
                let of_best = best.iter().zip(&self.weights).map(|(step, weight)| weight * step[row] * step[column]);
                let of_best: f64 = of_best.sum();
                let old = (1.0 - c_1 - c_mu + missing) * self.covariance[row][column];
                let new = old + c_1 * self.path_c[row] * self.path_c[column] + c_mu * of_best;
                (self.covariance[row][column], self.covariance[column][row]) = (new, new);
            }
        }
        let (values, basis) = eigen(&self.covariance);
        self.scales = values.into_iter().map(|value| libm::sqrt(value.max(f64::MIN_POSITIVE))).collect();
        self.basis = basis;
    }
}

fn product(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

fn product_transposed(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    (0..vector.len()).map(|column| matrix.iter().zip(vector).map(|(row, b)| row[column] * b).sum()).collect()
}

/// Returns the eigenvalues of a symmetric matrix, and its eigenvectors as columns, by Jacobi
/// rotations.
fn eigen(matrix: &Matrix) -> (Vec<f64>, Matrix) {
    let size = matrix.len();
    let (mut matrix, mut vectors) = (matrix.clone(), identity(size));
    for _ in 0..50 {
        let off: f64 =
            (0..size).flat_map(|row| (0..row).map(move |column| (row, column))).map(|(r, c)| matrix[r][c].abs()).sum();
        if off < f64::MIN_POSITIVE {
            break;
        }
        for p in 0..size {
            for q in p + 1..size {
                if matrix[p][q] == 0.0 {
                    continue;
                }
                let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
                let t = theta.signum() / (theta.abs() + libm::sqrt(theta * theta + 1.0));
                let cosine = 1.0 / libm::sqrt(t * t + 1.0);
                let sine = t * cosine;
                let turn = |a: &mut f64, b: &mut f64| (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
                let columns = |matrix: &mut Matrix| {
                    for row in matrix {
                        let (left, right) = row.split_at_mut(q);
                        turn(&mut left[p], &mut right[0]);
                    }
                };
                columns(&mut matrix);
                let (upper, lower) = matrix.split_at_mut(q);
                upper[p].iter_mut().zip(&mut lower[0]).for_each(|(a, b)| turn(a, b));
                columns(&mut vectors);
            }
        }
    }
    ((0..size).map(|axis| matrix[axis][axis]).collect(), vectors)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the best point found, and the number of generations.
    fn found(value: impl Fn(&[f64]) -> f64, start: &[f64], sigma: f64, size: Option<usize>) -> (Vec<f64>, u32) {
        let mut evolution = Evolution::new(start.to_vec(), sigma, size, 1);
        for generation in 0..2_000 {
            if evolution.has_converged() {
                return (evolution.mean().to_vec(), generation);
            }
            let values: Vec<f64> = evolution.ask().iter().map(|point| value(point)).collect();
            evolution.tell(&values);
        }
        (evolution.mean().to_vec(), 2_000)
    }

    fn is_at(point: &[f64], optimum: f64) -> bool {
        point.iter().all(|x| (x - optimum).abs() < 1e-6)
    }

    #[test]
    fn the_usual_functions_are_solved() {
        let square = |x: f64| x * x;
        let sphere = |point: &[f64]| -point.iter().map(|&x| square(x)).sum::<f64>();
        let (point, generations) = found(sphere, &[3.0; 6], 1.0, None);
        assert!(is_at(&point, 0.0) && generations < 400, "{point:?} after {generations}");
        // An ellipsoid whose longest axis is a thousand times the shortest.
        let ellipsoid = |point: &[f64]| {
            let weight = |axis: usize| libm::pow(1e6, axis as f64 / (point.len() - 1) as f64);
            -point.iter().enumerate().map(|(axis, &x)| weight(axis) * square(x)).sum::<f64>()
        };
        let (point, generations) = found(ellipsoid, &[1.0; 6], 1.0, None);
        assert!(is_at(&point, 0.0) && generations < 900, "{point:?} after {generations}");
        // Rosenbrock's curved valley, with its minimum at 1.
        let rosenbrock = |point: &[f64]| {
            -point.windows(2).map(|x| 100.0 * square(x[1] - square(x[0])) + square(1.0 - x[0])).sum::<f64>()
        };
        let (point, _) = found(rosenbrock, &[0.0; 5], 0.5, None);
        assert!(is_at(&point, 1.0), "{point:?}");
        // Many local optima; a larger generation finds the best.
        let rastrigin =
            |point: &[f64]| -point.iter().map(|&x| 10.0 + square(x) - 10.0 * libm::cos(TAU * x)).sum::<f64>();
        let (point, _) = found(rastrigin, &[2.2; 4], 2.0, Some(100));
        assert!(is_at(&point, 0.0), "{point:?}");
    }

    #[test]
    fn one_parameter_and_flat_values_are_no_trouble() {
        let (point, _) = found(|point| -(point[0] - 7.0).abs(), &[0.0], 1.0, None);
        assert!(is_at(&point, 7.0), "{point:?}");
        let mut evolution = Evolution::new(vec![0.0; 3], 1.0, Some(2), 5);
        for _ in 0..200 {
            let points = evolution.ask();
            assert!(points.iter().flatten().all(|x| x.is_finite()));
            evolution.tell(&[0.0, 0.0]);
        }
    }

    #[test]
    fn the_same_seed_asks_for_the_same_points() {
        let ask = |seed| Evolution::new(vec![0.0; 4], 1.0, None, seed).ask();
        assert_eq!(ask(3), ask(3));
        assert_ne!(ask(3), ask(4));
        // Golden value: a change makes existing journals of `gambol tune` continue differently.
        assert_eq!(format!("{:.6}", ask(3)[0][0]), "0.270459");
    }

    #[test]
    fn eigenvectors_diagonalize() {
        let matrix = vec![vec![4.0, 1.0, -2.0], vec![1.0, 3.0, 0.5], vec![-2.0, 0.5, 5.0]];
        let (values, vectors) = eigen(&matrix);
        for axis in 0..3 {
            let vector: Vec<f64> = vectors.iter().map(|row| row[axis]).collect();
            for (image, x) in product(&matrix, &vector).iter().zip(&vector) {
                assert!((image - values[axis] * x).abs() < 1e-12, "{values:?}");
            }
        }
    }
}
