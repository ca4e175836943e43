/** The page's single stream of events, which keeps the cache up to date. */
import type { Query } from '@tanstack/react-query';
import type { LiveSegment, Operations } from '../../../client/src/index.ts';
import { queryClient, refreshQueries } from './queries.ts';
import { fetchInSession } from './service.ts';
import { isOnline } from './session.ts';
import { at } from './base.ts';

type Change = Operations['listOwnChanges']['output']['items'][number];
export interface Words {
  conversation_id: string;
  segments: LiveSegment[];
}

/** Returns the queries that show records of a kind. */
const SHOWN_IN: Record<Change['kind'], readonly string[]> = {
  folder: ['folders', 'conversations'],
  person: ['people', 'conversation', 'statistics'],
  summary_template: ['templates'],
  conversation: ['conversations', 'folders', 'days', 'statistics'],
  action_item: ['tasks', 'conversation', 'statistics'],
  memory: ['memories', 'statistics'],
  goal: ['goals', 'statistics'],
  day_summary: ['days'],
  chat_session: ['chats'],
  chat_message: ['messages'],
};
/** Several consecutive changes cause one request. */
const GATHER_MS = 120;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
/** A hidden tab closes its connection, because a browser allows only six per host. */
const HIDDEN_MS = 60_000;

const wordListeners = new Set<(words: Words) => void>();
/** Calls the listener with the words of live recordings. */
export function onWords(listener: (words: Words) => void): () => void {
  wordListeners.add(listener);
  return () => wordListeners.delete(listener);
}

const stale = new Set<string>();
let gathering: ReturnType<typeof setTimeout> | undefined;

function invalidate(...keys: string[]): void {
  for (const key of keys) stale.add(key);
  gathering ??= setTimeout(() => {
    gathering = undefined;
    const wanted = [...stale];
    stale.clear();
    void refreshQueries(wanted.map((key) => key.split('/')));
  }, GATHER_MS);
}

function takeChange(change: Change): void {
  if (change.kind === 'conversation') {
    if (change.deleted) queryClient.removeQueries({ queryKey: ['conversation', change.id] });
    else invalidate(`conversation/${change.id}`);
  }
  invalidate(...SHOWN_IN[change.kind]);
}

const hasFailed = ({ state }: Query) => state.status === 'error';

/** Follows the events until `stopped` aborts. */
export function followEvents(stopped: AbortSignal): void {
  if (stopped.aborted) return;
  let source: EventSource | undefined;
  let cursor: string | undefined;
  let retryMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  const open = () => {
    if (source) return;
    const query = new URLSearchParams({ include: 'status', ...(cursor && { cursor }) });
    source = new EventSource(at(`/v1/events?${query.toString()}`));
    source.onopen = () => {
      retryMs = FIRST_RETRY_MS;
      isOnline.set(true);
      // What could not be read while the service was away.
      void queryClient.refetchQueries({ type: 'active', predicate: hasFailed });
    };
    const note = ({ lastEventId }: MessageEvent) => {
      if (lastEventId !== '') cursor = lastEventId;
    };
    source.onmessage = note;
    source.addEventListener('change', (event: MessageEvent<string>) => {
      note(event);
      takeChange(JSON.parse(event.data) as Change);
    });
    source.addEventListener('words', (event: MessageEvent<string>) => {
      const words = JSON.parse(event.data) as Words;
      for (const listener of wordListeners) listener(words);
    });
    source.onerror = () => void lose();
  };

  const close = () => {
    source?.close();
    source = undefined;
  };

  /** The stream ends when the network, the service or the session ends. */
  const lose = async () => {
    close();
    clearTimeout(timer);
    if (stopped.aborted) return;
    // Without a session, this waits until the user has signed in again.
    const answered = await fetchInSession(at('/v1/auth/me')).then(
      ({ status }) => status < 500,
      () => false,
    );
    isOnline.set(answered);
    if (answered && retryMs > FIRST_RETRY_MS) {
      // When the cursor is too old, the page starts a new stream and reloads its data.
      cursor = undefined;
      void queryClient.invalidateQueries();
    }
    if (stopped.aborted) return;
    timer = setTimeout(open, retryMs);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  };

  const onVisibility = () => {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') hiding = setTimeout(close, HIDDEN_MS);
    else open();
  };
  const onNetwork = () => {
    retryMs = FIRST_RETRY_MS;
    close();
    open();
  };
  const options = { signal: stopped };
  document.addEventListener('visibilitychange', onVisibility, options);
  addEventListener('online', onNetwork, options);
  addEventListener('offline', () => isOnline.set(false), options);
  stopped.addEventListener('abort', () => {
    clearTimeout(timer);
    clearTimeout(hiding);
    close();
  });
  open();
}
