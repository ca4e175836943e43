"""Recordings, and what noise, a telephone, a room and a cheap microphone make of them."""

from pathlib import Path

import numpy as np
import scipy.signal
import soundfile

RATE = 16_000
HALF = 3 * RATE


def recordings(folder):
    """Returns every other recording. The limits were chosen on those that this leaves out."""
    return [soundfile.read(path)[0] for path in sorted(Path(folder).iterdir())[::2]]


def noise(colour, decibels):
    """Adds white noise, or noise that is louder at low frequencies (`dull`, `pink`)."""

    def add(sound, random):
        added = random.standard_normal(len(sound))
        if colour == "dull":
            added = scipy.signal.lfilter([1], [1, -0.85], added)
        if colour == "pink":
            spectrum = np.fft.rfft(added)
            added = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.arange(len(spectrum)), 1)), len(added))
        loudness = np.sqrt(np.mean(sound**2) / np.mean(added**2))
        return sound + added * loudness * 10 ** (-decibels / 20)

    return add


def telephone(sound, random):
    low = scipy.signal.butter(8, 3_600, "low", fs=RATE, output="sos")
    high = scipy.signal.butter(2, 200, "high", fs=RATE, output="sos")
    return scipy.signal.sosfilt(high, scipy.signal.sosfilt(low, sound))


def companded(sound, random):
    """8 bits for each sample, as the µ-law of telephones has them."""
    sound = telephone(sound, random)
    sound = sound / np.abs(sound).max() * 0.7
    steps = np.round(np.sign(sound) * np.log1p(255 * np.abs(sound)) / np.log(256) * 127) / 127
    return np.sign(steps) * (256 ** np.abs(steps) - 1) / 255


def room(sound, random):
    length = int(0.4 * RATE)
    echoes = random.standard_normal(length) * 10 ** (-3 * np.arange(length) / length)
    echoes *= 0.35 / np.sqrt(np.sum(echoes**2))
    echoes[0] = 1
    return scipy.signal.fftconvolve(sound, echoes)[: len(sound)]


def other_microphone(sound, random):
    return scipy.signal.lfilter([1, random.uniform(-0.6, 0.6)], [1], sound)


def clipped(sound, random):
    limit = 0.15 * np.abs(sound).max()
    return np.clip(sound, -limit, limit)


CONDITIONS = [
    *(noise(colour, decibels) for colour in ("white", "dull", "pink") for decibels in (20, 10)),
    telephone,
    companded,
    room,
    other_microphone,
    clipped,
]
