/**
 * Handles one socket to a provider, from the handshake to its end. Each connection starts without
 * the state of earlier connections.
 */
import { WebSocket } from 'ws';
import { backOffMs, providerRefusal, UNREACHABLE, type ProviderRefusal } from '../provider.ts';
import { SAMPLE_RATE } from '../recogniser.ts';
import type { DialectConversation, Dialect, DialectMessage, DialectResult } from './dialect.ts';

export interface Patience {
  connectMs: number;
  /**
   * After this long without sound, a keep-alive message is sent. The provider closes an idle
   * connection after 10 s.
   */
  keepAliveMs: number;
  /** If the answer to a ping takes longer than this, the socket is considered dead. */
  deadMs: number;
  /**
   * The connection is dropped when a responsive provider returns no word for this long while people
   * speak.
   */
  wordlessMs: number;
  /** The time to wait for the last words after the last sound. */
  finishMs: number;
  backOffMs(failures: number): number;
}

export const ordinaryPatience: Patience = {
  connectMs: 5_000,
  keepAliveMs: 4_000,
  deadMs: 8_000,
  wordlessMs: 20_000,
  finishMs: 10_000,
  backOffMs,
};

export interface ConnectionHandlers {
  opened(): void;
  heard(result: DialectResult): void;
  /** Called once; `refusal` is undefined when the provider ended normally. */
  ended(refusal: ProviderRefusal | undefined): void;
}

const LARGEST_MESSAGE = 1024 * 1024;
/** The maximum amount of sound that the network has not accepted: a minute. */
const MAX_UNSENT_BYTES = 60 * SAMPLE_RATE * 2;
const LARGEST_PIECE = SAMPLE_RATE;
const MAX_RUBBISH = 20;

export class ProviderConnection {
  readonly #socket: WebSocket;
  readonly #patience: Patience;
  readonly #handlers: ConnectionHandlers;
  readonly #conversation: DialectConversation;
  readonly #watch: NodeJS.Timeout;
  #refusal: ProviderRefusal = UNREACHABLE;
  #finishing = false;
  #rubbish = 0;
  #sentAt = performance.now();
  #signAt = performance.now();

  constructor(dialect: Dialect, patience: Patience, handlers: ConnectionHandlers) {
    this.#patience = patience;
    this.#handlers = handlers;
    this.#conversation = dialect.begin();
    this.#socket = new WebSocket(dialect.address, {
      headers: dialect.headers,
      handshakeTimeout: patience.connectMs,
      maxPayload: LARGEST_MESSAGE,
      perMessageDeflate: false,
    });
    this.#socket.on('open', () => this.#opened());
    this.#socket.on('message', (data, isBinary) => this.#message(isBinary ? '' : String(data)));
    this.#socket.on('pong', () => (this.#signAt = performance.now()));
    this.#socket.on('unexpected-response', (_request, response) => {
      const { statusCode = 0, headers: answer } = response;
      this.#refusal = providerRefusal(statusCode, answer['retry-after']);
      this.drop();
    });
    this.#socket.on('error', () => {});
    this.#socket.once('close', (code) => this.#closed(code));
    const often = Math.min(patience.keepAliveMs, patience.deadMs) / 4;
    this.#watch = setInterval(() => this.#look(), often);
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN && !this.#finishing;
  }

  send(pcm: Int16Array): void {
    for (let at = 0; at < pcm.length; at += LARGEST_PIECE) {
      this.#say(this.#conversation.sound(pcm.subarray(at, at + LARGEST_PIECE)));
    }
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) this.#break('accepts no more sound.');
  }

  /** Tells the provider that the sound has ended, and requests the last words. */
  finish(): void {
    for (const message of this.#conversation.last()) this.#say(message);
    this.#finishing = true;
  }

  drop(): void {
    this.#socket.terminate();
  }

  #opened(): void {
    this.#signAt = performance.now();
    for (const message of this.#conversation.greeting) this.#say(message);
    this.#handlers.opened();
  }

  #message(text: string): void {
    this.#signAt = performance.now();
    const said = this.#conversation.hear(text);
    this.#rubbish = said ? 0 : this.#rubbish + 1;
    if (this.#rubbish === MAX_RUBBISH) this.#break('uses another protocol.');
    for (const result of said?.results ?? []) this.#handlers.heard(result);
    if (said?.refusal) {
      this.#refusal = said.refusal;
      this.drop();
    } else if (said?.over && this.#finishing) this.#socket.close(1000);
  }

  #look(): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const now = performance.now();
    const silent = now - this.#signAt;
    if (silent > this.#patience.deadMs) return this.#break('stopped sending messages.');
    if (silent > this.#patience.deadMs / 2) this.#socket.ping();
    const isIdle = now - this.#sentAt > this.#patience.keepAliveMs;
    const { keepAlive } = this.#conversation;
    if (isIdle && keepAlive !== null && !this.#finishing) this.#say(keepAlive);
  }

  #say(message: DialectMessage): void {
    this.#socket.send(message);
    this.#sentAt = performance.now();
  }

  #break(how: string): void {
    this.#refusal = { ...UNREACHABLE, detail: `The speech provider ${how}` };
    this.drop();
  }

  #closed(code: number): void {
    clearInterval(this.#watch);
    const inOrder = this.#finishing && (code === 1000 || code === 1005);
    this.#handlers.ended(inOrder ? undefined : this.#refusal);
  }
}
