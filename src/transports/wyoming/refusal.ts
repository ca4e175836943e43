import type { Socket } from 'node:net';
import { writeEvent } from './events.ts';

/** A client that is disconnected while it sends would see a broken connection instead of the sentence. */
const REST_MS = 2_000;

/** Sends a sentence and closes the connection. Home Assistant waits for words until it is closed. */
export function refuse(socket: Socket, text: string): void {
  socket.end(writeEvent('error', { text }));
  socket.resume();
  const rest = setTimeout(() => socket.destroy(), REST_MS).unref();
  socket.once('end', () => socket.destroySoon()).once('close', () => clearTimeout(rest));
}
