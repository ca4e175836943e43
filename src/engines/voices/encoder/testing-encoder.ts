/**
 * A voice encoder for tests: its vector is the average spectrum of a voice, which distinguishes
 * synthetic voices.
 */
import { speak } from '../../audio/testing-speech.ts';
import type { VoiceEncoder } from './encoder.ts';
import { openPowerSpectrum } from '../spectrum.ts';

const FRAME = 512;
const BANDS = 40;
const BAND_BINS = 6;
const SENTENCE = 'The quick brown fox jumps over the lazy dog, and then it sleeps until noon.';

export async function spectrumEncoder(name = 'average-spectrum'): Promise<VoiceEncoder> {
  const voices = await Promise.all(
    (['slt', 'rms', 'awb'] as const).map((each) => speak(SENTENCE, each)),
  );
  const spectra = voices.map(averageSpectrum);
  const everybody = spectra[0]!.map(
    (_, band) => spectra.reduce((sum, spectrum) => sum + spectrum[band]!, 0) / spectra.length,
  );
  return {
    name,
    dimensions: BANDS,
    async embed(pcm) {
      const vector = averageSpectrum(pcm).map((level, band) => level - everybody[band]!);
      const length = Math.hypot(...vector);
      return vector.map((value) => value / length);
    },
  };
}

/** The logarithmic spectrum of the louder half of the frames, without the overall level. */
function averageSpectrum(pcm: Int16Array): Float32Array {
  const power = openPowerSpectrum(FRAME);
  const frames = Array.from({ length: Math.floor(pcm.length / FRAME) }, (_, at) => {
    const spectrum = power(Float64Array.from(pcm.subarray(at * FRAME, (at + 1) * FRAME)));
    return Array.from({ length: BANDS }, (__, band) => {
      const bins = spectrum.subarray(1 + band * BAND_BINS, 1 + (band + 1) * BAND_BINS);
      return Math.log(bins.reduce((sum, bin) => sum + bin, 1));
    });
  });
  const loudness = (frame: readonly number[]) => frame.reduce((sum, level) => sum + level, 0);
  const loud = frames.toSorted((a, b) => loudness(b) - loudness(a)).slice(0, frames.length >> 1);
  const mean = Float32Array.from(
    { length: BANDS },
    (_, band) => loud.reduce((sum, frame) => sum + frame[band]!, 0) / loud.length,
  );
  const level = mean.reduce((sum, each) => sum + each, 0) / BANDS;
  return mean.map((each) => each - level);
}
