import { PassThrough } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { RateLimited } from '../../core/errors.ts';
import type { Actor, Context } from '../../kit/context.ts';
import type { ServerFor } from './exchange.ts';

/**
 * The transport of 2024-11-05, for clients that force it on addresses that end in `/sse`: answers
 * travel on a stream that a GET opened, requests come as POSTs that name the stream. It is the one
 * thing here that lives in a process; the streams of another process are unknown.
 */
export class OldStreams implements AsyncDisposable {
  readonly #streams = new Map<string, OldStream>();
  readonly #serverFor: ServerFor;
  readonly #keepAliveMs: number;

  constructor(serverFor: ServerFor, keepAliveMs: number) {
    this.#serverFor = serverFor;
    this.#keepAliveMs = keepAliveMs;
  }

  /** Opens a stream. Its first event says where requests go: `path`, with the name of the stream. */
  async open(context: Context, path: string): Promise<PassThrough> {
    const owner = ownerOf(context.actor);
    const own = [...this.#streams.values()].filter((each) => each.owner === owner);
    if (own.length >= MOST_OF_ONE) {
      throw new RateLimited(
        `There are ${MOST_OF_ONE} open streams of this credential. Close one.`,
        60,
      );
    }
    const id = context.newId();
    const stream = new OldStream(owner, this.#keepAliveMs);
    stream.begin(`${path}?session_id=${id}`);
    this.#streams.set(id, stream);
    stream.body.once('close', () => {
      this.#streams.delete(id);
      void stream.close();
    });
    await this.#serverFor(context).connect(stream);
    return stream.body;
  }

  /** Hands a message to the stream; false when the caller has no such stream. */
  receive(id: string, actor: Actor, message: unknown): boolean {
    const stream = this.#streams.get(id);
    if (stream?.owner !== ownerOf(actor)) return false;
    for (const each of Array.isArray(message) ? message : [message]) {
      stream.onmessage?.(each as JSONRPCMessage);
    }
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const stream of this.#streams.values()) stream.body.destroy();
  }
}

const MOST_OF_ONE = 20;

class OldStream implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly body = new PassThrough();
  readonly owner: string;
  readonly #pings: NodeJS.Timeout;

  constructor(owner: string, keepAliveMs: number) {
    this.owner = owner;
    this.#pings = setInterval(() => this.body.write(': ping\n\n'), keepAliveMs).unref();
  }

  begin(address: string): void {
    this.body.write(`event: endpoint\ndata: ${address}\n\n`);
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.body.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async close(): Promise<void> {
    clearInterval(this.#pings);
    this.body.end();
    this.onclose?.();
  }
}

/** The very key or grant: another of the same user may be allowed less. */
function ownerOf(actor: Actor): string {
  if ('key_id' in actor) return `key ${actor.key_id}`;
  return 'grant_id' in actor ? `grant ${actor.grant_id}` : actor.kind;
}
