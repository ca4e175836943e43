/**
 * Makes assets/voices-background.bin from a folder of recordings, each with a single speaker: `node
 * scripts/train-voices.ts FOLDER`. Uses each recording twice, clean and with noise, so that noise
 * does not make one voice look like another. The result depends only on the folder.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noisy, readRecording, seeded } from '../src/engines/voices/testing.ts';
import { writeMixture } from '../src/engines/voices/background.ts';
import { DIMENSIONS, voiceFeatures } from '../src/engines/voices/features.ts';
import { logDensity, logSum, mixtureOf } from '../src/engines/voices/mixture.ts';

const COMPONENTS = 64;
const ROUNDS = 20;
/** The training uses every 4th frame in the first rounds and every 2nd in the last ones. */
const [COARSE, FINE] = [4, 2];
const MIN_VARIANCE = 0.02;

const folder = process.argv[2];
if (!folder) throw new Error('Usage: node scripts/train-voices.ts FOLDER');
const frames = readdirSync(folder)
  .toSorted()
  .flatMap((name, index) => {
    const pcm = readRecording(join(folder, name));
    const decibels = 10 + ((index * 7) % 16);
    return [voiceFeatures(pcm), voiceFeatures(noisy(pcm, { decibels, seed: index + 1 }))];
  })
  .flat();
console.log(`${frames.length} frames of speech`);

const random = seeded(1);
const means = new Float64Array(COMPONENTS * DIMENSIONS);
for (let each = 0; each < COMPONENTS; each += 1) {
  means.set(frames[Math.floor(random() * frames.length)]!, each * DIMENSIONS);
}
const variances = new Float64Array(COMPONENTS * DIMENSIONS).fill(1);
const weights = new Float64Array(COMPONENTS).fill(1 / COMPONENTS);

for (let round = 0; round < ROUNDS; round += 1) {
  const mixture = mixtureOf(weights, new Float64Array(means), variances);
  const counts = new Float64Array(COMPONENTS).fill(1e-3);
  const sums = new Float64Array(means.length);
  const squares = new Float64Array(means.length);
  const densities = new Float64Array(COMPONENTS);
  const stride = round < ROUNDS / 2 ? COARSE : FINE;
  for (let at = round % stride; at < frames.length; at += stride) {
    const frame = frames[at]!;
    for (let each = 0; each < COMPONENTS; each += 1) {
      densities[each] = logDensity(mixture, each, frame);
    }
    const total = logSum(densities);
    for (let each = 0; each < COMPONENTS; each += 1) {
      const share = Math.exp(densities[each]! - total);
      if (share < 1e-3) continue;
      counts[each] = counts[each]! + share;
      for (let place = 0; place < DIMENSIONS; place += 1) {
        const value = frame[place]!;
        const index = each * DIMENSIONS + place;
        sums[index] = sums[index]! + share * value;
        squares[index] = squares[index]! + share * value * value;
      }
    }
  }
  const all = counts.reduce((sum, count) => sum + count);
  for (let index = 0; index < means.length; index += 1) {
    const count = counts[Math.floor(index / DIMENSIONS)]!;
    means[index] = sums[index]! / count;
    variances[index] = Math.max(squares[index]! / count - means[index]! ** 2, MIN_VARIANCE);
  }
  for (let each = 0; each < COMPONENTS; each += 1) weights[each] = counts[each]! / all;
}
writeFileSync(
  new URL('../assets/voices-background.bin', import.meta.url),
  writeMixture(weights, means, variances),
);
