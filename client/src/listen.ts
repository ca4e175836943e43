import { ApiError } from './errors.ts';

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
  /** The codec, such as `pcm8`, `pcm16` or `opus`. */
  codec?: string;
  /** Samples per second. */
  sample_rate?: number;
  language?: string;
  /** Seconds of silence that end a conversation. */
  conversation_timeout?: number;
  source?: string;
  /** Your id for a stream of numbered messages, so that lost messages can be sent again. */
  stream_id?: string;
  /** The number of the first message of this connection. */
  sequence?: number;
  /** Other parameters of the socket. docs/listening.md lists them. */
  [parameter: string]: string | number | undefined;
}

/**
 * The maximum number of unsent bytes. Beyond this limit, `send` waits, so that memory use stays
 * bounded.
 */
const MAX_BUFFERED_BYTES = 256 * 1024;
const LOOK_AGAIN_MS = 20;

/** A live session: takes audio, and yields segments and events. */
export class Listening implements AsyncDisposable {
  readonly #socket: WebSocket;
  readonly #heard: (Segment[] | ListenEvent)[] = [];
  readonly #ended: Promise<void>;
  #wake: (() => void) | null = null;
  #failure: Error | null = null;
  #open = true;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string' || data === 'ping') return;
      this.#heard.push(JSON.parse(data) as Segment[] | ListenEvent);
      this.#ring();
    });
    this.#ended = new Promise((resolve) => {
      socket.addEventListener('close', ({ code, reason }) => {
        this.#open = false;
        if (code !== 1000 && code !== 1001 && code !== 1005) {
          this.#failure = new Error(reason || `The service closed the session (${code}).`);
        }
        resolve();
        this.#ring();
      });
    });
  }

  /** Rejects when the service refuses the caller. */
  static async open({
    baseUrl,
    token,
    Socket,
    options,
  }: {
    baseUrl: string;
    token: string | undefined;
    Socket: typeof WebSocket | undefined;
    options: ListenOptions;
  }): Promise<Listening> {
    if (!Socket) {
      throw new TypeError(
        'This runtime has no WebSocket: pass one to createClient({ WebSocket }).',
      );
    }
    const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
    const url = new URL('v4/web/listen', base);
    url.protocol = url.protocol.replace('http', 'ws');
    for (const [name, value] of Object.entries({ codec: 'pcm16', sample_rate: 16_000, ...options }))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const socket = new Socket(url);
    socket.binaryType = 'arraybuffer';
    const session = new Listening(socket);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () =>
        reject(new Error(`Cannot listen at ${url.origin}: the session was refused.`)),
      );
    });
    if (token !== undefined) socket.send(JSON.stringify({ type: 'auth', token }));
    await session.#admission(token);
    return session;
  }

  /** Sends the credential. Throws unless the first message of the service accepts it. */
  async #admission(token: string | undefined): Promise<void> {
    if (token !== undefined) this.tell({ type: 'auth', token });
    try {
      for await (const message of this) if ('success' in message && message.success) return;
    } catch (error) {
      throw new ApiError(401, (error as Error).message, null);
    }
  }

  /** Sends audio. Waits while too much audio is unsent. */
  async send(audio: Uint8Array<ArrayBuffer>): Promise<void> {
    while (this.#open && this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    if (this.#canSend) this.#socket.send(audio);
  }

  /** Sends a message, such as `{ type: 'speaker_assigned', … }`. */
  tell(message: object): void {
    if (this.#canSend) this.#socket.send(JSON.stringify(message));
  }

  /** While the service closes the connection, a browser warns about everything that is sent. */
  get #canSend(): boolean {
    return this.#open && this.#socket.readyState === this.#socket.OPEN;
  }

  /** Yields all segments and events until the session ends. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Segment[] | ListenEvent> {
    for (;;) {
      const next = this.#heard.shift();
      if (next) yield next;
      else if (this.#failure) throw this.#failure;
      else if (!this.#open) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
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
    this.#wake?.();
    this.#wake = null;
  }
}
