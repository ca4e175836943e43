"""Reads the tensors of a CTranslate2 file of Whisper into the network."""

import struct
from pathlib import Path

import numpy as np
import torch

TYPES = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}


def read_tensors(path: Path) -> dict[str, np.ndarray]:
    """The format: version, name, revision, then name, shape, type and bytes of each tensor, then aliases."""
    tensors: dict[str, np.ndarray] = {}
    with path.open("rb") as file:

        def number(code: str) -> int:
            return struct.unpack("<" + code, file.read(struct.calcsize(code)))[0]

        def text() -> str:
            return file.read(number("H"))[:-1].decode()

        number("I"), text(), number("I")
        for _ in range(number("I")):
            name = text()
            shape = [number("I") for _ in range(number("B"))]
            kind = TYPES[number("B")]
            tensors[name] = np.frombuffer(file.read(number("I")), dtype=kind).reshape(shape)
        for _ in range(number("I")):
            alias = text()
            tensors[alias] = tensors[text()]
    return tensors


def load(encoder, decoder, tensors: dict[str, np.ndarray]) -> torch.Tensor:
    """Fills both networks; returns the embedding (vocabulary x width)."""
    at = lambda name: torch.from_numpy(np.array(tensors[name], dtype=np.float32))

    def linear(layer, name):
        weights(layer, at(f"{name}/weight"), at(f"{name}/bias"))

    def weights(layer, weight, bias):
        layer.weight.data = weight
        if layer.bias is not None:
            layer.bias.data = bias

    def norm(layer, name):
        layer.weight.data, layer.bias.data = at(f"{name}/gamma"), at(f"{name}/beta")

    def joined(layers, name):
        parts = zip(layers, at(f"{name}/weight").chunk(len(layers)), at(f"{name}/bias").chunk(len(layers)))
        for layer, weight, bias in parts:
            weights(layer, weight, bias)

    linear(encoder.conv1, "encoder/conv1")
    linear(encoder.conv2, "encoder/conv2")
    encoder.positional_embedding.data = at("encoder/position_encodings/encodings")
    decoder.positional_embedding.data = at("decoder/position_encodings/encodings")
    norm(encoder.ln_post, "encoder/layer_norm")
    norm(decoder.ln, "decoder/layer_norm")
    for side, network in (("encoder", encoder), ("decoder", decoder)):
        for number, block in enumerate(network.blocks):
            place = f"{side}/layer_{number}"
            own, feed = block.attn, f"{place}/ffn"
            norm(block.attn_ln, f"{place}/self_attention/layer_norm")
            joined([own.query, own.key, own.value], f"{place}/self_attention/linear_0")
            linear(own.out, f"{place}/self_attention/linear_1")
            norm(block.mlp_ln, f"{feed}/layer_norm")
            linear(block.mlp[0], f"{feed}/linear_0")
            linear(block.mlp[2], f"{feed}/linear_1")
            if side == "decoder":
                cross = block.cross_attn
                norm(block.cross_attn_ln, f"{place}/attention/layer_norm")
                linear(cross.query, f"{place}/attention/linear_0")
                joined([cross.key, cross.value], f"{place}/attention/linear_1")
                linear(cross.out, f"{place}/attention/linear_2")
    return at("decoder/embeddings/weight")
