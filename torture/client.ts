import { setTimeout as wait } from 'node:timers/promises';
import { request } from '../src/testing/clients/api-user.ts';
import type { Answer, Json } from '../src/testing/clients/api-user.ts';
import type { Ledger } from './ledger.ts';

/**
 * The time within which the service promises to answer, with a tolerance for delays of the
 * connection.
 */
const ANSWER_MS = 70_000;
/** The same for a request that waits until a conversation is understood, after its words have come. */
const WAITING_ANSWER_MS = 190_000;
/** A healthy service answers a read within this time, even if the read is repeated often. */
const READ_MS = 100_000;
/** The statuses that a service under torture may return. Any other status is a violation. */
const HONEST = new Set([200, 201, 204, 404, 409, 503, 507]);

export interface Credentials {
  email: string;
  password: string;
}

/** A user with a session and a key, who sends each request to any of the processes. */
export class TortureUser {
  readonly id: string;
  readonly token: string;
  readonly #key: string;
  readonly #urls: readonly string[];
  readonly #ledger: Ledger;

  constructor(
    { id, token, key }: { id: string; token: string; key: string },
    urls: readonly string[],
    ledger: Ledger,
  ) {
    this.id = id;
    this.token = token;
    this.#key = key;
    this.#urls = urls;
    this.#ledger = ledger;
  }

  /** Returns the address of one of the processes, at random. */
  get url(): string {
    return this.#urls[Math.floor(Math.random() * this.#urls.length)]!;
  }

  /** Returns null when the connection was lost, because the outcome is then unknown. */
  async call(
    method: string,
    path: string,
    { body, headers, asUser = false, waits = false }: CallOptions = {},
  ): Promise<Answer | null> {
    const token = asUser ? this.token : this.#key;
    const patience = waits ? WAITING_ANSWER_MS : ANSWER_MS;
    const late = setTimeout(
      () => this.#ledger.violate(`${method} ${path} had no answer after ${patience} ms`),
      patience,
    );
    try {
      const answer = await request(this.url, method, path, {
        token,
        ...(body !== undefined && { body }),
        ...(headers && { headers }),
      });
      this.#ledger.answered(answer.status);
      if (!HONEST.has(answer.status)) {
        const detail = JSON.stringify(answer.body).slice(0, 300);
        this.#ledger.violate(`${method} ${path} answered ${answer.status} ${detail}`);
      }
      if (answer.status === 503 && !answer.headers.has('Retry-After')) {
        this.#ledger.violate(`${method} ${path} answered 503 without Retry-After`);
      }
      return answer;
    } catch {
      this.#ledger.answered(0);
      // A client that was disconnected waits for a moment.
      await wait(100);
      return null;
    } finally {
      clearTimeout(late);
    }
  }

  /**
   * Reads a record, with retries until the service answers. Returns null if the record does not
   * exist.
   */
  async read(path: string, options: CallOptions = {}): Promise<Json> {
    const { status, body } = await this.#untilRead(path, options);
    return status === 404 ? null : body;
  }

  /** Returns the items of all pages of a list. */
  async list(path: string): Promise<Json[]> {
    const rows: Json[] = [];
    let place = '';
    for (;;) {
      const { body, headers } = await this.#untilRead(`${path}limit=100${place}`);
      rows.push(...body);
      const cursor = headers.get('x-next-cursor');
      if (cursor === null) return rows;
      place = `&cursor=${encodeURIComponent(cursor)}`;
    }
  }

  /** Repeats a request until it is answered with 200 or 404. */
  async #untilRead(path: string, options: CallOptions = {}): Promise<Answer> {
    const until = performance.now() + READ_MS;
    for (;;) {
      const answer = await this.call('GET', path, options);
      if (answer && [200, 404].includes(answer.status)) return answer;
      if (performance.now() > until) {
        throw new Error(
          `${path} cannot be read: ${answer?.status} ${JSON.stringify(answer?.body)}`,
        );
      }
      await wait(50);
    }
  }
}

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** Uses the session instead of the key. */
  asUser?: boolean;
  /** True for an operation that waits for more than the database. */
  waits?: boolean;
}
