import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

const MIN_BYTES = 2048;
/**
 * Sound and pictures are compressed already, and compression would delay the events of a stream.
 * Pages (HTML) contain secrets of forms next to text from the address, which the length of a
 * compressed page would reveal (BREACH).
 */
const COMPRESSIBLE = /^(?:application\/json|text\/(?!html|event-stream))/;

/** Compresses long answers for clients that accept it. Routes must be mounted after this. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: MIN_BYTES,
    customTypes: COMPRESSIBLE,
    // A small compressed body could expand to any size.
    globalDecompression: false,
  });
  app.addHook('onRoute', (route) => {
    // Hooks of a route run in their order, so this one runs after the compression.
    route.onSend = [route.onSend ?? []].flat();
    route.onSend.push(async (_request, reply) => {
      const tag = reply.getHeader('ETag');
      // The same strong tag would claim that both encodings have the same bytes (RFC 9110, 8.8.1).
      if (typeof tag === 'string' && reply.hasHeader('Content-Encoding')) {
        reply.header('ETag', tag.replace(/^(?!W\/)/, 'W/'));
      }
    });
  });
}
