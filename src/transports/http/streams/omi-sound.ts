/** Sound that Omi sends in requests while it records, instead of a socket. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Invalid, NotFound } from '../../../core/errors.ts';
import { OMI_PATH, receiveOmiSound } from '../../../domains/recorders/omi-hook.ts';
import type { OmiHookParts } from '../../../domains/recorders/omi-hook.ts';
import { UnsupportedAudio } from '../../../engines/audio/audio-decoder.ts';
import { admission } from '../admission.ts';
import { fastifyPath } from '../route-mounting.ts';
import type { Door } from '../route-mounting.ts';

/** A minute of sound at 16 kHz. */
const MAX_BYTES = 2 * 1024 * 1024;

const Query = z.object({ sample_rate: z.coerce.number().int().default(16_000) });

export async function mountOmiSound(
  app: FastifyInstance,
  door: Door,
  parts: OmiHookParts,
): Promise<void> {
  const { onRequest } = admission(door, { credential: 'none' });
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    );
    scope.route({
      method: 'POST',
      url: fastifyPath(`${OMI_PATH}/sound`),
      bodyLimit: MAX_BYTES,
      onRequest,
      // The body of a stranger takes no memory.
      preParsing: async (request) => {
        if (parts.hooks.idOf(tokenOf(request)) === null) throw new NotFound('Connection not found');
      },
      handler: async (request, reply) => {
        const { data, error } = Query.safeParse(request.query);
        if (error) throw new Invalid('sample_rate is the number of samples a second.');
        const { body } = request;
        if (!(body instanceof Uint8Array)) throw new Invalid('The body must be sound as bytes.');
        const { sample_rate } = data;
        const given = { token: tokenOf(request), sample_rate, sound: body };
        const context = { ...door.parts, actor: request.caller!, ip: request.ip };
        const take = () => receiveOmiSound(context, parts, given);
        await door.deadlines.within(take, { waits: true }).catch(refuseFormat);
        return reply.code(204).send();
      },
    });
  });
}

const tokenOf = ({ params }: FastifyRequest): string => (params as { token: string }).token;

function refuseFormat(error: unknown): never {
  throw error instanceof UnsupportedAudio ? new Invalid(error.message) : error;
}
