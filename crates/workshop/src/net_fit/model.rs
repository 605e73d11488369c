//! The network with floating-point weights, its gradient and the steps of Adam.

use super::rows::{NetRow, NetRows};
use minnow_engine::{
    Random,
    internal::{
        self as eval, HIDDEN, HIDDEN_ONE, Inputs, MAX_OUTPUT_WEIGHT, MAX_ROW_WEIGHT, Network,
        OUTPUT_ONE, OUTPUTS, bias_rows,
    },
};
use minnow_rules::Variant;

/// The decays of Adam's averages: of the slopes and of their squares.
const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
/// The share of a weight that a step of size 1 would take off (Loshchilov and Hutter, "Decoupled weight
/// decay regularization", 2017).
const WEIGHT_DECAY: f32 = 0.05;
/// The largest weights of inputs and of outputs at the start, and the hidden units' bias. With
/// these most units lie within the clipping limits.
const FIRST_INPUT_WEIGHT: f32 = 0.15;
const FIRST_OUTPUT_WEIGHT: f32 = 0.1;
const FIRST_BIAS: f32 = 0.25;

/// One weight or value for each hidden unit.
type Units = [f32; HIDDEN];

/// The weights and Adam's averages, in rows of `HIDDEN`: the inputs, the hidden units' biases, the
/// outputs, and a last row that begins with the outputs' biases.
pub(super) struct NetModel {
    rows: Vec<Units>,
    mean: Vec<Units>,
    square: Vec<Units>,
    gradient: Vec<Units>,
    inputs: usize,
    /// The number of rows of biases.
    biases: usize,
    steps: i32,
}

/// The forward pass for one position.
struct NetForward {
    /// The hidden units before clipping, the mover's first.
    hidden: [Units; 2],
    /// The predicted points of the mover.
    points: f32,
}

impl NetModel {
    fn with_rows(rows: Vec<Units>, inputs: usize, biases: usize) -> NetModel {
        let zeros = vec![[0.0; HIDDEN]; rows.len()];
        let (mean, square, gradient) = (zeros.clone(), zeros.clone(), zeros);
        NetModel { rows, mean, square, gradient, inputs, biases, steps: 0 }
    }

    /// A model with random weights.
    pub(super) fn new(variant: &'static Variant, random: &mut Random) -> NetModel {
        let (inputs, biases) = (Inputs::new(variant).count(), bias_rows(variant));
        let rows = vec![[0.0; HIDDEN]; inputs + biases + 2 * OUTPUTS + 1];
        let mut model = NetModel::with_rows(rows, inputs, biases);
        let mut within = |most: f32| most * (random.below(20_001) as f32 / 10_000.0 - 1.0);
        let (outputs, last) = (inputs + biases, inputs + biases + 2 * OUTPUTS);
        for (number, row) in model.rows.iter_mut().enumerate() {
            match number {
                _ if number < inputs => row.fill_with(|| within(FIRST_INPUT_WEIGHT)),
                _ if number < outputs => row.fill(FIRST_BIAS),
                _ if number < last => row.fill_with(|| within(FIRST_OUTPUT_WEIGHT)),
                _ => {}
            }
        }
        model
    }

    /// The model of a network of integers.
    pub(super) fn of(network: &Network) -> NetModel {
        let (unit, weight) = (f32::from(HIDDEN_ONE), f32::from(OUTPUT_ONE));
        let scaled = |row: &eval::UnitRow, unit: f32| row.0.map(|number| f32::from(number) / unit);
        let mut rows: Vec<Units> = network.rows.iter().map(|row| scaled(row, unit)).collect();
        rows.extend(network.biases.iter().map(|row| scaled(row, unit)));
        rows.extend(network.outputs.iter().flatten().map(|row| scaled(row, weight)));
        let mut biases = [0.0; HIDDEN];
        for (bias, whole) in biases.iter_mut().zip(network.output_biases) {
            *bias = whole as f32 / (unit * weight);
        }
        rows.push(biases);
        NetModel::with_rows(rows, network.rows.len(), network.biases.len())
    }

    /// The network of integers.
    pub(super) fn rounded(&self, variant: &Variant, scale: i32) -> Network {
        let (unit, weight) = (f32::from(HIDDEN_ONE), f32::from(OUTPUT_ONE));
        let whole =
            |row: &Units, unit: f32| eval::UnitRow(row.map(|value| (value * unit).round() as i16));
        let mut outputs = [[eval::UnitRow([0; HIDDEN]); 2]; OUTPUTS];
        for (number, row) in outputs.iter_mut().flatten().enumerate() {
            *row = whole(&self.rows[self.first_output() + number], weight);
        }
        let biases = &self.rows[self.rows.len() - 1];
        Network {
            variant: variant.id.clone(),
            scale,
            rows: self.rows[..self.inputs].iter().map(|row| whole(row, unit)).collect(),
            biases: self.rows[self.inputs..self.first_output()]
                .iter()
                .map(|row| whole(row, unit))
                .collect(),
            outputs,
            output_biases: std::array::from_fn(|set| (biases[set] * unit * weight).round() as i32),
        }
    }

    /// The number of the first output row.
    fn first_output(&self) -> usize {
        self.inputs + self.biases
    }

    /// The mean squared error on the positions held out.
    pub(super) fn error(&self, rows: &NetRows) -> f64 {
        let miss = |row: &NetRow| f64::from(self.forward(rows, row, None).points - row.label);
        let sum: f64 = rows.held_out.iter().map(|row| miss(row).powi(2)).sum();
        sum / rows.held_out.len().max(1) as f64
    }

    fn forward(&self, rows: &NetRows, row: &NetRow, mirrored: Option<&[u16]>) -> NetForward {
        let mut hidden = [self.rows[self.inputs + row.bias]; 2];
        for pair in input_pairs(rows, row, mirrored) {
            for (units, input) in hidden.iter_mut().zip(pair) {
                units.iter_mut().zip(&self.rows[input]).for_each(|(unit, weight)| *unit += weight);
            }
        }
        let first = self.first_output() + 2 * row.output;
        let mut output = self.rows[self.rows.len() - 1][row.output];
        for (units, weights) in hidden.iter().zip(&self.rows[first..first + 2]) {
            let squared = |unit: &f32| unit.clamp(0.0, 1.0).powi(2);
            output += units.iter().zip(weights).map(|(unit, w)| squared(unit) * w).sum::<f32>();
        }
        NetForward { hidden, points: 1.0 / (1.0 + (-output).exp()) }
    }

    /// Adds the gradient of a position's squared error to the sum and returns that error.
    fn add_slopes(&mut self, rows: &NetRows, row: &NetRow, mirrored: Option<&[u16]>) -> f64 {
        let NetForward { hidden, points } = self.forward(rows, row, mirrored);
        let miss = points - row.label;
        let slope = 2.0 * miss * points * (1.0 - points);
        let last = self.rows.len() - 1;
        self.gradient[last][row.output] += slope;
        let mut below = [[0.0; HIDDEN]; 2];
        for (side, (units, below)) in hidden.iter().zip(&mut below).enumerate() {
            let number = self.first_output() + 2 * row.output + side;
            let weights = &self.rows[number];
            let gradient = &mut self.gradient[number];
            for at in 0..HIDDEN {
                let unit = units[at].clamp(0.0, 1.0);
                gradient[at] += slope * unit * unit;
                let is_free = units[at] == unit;
                below[at] = if is_free { slope * 2.0 * unit * weights[at] } else { 0.0 };
            }
        }
        for pair in input_pairs(rows, row, mirrored) {
            pair.into_iter()
                .zip(&below)
                .for_each(|(input, slopes)| add(&mut self.gradient[input], slopes));
        }
        below.iter().for_each(|slopes| add(&mut self.gradient[self.inputs + row.bias], slopes));
        f64::from(miss).powi(2)
    }

    /// One step of this size for a batch; returns the sum of its squared errors. On boards with
    /// mirror symmetry half of the positions are mirrored.
    pub(super) fn step(
        &mut self,
        rows: &NetRows,
        batch: &[&NetRow],
        random: &mut Random,
        size: f32,
    ) -> f64 {
        self.gradient.fill([0.0; HIDDEN]);
        let mut error = 0.0;
        for row in batch {
            let mirrored = rows.mirrored.as_deref().filter(|_| random.draw() >> 63 == 0);
            error += self.add_slopes(rows, row, mirrored);
        }
        self.steps += 1;
        let mean_unbias = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_unbias = 1.0 - SQUARE_DECAY.powi(self.steps);
        let share = 1.0 / batch.len().max(1) as f32;
        let kept = 1.0 - size * WEIGHT_DECAY;
        let last = self.rows.len() - 1;
        let averages = self.mean.iter_mut().zip(&mut self.square);
        let all = self.rows.iter_mut().zip(&self.gradient).zip(averages).enumerate();
        for (number, ((weights, slopes), (mean, square))) in all {
            let most = match number {
                _ if number < self.inputs + self.biases => {
                    f32::from(MAX_ROW_WEIGHT) / f32::from(HIDDEN_ONE)
                }
                _ if number < last => f32::from(MAX_OUTPUT_WEIGHT) / f32::from(OUTPUT_ONE),
                _ => f32::INFINITY,
            };
            for at in 0..HIDDEN {
                let slope = slopes[at] * share;
                mean[at] += (1.0 - MEAN_DECAY) * (slope - mean[at]);
                square[at] += (1.0 - SQUARE_DECAY) * (slope * slope - square[at]);
                let step =
                    size * (mean[at] / mean_unbias) / ((square[at] / square_unbias).sqrt() + 1e-8);
                weights[at] = (weights[at] * kept - step).clamp(-most, most);
            }
        }
        error
    }
}

fn add(sums: &mut Units, values: &Units) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
}

/// The number of each input from the mover's and from the other side's view.
fn input_pairs<'a>(
    rows: &'a NetRows,
    row: &NetRow,
    mirrored: Option<&'a [u16]>,
) -> impl Iterator<Item = [usize; 2]> + 'a {
    rows.inputs[row.inputs.clone()].iter().map(move |input| {
        let own = mirrored.map_or(*input, |mirrored| mirrored[usize::from(*input)]);
        [own, rows.others[usize::from(own)]].map(usize::from)
    })
}
