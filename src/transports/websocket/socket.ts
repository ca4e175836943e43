/** Sends messages on a listening socket and closes it. */
import { WebSocket } from 'ws';
import type { RawData } from 'ws';

/**
 * The maximum number of unsent bytes for a client that does not read. Beyond this limit, the socket
 * is closed.
 */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** The close codes of the listening socket (contract 4.4). */
export const CLOSE = {
  inactive: 1001,
  unsupported: 1003,
  notText: 1007,
  policy: 1008,
  tooLarge: 1009,
  failure: 1011,
  restart: 1012,
  tryAgainLater: 1013,
  takenOver: 4006,
} as const;

/** Enough for a piece of a picture as base64 in JSON. Sound messages are far smaller. */
export const MAX_MESSAGE_BYTES = 128 * 1024;

const KIB = MAX_MESSAGE_BYTES / 1024;
/** The reasons for which the library itself closes a socket, without naming them. */
const REASONS: Readonly<Record<number, string>> = {
  [CLOSE.notText]: 'a text message must be valid UTF-8',
  [CLOSE.tooLarge]: `a message may have at most ${KIB} KiB; send shorter pieces of sound`,
};

/** A socket that names the reason when the library closes it because of a message. */
export class ListeningSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, reason ?? (code === undefined ? undefined : REASONS[code]));
  }
}

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
