import { readFileSync } from 'node:fs';
import { DIMENSIONS } from './features.ts';
import { mixtureOf } from './mixture.ts';
import type { Mixture } from './mixture.ts';

/**
 * A model of voices in general, made by scripts/train-voices.ts. The text file beside it names the
 * sources.
 */
const FILE = new URL('../../../assets/voices-background.bin', import.meta.url);

let read: Mixture | undefined;

export function backgroundVoices(): Mixture {
  return (read ??= readMixture(readFileSync(FILE)));
}

/**
 * The file contains 32-bit little-endian floats: the weight, the means and the variances of each
 * component.
 */
function readMixture(file: Uint8Array): Mixture {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const size = 1 + 2 * DIMENSIONS;
  const components = file.byteLength / 4 / size;
  const at = (component: number, place: number) =>
    view.getFloat32(4 * (component * size + place), true);
  const numbers = (first: number) =>
    Float64Array.from({ length: components * DIMENSIONS }, (_, place) =>
      at(Math.floor(place / DIMENSIONS), first + (place % DIMENSIONS)),
    );
  const weights = Array.from({ length: components }, (_, component) => at(component, 0));
  return mixtureOf(weights, numbers(1), numbers(1 + DIMENSIONS));
}

export function writeMixture(
  weights: ArrayLike<number>,
  means: ArrayLike<number>,
  variances: ArrayLike<number>,
): Uint8Array {
  const numbers = Array.from(weights, (weight, component) => {
    const [from, to] = [component * DIMENSIONS, (component + 1) * DIMENSIONS];
    const part = (values: ArrayLike<number>) => Array.from(values).slice(from, to);
    return [weight, ...part(means), ...part(variances)];
  }).flat();
  const file = new DataView(new ArrayBuffer(4 * numbers.length));
  for (const [place, number] of numbers.entries()) file.setFloat32(4 * place, number, true);
  return new Uint8Array(file.buffer);
}
