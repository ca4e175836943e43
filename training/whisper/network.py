"""The Whisper network (Radford et al. 2022) as two graphs for the ONNX runtime.

The encoder takes sound, not a spectrogram, and may be shorter than 30 s: it returns the keys and values of the
cross-attention for 50 positions a second. The decoder takes hidden vectors (the embedding is added to its graph
afterwards, because it shares its matrix with the last layer), and returns the attention of the heads that follow the
sound, from which the times of words are read.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn

SAMPLE_RATE = 16_000
FFT, HOP, MELS = 400, 160, 80


def mel_filters() -> torch.Tensor:
    """Slaney's mel scale with areas of one, as the model was trained with: MELS x (FFT / 2 + 1)."""
    step = 200 / 3
    knee, log_step = 1000.0, math.log(6.4) / 27

    def mel_to_hz(mel: torch.Tensor) -> torch.Tensor:
        linear = mel * step
        return torch.where(mel < knee / step, linear, knee * torch.exp(log_step * (mel - knee / step)))

    top = knee / step + math.log(SAMPLE_RATE / 2 / knee) / log_step
    edges = mel_to_hz(torch.linspace(0, top, MELS + 2, dtype=torch.float64))
    bins = torch.linspace(0, SAMPLE_RATE / 2, FFT // 2 + 1, dtype=torch.float64)
    rising = (bins[None] - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - bins[None]) / (edges[2:] - edges[1:-1])[:, None]
    weights = torch.clamp(torch.minimum(rising, falling), min=0)
    return (weights * (2 / (edges[2:] - edges[:-2]))[:, None]).float()


class Spectrogram(nn.Module):
    """Samples (-1 to 1, a multiple of 2 * HOP) to the normalised logarithm of the mel bands."""

    def __init__(self) -> None:
        super().__init__()
        n = torch.arange(FFT, dtype=torch.float64)
        window = 0.5 - 0.5 * torch.cos(2 * math.pi * n / FFT)
        angles = 2 * math.pi * torch.arange(FFT // 2 + 1, dtype=torch.float64)[:, None] * n[None] / FFT
        waves = torch.cat([torch.cos(angles), torch.sin(angles)]) * window
        self.register_buffer("waves", waves.float()[:, None])
        self.register_buffer("filters", mel_filters()[None])

    def forward(self, sound: torch.Tensor) -> torch.Tensor:
        around = F.pad(sound[None, None], (FFT // 2, FFT // 2 - HOP), mode="reflect")
        real, imaginary = F.conv1d(around, self.waves, stride=HOP).chunk(2, 1)
        bands = torch.clamp(self.filters @ (real * real + imaginary * imaginary), min=1e-10)
        log = torch.log(bands) / math.log(10)
        return (torch.maximum(log, log.amax() - 8) + 4) / 4


class Attention(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, width)
        self.out = nn.Linear(width, width)


def heads_of(x: torch.Tensor, heads: int) -> torch.Tensor:
    """batch x length x width to batch x heads x length x (width / heads)."""
    return x.unflatten(-1, (heads, 64)).transpose(1, 2)


def attend(q: torch.Tensor, keys: torch.Tensor, v: torch.Tensor, mask: torch.Tensor | None = None):
    """`keys` are transposed: batch x heads x 64 x length. Returns the result and the attention."""
    weights = (q * 0.125) @ keys
    if mask is not None:
        weights = weights + mask
    weights = torch.softmax(weights, -1)
    return (weights @ v).transpose(1, 2).flatten(2), weights


class Block(nn.Module):
    def __init__(self, width: int, cross: bool) -> None:
        super().__init__()
        self.attn, self.attn_ln = Attention(width), nn.LayerNorm(width)
        if cross:
            self.cross_attn, self.cross_attn_ln = Attention(width), nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.mlp_ln = nn.LayerNorm(width)


class Encoder(nn.Module):
    def __init__(self, layers: int, width: int, positions: int, decoder: "Decoder") -> None:
        super().__init__()
        self.heads = width // 64
        self.spectrogram = Spectrogram()
        self.conv1 = nn.Conv1d(MELS, width, 3, padding=1)
        self.conv2 = nn.Conv1d(width, width, 3, stride=2, padding=1)
        self.register_buffer("positional_embedding", torch.zeros(positions, width))
        self.blocks = nn.ModuleList(Block(width, False) for _ in range(layers))
        self.ln_post = nn.LayerNorm(width)
        self.decoder = decoder

    def forward(self, sound: torch.Tensor):
        x = F.gelu(self.conv1(self.spectrogram(sound)))
        x = F.gelu(self.conv2(x)).transpose(1, 2)
        x = x + self.positional_embedding[: x.shape[1]]
        for block in self.blocks:
            y = block.attn_ln(x)
            q, k, v = (each(y).split(64, -1) for each in (block.attn.query, block.attn.key, block.attn.value))
            # One head after the other: the attention of all at once would take 72 MB for 30 s.
            heads = [torch.softmax((q[i] * 0.125) @ k[i].transpose(-1, -2), -1) @ v[i] for i in range(self.heads)]
            x = x + block.attn.out(torch.cat(heads, -1))
            x = x + block.mlp(block.mlp_ln(x))
        x = self.ln_post(x)
        crosses = [block.cross_attn for block in self.decoder.blocks]
        keys = torch.cat([heads_of(cross.key(x), self.heads) for cross in crosses])
        values = torch.cat([heads_of(cross.value(x), self.heads) for cross in crosses])
        return keys.transpose(-1, -2).contiguous(), values


class Decoder(nn.Module):
    """Takes the vectors of new tokens and the keys and values of the tokens before them."""

    def __init__(self, layers: int, width: int, positions: int, alignment: list[tuple[int, int]]) -> None:
        super().__init__()
        self.heads = width // 64
        self.positional_embedding = nn.Parameter(torch.zeros(positions, width))
        self.blocks = nn.ModuleList(Block(width, True) for _ in range(layers))
        self.ln = nn.LayerNorm(width)
        self.alignment = alignment

    def forward(self, x, parents, past_keys, past_values, cross_keys, cross_values):
        """`parents` chooses, for each row of the batch, the row of the past that it continues."""
        past_keys = past_keys.index_select(1, parents)
        past_values = past_values.index_select(1, parents)
        before, new = past_keys.shape[3], x.shape[1]
        x = x + self.positional_embedding[before : before + new]
        places = torch.arange(before + new, device=x.device)
        mask = torch.where(places[None] > places[before:, None], float("-inf"), 0.0)
        keys, values, followed = [], [], []
        for number, block in enumerate(self.blocks):
            y = block.attn_ln(x)
            k = torch.cat([past_keys[number], heads_of(block.attn.key(y), self.heads)], 2)
            v = torch.cat([past_values[number], heads_of(block.attn.value(y), self.heads)], 2)
            keys.append(k)
            values.append(v)
            q = heads_of(block.attn.query(y), self.heads)
            x = x + block.attn.out(attend(q, k.transpose(-1, -2), v, mask)[0])
            q = heads_of(block.cross_attn.query(block.cross_attn_ln(x)), self.heads)
            y, weights = attend(q, cross_keys[number][None], cross_values[number][None])
            x = x + block.cross_attn.out(y)
            followed += [weights[:, head] for layer, head in self.alignment if layer == number]
            x = x + block.mlp(block.mlp_ln(x))
        return self.ln(x[:, -1]), torch.stack(keys), torch.stack(values), torch.stack(followed, 1)
