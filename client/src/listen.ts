/** A segment of live speech. When a segment grows, it arrives again with the same id. */
export interface Segment {
  id: string;
  text: string;
  speaker: string;
  speaker_id: number;
  is_user: boolean;
  person_id: string | null;
  /** Seconds from the start of the conversation. */
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Other events of the service, such as `{ type: 'memory_created', memory }`. */
export interface ListenEvent {
  type: string;
  [field: string]: unknown;
}

export interface ListenOptions {
  /** `pcm8`, `pcm16`, `opus` … */
  codec?: string;
  /** Samples a second. */
  sample_rate?: number;
  language?: string;
  /** Seconds of silence that end a conversation. */
  conversation_timeout?: number;
  source?: string;
}

/** `send` waits while more bytes than this are unsent, so that memory use stays bounded. */
const MAX_BUFFERED_BYTES = 256 * 1024;
const LOOK_AGAIN_MS = 20;

/** A live session: takes audio, and yields segments and events. */
export class Listening implements AsyncDisposable {
  readonly #socket: WebSocket;
  readonly #heard: (Segment[] | ListenEvent)[] = [];
  readonly #ended: Promise<void>;
  #wake = Promise.withResolvers<void>();
  #failure: Error | null = null;
  #open = true;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ended = promise;
    socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string' || data === 'ping') return;
      this.#heard.push(JSON.parse(data) as Segment[] | ListenEvent);
      this.#ring();
    });
    socket.addEventListener('close', ({ code, reason }) => {
      this.#open = false;
      if (code !== 1000 && code !== 1001 && code !== 1005) {
        this.#failure = new Error(reason || `The service closed the session (${code}).`);
      }
      resolve();
      this.#ring();
    });
  }

  static async open(
    baseUrl: string,
    token: string | undefined,
    query: Record<string, string | number>,
  ): Promise<Listening> {
    const url = new URL('/v4/listen', baseUrl);
    url.protocol = url.protocol.replace('http', 'ws');
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    // Node's WebSocket accepts headers, but its type, which is the browser's, lacks them.
    const init = { headers: { Authorization: `Bearer ${token}` } } as unknown as string[];
    const socket = new WebSocket(url, init);
    socket.binaryType = 'arraybuffer';
    const session = new Listening(socket);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () =>
        reject(new Error(`Cannot listen at ${url.origin}: the session was refused.`)),
      );
    });
    return session;
  }

  /** Sends audio; waits while too much of it is unsent. */
  async send(audio: Uint8Array<ArrayBuffer>): Promise<void> {
    while (this.#open && this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    if (this.#open) this.#socket.send(audio);
  }

  /** Yields all segments and events until the session ends. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Segment[] | ListenEvent> {
    for (;;) {
      const next = this.#heard.shift();
      if (next) yield next;
      else if (this.#failure) throw this.#failure;
      else if (!this.#open) return;
      else await this.#wake.promise;
    }
  }

  async close(): Promise<void> {
    this.#socket.close(1000);
    await this.#ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #ring(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  }
}
