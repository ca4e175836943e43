import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import type { ListenQuery, ServerMessage } from './message.ts';
import { advanceStream, takeStream } from './streams.sql.ts';
import type { StreamKey, StreamPosition } from './streams.sql.ts';

/**
 * Tracks the sound messages of a device that numbers them. The service acknowledges messages after
 * they are safely stored. After a break, the device continues with the first unacknowledged
 * message.
 */
export class DeviceStream {
  readonly #context: Context;
  readonly #key: StreamKey;
  readonly #send: (message: ServerMessage) => void;
  /** The number of messages that were safely stored, by this session or an earlier one. */
  #safe: number;
  /**
   * The number of messages from the start of this session that an earlier session already stored.
   */
  #known: number;
  readonly spokenAt: Date | null;

  private constructor(
    context: Context,
    key: StreamKey,
    {
      position,
      sequence,
      send,
    }: {
      position: StreamPosition;
      sequence: number | undefined;
      send: (message: ServerMessage) => void;
    },
  ) {
    this.#context = context;
    this.#key = key;
    this.#send = send;
    this.#known = Math.max(0, position.messages - (sequence ?? position.messages));
    this.#safe = Math.max(position.messages, sequence ?? 0);
    this.spokenAt = position.spoken_at;
  }

  /** Returns null for a device that does not number its messages. */
  static async open(
    context: Context,
    { stream_id, sequence }: Pick<ListenQuery, 'stream_id' | 'sequence'>,
    send: (message: ServerMessage) => void,
  ): Promise<DeviceStream | null> {
    if (stream_id === undefined) return null;
    const key = { user_id: userOf(context), id: stream_id, session_id: context.newId() };
    const position = await takeStream(context.db, key, context.clock.now());
    const stream = new DeviceStream(context, key, { position, sequence, send });
    send({ type: 'audio_ack', stream_id, sequence: position.messages });
    return stream;
  }

  get id(): string {
    return this.#key.id;
  }

  /** Counts a message; returns false when an earlier session already stored it. */
  isNew(): boolean {
    if (this.#known === 0) return true;
    this.#known -= 1;
    return false;
  }

  /**
   * Records that further messages are stored. Returns false when another session has taken over.
   */
  async advance(messages: number, spoken_at: Date): Promise<boolean> {
    const safe = this.#safe + messages;
    const now = this.#context.clock.now();
    if (!(await advanceStream(this.#context.db, this.#key, { messages: safe, spoken_at }, now))) {
      return false;
    }
    this.#safe = safe;
    this.#send({ type: 'audio_ack', stream_id: this.id, sequence: safe });
    return true;
  }
}
