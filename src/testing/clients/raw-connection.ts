import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { soon } from '../eventually.ts';

/** A connection on which a test writes HTTP by hand, also HTTP that no client library sends. */
export class RawConnection implements AsyncDisposable {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  received = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text) => void (this.received += String(text)));
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const connection = new RawConnection(socket);
    await Promise.race([once(socket, 'connect'), connection.closed]);
    return connection;
  }

  /** Opens a connection and sends a request with these headers and the beginning of a body. */
  static async send(
    url: string,
    request: string,
    { headers = {}, body = '' }: { headers?: Record<string, string | number>; body?: string } = {},
  ): Promise<RawConnection> {
    const connection = await RawConnection.open(url);
    const lines = Object.entries({ Host: 'localhost', ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    connection.socket.write(`${request} HTTP/1.1\r\n${head}\r\n${body}`);
    return connection;
  }

  /** Returns the statuses of the answers, once there are so many or the connection has closed. */
  async statuses(count = 1): Promise<number[]> {
    const read = () =>
      [...this.received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, s]) => Number(s));
    const arrival = async () => {
      while (read().length < count && !this.socket.closed) {
        await Promise.race([once(this.socket, 'data').catch(() => {}), this.closed]);
      }
    };
    await soon(`${count} answers; so far: ${this.received.slice(0, 200)}`, arrival());
    return read();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.destroy();
    await this.closed;
  }
}
