import type { DenseModel } from './dense-model.ts';

/** A linear model: each feature has a weight for each label. */
export interface LinearModel {
  labels: readonly string[];
  /** The rows of weights by the hash of the feature. */
  rows: ReadonlyMap<number, number>;
  weights: Int8Array;
  /** A stored weight times the scale of its label is the weight. */
  scales: readonly number[];
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

export const hashed = (features: Iterable<string>): Set<number> =>
  new Set(Array.from(features, hashOf));

/** Returns the score of each label: above 0, the label is more likely true than not. */
export function scores(model: LinearModel, features: Iterable<number>): Float64Array {
  const width = model.labels.length;
  const sums = new Float64Array(width);
  for (const feature of features) {
    const row = model.rows.get(feature);
    if (row === undefined) continue;
    const base = row * width;
    for (let at = 0; at < width; at += 1) sums[at]! += model.weights[base + at]!;
  }
  for (let at = 0; at < width; at += 1) sums[at]! *= model.scales[at]!;
  return sums;
}

export const chanceOf = (score: number): number => 1 / (1 + Math.exp(-score));

interface Header extends Pick<StoredModels, 'data' | 'features' | 'bounds'> {
  models: { name: string; labels: string[]; scales: number[]; rows: number }[];
  /** `size` is the number of weights. */
  dense: { name: string; labels: string[]; size: number }[];
}

export interface StoredModels {
  /** SHA-256 of the talks from which the models were learned. */
  data: string;
  /** SHA-256 of the features of some of them. */
  features: string;
  /** The lowest chance of what is kept, by kind. */
  bounds: Record<string, number>;
  models: Map<string, LinearModel>;
  /** The models over the vectors of the sentence encoder. */
  dense: Map<string, DenseModel>;
}

/**
 * Reads a file of models: a line of JSON, the hashes and the weights of each linear model, and the
 * weights of each dense model.
 */
export function readModels(file: Uint8Array): StoredModels {
  const end = file.indexOf(10);
  const header = JSON.parse(Buffer.from(file.subarray(0, end)).toString()) as Header;
  const models = new Map<string, LinearModel>();
  let at = end + 1;
  for (const { name, labels, scales, rows: count } of header.models) {
    const bytes = new DataView(file.buffer, file.byteOffset + at, count * 4);
    const rows = new Map<number, number>();
    for (let row = 0; row < count; row += 1) rows.set(bytes.getUint32(row * 4, true), row);
    at += count * 4;
    const size = count * labels.length;
    // Copies: 200 becomes -56.
    const weights = new Int8Array(file.subarray(at, at + size));
    at += size;
    models.set(name, { labels, rows, weights, scales });
  }
  const dense = new Map<string, DenseModel>();
  for (const { name, labels, size } of header.dense) {
    const bytes = new DataView(file.buffer, file.byteOffset + at, size * 4);
    const weights = Float32Array.from({ length: size }, (_, place) =>
      bytes.getFloat32(place * 4, true),
    );
    at += size * 4;
    dense.set(name, { labels, weights });
  }
  const { data, features, bounds } = header;
  return { data, features, bounds, models, dense };
}

export function writeModels({ models, dense, ...rest }: StoredModels): Uint8Array {
  const header: Header = { ...rest, models: [], dense: [] };
  const parts: Uint8Array[] = [];
  for (const [name, { labels, rows, weights, scales }] of models) {
    header.models.push({ name, labels: [...labels], scales: [...scales], rows: rows.size });
    const hashes = new DataView(new ArrayBuffer(rows.size * 4));
    for (const [hash, row] of rows) hashes.setUint32(row * 4, hash, true);
    parts.push(new Uint8Array(hashes.buffer), new Uint8Array(weights.buffer));
  }
  for (const [name, { labels, weights }] of dense) {
    header.dense.push({ name, labels: [...labels], size: weights.length });
    const bytes = new DataView(new ArrayBuffer(weights.length * 4));
    for (const [place, weight] of weights.entries()) bytes.setFloat32(place * 4, weight, true);
    parts.push(new Uint8Array(bytes.buffer));
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...parts]);
}
