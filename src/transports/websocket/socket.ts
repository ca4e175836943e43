/** Sends messages on a listening socket and closes it. */
import type { RawData, WebSocket } from 'ws';

/**
 * The maximum number of unsent bytes for a client that does not read. Beyond this limit, the socket
 * is closed.
 */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** The close codes of the listening socket (contract 4.4). */
export const CLOSE = {
  inactive: 1001,
  unsupported: 1003,
  policy: 1008,
  failure: 1011,
  restart: 1012,
  tryAgainLater: 1013,
  takenOver: 4006,
} as const;

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > MAX_UNREAD_BYTES) {
    close(socket, CLOSE.policy, 'the client does not read');
    socket.terminate();
    return;
  }
  socket.send(text);
}

/** The reason in a close frame has at most 123 bytes. */
export function close(socket: WebSocket, code: number, reason: string): void {
  socket.resume();
  socket.close(
    code,
    Buffer.from(reason)
      .subarray(0, 120)
      .toString()
      .replace(/\uFFFD/g, ''),
  );
}

export function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
