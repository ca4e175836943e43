import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { RateLimiter } from '../../domains/requests/rate-limits.ts';
import type { Actor, Parts } from '../../kit/context.ts';
import type { Credential } from '../../kit/route.ts';
import { authenticate } from './authentication.ts';
import type { Authenticator } from './authentication.ts';
import { challengeFor } from './challenge.ts';
import type { Deadlines } from './deadlines.ts';
import { tellAllowance } from './errors.ts';
import { refuseLeaked } from './leaked-credential.ts';

/** The maximum number of bytes of a body whose sender has a credential. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once `admission` has let the request in. */
    caller: Actor | null;
  }
}

interface Gate {
  parts: Pick<Parts, 'clock'>;
  authenticator: Authenticator;
  rateLimiter: RateLimiter;
  deadlines: Deadlines;
  site(): string;
}

/**
 * Returns the options of a route that lets in only callers with this credential. The check runs
 * before the body is read, so that the body of a stranger takes no memory.
 */
export function admission(
  door: Gate,
  { credential }: { credential: Credential },
): Pick<RouteShorthandOptions, 'bodyLimit' | 'onRequest'> {
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    if (credential === 'assistant') refuseLeaked(request.query);
    const caller = await authenticate(door.authenticator, request, credential);
    request.caller = caller;
    const allowance = await door.rateLimiter.count(caller, door.parts.clock.now());
    if (allowance) tellAllowance(reply, allowance);
  };
  return {
    ...(credential !== 'none' && { bodyLimit: BODY_LIMIT_BYTES }),
    onRequest: (request, reply) =>
      challenging(door, { credential, request, reply }, () =>
        door.deadlines.within(() => admit(request, reply), { waits: false }),
      ),
  };
}

/** Runs a step of a request, and adds the challenge for assistants to its error. */
export async function challenging<T>(
  door: Pick<Gate, 'site'>,
  call: { credential: Credential; request: FastifyRequest; reply: FastifyReply },
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const { credential, request, reply } = call;
    if (credential === 'assistant') {
      const { headers, caller: actor } = request;
      const challenge = challengeFor(error, { baseUrl: door.site(), headers, actor });
      if (challenge) reply.header('WWW-Authenticate', challenge);
    }
    throw error;
  }
}
