/** The thread in which texts are encoded for search; see sentence-embedder.ts. */
import { serveRequests } from '../supervision/serve-requests.ts';
import { SentenceEncoder } from './sentence-encoder.ts';

serveRequests(() => {
  const encoder = new SentenceEncoder();
  return (texts: readonly string[]): Float32Array[] =>
    texts.map((text) => encoder.encodeEnglish(text));
});
