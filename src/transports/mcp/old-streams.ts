import { PassThrough } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import type { Actor, Context } from '../../kit/context.ts';
import type { ServerFor } from './exchange.ts';
import { onCredentialEnd } from '../http/streams/credential-ends.ts';
import { ownerOf, requireFreeStream } from './owner.ts';

/** The maximum number of unsent bytes for a client that does not read. */
const MAX_UNREAD_BYTES = 1024 * 1024;

interface OldStreamsParts {
  serverFor: ServerFor;
  /** Milliseconds of silence after which a stream sends a comment. */
  keepAliveMs: number;
}

/**
 * The transport of revision 2024-11-05. Some clients always use it for addresses that end with
 * `/sse`. A GET opens a stream for the answers, and each request is a POST with the id of the
 * stream. Only this transport keeps state in the process, so it does not know the streams of other
 * processes.
 */
export class OldStreams implements AsyncDisposable {
  readonly #streams = new Map<string, OldStream>();
  readonly #parts: OldStreamsParts;

  constructor(parts: OldStreamsParts) {
    this.#parts = parts;
  }

  /**
   * Opens a stream. The first event contains the address for requests: `path` with the id of the
   * stream. The stream ends when `mayGoOn` returns false for its credential.
   */
  async open(
    context: Context,
    { path, mayGoOn }: { path: string; mayGoOn: () => Promise<boolean> },
  ): Promise<PassThrough> {
    const owner = ownerOf(context.actor);
    requireFreeStream(this.#streams.values(), owner);
    const id = context.newId();
    const stream = new OldStream(owner, context, mayGoOn);
    const beat = setInterval(() => void stream.beat(), this.#parts.keepAliveMs).unref();
    const release = onCredentialEnd(context.outbox, context.actor, () => void stream.beat());
    this.#streams.set(id, stream);
    stream.body.once('close', () => {
      clearInterval(beat);
      release();
      this.#streams.delete(id);
      void stream.close();
    });
    stream.begin(`${path}?session_id=${id}`);
    await this.#parts.serverFor(context, 'legacy').connect(stream);
    return stream.body;
  }

  /** Passes messages to the stream; returns false when the caller has no such stream. */
  receive(id: string, actor: Actor, message: JSONRPCMessage | JSONRPCMessage[]): boolean {
    const stream = this.#streams.get(id);
    if (stream?.owner !== ownerOf(actor)) return false;
    // The current permissions may differ from those at the time when the stream was opened.
    stream.context.actor = actor;
    for (const each of Array.isArray(message) ? message : [message]) stream.onmessage?.(each);
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const stream of this.#streams.values()) stream.body.destroy();
  }
}

class OldStream implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly body = new PassThrough();
  readonly owner: string;
  readonly context: Context;

  readonly #mayGoOn: () => Promise<boolean>;

  constructor(owner: string, context: Context, mayGoOn: () => Promise<boolean>) {
    this.owner = owner;
    this.context = context;
    this.#mayGoOn = mayGoOn;
  }

  begin(address: string): void {
    this.#write(`event: endpoint\ndata: ${address}\n\n`);
  }

  async beat(): Promise<void> {
    if (await this.#mayGoOn()) this.#write(': ping\n\n');
    else this.body.end();
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async close(): Promise<void> {
    this.body.end();
    this.onclose?.();
  }

  #write(text: string): void {
    if (this.body.writableEnded) return;
    if (this.body.writableLength > MAX_UNREAD_BYTES) this.body.destroy();
    else this.body.write(text);
  }
}
