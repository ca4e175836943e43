"""Writes the trained network for the service: export.py EXAMPLES ENCODER NET.pt ASSETS

The encoder becomes `reading.onnx` (ids of one text to the states of its pieces; weights of 7 bits, so that the sums of
processors without VNNI do not overflow), the heads `reading-heads.bin`: a length, JSON with the shapes, and 32-bit floats."""
import argparse, json, math, struct
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn as nn
from network import FLAGS, SPANS, Network
from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import BertConfig, BertModel


class Exported(nn.Module):
    """The encoder for one text without padding, with the table of pieces in 8 bits and a scale for each piece."""

    def __init__(self, encoder):
        super().__init__()
        e = encoder.embeddings
        table = e.word_embeddings.weight.detach()
        scale = table.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
        self.register_buffer('table', torch.round(table / scale).to(torch.int8))
        self.register_buffer('scale', scale)
        self.register_buffer('position', (e.position_embeddings.weight + e.token_type_embeddings.weight[0]).detach())
        self.norm, self.layers = e.LayerNorm, encoder.encoder.layer
        self.heads = encoder.config.num_attention_heads

    def forward(self, ids):
        n = ids.shape[0]
        h = self.table[ids].float() * self.scale[ids] + self.position[:n]
        h = self.norm(h)
        for layer in self.layers:
            a = layer.attention.self
            split = lambda x: x.view(n, self.heads, -1).transpose(0, 1)
            q, k, v = split(a.query(h)), split(a.key(h)), split(a.value(h))
            p = torch.softmax(q @ k.transpose(1, 2) / math.sqrt(q.shape[-1]), dim=-1)
            o = (p @ v).transpose(0, 1).reshape(n, -1)
            h = layer.attention.output.LayerNorm(layer.attention.output.dense(o) + h)
            f = nn.functional.gelu(layer.intermediate.dense(h))
            h = layer.output.LayerNorm(layer.output.dense(f) + h)
        return h


def write_heads(net, meta, path, extra):
    tensors = {n: p.detach().float().contiguous().numpy() for n, p in net.named_parameters() if not n.startswith('encoder.')}
    shapes, parts, offset = {}, [], 0
    for name in sorted(tensors):
        shapes[name] = [offset, *tensors[name].shape]; parts.append(tensors[name].astype('<f4').tobytes()); offset += tensors[name].size
    head = json.dumps(dict(flags=FLAGS, spans=SPANS, acts=meta['acts'], categories=meta['categories'], relations=meta['relations'], tensors=shapes, **extra)).encode()
    head += b' ' * (-(len(head) + 4) % 4)
    path.write_bytes(struct.pack('<I', len(head)) + head + b''.join(parts))


def main():
    parser = argparse.ArgumentParser()
    for name in ('examples', 'encoder', 'net', 'assets'): parser.add_argument(name)
    args = parser.parse_args()
    meta = json.load(open(Path(args.examples) / 'meta.json'))
    net = Network(BertModel(BertConfig.from_pretrained(args.encoder), add_pooling_layer=False), meta)
    net.load_state_dict(torch.load(args.net)); net.eval()
    exported = Exported(net.encoder).eval()
    assets = Path(args.assets); assets.mkdir(exist_ok=True, parents=True)
    ids = torch.randint(5, 1000, (60,))
    with torch.no_grad():
        wanted = net.hidden([ids.tolist()])[0][0]
        print('largest difference of the 8-bit table', float((exported(ids) - wanted).abs().max()))
    plain = assets / 'reading-float.onnx'
    torch.onnx.export(exported, (ids,), plain, input_names=['ids'], output_names=['states'], dynamic_axes={'ids': {0: 'n'}, 'states': {0: 'n'}}, opset_version=17, dynamo=False)
    quantize_dynamic(plain, assets / 'reading.onnx', weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    plain.unlink()
    import onnxruntime
    session = onnxruntime.InferenceSession(str(assets / 'reading.onnx'))
    got = torch.from_numpy(session.run(None, {'ids': ids.numpy()})[0])
    print('cosine of states, 7 bits', float(torch.nn.functional.cosine_similarity(got, wanted, dim=1).mean()))
    write_heads(net, meta, assets / 'reading-heads.bin', {})
    for name in ('reading.onnx', 'reading-heads.bin'): print(name, (assets / name).stat().st_size)


if __name__ == '__main__': main()
