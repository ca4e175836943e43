/**
 * A program that keeps a copy of all data by following the feed of changes, and is restarted at
 * random.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Json } from '../src/testing/clients/api-user.ts';
import type { TortureUser } from './client.ts';
import type { Ledger } from './ledger.ts';
import { RESOURCES } from './writers.ts';

const FEED = '/v1/dev/user/changes';
const PAUSE_MS = 30;
/** A feed that has not reached its end after this time will never reach it. */
const COMPLETE_MS = 60_000;

interface Saved {
  cursor: string;
  records: ReadonlyMap<string, Json>;
}

export class Mirror {
  readonly #user: TortureUser;
  #cursor = '';
  #records = new Map<string, Json>();
  #saved: Saved = { cursor: '', records: new Map() };

  constructor(user: TortureUser) {
    this.#user = user;
  }

  /** Follows the feed until `stop` is aborted. */
  async follow(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await this.#step();
      const dice = Math.random();
      if (dice < 0.2) this.#saved = { cursor: this.#cursor, records: new Map(this.#records) };
      else if (dice < 0.3) this.#restart();
      await wait(PAUSE_MS);
    }
  }

  /** Reads the feed to its end. Compares the copy with a fresh copy and with the lists. */
  async check(ledger: Ledger): Promise<void> {
    await this.#complete();
    const fresh = new Mirror(this.#user);
    await fresh.#complete();
    // Background processing may have changed data in between.
    await this.#complete();
    const known = fresh.#records;
    for (const name of new Set([...this.#records.keys(), ...known.keys()])) {
      const [own, other] = [this.#records.get(name), known.get(name)].map(comparable);
      if (own !== other) ledger.violate(`the copy of ${name} is ${own} instead of ${other}`);
    }
    for (const { name, path, query } of RESOURCES) {
      const rows = await this.#user.list(`${path}?${query ?? ''}`);
      const kind = name.replaceAll(' ', '_');
      const listed = new Set(rows.map(({ id }) => `${kind} ${id}`));
      const copied = [...this.#records.keys()].filter((key) => key.startsWith(`${kind} `));
      for (const key of copied) if (!listed.has(key)) ledger.violate(`the copy kept ${key}`);
      if (copied.length < listed.size) ledger.violate(`the copy lacks a ${name}`);
    }
  }

  #restart(): void {
    this.#cursor = this.#saved.cursor;
    this.#records = new Map(this.#saved.records);
  }

  async #complete(): Promise<void> {
    const until = performance.now() + COMPLETE_MS;
    while ((await this.#step()) !== 'end') {
      if (performance.now() > until) throw new Error('The feed of changes has no end.');
    }
  }

  /** Reads one page of the feed. */
  async #step(): Promise<'more' | 'end' | 'failed'> {
    const path = `${FEED}?limit=50&include=status&cursor=${encodeURIComponent(this.#cursor)}`;
    const answer = await this.#user.call('GET', path);
    if (answer?.status !== 200) return 'failed';
    for (const { kind, id, deleted, record } of answer.body.items) {
      if (deleted) this.#records.delete(`${kind} ${id}`);
      else this.#records.set(`${kind} ${id}`, record);
    }
    this.#cursor = answer.body.next_cursor;
    return answer.body.has_more ? 'more' : 'end';
  }
}

/**
 * Returns the record without values that the service computes, because they do not count as
 * changes.
 */
function comparable(record: Json): string {
  if (record === undefined) return 'missing';
  return JSON.stringify({ ...record, conversation_count: null, speech_seconds: null });
}
