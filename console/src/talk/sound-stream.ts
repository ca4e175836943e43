import type { ListenEvent, Listening, Segment } from '../../../client/src/index.ts';
import { ApiError, fetchInSession, service } from '../service/service.ts';
import type { StoredStream } from './sound-store.ts';
import { deletePackets, deleteStream, readPackets, storePackets } from './sound-store.ts';
import { at } from '../service/base.ts';

type Packet = Uint8Array<ArrayBuffer>;

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;
/** A connection that acknowledges nothing for this long is replaced. */
const SILENCE_MS = 8_000;
const LOOK_MS = 1_000;

interface Handlers {
  onMessage: (message: Segment[] | ListenEvent) => void;
  onConnection: (isConnected: boolean) => void;
  onKept: (seconds: number) => void;
  /** The browser does not store the sound, so closing the page would lose the unsent sound. */
  onUnstored: () => void;
}

/**
 * Sends numbered messages of sound, and keeps each of them until the service has stored it. When
 * the connection breaks, it opens another and continues with the first message that is not stored.
 */
export class SoundStream {
  readonly #stream: StoredStream;
  readonly #deviceId: string;
  readonly #handlers: Handlers;
  /** Messages that are not acknowledged yet; the first one has the number `#first`. */
  #kept: Packet[] = [];
  #first = 0;
  /** The number of the message that this connection sends next. */
  #next = 0;
  /** The number of the message that is stored in the browser next. */
  #unstored = 0;
  /** The browser stores no message before this number. */
  #deleted = 0;
  #session: Listening | null = null;
  #isAdmitted = false;
  #isPumping = false;
  #isEnding = false;
  #heardAt = 0;
  #lose: () => void = () => {};
  #wake: () => void = () => {};
  readonly #delivered = Promise.withResolvers<void>();
  readonly #closed = new AbortController();

  constructor(stream: StoredStream, deviceId: string, handlers: Handlers) {
    this.#stream = stream;
    this.#deviceId = deviceId;
    this.#handlers = handlers;
  }

  /** Adds the unsent sound of an earlier page; returns whether there is any. */
  async restore(): Promise<boolean> {
    const { first, packets } = await readPackets(this.#stream.id);
    this.#first = first;
    this.#kept = packets;
    this.#unstored = first + packets.length;
    return packets.length > 0;
  }

  open(): void {
    void this.#run();
    const options = { signal: this.#closed.signal };
    const onNetwork = () => {
      this.#lose();
      this.#wake();
    };
    addEventListener('online', onNetwork, options);
    addEventListener('offline', onNetwork, options);
    addEventListener('pagehide', () => void this.#store(), options);
    const timer = setInterval(() => this.#look(), LOOK_MS);
    this.#closed.signal.addEventListener('abort', () => clearInterval(timer));
  }

  add(packet: Packet): void {
    this.#kept.push(packet);
    void this.#pump();
  }

  /** Resolves when the service has stored everything. */
  async deliver(): Promise<void> {
    this.#isEnding = true;
    this.#settle();
    await this.#delivered.promise;
  }

  /** Ends the connection. */
  async close(): Promise<void> {
    this.#closed.abort();
    this.#lose();
    this.#wake();
    await deleteStream(this.#stream.id).catch(() => {});
  }

  get #keptSeconds(): number {
    return this.#kept.length * this.#stream.format.seconds;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closed;
    let retryMs = FIRST_RETRY_MS;
    while (!signal.aborted) {
      const lost = Promise.withResolvers<void>();
      this.#lose = lost.resolve;
      try {
        await Promise.race([this.#converse(), lost.promise]);
      } catch (error) {
        // Waits until the user has signed in again.
        if (error instanceof ApiError && error.status === 401) {
          await fetchInSession(at('/v1/auth/me')).catch(() => {});
        }
      }
      if (this.#isAdmitted) retryMs = FIRST_RETRY_MS;
      this.#disconnect();
      if (signal.aborted) return;
      await this.#pause(retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    }
  }

  /** Opens a connection, and reads its messages until it ends. */
  async #converse(): Promise<void> {
    const { id, format } = this.#stream;
    const { seconds: _, ...parameters } = format;
    const session = await service.listen({
      ...parameters,
      stream_id: id,
      sequence: this.#first,
      device_id: this.#deviceId,
      source: matchMedia('(pointer: coarse)').matches ? 'phone' : 'desktop',
    });
    if (this.#closed.signal.aborted) return void session.close();
    this.#session = session;
    for await (const message of session) {
      this.#heardAt = performance.now();
      if ('type' in message && message.type === 'audio_ack') {
        this.#acknowledge(Number(message['sequence']));
      } else this.#handlers.onMessage(message);
    }
  }

  #disconnect(): void {
    this.#isAdmitted = false;
    void this.#session?.close();
    this.#session = null;
    this.#handlers.onConnection(false);
  }

  #acknowledge(sequence: number): void {
    const gone = Math.max(0, Math.min(sequence - this.#first, this.#kept.length));
    this.#kept.splice(0, gone);
    this.#first += gone;
    if (gone > 0 && this.#deleted < this.#unstored) {
      this.#deleted = this.#first;
      // Packets that could not be deleted are sent again, and the service ignores them.
      deletePackets(this.#stream.id, this.#first).catch(() => {});
    }
    if (!this.#isAdmitted) {
      this.#isAdmitted = true;
      this.#next = this.#first;
      this.#handlers.onConnection(true);
    }
    this.#next = Math.max(this.#next, this.#first);
    this.#handlers.onKept(this.#keptSeconds);
    this.#settle();
    void this.#pump();
  }

  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (this.#isAdmitted && this.#session) {
      const packet = this.#kept[this.#next - this.#first];
      if (!packet) break;
      this.#next += 1;
      await this.#session.send(packet);
    }
    this.#isPumping = false;
  }

  /** Replaces a connection that went silent, and stores the sound that is not stored yet. */
  #look(): void {
    this.#handlers.onKept(this.#keptSeconds);
    const isSilent = performance.now() - this.#heardAt > SILENCE_MS;
    if (this.#isAdmitted && isSilent && this.#kept.length > 0) this.#lose();
    void this.#store();
  }

  async #store(): Promise<void> {
    const from = Math.max(this.#unstored, this.#first);
    const waiting = this.#kept.slice(from - this.#first);
    if (waiting.length === 0) return;
    this.#unstored = from + waiting.length;
    try {
      await storePackets(this.#stream, from, waiting);
    } catch {
      // The packets stay in memory. The next look tries to store them again.
      this.#unstored = from;
      this.#handlers.onUnstored();
    }
  }

  #settle(): void {
    if (this.#isEnding && this.#kept.length === 0) this.#delivered.resolve();
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
