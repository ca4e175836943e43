"""Makes assets/sentence-encoder.onnx and .vocabulary.txt from published weights; see README.md.

Usage: python3 convert.py FOLDER_OF_THE_PACKAGE ASSETS_FOLDER
Needs numpy and onnx (Debian: python3-numpy, python3-onnx).
"""
import json
import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper

HEADS = 4
LAYERS = ((64, 256), (128, 512))
EPSILON = 1e-6
PREFIX = "module_apply_default/Encoder_en/KonaTransformer/Encode/"
KERNELS = "module/Encoder_en/KonaTransformer/Encode/"

package, assets = Path(sys.argv[1]), Path(sys.argv[2])
manifest = json.loads((package / "dist/model.json").read_text())["weightsManifest"][0]
data = b"".join((package / "dist" / path).read_bytes() for path in manifest["paths"])
weights, at = {}, 0
for entry in manifest["weights"]:
    count = int(np.prod(entry["shape"]))
    kind = {"float32": np.float32, "int32": np.int32}[entry["dtype"]]
    weights[entry["name"]] = np.frombuffer(data, kind, count, at).reshape(entry["shape"])
    at += 4 * count

nodes, constants = [], []


def constant(name, value):
    constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
    return name


def node(kind, inputs, output, **options):
    nodes.append(helper.make_node(kind, inputs, [output], name=output, **options))
    return output


def linear(x, kernel, bias, name):
    """Multiplies in 8 bits. Weights have 7 bits, because products of 8 and 8 bits overflow on some processors."""
    scale = (np.maximum(np.abs(kernel).max(axis=0), 1e-9) / 63).astype(np.float32)
    small = constant(f"{name}_kernel", np.rint(kernel / scale).astype(np.int8))
    parts = [f"{name}_{part}" for part in ("input", "step", "zero")]
    nodes.append(helper.make_node("DynamicQuantizeLinear", [x], parts, name=f"{name}_narrow"))
    product = node("MatMulInteger", [parts[0], small, parts[2]], f"{name}_integers")
    wide = node("Cast", [product], f"{name}_wide", to=TensorProto.FLOAT)
    steps = node("Mul", [parts[1], constant(f"{name}_scale", scale)], f"{name}_steps")
    scaled = node("Mul", [wide, steps], f"{name}_product")
    return node("Add", [scaled, constant(f"{name}_bias", bias)], name)


def normalised(x, path, name):
    scale = constant(f"{name}_scale", weights[f"{path}/layer_norm_scale/ConcatPartitions/concat"])
    bias = constant(f"{name}_bias", weights[f"{path}/layer_norm_bias/ConcatPartitions/concat"])
    mean = node("ReduceMean", [x], f"{name}_mean", axes=[-1])
    centred = node("Sub", [x, mean], f"{name}_centred")
    square = node("Mul", [centred, centred], f"{name}_square")
    variance = node("ReduceMean", [square], f"{name}_variance", axes=[-1])
    safe = node("Add", [variance, epsilon], f"{name}_safe")
    divided = node("Div", [centred, node("Sqrt", [safe], f"{name}_deviation")], f"{name}_divided")
    return node("Add", [node("Mul", [divided, scale], f"{name}_scaled"), bias], name)


def heads(x, size, name, order):
    shape = constant(f"{name}_shape", np.array([0, HEADS, size], np.int64))
    return node("Transpose", [node("Reshape", [x, shape], f"{name}_split")], name, perm=order)


def layer(x, number, size, width):
    path = f"{PREFIX}Layer_{number}/TransformerLayer"
    kernels = f"{KERNELS}Layer_{number}/TransformerLayer/MultiheadAttention"
    tensordot = f"{PREFIX}TransformerStack/Layer_{number}/TransformerLayer/FFN"
    name = f"layer{number}"

    def bias(part):
        return weights[f"{path}/{part}/ConcatPartitions/concat"]

    inner = normalised(x, f"{path}/layer_prepostprocess/layer_norm", f"{name}_norm")
    kernel = weights[f"{kernels}/qkv_transform_single/kernel/part_0"][0, 0]
    offset = bias("MultiheadAttention/qkv_transform_single/bias")
    query, key, value = (
        linear(inner, kernel[:, at : at + width], offset[at : at + width], f"{name}_{part}")
        for part, at in (("query", 0), ("key", width), ("value", 2 * width))
    )
    factor = constant(f"{name}_factor", np.float32(size**-0.5))
    asked = heads(node("Mul", [query, factor], f"{name}_small"), size, f"{name}_asked", (1, 0, 2))
    known = heads(key, size, f"{name}_known", (1, 2, 0))
    likeness = node("MatMul", [asked, known], f"{name}_likeness")
    shares = node("Softmax", [likeness], f"{name}_shares", axis=-1)
    mixed = node("MatMul", [shares, heads(value, size, f"{name}_told", (1, 0, 2))], f"{name}_mixed")
    joined = node("Transpose", [mixed], f"{name}_back", perm=(1, 0, 2))
    flat = node("Reshape", [joined, constant(f"{name}_flat", np.array([0, width], np.int64))], f"{name}_joined")
    kernel = weights[f"{kernels}/output_transform_single/kernel/part_0"][0, 0]
    attended = linear(flat, kernel, bias("MultiheadAttention/output_transform_single/bias"), f"{name}_attended")
    if number == 0:
        kernel = weights[f"{path}/dense/kernel/ConcatPartitions/concat"]
        x = linear(x, kernel, bias("dense/bias"), f"{name}_wider")
    x = node("Add", [x, attended], f"{name}_sum")
    inner = normalised(x, f"{path}/FFN/layer_prepostprocess/layer_norm", f"{name}_second_norm")
    first = linear(inner, weights[f"{tensordot}/conv1/Tensordot/Reshape_1"], bias("FFN/conv1/bias"), f"{name}_first")
    active = node("Relu", [first], f"{name}_active")
    second = linear(active, weights[f"{tensordot}/conv2/Tensordot/Reshape_1"], bias("FFN/conv2/bias"), f"{name}_second")
    return node("Add", [x, second], f"{name}_output")


epsilon = constant("epsilon", np.float32(EPSILON))
table = weights["module/Embeddings_en"]
scale = (np.maximum(np.abs(table).max(axis=1, keepdims=True), 1e-9) / 127).astype(np.float32)
small = constant("embeddings", np.rint(table / scale).astype(np.int8))
wide = node("Cast", [node("Gather", [small, "tokens"], "small")], "wide", to=TensorProto.FLOAT)
# The published graph adds the embeddings twice.
scales = constant("scales", 2 * scale)
embedded = node("Mul", [wide, node("Gather", [scales, "tokens"], "scale")], "embedded")
rates = weights[f"{PREFIX}TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1"]
angles = np.arange(128, dtype=np.float32)[:, None] * rates
signal = constant("signal", np.concatenate([np.sin(angles), np.cos(angles)], 1).astype(np.float32))
length = node("Shape", ["tokens"], "length")
begin = constant("begin", np.array([0], np.int64))
placed = node("Slice", [signal, begin, length, begin], "places")
x = node("Add", [embedded, placed], "start")
for number, (size, width) in enumerate(LAYERS):
    x = layer(x, number, size, width)
mean = node("ReduceMean", [x], "mean", axes=[0])
layers = "Encoder_en/hidden_layers/tanh_layer_0"
outer = linear(mean, weights[f"module/{layers}/weights"], weights[f"module/{layers}/bias"], "outer")
bent = node("Tanh", [outer], "bent")
node("Div", [bent, node("ReduceL2", [bent], "norm", axes=[-1])], "vector")
inputs = [helper.make_tensor_value_info("tokens", TensorProto.INT64, ["tokens"])]
outputs = [helper.make_tensor_value_info("vector", TensorProto.FLOAT, [1, 512])]
graph = helper.make_graph(nodes, "sentence-encoder", inputs, outputs, constants)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], producer_name="commonplace")
model.ir_version = 8
checker.check_model(model)
(assets / "sentence-encoder.onnx").write_bytes(model.SerializeToString())
pieces = json.loads((package / "dist/vocab.json").read_text())
# The package counts a missing score as 0.
lines = [f"{piece}\t{score or 0}" for piece, score in pieces]
(assets / "sentence-encoder.vocabulary.txt").write_text("\n".join(lines) + "\n")
