/**
 * The events of the Wyoming protocol: a line of JSON, which may announce further data as JSON and a
 * payload of bytes behind it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';

export interface WyomingEvent {
  type: string;
  data: Record<string, unknown>;
  payload: Buffer;
}

/** The largest parts of an event. The payload may have eight seconds of sound at 16 kHz. */
const MAX_LINE_BYTES = 16 * 1024;
const MAX_DATA_BYTES = 64 * 1024;
const MAX_PAYLOAD_BYTES = 256 * 1024;
/** A client that sends more events waits. A sound has about 50 events per second. */
const MAX_EVENTS_PER_SECOND = 1_000;

const Data = z.record(z.string(), z.unknown());
const Length = z.int().min(0).nullish();
const Header = z.object({
  type: z.string().min(1),
  data: Data.nullish(),
  data_length: Length,
  payload_length: Length,
});

/** Yields the events of a connection until it ends. Throws `Invalid` for anything else. */
export async function* readEvents(
  source: AsyncIterator<Buffer>,
): AsyncGenerator<WyomingEvent, undefined> {
  const bytes = new ByteReader(source);
  let began = performance.now();
  try {
    for (let count = 1; ; count += 1) {
      const event = await readEvent(bytes);
      if (event === null) return;
      yield event;
      if (count % MAX_EVENTS_PER_SECOND > 0) continue;
      await wait(Math.max(0, began + 1_000 - performance.now()));
      began = performance.now();
    }
  } finally {
    await source.return?.();
  }
}

async function readEvent(bytes: ByteReader): Promise<WyomingEvent | null> {
  const line = await bytes.line();
  if (line === null) return null;
  const { type, data, data_length, payload_length } = parse(Header, line);
  const more = await bytes.take(within(data_length, MAX_DATA_BYTES, 'data'));
  const payload = await bytes.take(within(payload_length, MAX_PAYLOAD_BYTES, 'payload'));
  if (more === null || payload === null) return null;
  return { type, data: { ...data, ...(more.length > 0 && parse(Data, more)) }, payload };
}

/** Returns the bytes of an event. */
export function writeEvent(type: string, data: Record<string, unknown> = {}): Buffer {
  const body = Buffer.from(JSON.stringify(data));
  return Buffer.concat([
    Buffer.from(`${JSON.stringify({ type, data_length: body.length })}\n`),
    body,
  ]);
}

function parse<Shape extends z.ZodType>(shape: Shape, json: Buffer): z.output<Shape> {
  let given: unknown;
  try {
    given = JSON.parse(json.toString());
  } catch {}
  const { success, data } = shape.safeParse(given);
  if (success) return data;
  throw new Invalid('This port speaks the Wyoming protocol: an event begins with a line of JSON.');
}

function within(length: number | null | undefined, max: number, part: string): number {
  if ((length ?? 0) <= max) return length ?? 0;
  throw new Invalid(`The ${part} of an event may have at most ${max} bytes.`);
}

/** Cuts the bytes of a connection into lines and pieces. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source;
  }

  /** Returns null when the connection ends before the end of the line. */
  async line(): Promise<Buffer | null> {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if ((end < 0 ? this.#rest.length : end) > MAX_LINE_BYTES) {
        throw new Invalid(`The line of an event may have at most ${MAX_LINE_BYTES} bytes.`);
      }
      if (end >= 0) return this.#cut(end + 1).subarray(0, end);
      const { done, value } = await this.#source.next();
      if (done) return null;
      this.#rest = Buffer.concat([this.#rest, value]);
    }
  }

  /** Returns null when the connection ends before so many bytes. */
  async take(length: number): Promise<Buffer | null> {
    const parts = [this.#rest];
    for (let size = this.#rest.length; size < length;) {
      const { done, value } = await this.#source.next();
      if (done) return null;
      parts.push(value);
      size += value.length;
    }
    if (parts.length > 1) this.#rest = Buffer.concat(parts);
    return this.#cut(length);
  }

  #cut(length: number): Buffer {
    const head = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return head;
  }
}
