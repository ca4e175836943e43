import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pieces } from './pieces.ts';
import { silentLog } from '../../core/log.ts';
import { NoVectors } from '../search/embeddings-endpoint.ts';
import { SentenceEmbedder } from './sentence-embedder.ts';
import { DIMENSIONS, SentenceEncoder } from './sentence-encoder.ts';

const pieces = new Pieces(
  new URL('../../../assets/sentence-encoder.vocabulary.txt', import.meta.url),
);
/** By the tokenizer of the published package. */
const PUBLISHED = [34, 959, 18, 3379, 6];

const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0);

test('sentences that mean the same are closer than others', () => {
  using encoder = new SentenceEncoder();
  const book = encoder.encode('I want to book a flight to Paris.');
  const buy = encoder.encode('Where can I buy plane tickets?');
  const dog = encoder.encode('The dog is ill.');
  const puppy = encoder.encode('My puppy is sick.');
  assert.ok(cosine(book, buy) > 0.5);
  assert.ok(cosine(dog, puppy) > 0.6);
  assert.ok(cosine(book, dog) < 0.3);
  assert.ok(Math.abs(cosine(dog, dog) - 1) < 1e-5);
});

test('a text of any length and script has a vector', () => {
  using encoder = new SentenceEncoder();
  for (const text of ['word '.repeat(200_000), '東京', '🙂', '?', 'a\u0000b', 'a'.repeat(9_000)]) {
    const vector = encoder.encode(text);
    assert.ok(Math.abs(cosine(vector, vector) - 1) < 1e-4);
  }
  assert.deepEqual(encoder.encode(' '), new Float32Array(DIMENSIONS));
});

test('text is cut into the most likely pieces', () => {
  assert.deepEqual(pieces.of('The dog is ill.'), PUBLISHED);
  assert.deepEqual(pieces.of('  The   dog\nis ill. '), PUBLISHED);
  assert.deepEqual(pieces.of(' '), []);
  // The colon changes nothing behind it.
  assert.deepEqual(pieces.of('Ana: The dog is ill.').slice(-5), PUBLISHED);
  // Characters that no piece contains count once.
  assert.equal(pieces.of('東京').filter((number) => number === 0).length, 1);
});

test('only English has vectors for search', async () => {
  const { signal } = new AbortController();
  const embedder = new SentenceEmbedder('encoder', silentLog);
  const texts = [
    'The plumber comes on Thursday at nine.',
    'Der Klempner kommt am Donnerstag um neun.',
  ];
  {
    await using open = embedder;
    const { vectors, tokens } = await open.embed(texts, signal);
    using encoder = new SentenceEncoder();
    assert.deepEqual(vectors[0], encoder.encode(texts[0]!));
    assert.deepEqual(vectors[1], new Float32Array(DIMENSIONS));
    assert.equal(tokens, null);
  }
  await assert.rejects(embedder.embed(texts, signal), NoVectors);
});

test('a short text counts as English, and a longer one only if its pieces are long', () => {
  using encoder = new SentenceEncoder();
  const hasVector = (text: string) => encoder.encodeEnglish(text).some((value) => value !== 0);
  const [short, long, border] = [
    'Grüße aus Tübingen!',
    'Grüße aus Tübingen!!',
    'Guten Morgen, Herr X',
  ];
  assert.deepEqual([short.length, pieces.of(short).length, hasVector(short)], [19, 12, true]);
  assert.deepEqual([long.length, pieces.of(long).length, hasVector(long)], [20, 12, false]);
  // This text has the fewest characters per piece that English may have: 2.5.
  assert.deepEqual([border.length, pieces.of(border).length, hasVector(border)], [20, 8, true]);
});

test('a closed encoder encodes no more', () => {
  const encoder = new SentenceEncoder();
  encoder[Symbol.dispose]();
  assert.throws(() => encoder.encode('The dog is ill.'), /The model is closed/);
});
