/** A loopback server with OpenAI's realtime protocol for transcription. */
import { setTimeout as wait } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { openResampler } from '../../engines/audio/resampler.ts';
import type { Utterance } from '../../engines/recognition/recogniser.ts';
import {
  LoopbackConnection,
  startLiveServer,
  type ConnectionParts,
  type LiveServer,
  type LiveServerOptions,
} from './live-server.ts';

const RATE = 24_000;
const PADDING_SECONDS = 0.3;
const AFTER_LAST_WORD = 0.4;
const ITEM = 'conversation.item.input_audio_transcription';
const RUBBISH = ['{', 'null', '{"type":"Surprise"}', `{"type":"${ITEM}.delta","item_id":7}`, '[1]'];

export function startRealtimeServer(options: LiveServerOptions): Promise<LiveServer> {
  return startLiveServer(options, {
    authorization: (key) => `Bearer ${key}`,
    refusal({ path, query }) {
      if (path !== '/v1/realtime') return 404;
      return query.get('intent') === 'transcription' ? undefined : 400;
    },
    connect: (socket, parts) => new RealtimeConnection(socket, parts),
  });
}

interface SessionUpdate {
  type: string;
  audio: {
    input: { format: { type: string; rate: number }; transcription: { model?: string } };
  };
}

class RealtimeConnection extends LoopbackConnection {
  readonly #resample = openResampler(RATE);
  #items = 0;
  #kept: object | undefined;

  constructor(socket: WebSocket, parts: ConnectionParts) {
    super(socket, parts);
    this.#send({ type: 'session.created', session: {} });
    socket.on('message', (data) => {
      const { type, audio, session } = JSON.parse(String(data)) as {
        type: string;
        audio: string;
        session: SessionUpdate;
      };
      if (type !== 'input_audio_buffer.append') parts.said.push(type);
      if (type === 'session.update') this.#update(session);
      if (type === 'input_audio_buffer.append') this.#append(audio);
      if (type === 'input_audio_buffer.commit') void this.#commit();
    });
  }

  #update({ type, audio: { input } }: SessionUpdate): void {
    const { format, transcription } = input;
    const isOurs = type === 'transcription' && format.type === 'audio/pcm' && format.rate === RATE;
    if (isOurs && transcription.model !== 'unknown') return this.#send({ type: 'session.updated' });
    const error = { type: 'invalid_request_error', code: 'invalid_value', message: 'No.' };
    this.#send({ type: 'error', error });
  }

  #append(audio: string): void {
    const bytes = new Uint8Array(Buffer.from(audio, 'base64'));
    this.sound(this.#resample(new Int16Array(bytes.buffer)));
  }

  protected async utterance({ start, end, text, words }: Utterance): Promise<void> {
    const { mute, delayMs, rubbish, reorder, duplicateFinals, finals } = this.parts;
    if (mute) return;
    const item_id = `item_${this.#items}`;
    const previous_item_id = this.#items === 0 ? null : `item_${this.#items - 1}`;
    this.#items += 1;
    const ms = (seconds: number) => Math.round(Math.max(0, seconds) * 1000);
    const buffer = (event: string, fields: object) =>
      this.#send({ type: `input_audio_buffer.${event}`, item_id, ...fields });
    buffer('speech_started', { audio_start_ms: ms(start - PADDING_SECONDS) });
    buffer('speech_stopped', { audio_end_ms: ms(Math.min(this.seconds, end + AFTER_LAST_WORD)) });
    buffer('committed', { previous_item_id });
    if (delayMs) await wait(delayMs);
    if (rubbish) for (const each of RUBBISH) this.socket.send(each);
    const half = words.slice(0, Math.ceil(words.length / 2)).map((word) => word.text);
    this.#send({ type: `${ITEM}.delta`, item_id, delta: half.join(' ') });
    const completed = { type: `${ITEM}.completed`, item_id, content_index: 0, transcript: text };
    if (reorder && !this.#kept) return void (this.#kept = completed);
    finals.push({ text, at: performance.now() });
    this.#send(completed);
    if (duplicateFinals) this.#send(completed);
    this.#sendKept();
  }

  async #commit(): Promise<void> {
    await this.flush();
    this.#sendKept();
    const code = 'input_audio_buffer_commit_empty';
    if (!this.parts.mute) {
      this.#send({ type: 'error', error: { type: 'invalid_request_error', code, message: 'No.' } });
    }
  }

  #sendKept(): void {
    if (this.#kept) this.#send(this.#kept);
    this.#kept = undefined;
  }

  #send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }
}
