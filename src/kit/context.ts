import type { Clock } from '../core/clock.ts';
import type { NotReady } from '../core/errors.ts';
import type { NewId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import type { Db } from '../storage/database.ts';
import type { JobQueue } from '../storage/jobs.ts';
import type { Files } from '../storage/objects/files.ts';
import type { Outbox } from '../storage/outbox.ts';
import type { WaitingFiles } from '../storage/waiting/waiting-files.ts';
import { asUser } from '../storage/walls.ts';
import type { Search } from './search.ts';

interface Holder {
  user_id: string;
  scopes: readonly string[];
}

/**
 * Facts about the account that most answers need. The facts are read together with the credential.
 */
export interface AccountFacts {
  /** The time zone of the user's calendar. */
  timezone: string;
  /** `ready`, or the reason why a gate is closed. */
  readiness: string;
}

/**
 * The caller of an operation. The caller is never taken from the input, so nobody can impersonate
 * somebody else.
 */
export type Actor = { account?: AccountFacts } & (
  | { kind: 'session'; user_id: string; session_id: string }
  | ({ kind: 'developer_key'; key_id: string } & Holder)
  | ({ kind: 'mcp_key'; key_id: string } & Holder)
  | ({ kind: 'device_key'; key_id: string } & Holder)
  | ({ kind: 'oauth_grant'; grant_id: string } & Holder)
  | { kind: 'job'; user_id: string }
  | { kind: 'nobody' }
);

/** Returns an error if the caller may not pass at the moment; otherwise null. */
type Gate = (context: Context) => Promise<NotReady | null>;

/** The parts that all operations may use, independently of the transport. */
export interface Parts {
  /** Shows the rows of all users; in the context of an operation, only those of its user. */
  db: Db;
  clock: Clock;
  newId: NewId;
  /** Identifies this run of the process. */
  processId: string;
  log: Log;
  jobs: JobQueue;
  outbox: Outbox;
  /** The store for kept sound and photos. */
  files: Files;
  /** Copies what is only on this disk; null with the embedded database. */
  waiting: WaitingFiles | null;
  search: Search;
  /** The gates, by the names that operations use. */
  gates: Readonly<Record<string, Gate>>;
  /** Called after this process has committed a change of the user's data. */
  changed(user_id: string): void;
  /** Throws `NoRoom` when the disk has no space for new data. */
  requireRoom(): void;
}

export interface Context extends Parts {
  actor: Actor;
  /**
   * Identifies a request that the client may repeat. An operation that waits for other services
   * stores this key with its result, so that a repeated request after a crash finds the result.
   */
  request_key?: string;
  /** The network address of the caller, when known. Wrong passwords are counted per address. */
  ip: string | null;
  /** The user agent of the browser or program. */
  user_agent?: string;
  /** Aborts when the client no longer waits for the answer. */
  signal?: AbortSignal;
  /** A signed cookie from an earlier sign-in in this browser; it gives no access. */
  device_note?: string | undefined;
}

/** Returns the same context with a database that shows only the rows of its user. */
export function behindWall(context: Context): Context {
  const { actor, db } = context;
  return actor.kind === 'nobody' ? context : { ...context, db: asUser(db, actor.user_id) };
}

/** Returns the user for whom the operation runs. Throws on public routes, which have no user. */
export function userOf({ actor }: Pick<Context, 'actor'>): string {
  if (actor.kind === 'nobody') throw new Error('This operation needs a signed-in user.');
  return actor.user_id;
}
