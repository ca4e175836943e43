/** Converts texts to vectors: the closer two vectors, the more alike the texts in meaning, in any language. */
import { piecesOfText } from './input.ts';
import { meanOf, SIZE, type Loaded } from './network.ts';

/** Returns a vector of length 1; all numbers are 0 if the text has no words. */
export function vectorOf(text: string, { network, pieces }: Loaded): Float32Array {
  const ids = piecesOfText(text, pieces);
  if (ids.length < 2) return new Float32Array(SIZE);
  const vector = network.head('sense', meanOf(network.states(ids), 0, ids.length));
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
