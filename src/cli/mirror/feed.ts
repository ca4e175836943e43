/** Reads what has changed in the service. */
import { ApiError } from '../../../client/src/index.ts';
import { pageKeyOf } from './text/page-text.ts';
import { putRecord } from './parts.ts';
import type { MirrorParts } from './parts.ts';
import {
  conversationRecord,
  dayRecord,
  FEED_KINDS,
  memoryRecord,
  taskRecord,
} from './text/records.ts';
import type { FeedChange, FullConversation, MirrorKind } from './text/records.ts';
import type { FeedState } from './state.ts';

const FEEDS = [
  { name: 'others', kinds: 'person,action_item,memory,day_summary', limit: 500 },
  { name: 'conversations', kinds: 'conversation', limit: 25 },
] as const;
type Feed = (typeof FEEDS)[number];
type Write = (talks: readonly FullConversation[]) => Promise<void>;

export const WATCHED_KINDS = FEEDS.map(({ kinds }) => kinds).join(',');
const TELL_EVERY = 1_000;
const WITH_WORDS: { limit: number; include_transcript: boolean; include: 'status'[] } = {
  limit: 25,
  include_transcript: true,
  include: ['status'],
};

/**
 * Reads both feeds to their ends. `write` gets the conversations of each page, while the next page
 * is on its way.
 */
export async function readFeeds(parts: MirrorParts, write: Write): Promise<void> {
  for (const feed of FEEDS) {
    try {
      await readFeed(parts, feed, write);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 410) throw error;
      beginAnew(parts, parts.state.feeds[feed.name]);
      await readFeed(parts, feed, write);
    }
  }
}

async function readFeed(parts: MirrorParts, feed: Feed, write: Write): Promise<void> {
  const state = parts.state.feeds[feed.name];
  if (feed.name === 'conversations') await listTalks(parts, feed, write);
  const tell = teller(parts, 'records');
  const { kinds, limit } = feed;
  const pages = readAhead(
    state.cursor,
    (cursor) =>
      parts.client.listChanges({
        kinds,
        ...(feed.name === 'conversations' ? WITH_WORDS : { limit }),
        ...(cursor !== undefined && { cursor }),
      }),
    ({ has_more, next_cursor }) => (has_more ? next_cursor : undefined),
  );
  for await (const { items, next_cursor } of pages) {
    await write(items.flatMap((item) => applyChange(parts, item, state.listing) ?? []));
    state.cursor = next_cursor;
    tell(items.length);
  }
  if (!state.complete) endListing(parts, feed);
}

/**
 * Reads all conversations from their list, which is five times as fast as the feed. The feed then
 * begins at the moment before.
 */
async function listTalks(parts: MirrorParts, feed: Feed, write: Write): Promise<void> {
  const { client } = parts;
  const state = parts.state.feeds[feed.name];
  if (state.complete) return;
  const { kinds } = feed;
  state.cursor ??= (await client.listChanges({ kinds, from: 'now' })).next_cursor;
  state.list ??= { status: 'completed' };
  const tell = teller(parts, 'conversations');
  for (;;) {
    const { status, cursor: begin } = state.list;
    const pages = readAhead(
      begin,
      (cursor) =>
        client.page('listConversations', {
          ...WITH_WORDS,
          status,
          ...(cursor !== undefined && { cursor }),
        }),
      ({ next }) => next ?? undefined,
    );
    for await (const { items, next } of pages) {
      await write(items.flatMap((each) => applyConversation(parts, each, state.listing) ?? []));
      if (next !== null) state.list.cursor = next;
      tell(items.length);
    }
    if (status === 'failed') break;
    state.list = { status: 'failed' };
  }
  delete state.list;
  endListing(parts, feed);
}

/** Yields pages, and asks for the next one while the caller works on the present one. */
async function* readAhead<Page>(
  begin: string | undefined,
  read: (cursor: string | undefined) => Promise<Page>,
  nextOf: (page: Page) => string | undefined,
): AsyncGenerator<Page> {
  let page = await read(begin);
  for (;;) {
    const next = nextOf(page);
    const coming = next === undefined ? null : read(next);
    // The caller may fail before the page is awaited.
    coming?.catch(() => {});
    yield page;
    if (coming === null) return;
    page = await coming;
  }
}

function teller({ say }: MirrorParts, noun: string): (count: number) => void {
  let all = 0;
  return (count) => {
    const before = all;
    all += count;
    if (Math.floor(before / TELL_EVERY) < Math.floor(all / TELL_EVERY))
      say(`Read ${all} ${noun} …`);
  };
}

function beginAnew({ say }: MirrorParts, state: FeedState): void {
  say('The service no longer has the changes since the last run, so everything is read again.');
  delete state.cursor;
  delete state.list;
  state.listing += 1;
  state.complete = false;
}

/** Removes the records that a new listing no longer has. */
function endListing(parts: MirrorParts, { name, kinds }: Feed): void {
  const state = parts.state.feeds[name];
  for (const each of kinds.split(',') as (keyof typeof FEED_KINDS)[]) {
    const kind = FEED_KINDS[each];
    for (const [id, { listing }] of Object.entries(parts.state.records[kind])) {
      if (listing < state.listing) putRecord(parts, { kind, id }, null);
    }
  }
  state.complete = true;
}

/** Returns the conversation when its page has to be written. */
function applyChange(
  parts: MirrorParts,
  change: FeedChange,
  listing: number,
): FullConversation | undefined {
  const kind: MirrorKind | undefined = FEED_KINDS[change.kind as keyof typeof FEED_KINDS];
  if (kind === undefined) return undefined;
  const { id } = change;
  if (change.deleted) putRecord(parts, { kind, id }, null);
  else if (change.kind === 'person') {
    putRecord(parts, { kind: 'person', id, listing }, { name: change.record.name });
  } else if (change.kind === 'action_item') {
    putRecord(parts, { kind: 'task', id, listing }, taskRecord(change.record));
  } else if (change.kind === 'memory') {
    putRecord(parts, { kind: 'memory', id, listing }, memoryRecord(change.record));
  } else if (change.kind === 'day_summary') {
    putRecord(parts, { kind: 'day', id, listing }, dayRecord(change.record));
  } else if (change.kind === 'conversation') {
    return applyConversation(parts, change.record, listing);
  }
  return undefined;
}

function applyConversation(
  parts: MirrorParts,
  full: FullConversation,
  listing: number,
): FullConversation | undefined {
  const { zone, state, dirty } = parts;
  const { id } = full;
  const record = conversationRecord(full, { zone, people: state.records.person });
  // While a known conversation is processed again, its page stays as it is.
  if (record === null && !full.discarded && state.records.conversation[id]) return undefined;
  putRecord(parts, { kind: 'conversation', id, listing }, record);
  if (record === null) return undefined;
  // The words are not in the record.
  dirty.add(pageKeyOf('conversation', id));
  return full;
}
