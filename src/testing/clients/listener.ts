import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Json } from './api-user.ts';

const FRAME_SAMPLES = 320;
const RATE = 16_000;
/** A wait fails when no message is sent or received for this long. */
const PATIENCE_SECONDS = 15;

/** A device on the listening socket; stores all messages that it receives. */
export class Listener implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly events: Json[] = [];
  /** The latest state of every segment, by id. */
  readonly segments = new Map<string, Json>();
  pings = 0;
  /** The code and the reason, once the socket has closed. */
  readonly closed: Promise<{ code: number; reason: string }>;
  #active = performance.now();
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
    { token, ...parameters }: { token: string; [name: string]: string | number },
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

  /** Waits for an event, or returns one that has already arrived. */
  async event(type: string, where: (event: Json) => boolean = () => true): Promise<Json> {
    const find = () => this.events.find((event) => event.type === type && where(event));
    await this.until(() => find() !== undefined, `${type} where ${where}`);
    return find();
  }

  get text(): string {
    return [...this.segments.values()].map(({ text }) => text).join(' ');
  }

  /**
   * Waits until the received messages satisfy `matches`. Fails when the socket closes, or when
   * nothing is sent or received for 15 seconds.
   */
  async until(matches: () => boolean, name = String(matches)): Promise<void> {
    if (matches()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ matches, resolve });
    this.#active = performance.now();
    const over = new AbortController();
    await Promise.race([
      promise,
      this.#asleep(name, over.signal),
      this.closed.then(({ code, reason }) => {
        if (!matches()) throw new Error(`The socket closed with ${code} ${reason}.`);
      }),
    ]).finally(() => over.abort());
  }

  /** Fails when nothing is sent or received for 15 seconds. */
  async #asleep(name: string, signal: AbortSignal): Promise<void> {
    while (performance.now() - this.#active < PATIENCE_SECONDS * 1_000) {
      await wait(500);
      if (signal.aborted) return;
    }
    const types = this.events.map(({ type }) => type).join(', ');
    const received = `${this.segments.size} segments and these events came: ${types}`;
    throw new Error(`Waited ${PATIENCE_SECONDS} s for ${name}; ${received}.`);
  }

  say(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Sends 16 kHz PCM as a device does, `speed` times as fast as real time. */
  async stream(pcm: Int16Array, { speed = 1 }: { speed?: number } = {}): Promise<void> {
    const started = performance.now();
    for (let at = 0; at < pcm.length; at += FRAME_SAMPLES) {
      const frame = pcm.subarray(at, at + FRAME_SAMPLES);
      this.#active = performance.now();
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
      this.#active = performance.now();
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
