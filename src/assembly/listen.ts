import type { FastifyInstance } from 'fastify';
import { StartError } from '../core/errors.ts';
import type { Config } from '../config.ts';

/** Begins to listen; returns the address. */
export async function listen(
  app: FastifyInstance,
  { host, port }: Config['server'],
): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another with PORT.`,
        { cause },
      );
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`Cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`, {
        cause,
      });
    }
    throw cause;
  }
}
