import type { FastifyInstance } from 'fastify';
import { StartError } from '../core/errors.ts';
import type { Config } from '../config.ts';

/** Begins to listen; returns the address. */
export async function listenOn(
  app: FastifyInstance,
  { host, port }: Config['server'],
): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    throw listenError(cause, { host, port, settings: ['HOST', 'PORT'] });
  }
}

/** Returns a sentence for the operator, with the settings of host and port. */
export function listenError(
  cause: unknown,
  {
    host,
    port,
    settings: [hostName, portName],
  }: { host: string; port: number; settings: readonly [host: string, port: string] },
): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another with ${portName}.`,
      { cause },
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(
      `Cannot listen on ${host}:${port} (${code}). Check ${hostName} and ${portName}.`,
      { cause },
    );
  }
  return cause;
}
