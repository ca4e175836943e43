import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Answers on the socket itself, with an error in our format, and closes it. For requests that never
 * reach a route.
 */
export function answerRaw(socket: Socket, { status, detail, retryAfterSeconds }: RawAnswer): void {
  if (socket.writable) {
    const body = JSON.stringify({ detail });
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }
  socket.destroySoon();
}

interface RawAnswer {
  status: number;
  detail: string;
  retryAfterSeconds?: number;
}
