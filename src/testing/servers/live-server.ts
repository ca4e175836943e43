/**
 * Loopback servers with a live protocol and a real recogniser, which fail in the ways that a test
 * chooses. The differences between the protocols are in separate files.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import {
  SAMPLE_RATE,
  type Recogniser,
  type RecognitionSession,
  type Utterance,
} from '../../engines/recognition/recogniser.ts';

export interface Chaos {
  /** Refuses the handshake with this status. */
  refuse?: number;
  retryAfter?: number;
  /** Breaks the connection (1011) after this much sound, before the words of the sound are sent. */
  dropAfterSeconds?: number;
  /** Stops reading and sending after this much sound, but leaves the socket open. */
  halfOpenAfterSeconds?: number;
  /** Reads all sound and never sends words. */
  mute?: boolean;
  delayMs?: number;
  duplicateFinals?: boolean;
  /** Sends every second final result before the one that precedes it. */
  reorder?: boolean;
  /** Sends invalid messages between the valid ones: no JSON, unknown types, wrong shapes. */
  rubbish?: boolean;
  /** Sends a first message that is too large for a client. */
  oversized?: boolean;
}

interface Handshake {
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
}

export interface LiveServer extends AsyncDisposable {
  url: string;
  handshakes: Handshake[];
  /** The types of the text messages, over all connections. */
  said: string[];
  /** The time (`performance.now()`) at which each final result was sent. */
  finals: { text: string; at: number }[];
}

export interface LiveServerOptions {
  recogniser: Recogniser;
  key?: string;
  /** Returns the faults for each connection, counted from 0. */
  chaos?: (connection: number) => Chaos;
  idleMs?: number;
  /** Returns the speaker number of each utterance. */
  speakerOf?: (utterance: number) => number;
}

export type ConnectionParts = LiveServerOptions & Chaos & Pick<LiveServer, 'said' | 'finals'>;

export interface Protocol {
  /**
   * Returns undefined if the server accepts the handshake, otherwise the HTTP status of the
   * refusal.
   */
  refusal(handshake: Handshake): number | undefined;
  authorization(key: string): string;
  connect(socket: WebSocket, parts: ConnectionParts): LoopbackConnection;
}

export async function startLiveServer(
  options: LiveServerOptions,
  protocol: Protocol,
): Promise<LiveServer> {
  const { key = 'secret', chaos = (): Chaos => ({}) } = options;
  const seen: Pick<LiveServer, 'handshakes' | 'said' | 'finals'> = {
    handshakes: [],
    said: [],
    finals: [],
  };
  const sockets = new WebSocketServer({ noServer: true });
  const connections = new Set<LoopbackConnection>();
  const server = createServer();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { pathname: path, searchParams: query } = new URL(request.url!, 'http://localhost');
    const handshake = { path, query, authorization: request.headers.authorization };
    const wanted = chaos(seen.handshakes.push(handshake) - 1);
    const isKnown = handshake.authorization === protocol.authorization(key);
    const status = wanted.refuse ?? (isKnown ? protocol.refusal(handshake) : 401);
    if (status) return refuse(socket, status, wanted.retryAfter);
    sockets.handleUpgrade(request, socket, head, (upgraded) => {
      connections.add(protocol.connect(upgraded, { ...options, ...wanted, ...seen }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...seen,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}

function refuse(socket: Duplex, status: number, retryAfter: number | undefined): void {
  const header = retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`;
  socket.end(`HTTP/1.1 ${status} No\r\n${header}Content-Length: 0\r\nConnection: close\r\n\r\n`);
}

/** Passes sound to the recogniser, and the recogniser's utterances to the protocol. */
export abstract class LoopbackConnection {
  protected readonly socket: WebSocket;
  protected readonly parts: ConnectionParts;
  protected session!: RecognitionSession;
  #consumed: Promise<void> = Promise.resolve();
  #samples = 0;

  constructor(socket: WebSocket, parts: ConnectionParts) {
    this.socket = socket;
    this.parts = parts;
    this.#listen();
    if (parts.oversized) socket.send(JSON.stringify({ type: 'big', text: 'x'.repeat(2e6) }));
    socket.on('error', () => {});
    socket.on('close', () => this.session.close());
  }

  protected get seconds(): number {
    return this.#samples / SAMPLE_RATE;
  }

  /** Times are seconds since the first sample of the connection. */
  protected abstract utterance(heard: Utterance): Promise<void>;

  protected sound(pcm: Int16Array): void {
    this.#samples += pcm.length;
    this.session.write(pcm);
    const { dropAfterSeconds = Infinity, halfOpenAfterSeconds = Infinity } = this.parts;
    if (this.seconds > dropAfterSeconds) this.socket.close(1011);
    else if (this.seconds > halfOpenAfterSeconds) this.socket.pause();
  }

  /** Sends the words so far, and continues with the following sound. */
  protected async flush(): Promise<void> {
    await this.session.finish();
    await this.#consumed;
    this.#listen();
  }

  #listen(): void {
    this.session = this.parts.recogniser.open({ language: 'en' });
    this.#consumed = this.#consume(this.session, this.seconds);
  }

  async #consume(session: RecognitionSession, zero: number): Promise<void> {
    for await (const event of session.events) {
      if (event.type !== 'final') continue;
      const move = <T extends { start: number; end: number }>(timed: T): T => ({
        ...timed,
        start: zero + timed.start,
        end: zero + timed.end,
      });
      const { utterance } = event;
      await this.utterance({ ...move(utterance), words: utterance.words.map(move) });
    }
  }
}
