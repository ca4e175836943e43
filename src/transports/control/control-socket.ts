/**
 * A socket in the data folder for the operator of this machine. Only one process can use the
 * embedded database, so commands reach it through the running service. The permissions of the file
 * control who may connect.
 */
import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { StartError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';

const Command = z.array(z.string().max(1000)).max(20);
const Answer = z.object({ lines: z.array(z.string()), isRefused: z.boolean() });
type Answer = z.infer<typeof Answer>;

const pathIn = (folder: string): string => join(folder, 'control.socket');

/** Runs the commands that arrive at the socket. */
export async function openControlSocket({
  folder,
  run,
  log,
}: {
  folder: string;
  run: (words: readonly string[]) => Promise<string[]>;
  log: Log;
}): Promise<AsyncDisposable> {
  const path = pathIn(folder);
  const sockets = new Set<Socket>();
  const answer = async (line: string): Promise<Answer> => {
    try {
      return { lines: await run(Command.parse(JSON.parse(line))), isRefused: false };
    } catch (error) {
      if (!(error instanceof StartError)) log.error({ err: error }, 'a command of the operator');
      const line =
        error instanceof StartError
          ? error.message
          : 'The command failed. See the log for details.';
      return { lines: [line], isRefused: true };
    }
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    const lines = createInterface(socket);
    // The operator may leave before the answer. An interface repeats the errors of its socket.
    lines.on('error', () => {});
    lines.once('line', (line) => {
      void answer(line).then((answered) => socket.end(`${JSON.stringify(answered)}\n`));
    });
  });
  // A killed process leaves its socket file.
  rmSync(path, { force: true });
  try {
    server.listen(path);
    await once(server, 'listening');
    chmodSync(path, 0o600);
  } catch (error) {
    // Some file systems do not support sockets, and a path may be too long for a socket.
    log.warn({ err: error }, 'operator commands need the service to be stopped');
  }
  return {
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/**
 * Sends a command to the service that uses this data folder. Returns null when no service is
 * running.
 */
export async function askService(
  folder: string,
  words: readonly string[],
  signal?: AbortSignal,
): Promise<string[] | null> {
  const socket = createConnection({ path: pathIn(folder), signal });
  try {
    await once(socket, 'connect');
  } catch {
    return null;
  }
  // If the service dies, there is no answer.
  socket.on('error', () => {});
  socket.write(`${JSON.stringify(words)}\n`);
  for await (const line of createInterface(socket)) {
    const { lines, isRefused } = Answer.parse(JSON.parse(line));
    if (isRefused) throw new StartError(lines.join('\n'));
    return lines;
  }
  throw new StartError('The service ended before it answered. Check with: account list');
}
