import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

const MIN_BYTES = 2048;
/**
 * Sound and pictures are already compressed, and compression would delay the events of a stream.
 * Pages (HTML) contain secrets of forms next to text from the address. The length of a compressed
 * page would reveal such secrets (BREACH).
 */
const COMPRESSIBLE = /^(?:application\/json|text\/(?!html|event-stream))/;

/** Compresses long answers for clients that accept it. Routes must be mounted after this. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: MIN_BYTES,
    customTypes: COMPRESSIBLE,
    // The maximum size after decompression. A small compressed body could expand to any size.
    globalDecompression: false,
  });
  app.addHook('onRoute', (route) => {
    // Hooks of a route run in the order of registration, so this one runs after the compression.
    route.onSend = [route.onSend ?? []].flat();
    route.onSend.push((_request, reply, _payload, done) => {
      const tag = reply.getHeader('ETag');
      // If both encodings had the same strong tag, the tag would claim that their bytes are equal
      // (RFC 9110, 8.8.1).
      if (typeof tag === 'string' && reply.hasHeader('Content-Encoding')) {
        reply.header('ETag', tag.replace(/^(?!W\/)/, 'W/'));
      }
      done();
    });
  });
}
