/**
 * Pages without the network: what the user has read in the last seven days is kept in the browser. It is shown when
 * the service does not answer, or not soon, until it does.
 */
import { hashKey } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { ApiError, Unreachable } from '../../../client/src/errors.ts';
import type { User } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';
import {
  deleteAnswer,
  deleteAnswers,
  listEntries,
  readAnswer,
  storeAnswers,
} from './copy-store.ts';
import type { Entry } from './copy-store.ts';
import { setTimezone } from '../time/zone.ts';
import { queryClient } from './queries.ts';
import { copyFrom, isOnline, sessionEnded } from './session.ts';

/** The first words of the keys of queries that are kept, from the pages that one reads. */
const KINDS = [
  'audio',
  'chats',
  'conversation',
  'conversations',
  'days',
  'folders',
  'goals',
  'memories',
  'messages',
  'people',
  'search',
  'tasks',
  'templates',
];
/** The lists in which changes show; without the network, all of them must be there to be changed. */
const LISTS = ['conversations', 'folders', 'goals', 'memories', 'people', 'tasks'];
const MAX_LISTS = 8_000_000;
/** How long a page waits for the service before it shows what it has. */
const PATIENCE_MS = 500;
const STORE_AFTER_MS = 1_000;
const RETRY_MS = 5_000;
const ME = ['me'];

const isKept = ({ queryKey, meta }: Query): boolean =>
  KINDS.includes(String(queryKey[0])) && meta?.['isOfPage'] !== true;

/** When the data of a query was as the service has it (ms), by the name of the query. */
const readAt = new Map<string, number>();
/** The queries that show the copy, and those of them to which it is just being given. */
const copied = new Set<string>();
const given = new Set<string>();
/** The queries whose data has changed since it was stored, and those that were only shown again. */
const changed = new Set<Query>();
const shown = new Set<Query>();
let timer: ReturnType<typeof setTimeout> | undefined;
let aging: ReturnType<typeof setTimeout> | undefined;
let isErased = false;

const user = () => queryClient.getQueryData<User | null>(ME);

/** Returns whether the service may never have seen the request. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof DOMException) return ['AbortError', 'TimeoutError'].includes(error.name);
  if (error instanceof ApiError) return [429, 502, 503, 504].includes(error.status);
  return error instanceof Unreachable || error instanceof TypeError;
}

const wait = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null));

/**
 * Returns the answer of the service; when it does not come, or not soon, the copy. A late answer then replaces the
 * copy on the page.
 */
export async function answerOrCopy(answer: Promise<unknown>, query: Query): Promise<unknown> {
  if (query.state.data !== undefined || !isKept(query)) return answer;
  const outcome = answer.then((value) => ({ value }), toOutcome);
  const first = await Promise.race([outcome, wait(isOnline.get() ? PATIENCE_MS : 0)]);
  if (first && 'value' in first) return first.value;
  if (first && !isUnanswered(first.error)) throw first.error;
  const copy = await readAnswer(query.queryHash);
  if (copy?.user_id !== user()?.id) {
    const last = isOnline.get() ? await outcome : await Promise.race([outcome, wait(PATIENCE_MS)]);
    if (last && 'value' in last) return last.value;
    if (last && !isUnanswered(last.error)) throw last.error;
    throw isOnline.get() ? (last as { error: unknown }).error : new Error(m.offline_no_copy());
  }
  void replace(query, outcome);
  noteCopy(copy!);
  given.add(query.queryHash);
  return copy!.data;
}

function noteCopy({ hash, read_at }: Entry): void {
  readAt.set(hash, read_at);
  copied.add(hash);
}

async function replace(
  query: Query,
  outcome: Promise<{ value: unknown } | { error: unknown }>,
): Promise<void> {
  const { queryKey, queryHash } = query;
  const late = await outcome;
  if ('value' in late) {
    noteRead(queryHash);
    queryClient.setQueryData(queryKey, late.value);
  } else if (!isUnanswered(late.error)) {
    // The record is gone.
    await deleteAnswer(queryHash);
    await queryClient.resetQueries({ queryKey, exact: true });
  } else {
    // The end of an offline time renews everything. This is for a service that answers only other requests.
    await wait(RETRY_MS);
    if (!isOnline.get() || !copied.has(queryHash) || !query.isActive()) return;
    await replace(
      query,
      query.fetch().then((value) => ({ value }), toOutcome),
    );
  }
}

const toOutcome = (error: unknown) => ({ error });

function noteRead(hash: string): void {
  readAt.set(hash, Date.now());
  copied.delete(hash);
}

/** Follows the cache, until `stopped` aborts. */
export function keepCopy(stopped: AbortSignal): void {
  const unsubscribe = [
    queryClient.getQueryCache().subscribe((event) => {
      const { query } = event;
      if (!isKept(query)) return;
      if (event.type === 'observerAdded') shown.add(query);
      else if (event.type === 'updated' && event.action.type === 'success') {
        // Neither a change of the user nor the copy itself is an answer of the service.
        const isCopy = given.delete(query.queryHash);
        if (!event.action.manual && !isCopy) noteRead(query.queryHash);
        if (!isCopy) changed.add(query);
      } else if (event.type !== 'observerRemoved') return;
      timer ??= setTimeout(storeLater, STORE_AFTER_MS);
      aging ??= setTimeout(noteAge);
    }),
    isOnline.subscribe(noteNetwork),
    sessionEnded.subscribe(() => {
      // Signed in again.
      if (!sessionEnded.get()) isErased = false;
    }),
  ];
  isErased = false;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => (isErased = true);
  // What was read before the background work began.
  given.clear();
  for (const query of queryClient.getQueryCache().findAll({ predicate: isKept })) {
    if (query.state.data === undefined) continue;
    if (!copied.has(query.queryHash)) noteRead(query.queryHash);
    changed.add(query);
  }
  timer ??= setTimeout(storeLater, STORE_AFTER_MS);
  noteNetwork();
  addEventListener('pagehide', storeLater, { signal: stopped });
  stopped.addEventListener('abort', () => {
    clearTimeout(timer);
    timer = undefined;
    channel.close();
    for (const each of unsubscribe) each();
  });
}

let wasOnline = true;

/** Until the network went, the events kept everything up to date. */
function noteNetwork(): void {
  if (wasOnline && !isOnline.get()) {
    for (const query of queryClient.getQueryCache().findAll({ predicate: isKept })) {
      const { isInvalidated, data } = query.state;
      if (data === undefined || isInvalidated || copied.has(query.queryHash)) continue;
      readAt.set(query.queryHash, Date.now());
      shown.add(query);
    }
    void restoreLists();
  }
  wasOnline = isOnline.get();
  noteAge();
}

/** Tells from when the page is: without the network, and while it shows a copy. */
function noteAge(): void {
  aging = undefined;
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: isKept })
    .flatMap(({ queryHash }) =>
      isOnline.get() && !copied.has(queryHash) ? [] : (readAt.get(queryHash) ?? []),
    );
  const oldest = times.length > 0 ? Math.min(...times) : null;
  if (oldest !== copyFrom.get()) copyFrom.set(oldest);
}

/** A browser that has no more space keeps the copy that it has. */
const storeLater = () => void storeCopy().catch(() => {});

/** Stores what has changed. */
export async function storeCopy(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const me = user();
  if (!me || isErased || sessionEnded.get()) return;
  const opened_at = Date.now();
  const entryOf = ({ queryHash, queryKey }: Query): Entry => ({
    hash: queryHash,
    key: queryKey,
    user_id: me.id,
    read_at: readAt.get(queryHash) ?? opened_at,
    opened_at,
    size: 0,
  });
  const stored = [...changed].flatMap((query) => {
    const { data } = query.state;
    return data === undefined
      ? []
      : [{ ...entryOf(query), data, size: JSON.stringify(data).length }];
  });
  const again = [...shown].filter((query) => !changed.has(query)).map(entryOf);
  changed.clear();
  shown.clear();
  const [hash, size] = [hashKey(ME), JSON.stringify(me).length];
  const own = { hash, key: ME, user_id: me.id, read_at: opened_at, opened_at, size, data: me };
  await storeAnswers(me.id, [own, ...stored, ...again]);
}

/** Returns the user of the copy. The account, when it comes, replaces it. */
export async function openCopy(account: Promise<User | null>): Promise<User | null> {
  const copy = await readAnswer(hashKey(ME));
  if (!copy) return account;
  const lose = () => isOnline.set(false);
  account.then((me) => {
    if (me?.id === copy.user_id) queryClient.setQueryData(ME, me);
    // The session has ended, or is that of another user.
    else location.reload();
  }, lose);
  // Known at once when the network is gone, and not when the service is slow.
  await Promise.race([account.catch(lose), wait(0)]);
  const me = copy.data as User;
  setTimezone(me.timezone);
  return me;
}

async function restoreLists(): Promise<void> {
  const entries = (await listEntries()).toSorted((a, b) => b.opened_at - a.opened_at);
  let size = 0;
  for (const { hash, key, size: own, user_id } of entries) {
    if (!LISTS.includes(String(key[0])) || user_id !== user()?.id) continue;
    if ((size += own) > MAX_LISTS) return;
    const copy = await readAnswer(hash);
    if (!copy || queryClient.getQueryData(key) !== undefined) continue;
    noteCopy(copy);
    queryClient.setQueryData(key, copy.data);
  }
}

const CHANNEL = 'commonplace-copy';

/** Deletes the copy, which no tab of this browser writes again until the next sign-in. */
export async function deleteCopy(): Promise<void> {
  isErased = true;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
  await deleteAnswers();
}
