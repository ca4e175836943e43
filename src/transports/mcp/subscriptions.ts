import { createMcpHandler, InMemoryServerEventBus } from '@modelcontextprotocol/server';
import type { McpServerFactory, ServerEventBus } from '@modelcontextprotocol/server';
import type { ResourceUpdates } from '../../domains/assistants/resource-updates.ts';
import type { Log } from '../../core/log.ts';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import type { Context } from '../../kit/context.ts';
import { onCredentialEnd } from '../http/streams/credential-ends.ts';
import { ownerOf, requireFreeStream } from './owner.ts';

const MAX_ADDRESSES = 200;

interface SubscriptionParts {
  updates: ResourceUpdates;
  /** Milliseconds of silence after which a stream sends a comment. */
  keepAliveMs: number;
  log: Log;
  onerror: (error: Error) => void;
}

/** An open stream. */
interface Listening {
  owner: string;
  mayGoOn(): Promise<boolean>;
  end(): Promise<void>;
}

/**
 * The streams of `subscriptions/listen` (revision 2026-07-28): they tell which resources changed.
 * The stream is one long answer, so the service keeps no session.
 */
export class Subscriptions implements AsyncDisposable {
  readonly #open = new Set<Listening>();
  readonly #parts: SubscriptionParts;

  readonly #periodic: Periodic;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    this.#periodic = startPeriodic({
      name: 'the check of MCP subscriptions',
      everyMs: parts.keepAliveMs,
      log: parts.log,
      run: () => Promise.all([...this.#open].map((each) => this.#check(each))),
    });
  }

  /** Answers the request with a stream. It ends when `mayGoOn` returns false for its credential. */
  async listen(
    request: Request,
    {
      message,
      context,
      factory,
      mayGoOn,
    }: {
      message: unknown;
      context: Context;
      factory: McpServerFactory;
      mayGoOn(): Promise<boolean>;
    },
  ): Promise<Response> {
    const owner = ownerOf(context.actor);
    requireFreeStream(this.#open, owner);
    const { updates, keepAliveMs, onerror } = this.#parts;
    const bus = new InMemoryServerEventBus(onerror);
    const handler = createMcpHandler(factory, { legacy: 'reject', bus, keepAliveMs, onerror });
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, request.signal]);
    const listening: Listening = {
      owner,
      mayGoOn,
      end: async () => {
        this.#open.delete(listening);
        release();
        stop.abort();
        await handler.close();
      },
    };
    const check = () => void this.#check(listening);
    const release = onCredentialEnd(context.outbox, context.actor, check);
    this.#open.add(listening);
    signal.addEventListener('abort', () => void listening.end(), { once: true });
    const changes = updates({ ...context, signal }, addressesIn(message));
    try {
      // The watch begins before the client hears that it has subscribed.
      await changes.next();
      const answer = await handler.fetch(request, { parsedBody: message });
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
      if (isStream) {
        publish(changes, bus)
          .catch((error: Error) => onerror(error))
          .finally(() => listening.end());
      } else {
        await listening.end();
      }
      return answer;
    } catch (error) {
      await listening.end();
      throw error;
    }
  }

  async #check(listening: Listening): Promise<void> {
    if (!(await listening.mayGoOn())) await listening.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#periodic[Symbol.asyncDispose]();
    await Promise.all([...this.#open].map((each) => each.end()));
  }
}

async function publish(changes: AsyncGenerator<string[]>, bus: ServerEventBus): Promise<void> {
  for await (const addresses of changes) {
    for (const uri of addresses) bus.publish({ kind: 'resource_updated', uri });
  }
}

/** The library answers a message of another shape with an error. */
function addressesIn(message: unknown): string[] {
  const { params } = message as {
    params?: { notifications?: { resourceSubscriptions?: unknown } };
  };
  const asked = params?.notifications?.resourceSubscriptions;
  const list: unknown[] = Array.isArray(asked) ? asked : [];
  return list.filter((each) => typeof each === 'string').slice(0, MAX_ADDRESSES);
}
