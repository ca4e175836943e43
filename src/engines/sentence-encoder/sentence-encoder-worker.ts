/** The thread in which texts are encoded for search; see embedder.ts. */
import { serveRequests } from '../supervision/serve-requests.ts';
import { DIMENSIONS, SentenceEncoder } from './sentence-encoder.ts';

serveRequests(() => {
  const encoder = new SentenceEncoder();
  return (texts: readonly string[]): Float32Array[] =>
    texts.map((text) =>
      encoder.knows(text) ? encoder.encode(text) : new Float32Array(DIMENSIONS),
    );
});
