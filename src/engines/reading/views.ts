/**
 * Each sentence is read with those around it and, if it may hold anything, by itself. The network is
 * surer of what a sentence answers among others, and of what it says by itself; the mean is better
 * than each (docs/decisions/0018).
 */
import type { Chunk } from './input.ts';
import { meanOf, type ReadingNetwork, type States } from './network.ts';

/** The place of a sentence in a chunk. */
export interface SentencePlace {
  chunk: Chunk;
  states: States;
  from: number;
  to: number;
}

export interface ReadChunk {
  chunk: Chunk;
  states: States;
}

/** For the index of each sentence, its places: one in each layer. */
export type Views = ReadonlyMap<number, readonly SentencePlace[]>;

/** In each layer of chunks, a sentence is read in the chunk that has most around it. */
export function viewsOf(layers: readonly (readonly ReadChunk[])[]): Views {
  const room = ({ chunk, from, to }: SentencePlace) => Math.min(from, chunk.ids.length - to);
  const views = new Map<number, SentencePlace[]>();
  for (const [layer, chunks] of layers.entries()) {
    for (const { chunk, states } of chunks) {
      for (const { index, from, to } of chunk.units) {
        const place = { chunk, states, from, to };
        const places = views.get(index) ?? [];
        const known = places[layer];
        if (!known || room(place) > room(known)) places[layer] = place;
        views.set(index, places);
      }
    }
  }
  return views;
}

/** The mean state of a sentence. */
export const meanAt = ({ states, from, to }: SentencePlace): Float32Array =>
  meanOf(states, from, to);

/** The mean of what a head gives for each vector. */
export const meanOfHead = (
  head: string,
  vectors: readonly Float32Array[],
  network: ReadingNetwork,
): Float32Array => averageOf(vectors.map((vector) => network.head(head, vector)));

export const meanScore = (scores: readonly number[]): number =>
  scores.reduce((sum, score) => sum + score / scores.length, 0);

/** The mean of vectors of the same size, number by number. */
export function averageOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]!.length);
  for (const vector of vectors)
    for (const [at, value] of vector.entries()) mean[at]! += value / vectors.length;
  return mean;
}
