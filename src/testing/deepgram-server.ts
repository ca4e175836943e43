/**
 * A loopback server that speaks the live protocol of Deepgram, with a real recogniser behind it, and
 * misbehaves as it is told.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import {
  SAMPLE_RATE,
  type Recogniser,
  type RecognitionSession,
  type Utterance,
} from '../engines/recognition/recogniser.ts';

export interface Chaos {
  /** Answers the handshake with this status. */
  refuse?: number;
  retryAfter?: number;
  /** Breaks the connection (1011) after so much sound, before the words of it are out. */
  dropAfterSeconds?: number;
  /** Says and takes nothing any more after so much sound, and leaves the socket open. */
  halfOpenAfterSeconds?: number;
  /** Takes everything and never says a word. */
  mute?: boolean;
  delayMs?: number;
  duplicateFinals?: boolean;
  /** Every second final before the one that it follows. */
  reorder?: boolean;
  /** Between what belongs there: no JSON, unknown types, wrong shapes. */
  rubbish?: boolean;
  /** Its first message is larger than anybody should read. */
  oversized?: boolean;
}

export interface DeepgramServer extends AsyncDisposable {
  url: string;
  /** Address and credential of each handshake. */
  handshakes: { query: URLSearchParams; authorization: string | undefined }[];
  /** Types of the text messages, over all connections. */
  said: string[];
  /** When each final left, by `performance.now()`. */
  finals: { text: string; at: number }[];
}

export interface DeepgramServerOptions {
  recogniser: Recogniser;
  key?: string;
  /** Of each connection, counted from 0. */
  chaos?: (connection: number) => Chaos;
  idleMs?: number;
  /** Who says what is heard: the number of a speaker, by utterance. */
  speakerOf?: (utterance: number) => number;
}

/** A final covers the breath after its last word. */
const AFTER_LAST_WORD = 0.4;
const RUBBISH = ['{', 'null', '{"type":"Surprise"}', '{"type":"Results","start":"never"}', '[1]'];

export async function startDeepgramServer(options: DeepgramServerOptions): Promise<DeepgramServer> {
  const { key = 'secret', chaos = (): Chaos => ({}) } = options;
  const seen: Pick<DeepgramServer, 'handshakes' | 'said' | 'finals'> = {
    handshakes: [],
    said: [],
    finals: [],
  };
  const sockets = new WebSocketServer({ noServer: true });
  const connections = new Set<DeepgramConnection>();
  const server = createServer();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { pathname, searchParams: query } = new URL(request.url!, 'http://localhost');
    const { authorization } = request.headers;
    const wanted = chaos(seen.handshakes.push({ query, authorization }) - 1);
    const wrongSound = query.get('encoding') !== 'linear16' || query.get('sample_rate') !== '16000';
    const status =
      wanted.refuse ??
      (pathname === '/v1/listen' ? undefined : 404) ??
      (authorization === `Token ${key}` ? undefined : 401) ??
      (wrongSound ? 400 : undefined);
    if (status) return refuse(socket, status, wanted.retryAfter);
    sockets.handleUpgrade(request, socket, head, (upgraded) => {
      connections.add(new DeepgramConnection(upgraded, { ...options, ...wanted, ...seen }));
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

type Parts = DeepgramServerOptions & Chaos & Pick<DeepgramServer, 'said' | 'finals'>;

class DeepgramConnection {
  readonly #socket: WebSocket;
  readonly #parts: Parts;
  #session!: RecognitionSession;
  #consumed: Promise<void> = Promise.resolve();
  /** Where the session began, on the clock of the connection. */
  #zero = 0;
  #samples = 0;
  /** Finals cover the sound without gaps. */
  #covered = 0;
  #utterances = 0;
  #kept: string | undefined;
  #idle: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, parts: Parts) {
    this.#socket = socket;
    this.#parts = parts;
    this.#listen();
    this.#stayAwake();
    if (parts.oversized) socket.send(JSON.stringify({ type: 'Results', text: 'x'.repeat(2e6) }));
    socket.on('message', (data: Buffer, isBinary) => {
      this.#stayAwake();
      if (isBinary) this.#sound(data);
      else this.#text(String(data));
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(this.#idle);
      this.#session.close();
    });
  }

  get #seconds(): number {
    return this.#samples / SAMPLE_RATE;
  }

  #sound(data: Buffer): void {
    this.#samples += data.length / 2;
    this.#session.write(new Int16Array(new Uint8Array(data).buffer));
    const { dropAfterSeconds = Infinity, halfOpenAfterSeconds = Infinity } = this.#parts;
    if (this.#seconds > dropAfterSeconds) return this.#socket.close(1011);
    if (this.#seconds > halfOpenAfterSeconds) return this.#socket.pause();
    const quiet = this.#seconds - this.#session.backlogSeconds() - 1.5;
    if (quiet - this.#covered > 2) void this.#say(this.#results('', [], quiet, true));
  }

  #text(text: string): void {
    const { type } = JSON.parse(text) as { type: string };
    this.#parts.said.push(type);
    if (type !== 'KeepAlive') clearTimeout(this.#idle);
    if (type === 'Finalize') this.#work = this.#work.then(() => this.#finalize());
    if (type === 'CloseStream') this.#work = this.#work.then(() => this.#close());
  }

  #listen(): void {
    this.#zero = this.#seconds;
    this.#session = this.#parts.recogniser.open({ language: 'en' });
    this.#consumed = this.#consume(this.#session, this.#zero);
  }

  async #consume(session: RecognitionSession, zero: number): Promise<void> {
    for await (const event of session.events) {
      if (event.type === 'final') await this.#final(event.utterance, zero);
    }
  }

  async #final({ words, text, end }: Utterance, zero: number): Promise<void> {
    const speaker = this.#parts.speakerOf?.(this.#utterances) ?? 0;
    this.#utterances += 1;
    const spoken = words.map((word) => ({
      word: word.text.toLowerCase().replace(/[.,?!]/g, ''),
      punctuated_word: word.text,
      start: zero + word.start,
      end: zero + word.end,
      confidence: word.confidence ?? 0.9,
      speaker,
    }));
    const half = spoken.slice(0, Math.ceil(spoken.length / 2));
    const soFar = half.map(({ word }) => word).join(' ');
    await this.#say(this.#results(soFar, half, half.at(-1)!.end, false));
    const covered = Math.min(this.#seconds, zero + end + AFTER_LAST_WORD);
    await this.#say(this.#results(text, spoken, covered, true), text);
  }

  #results(transcript: string, words: object[], end: number, is_final: boolean): string {
    const start = this.#covered;
    if (is_final) this.#covered = end;
    return JSON.stringify({
      type: 'Results',
      channel_index: [0, 1],
      start,
      duration: Math.max(0, end - start),
      is_final,
      speech_final: is_final,
      channel: { alternatives: [{ transcript, confidence: 0.9, words }] },
      metadata: { request_id: 'loopback' },
    });
  }

  async #say(message: string, final?: string): Promise<void> {
    const { mute, delayMs, rubbish, duplicateFinals, reorder, finals } = this.#parts;
    if (mute) return;
    if (delayMs) await wait(delayMs);
    if (rubbish) for (const each of RUBBISH) this.#socket.send(each);
    if (reorder && final) {
      if (this.#kept === undefined) return void (this.#kept = message);
      this.#socket.send(message);
      this.#socket.send(this.#kept);
      this.#kept = undefined;
      return;
    }
    if (final) finals.push({ text: final, at: performance.now() });
    this.#socket.send(message);
    if (duplicateFinals && final) this.#socket.send(message);
  }

  async #finalize(): Promise<void> {
    await this.#session.finish();
    await this.#consumed;
    if (this.#kept !== undefined) this.#socket.send(this.#kept);
    this.#kept = undefined;
    this.#listen();
  }

  async #close(): Promise<void> {
    await this.#session.finish();
    await this.#consumed;
    if (this.#parts.mute) return;
    this.#socket.send(JSON.stringify({ type: 'Metadata', duration: this.#seconds, channels: 1 }));
    this.#socket.close(1000);
  }

  #stayAwake(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(
      () => this.#socket.close(1011, 'NET-0001'),
      this.#parts.idleMs ?? 10_000,
    );
  }
}
