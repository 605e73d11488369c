//! The files of `assets/nets/`: a network as bytes, and the boards that have one.
//!
//! A file begins with two lines of text: `minnow network 2` and the variant's id. The rest are
//! little-endian integers:
//!
//! - 32 bits: the scale;
//! - 16 bits each: the sizes (inputs, hidden units, output sets, rows of biases), the input rows, the rows of
//!   the hidden units' biases, from one move before a move limit, and for each output set the weights of
//!   the mover's and of the opponent's units;
//! - 32 bits each: the output biases.

use std::{fmt, ops::RangeInclusive, sync::LazyLock};

use thiserror::Error;

use super::{HIDDEN, HIDDEN_ONE, Inputs, Network, OUTPUTS, UnitRow, bias_rows, units::ZERO_ROW};
use minnow_rules::{Variant, excerpt};

const HEADING: &str = "minnow network 2\n";
/// With larger output weights a hidden unit times its weight would overflow 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = i16::MAX / HIDDEN_ONE;
/// With larger row weights a hidden unit of a full board would overflow 16 bits.
pub const MAX_ROW_WEIGHT: i16 = 600;
/// The scale must be positive, or the evaluation would lose its sign.
const SCALES: RangeInclusive<i32> = 1..=4000;
const MAX_BIAS: i32 = 1_000_000;

/// The reason why a network's file is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    #[error("the file does not begin with \"{}\"", HEADING.trim())]
    Heading,
    #[error("there is no variant \"{0}\"")]
    Variant(String),
    /// Inputs, hidden units, output sets and rows of biases.
    #[error("inputs, hidden units, outputs and biases are {found:?} instead of {expected:?}")]
    Sizes { found: [usize; 4], expected: [usize; 4] },
    #[error("the file has {found} bytes instead of {expected}")]
    Length { found: usize, expected: usize },
    /// With this number sums would overflow.
    #[error("{place} is {number}, outside {} to {}", range.start(), range.end())]
    OutOfRange { place: NetworkPlace, number: i32, range: RangeInclusive<i32> },
}

/// The place of a number in a file. Inputs, units, rows and output sets count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkPlace {
    Scale,
    Input { input: usize, unit: usize },
    UnitBias { row: usize, unit: usize },
    Output { set: usize, unit: usize },
    OutputBias { set: usize },
}

impl fmt::Display for NetworkPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkPlace::Scale => write!(f, "the scale"),
            NetworkPlace::Input { input, unit } => {
                write!(f, "the weight of input {input} for hidden unit {unit}")
            }
            NetworkPlace::UnitBias { row, unit } => {
                write!(f, "the bias of hidden unit {unit} in row {row}")
            }
            NetworkPlace::Output { set, unit } => {
                write!(f, "the weight of hidden unit {unit} in output set {set}")
            }
            NetworkPlace::OutputBias { set } => write!(f, "the bias of output set {set}"),
        }
    }
}

impl Network {
    /// The network for the variant, if it has one.
    pub fn of(variant: &Variant) -> Option<&'static Network> {
        BUILT_IN.iter().find(|network| network.variant == variant.id)
    }

    /// A network that finds every position equal.
    pub fn empty(variant: &'static Variant) -> Network {
        Network {
            variant: variant.id.clone(),
            scale: *SCALES.start(),
            rows: vec![ZERO_ROW; Inputs::new(variant).count()],
            biases: vec![ZERO_ROW; bias_rows(variant)],
            outputs: [[ZERO_ROW; 2]; OUTPUTS],
            output_biases: [0; OUTPUTS],
        }
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`NetworkError`] if the bytes are not a network of a known variant.
    pub fn parse(bytes: &[u8]) -> Result<Network, NetworkError> {
        let rest = bytes.strip_prefix(HEADING.as_bytes()).ok_or(NetworkError::Heading)?;
        let end = rest.iter().position(|byte| *byte == b'\n').ok_or(NetworkError::Heading)?;
        let id = String::from_utf8_lossy(&rest[..end]).into_owned();
        let variant = Variant::by_id(&id).ok_or_else(|| NetworkError::Variant(excerpt(&id)))?;
        let mut reader = NetworkReader { rest: &rest[end + 1..] };
        let sizes = [Inputs::new(variant).count(), HIDDEN, OUTPUTS, bias_rows(variant)];
        let numbers = sizes[0] + sizes[3] + 2 * OUTPUTS;
        let expected = 4 + 2 * 4 + 2 * HIDDEN * numbers + 4 * OUTPUTS;
        let length = NetworkError::Length {
            found: bytes.len(),
            expected: bytes.len() - reader.rest.len() + expected,
        };
        if reader.rest.len() < 12 {
            return Err(length);
        }
        let scale = reader.long(NetworkPlace::Scale, SCALES)?;
        let found = [(); 4].map(|()| usize::from(u16::from_le_bytes(reader.bytes())));
        if found != sizes {
            return Err(NetworkError::Sizes { found, expected: sizes });
        }
        if reader.rest.len() + 12 != expected {
            return Err(length);
        }
        let row_range = -MAX_ROW_WEIGHT..=MAX_ROW_WEIGHT;
        let rows = (1..=sizes[0])
            .map(|input| reader.row(row_range.clone(), |unit| NetworkPlace::Input { input, unit }))
            .collect::<Result<Vec<UnitRow>, NetworkError>>()?;
        let biases = (1..=sizes[3])
            .map(|row| reader.row(row_range.clone(), |unit| NetworkPlace::UnitBias { row, unit }))
            .collect::<Result<Vec<UnitRow>, NetworkError>>()?;
        let mut outputs = [[ZERO_ROW; 2]; OUTPUTS];
        for (rows, set) in outputs.iter_mut().zip(1..) {
            for row in rows {
                let range = -MAX_OUTPUT_WEIGHT..=MAX_OUTPUT_WEIGHT;
                *row = reader.row(range, |unit| NetworkPlace::Output { set, unit })?;
            }
        }
        let mut output_biases = [0; OUTPUTS];
        for (bias, set) in output_biases.iter_mut().zip(1..) {
            *bias = reader.long(NetworkPlace::OutputBias { set }, -MAX_BIAS..=MAX_BIAS)?;
        }
        Ok(Network { variant: id, scale, rows, biases, outputs, output_biases })
    }

    /// The bytes that [`Network::parse`] reads back.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{HEADING}{}\n", self.variant).into_bytes();
        bytes.extend(self.scale.to_le_bytes());
        let sizes = [self.rows.len(), HIDDEN, OUTPUTS, self.biases.len()];
        sizes.iter().for_each(|size| bytes.extend((*size as u16).to_le_bytes()));
        let rows = self.rows.iter().chain(&self.biases).chain(self.outputs.iter().flatten());
        rows.flat_map(|row| row.0).for_each(|weight| bytes.extend(weight.to_le_bytes()));
        self.output_biases.iter().for_each(|bias| bytes.extend(bias.to_le_bytes()));
        bytes
    }
}

/// Reads numbers from the front; past the end they are 0.
struct NetworkReader<'a> {
    rest: &'a [u8],
}

impl NetworkReader<'_> {
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        if let Some((front, rest)) = self.rest.split_at_checked(N) {
            bytes.copy_from_slice(front);
            self.rest = rest;
        }
        bytes
    }

    fn long(
        &mut self,
        place: NetworkPlace,
        range: RangeInclusive<i32>,
    ) -> Result<i32, NetworkError> {
        within(i32::from_le_bytes(self.bytes()), range, place)
    }

    /// The weights of the hidden units, whose numbers `place` gets.
    fn row(
        &mut self,
        range: RangeInclusive<i16>,
        place: impl Fn(usize) -> NetworkPlace,
    ) -> Result<UnitRow, NetworkError> {
        let range = i32::from(*range.start())..=i32::from(*range.end());
        let mut row = UnitRow([0; HIDDEN]);
        for (weight, unit) in row.0.iter_mut().zip(1..) {
            *weight = i16::from_le_bytes(self.bytes());
            within(i32::from(*weight), range.clone(), place(unit))?;
        }
        Ok(row)
    }
}

fn within(
    number: i32,
    range: RangeInclusive<i32>,
    place: NetworkPlace,
) -> Result<i32, NetworkError> {
    if range.contains(&number) {
        Ok(number)
    } else {
        Err(NetworkError::OutOfRange { place, number, range })
    }
}

fn built_in(bytes: &[u8]) -> Network {
    match Network::parse(bytes) {
        Ok(network) => network,
        Err(error) => unreachable!("a test parses the built-in networks: {error}"),
    }
}

/// The boards with a network.
static BUILT_IN: LazyLock<Vec<Network>> = LazyLock::new(|| {
    let files: [&[u8]; 4] = [
        include_bytes!("../../../../../assets/nets/minichess.net"),
        include_bytes!("../../../../../assets/nets/gardner.net"),
        include_bytes!("../../../../../assets/nets/losalamos.net"),
        include_bytes!("../../../../../assets/nets/chessattack.net"),
    ];
    files.iter().map(|bytes| built_in(bytes)).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(bytes: &[u8]) -> String {
        Network::parse(bytes).unwrap_err().to_string()
    }

    #[test]
    fn written_networks_read_back_equal() {
        assert_eq!(BUILT_IN.len(), 4);
        for network in BUILT_IN.iter() {
            assert_eq!(&Network::parse(&network.to_bytes()).unwrap(), network);
            assert!(network.scale > 50, "{} {}", network.variant, network.scale);
        }
    }

    #[test]
    fn errors_name_the_fault_of_a_file() {
        let bytes = BUILT_IN[0].to_bytes();
        let start = HEADING.len() + "minichess\n".len();
        assert_eq!(problem(b"RIFF"), "the file does not begin with \"minnow network 2\"");
        assert_eq!(problem(b"minnow network 2\nchess\n"), "there is no variant \"chess\"");
        let long = format!("minnow network 2\n{}\n", "x".repeat(10_000));
        assert!(problem(long.as_bytes()).chars().count() < 100, "the name is cut");
        let short = problem(&bytes[..bytes.len() - 1]);
        assert_eq!(
            short,
            format!("the file has {} bytes instead of {}", bytes.len() - 1, bytes.len())
        );
        assert!(problem(&bytes[..start + 3]).contains(" bytes instead of "));
        let mut other = bytes.clone();
        other[start + 4] += 1;
        assert!(problem(&other).starts_with("inputs, hidden units, outputs and biases are [361, "));
    }

    #[test]
    fn numbers_out_of_range_have_their_place() {
        let network = &BUILT_IN[0];
        let problem_of = |change: &dyn Fn(&mut Network)| {
            let mut changed = network.clone();
            change(&mut changed);
            problem(&changed.to_bytes())
        };
        for (change, expected) in [
            (&|n: &mut Network| n.scale = 0, "the scale is 0, outside 1 to 4000"),
            (&|n: &mut Network| n.scale = 4001, "the scale is 4001, outside 1 to 4000"),
            (
                &|n: &mut Network| n.rows[6].0[2] = i16::MIN,
                "the weight of input 7 for hidden unit 3 is -32768, outside -600 to 600",
            ),
            (
                &|n: &mut Network| n.biases[3].0[0] = 601,
                "the bias of hidden unit 1 in row 4 is 601, outside -600 to 600",
            ),
            (
                &|n: &mut Network| n.outputs[1][1].0[8] = -129,
                "the weight of hidden unit 9 in output set 2 is -129, outside -128 to 128",
            ),
            (
                &|n: &mut Network| n.output_biases[3] = i32::MIN,
                "the bias of output set 4 is -2147483648, outside -1000000 to 1000000",
            ),
        ] as [(&dyn Fn(&mut Network), &str); 6]
        {
            assert_eq!(problem_of(change), expected);
        }
    }
}
