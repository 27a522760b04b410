//! A network of an ONNX file, ready to run.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use gambol_core::files::read_limited;
use gambol_core::{Indexed, Observe, PlaneShape};
use tract_onnx::prelude::*;
use tract_onnx::tract_hir::infer::Factoid;
use tract_onnx::tract_hir::internal::DimLike;

use crate::error::OnnxError;

/// Upper limit of the size of a file in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// The planes and actions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Encoding {
    pub(crate) planes: PlaneShape,
    pub(crate) actions: usize,
}

impl Encoding {
    pub(crate) fn of<G: Indexed + Observe>(game: &G) -> Self {
        Self { planes: game.plane_shape(), actions: game.action_count() }
    }
}

/// A network with an input for planes and the outputs `policy` and `value`, or one of them.
#[derive(Clone)]
pub(crate) struct Model {
    plan: Arc<TypedRunnableModel>,
    pub(crate) encoding: Encoding,
    /// Whether the input has the axes of planes, or one axis for all of their values.
    has_axes: bool,
    /// Indices of the outputs.
    pub(crate) policy: Option<usize>,
    pub(crate) value: Option<usize>,
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { encoding, policy, value, .. } = self;
        let mut debug = f.debug_struct("Model");
        debug.field("encoding", encoding).field("policy", policy).field("value", value).finish_non_exhaustive()
    }
}

/// Outputs of a batch: one row of logits and one value for each state.
pub(crate) struct Outputs {
    pub(crate) policy: Vec<f32>,
    pub(crate) value: Vec<f32>,
}

/// Reads a file as bytes.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, OnnxError> {
    read_limited(path, MAX_BYTES).map_err(|error| OnnxError::File { path: path.to_owned(), reason: error.to_string() })
}

impl Model {
    pub(crate) fn new(mut bytes: &[u8], encoding: Encoding) -> Result<Self, OnnxError> {
        let format = |error: TractError| OnnxError::Format(reason(&error));
        // Exporters note the shapes of inner values with names of their own for the batch.
        let mut model = tract_onnx::onnx().with_ignore_value_info(true).model_for_read(&mut bytes).map_err(format)?;
        let [input] = *model.input_outlets().map_err(format)? else {
            let found = format!("{} inputs", model.inputs.len());
            return Err(OnnxError::Input { found, expected: planes_text(encoding.planes) });
        };
        let declared = model.outlet_fact(input).map_err(format)?.clone();
        let PlaneShape { planes, height, width } = encoding.planes;
        let axes = [planes, height, width];
        let flat = [encoding.planes.len()];
        let fits = |dims: &[usize]| {
            declared.shape.rank().concretize().is_none_or(|rank| rank as usize == dims.len() + 1)
                && declared.shape.dims().skip(1).zip(dims).all(|(found, &expected)| {
                    found.concretize().and_then(|dim| dim.to_usize().ok()).is_none_or(|found| found == expected)
                })
        };
        let has_axes = fits(&axes);
        if !has_axes && !fits(&flat) {
            let found = format!("{:?}", declared.shape);
            return Err(OnnxError::Input { found, expected: planes_text(encoding.planes) });
        }
        // The first axis is the batch, of any size.
        let batch = model.symbols.new_with_prefix("batch");
        let shape: TVec<TDim> = std::iter::once(batch.to_dim())
            .chain(if has_axes { &axes[..] } else { &flat[..] }.iter().map(|&dim| dim.to_dim()))
            .collect();
        model.set_input_fact(0, InferenceFact::dt_shape(f32::datum_type(), shape)).map_err(format)?;
        let names: Vec<String> = (model.outputs.iter())
            .map(|&outlet| model.outlet_label(outlet).unwrap_or_else(|| &model.node(outlet.node).name).to_owned())
            .collect();
        let model = model.into_optimized().map_err(format)?;

        let one = SymbolValues::default().with(&batch, 1);
        let mut columns = Vec::new();
        for index in 0..names.len() {
            let fact = model.output_fact(index).map_err(format)?;
            let dims = fact.shape.iter().map(|dim| dim.eval_to_i64(&one).ok());
            columns.push(dims.product::<Option<i64>>().and_then(|size| usize::try_from(size).ok()));
        }
        let find = |name: &str, size: usize| {
            let named = names.iter().position(|found| found == name);
            named.or_else(|| columns.iter().position(|&columns| columns == Some(size)))
        };
        let policy = find("policy", encoding.actions);
        let value = find("value", 1).filter(|&value| Some(value) != policy);
        for (output, expected) in [(policy, encoding.actions), (value, 1)] {
            let Some(output) = output else { continue };
            let kind = model.output_fact(output).map_err(format)?.datum_type;
            if kind != f32::datum_type() {
                let found = format!("{} of {kind:?}", names[output]);
                return Err(OnnxError::Output { found, expected: "F32".to_owned() });
            }
            if columns[output] != Some(expected) {
                let columns = columns[output].map_or("?".to_owned(), |columns| columns.to_string());
                let found = format!("{} of {columns} values a state", names[output]);
                return Err(OnnxError::Output { found, expected: expected.to_string() });
            }
        }
        if policy.is_none() && value.is_none() {
            let listed: Vec<String> = (names.iter().zip(&columns))
                .map(|(name, columns)| format!("{name} of {} values", columns.map_or("?".into(), |n| n.to_string())))
                .collect();
            let expected = format!("policy of {} values a state, or value of 1", encoding.actions);
            return Err(OnnxError::Output { found: listed.join(", "), expected });
        }
        let plan = model.into_runnable().map_err(format)?;
        Ok(Self { plan, encoding, has_axes, policy, value })
    }

    /// Fails unless states with these planes are inputs of the network.
    pub(crate) fn check_planes(&self, found: PlaneShape) -> Result<(), OnnxError> {
        let expected = self.encoding.planes;
        if found == expected {
            return Ok(());
        }
        Err(OnnxError::Input { found: planes_text(expected), expected: planes_text(found) })
    }

    /// Computes the outputs for the planes of one state or more.
    pub(crate) fn run(&self, planes: &[f32]) -> Result<Outputs, OnnxError> {
        let row = self.encoding.planes.len();
        let states = planes.len().checked_div(row).unwrap_or(0);
        if states == 0 {
            return Err(OnnxError::Empty);
        }
        let failed = |error: TractError| OnnxError::Run(reason(&error));
        let PlaneShape { planes: count, height, width } = self.encoding.planes;
        let input = if self.has_axes {
            Tensor::from_shape(&[states, count, height, width], planes)
        } else {
            Tensor::from_shape(&[states, row], planes)
        };
        let outputs = self.plan.run(tvec!(input.map_err(failed)?.into())).map_err(failed)?;
        let read = |index: Option<usize>, columns: usize| -> Result<Vec<f32>, OnnxError> {
            let Some(output) = index.and_then(|index| outputs.get(index)) else { return Ok(Vec::new()) };
            let view = output.to_plain_array_view::<f32>().map_err(failed)?;
            if view.len() != states * columns {
                return Err(OnnxError::Run(format!("{} values for {states} states", view.len())));
            }
            Ok(view.iter().copied().collect())
        };
        Ok(Outputs { policy: read(self.policy, self.encoding.actions)?, value: read(self.value, 1)? })
    }
}

fn planes_text(PlaneShape { planes, height, width }: PlaneShape) -> String {
    format!("batch×{planes}×{height}×{width}, or batch×{}", planes * height * width)
}

/// The causes of an error in one line.
fn reason(error: &TractError) -> String {
    let causes: Vec<String> = error.chain().map(ToString::to_string).collect();
    causes.join(": ")
}
