import type { Clock } from '../core/clock.ts';
import type { NotReady } from '../core/errors.ts';
import type { NewId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import type { Db } from '../storage/database.ts';
import type { JobQueue } from '../storage/jobs.ts';
import type { Outbox } from '../storage/outbox.ts';
import type { Search } from './search.ts';

interface Holder {
  user_id: string;
  scopes: readonly string[];
}

/** Facts about the account that were read together with the credential: most answers need them. */
export interface AccountFacts {
  /** The time zone of the user's calendar. */
  timezone: string;
  /** `ready`, or the reason why a gate is closed. */
  readiness: string;
}

/** The caller. Never part of an input: nobody can claim to be somebody else. */
export type Actor = { account?: AccountFacts } & (
  | { kind: 'session'; user_id: string; session_id: string }
  | ({ kind: 'developer_key'; key_id: string } & Holder)
  | ({ kind: 'mcp_key'; key_id: string } & Holder)
  | ({ kind: 'oauth_grant'; grant_id: string } & Holder)
  | { kind: 'job'; user_id: string }
  | { kind: 'nobody' }
);

/** Answers the error of a caller who may not pass now, or null. */
type Gate = (context: Context) => Promise<NotReady | null>;

/** Everything that an operation may lean on, the same in every door. */
export interface Parts {
  db: Db;
  clock: Clock;
  newId: NewId;
  /** Names this run of the process. */
  processId: string;
  log: Log;
  jobs: JobQueue;
  outbox: Outbox;
  search: Search;
  /** By the names that operations declare. */
  gates: Readonly<Record<string, Gate>>;
  /** Throws `NoRoom` when nothing new may be stored. */
  requireRoom(): void;
}

export interface Context extends Parts {
  actor: Actor;
  /**
   * Names the request, when whoever sent it may send it again. Work that waits leaves it on what it
   * makes: so it is found again when a crash cut off the first try.
   */
  request_key?: string;
  /** The network address of the caller, when there is one: what brute force is counted by. */
  ip: string | null;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal;
  /** A note that a browser keeps of an earlier sign-in; it opens nothing. */
  device_note?: string | undefined;
}

/** The user on whose behalf this happens. Only public routes have nobody, and they do not ask. */
export function userOf({ actor }: Pick<Context, 'actor'>): string {
  if (actor.kind === 'nobody') throw new Error('This operation needs a user.');
  return actor.user_id;
}
