import { setTimeout as wait } from 'node:timers/promises';
import { Listener } from './listener.ts';
import { eventually } from '../eventually.ts';

const FRAME_SAMPLES = 320;
const FRAME_MS = 20;

/**
 * A device that numbers its sound messages and keeps each message until the service has stored it.
 * When its connection breaks, it opens another and continues with the first message that is not
 * stored.
 */
export class PatientDevice {
  readonly #parameters: { token: string; uid: string };
  readonly #streamId: string;
  /** Messages that are not acknowledged yet; the first one has the number `#first`. */
  #kept: Uint8Array[] = [];
  #first = 0;
  /** The number of kept messages that this connection has sent. */
  #sent = 0;
  #listener: Listener | undefined;
  connections = 0;

  constructor(parameters: { token: string; uid: string }, streamId: string) {
    this.#parameters = parameters;
    this.#streamId = streamId;
  }

  get unacknowledged(): number {
    return this.#kept.length;
  }

  async connect(url: string): Promise<Listener> {
    const listener = await Listener.open(url, {
      ...this.#parameters,
      codec: 'pcm16',
      sample_rate: 16_000,
      stream_id: this.#streamId,
    });
    this.connections += 1;
    listener.socket.on('message', () => this.#read(listener));
    await listener.event('audio_ack');
    await listener.event('service_status', ({ status }) => status === 'ready');
    this.#listener = listener;
    this.#sent = 0;
    this.#read(listener);
    this.#send();
    return listener;
  }

  /** Records in real time, with or without a connection. */
  async record(pcm: Int16Array): Promise<void> {
    const started = performance.now();
    for (let n = 0; n * FRAME_SAMPLES < pcm.length; n += 1) {
      const frame = pcm.slice(n * FRAME_SAMPLES, (n + 1) * FRAME_SAMPLES);
      this.#kept.push(new Uint8Array(frame.buffer));
      this.#send();
      const ahead = n * FRAME_MS - (performance.now() - started);
      if (ahead > 5) await wait(ahead);
    }
  }

  /** Waits until the service has stored every message. */
  async delivered(): Promise<void> {
    await eventually('the acknowledgement of all sound', () => this.#kept.length === 0, {
      seconds: 30,
    });
  }

  #send(): void {
    const socket = this.#listener?.socket;
    if (socket?.readyState !== socket?.OPEN) return;
    for (const frame of this.#kept.slice(this.#sent)) socket?.send(frame);
    if (socket) this.#sent = this.#kept.length;
  }

  #read({ events }: Listener): void {
    const safe = events.findLast(({ type }) => type === 'audio_ack')?.sequence ?? 0;
    const gone = Math.max(0, safe - this.#first);
    this.#kept.splice(0, gone);
    this.#sent = Math.max(0, this.#sent - gone);
    this.#first += gone;
  }
}
