//! Small networks, written as ONNX files.

use prost::Message;
use tract_onnx::pb::{
    AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto, TensorShapeProto, TypeProto,
    ValueInfoProto, attribute_proto, tensor_shape_proto, type_proto,
};

/// `f32` in ONNX.
const FLOAT: i32 = 1;
/// `f64` in ONNX.
const DOUBLE: i32 = 11;

/// A network of one hidden layer over the planes of a game, with the outputs named.
pub(crate) struct Mlp<'a> {
    /// Shape of the input without the batch.
    pub(crate) input: &'a [i64],
    pub(crate) hidden: usize,
    /// Names and numbers of values.
    pub(crate) outputs: &'a [(&'a str, usize)],
    /// The weight with an index.
    pub(crate) weight: fn(usize) -> f32,
}

impl Mlp<'_> {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let size = self.input.iter().product::<i64>() as usize;
        let mut at = 0;
        let mut tensor = |name: &str, dims: &[usize]| {
            let len = dims.iter().product::<usize>();
            let float_data = (at..at + len).map(self.weight).collect();
            at += len;
            let dims = dims.iter().map(|&dim| dim as i64).collect();
            TensorProto { name: name.to_owned(), dims, data_type: FLOAT, float_data, ..Default::default() }
        };
        let mut initializer = vec![tensor("w", &[size, self.hidden]), tensor("b", &[self.hidden])];
        let mut node = vec![
            operator("Flatten", &["planes"], "flat", &[("axis", 1)]),
            operator("Gemm", &["flat", "w", "b"], "sums", &[]),
            operator("Relu", &["sums"], "units", &[]),
        ];
        for &(name, columns) in self.outputs {
            let (w, b) = (format!("w.{name}"), format!("b.{name}"));
            initializer.extend([tensor(&w, &[self.hidden, columns]), tensor(&b, &[columns])]);
            node.push(operator("Gemm", &["units", &w, &b], name, &[]));
        }
        let graph = GraphProto {
            name: "mlp".to_owned(),
            node,
            initializer,
            input: vec![info("planes", self.input)],
            output: self.outputs.iter().map(|&(name, columns)| info(name, &[columns as i64])).collect(),
            ..Default::default()
        };
        let opset_import = vec![OperatorSetIdProto { version: 17, ..Default::default() }];
        ModelProto { ir_version: 8, opset_import, graph: Some(graph), ..Default::default() }.encode_to_vec()
    }
}

/// The network with an output converted to `f64`.
pub(crate) fn in_doubles(bytes: &[u8], name: &str) -> Vec<u8> {
    let mut model = ModelProto::decode(bytes).expect("a network");
    if let Some(graph) = &mut model.graph {
        for node in graph.node.iter_mut().filter(|node| node.name == name) {
            (node.name, node.output) = ("floats".to_owned(), vec!["floats".to_owned()]);
        }
        graph.node.push(operator("Cast", &["floats"], name, &[("to", DOUBLE.into())]));
        for output in graph.output.iter_mut().filter(|output| output.name == name) {
            let Some(TypeProto { value: Some(type_proto::Value::TensorType(tensor)), .. }) = &mut output.r#type else {
                continue;
            };
            tensor.elem_type = DOUBLE;
        }
    }
    model.encode_to_vec()
}

fn operator(op_type: &str, input: &[&str], output: &str, attributes: &[(&str, i64)]) -> NodeProto {
    let attribute = (attributes.iter())
        .map(|&(name, i)| AttributeProto {
            name: name.to_owned(),
            r#type: attribute_proto::AttributeType::Int.into(),
            i,
            ..Default::default()
        })
        .collect();
    NodeProto {
        name: output.to_owned(),
        op_type: op_type.to_owned(),
        input: input.iter().map(|&name| name.to_owned()).collect(),
        output: vec![output.to_owned()],
        attribute,
        ..Default::default()
    }
}

fn info(name: &str, dims: &[i64]) -> ValueInfoProto {
    use tensor_shape_proto::Dimension;
    use tensor_shape_proto::dimension::Value;
    let batch = Dimension { value: Some(Value::DimParam("batch".to_owned())), ..Default::default() };
    let rest = dims.iter().map(|&dim| Dimension { value: Some(Value::DimValue(dim)), ..Default::default() });
    let shape = TensorShapeProto { dim: std::iter::once(batch).chain(rest).collect() };
    let tensor = type_proto::Tensor { elem_type: FLOAT, shape: Some(shape) };
    let r#type = TypeProto { value: Some(type_proto::Value::TensorType(tensor)), ..Default::default() };
    ValueInfoProto { name: name.to_owned(), r#type: Some(r#type), ..Default::default() }
}
