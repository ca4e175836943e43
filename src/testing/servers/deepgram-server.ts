/** A loopback server with Deepgram's live protocol. */
import { setTimeout as wait } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { Utterance } from '../../engines/recognition/recogniser.ts';
import {
  LoopbackConnection,
  startLiveServer,
  type ConnectionParts,
  type LiveServer,
  type LiveServerOptions,
} from './live-server.ts';

/** A final result ends this many seconds after its last word. */
const AFTER_LAST_WORD = 0.4;
const RUBBISH = ['{', 'null', '{"type":"Surprise"}', '{"type":"Results","start":"never"}', '[1]'];

export function startDeepgramServer(options: LiveServerOptions): Promise<LiveServer> {
  return startLiveServer(options, {
    authorization: (key) => `Token ${key}`,
    refusal({ path, query }) {
      if (path !== '/v1/listen') return 404;
      const isOurs = query.get('encoding') === 'linear16' && query.get('sample_rate') === '16000';
      return isOurs ? undefined : 400;
    },
    connect: (socket, parts) => new DeepgramConnection(socket, parts),
  });
}

class DeepgramConnection extends LoopbackConnection {
  /** Final results cover the sound without gaps, up to this second. */
  #covered = 0;
  #utterances = 0;
  #kept: string | undefined;
  #idle: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, parts: ConnectionParts) {
    super(socket, parts);
    this.#stayAwake();
    socket.on('message', (data: Buffer, isBinary) => {
      this.#stayAwake();
      if (isBinary) this.#heard(data);
      else this.#text(String(data));
    });
    socket.on('close', () => clearTimeout(this.#idle));
  }

  #heard(data: Buffer): void {
    this.sound(new Int16Array(new Uint8Array(data).buffer));
    const quiet = this.seconds - this.session.backlogSeconds() - 1.5;
    if (quiet - this.#covered > 2) void this.#say(this.#results('', [], quiet, true));
  }

  #text(text: string): void {
    const { type } = JSON.parse(text) as { type: string };
    this.parts.said.push(type);
    if (type !== 'KeepAlive') clearTimeout(this.#idle);
    if (type === 'Finalize') this.#work = this.#work.then(() => this.#finalize());
    if (type === 'CloseStream') this.#work = this.#work.then(() => this.#close());
  }

  protected async utterance({ words, text, end }: Utterance): Promise<void> {
    const speaker = this.parts.speakerOf?.(this.#utterances) ?? 0;
    this.#utterances += 1;
    const spoken = words.map((word) => ({
      word: word.text.toLowerCase().replace(/[.,?!]/g, ''),
      punctuated_word: word.text,
      start: word.start,
      end: word.end,
      confidence: word.confidence ?? 0.9,
      speaker,
    }));
    const half = spoken.slice(0, Math.ceil(spoken.length / 2));
    const soFar = half.map(({ word }) => word).join(' ');
    await this.#say(this.#results(soFar, half, half.at(-1)!.end, false));
    const covered = Math.min(this.seconds, end + AFTER_LAST_WORD);
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
    const { mute, delayMs, rubbish, duplicateFinals, reorder, finals } = this.parts;
    if (mute) return;
    if (delayMs) await wait(delayMs);
    if (rubbish) for (const each of RUBBISH) this.socket.send(each);
    if (reorder && final) {
      if (this.#kept === undefined) return void (this.#kept = message);
      this.socket.send(message);
      this.socket.send(this.#kept);
      this.#kept = undefined;
      return;
    }
    if (final) finals.push({ text: final, at: performance.now() });
    this.socket.send(message);
    if (duplicateFinals && final) this.socket.send(message);
  }

  async #finalize(): Promise<void> {
    await this.flush();
    if (this.#kept !== undefined) this.socket.send(this.#kept);
    this.#kept = undefined;
  }

  async #close(): Promise<void> {
    await this.flush();
    if (this.parts.mute) return;
    this.socket.send(JSON.stringify({ type: 'Metadata', duration: this.seconds, channels: 1 }));
    this.socket.close(1000);
  }

  #stayAwake(): void {
    clearTimeout(this.#idle);
    const idleMs = this.parts.idleMs ?? 10_000;
    this.#idle = setTimeout(() => this.socket.close(1011, 'NET-0001'), idleMs);
  }
}
