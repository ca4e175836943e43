import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Json } from './api-user.ts';

const FRAME_SAMPLES = 320;
const RATE = 16_000;

/** A device on the listening socket. Remembers everything it was told. */
export class Listener implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly events: Json[] = [];
  /** The newest state of every segment, by id. */
  readonly segments = new Map<string, Json>();
  pings = 0;
  /** Code and reason, once the socket is closed. */
  readonly closed: Promise<{ code: number; reason: string }>;
  #waiting: { matches: () => boolean; resolve: () => void }[] = [];

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) =>
      socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    );
    socket.on('message', (data) => this.#receive(String(data)));
    socket.on('error', () => {});
  }

  /** Opens the socket; `parameters` are the query parameters of `/v4/listen`. */
  static async open(
    url: string,
    { token, ...parameters }: { token: string; uid: string; [name: string]: string | number },
  ): Promise<Listener> {
    const address = new URL('/v4/listen', url.replace(/^http/, 'ws'));
    for (const [name, value] of Object.entries(parameters)) {
      address.searchParams.set(name, String(value));
    }
    const socket = new WebSocket(address, { headers: { Authorization: `Bearer ${token}` } });
    const listener = new Listener(socket);
    await once(socket, 'open');
    return listener;
  }

  /** Waits for an event; one that came already counts. */
  async event(type: string, where: (event: Json) => boolean = () => true): Promise<Json> {
    const find = () => this.events.find((event) => event.type === type && where(event));
    await this.until(() => find() !== undefined);
    return find();
  }

  get text(): string {
    return [...this.segments.values()].map(({ text }) => text).join(' ');
  }

  /** Waits until what was received satisfies `matches`; a closed socket ends the wait loudly. */
  async until(matches: () => boolean): Promise<void> {
    if (matches()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ matches, resolve });
    await Promise.race([
      promise,
      this.closed.then(({ code, reason }) => {
        if (!matches()) throw new Error(`The socket closed with ${code} ${reason}.`);
      }),
    ]);
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Sends 16 kHz PCM as a device does, `speed` times as fast as it was spoken. */
  async stream(pcm: Int16Array, { speed = 1 }: { speed?: number } = {}): Promise<void> {
    const started = performance.now();
    for (let at = 0; at < pcm.length; at += FRAME_SAMPLES) {
      const frame = pcm.subarray(at, at + FRAME_SAMPLES);
      this.socket.send(new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength));
      const ahead = ((at / RATE) * 1000) / speed - (performance.now() - started);
      if (ahead > 5) await wait(ahead);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.close();
    await this.closed;
  }

  #receive(data: string): void {
    if (data === 'ping') this.pings += 1;
    else {
      const message: Json = JSON.parse(data);
      if (Array.isArray(message)) for (const each of message) this.segments.set(each.id, each);
      else this.events.push(message);
    }
    this.#waiting = this.#waiting.filter(({ matches, resolve }) => {
      if (!matches()) return true;
      resolve();
      return false;
    });
  }
}
