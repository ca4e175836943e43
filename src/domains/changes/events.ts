import { z } from 'zod';
import { RateLimited } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineStream, POSITION } from '../../kit/stream.ts';
import { segmentsHeard } from '../hearing/recording.ts';
import { segmentView } from '../transcripts/segment-view.ts';
import { LiveSegment } from '../transcripts/segment.ts';
import { selectSegmentsById } from '../transcripts/named-segments.ts';
import { selectUser } from '../accounts/accounts.ts';
import { changeOf } from './change.ts';
import type { RecordKind } from './change.ts';
import type { ChangeWatch } from './change-watch.ts';
import { feedFilter, namesIn } from './changes.ts';
import { kindsFor, positionNow, readFeed, transactionOf } from './feed.ts';

/** The maximum number of streams of one user in this process. */
const MAX_STREAMS = 50;
const RETRY_SECONDS = 60;
/**
 * The interval at which the position of an idle stream is renewed, so that it does not become too
 * old.
 */
const REFRESH_MS = 3_600_000;
const PAGE = 100;
/**
 * If a reader is too slow, it gets no words, only the changes. The conversation contains all words.
 */
const MAX_WAITING_WORDS = 200;

interface HeardWords {
  conversation_id: string;
  segment_ids: readonly string[];
}

const WatchEvents = z.object({
  cursor: z
    .string()
    .max(1000)
    .optional()
    .describe('The position in the feed at which to start. Default: now.'),
  kinds: feedFilter.kinds,
  // The stream omits the transcript of a live recording. `words` events deliver it instead, because
  // sending the whole transcript with each word would be too much data.
  include: feedFilter.include,
});

export function watchEventsOperation(kinds: readonly RecordKind[], watch: ChangeWatch) {
  const open = new Map<string, number>();
  async function* follow(
    { actor, ...parts }: Context,
    { cursor, kinds: names, ...detail }: z.output<typeof WatchEvents>,
  ) {
    // The account is left out, because it may change while the stream is open.
    const { account: _, ...caller } = actor;
    const context: Context = { ...parts, actor: caller };
    const readable = kindsFor(context, kinds, namesIn(names));
    const { signal = new AbortController().signal } = context;
    const user_id = userOf(context);
    const count = open.get(user_id) ?? 0;
    if (count >= MAX_STREAMS) {
      throw new RateLimited(`At most ${MAX_STREAMS} streams may be open.`, RETRY_SECONDS);
    }
    open.set(user_id, count + 1);
    const words = hearWords(context, readable);
    try {
      let next = cursor ?? (await positionNow(context));
      let isFirst = true;
      while (!signal.aborted) {
        const request = { kinds: readable, cursor: next, limit: PAGE, detail };
        const page = await readFeed(context, request);
        if (isFirst) yield positionAt(next);
        isFirst = false;
        for (const value of page.items) yield { type: 'change' as const, value };
        if (page.items.length === 0 && page.next_cursor !== next)
          yield positionAt(page.next_cursor);
        next = page.next_cursor;
        for (const heard of words.take()) {
          const value = await segmentsOf(context, heard);
          if (value) yield { type: 'words' as const, value };
        }
        if (page.has_more) continue;
        const ended = AbortSignal.any([signal, words.arrival()]);
        const since = transactionOf(next);
        await watch.changed(user_id, { since, signal: ended, maxMs: REFRESH_MS });
      }
      return null;
    } finally {
      words.end();
      const left = open.get(user_id)! - 1;
      if (left > 0) open.set(user_id, left);
      else open.delete(user_id);
    }
  }
  return defineStream({
    name: 'watchEvents',
    summary: 'Watch changes and live words as they happen',
    description:
      'Returns server-sent events without an end. The first event carries only an id, ' +
      'which is the start position. `change` is a change as in the feed. The id of a ' +
      '`change` event is its cursor, and `Last-Event-ID` continues there. `words` are ' +
      'segments of a live recording that are new or have more words. `error` gives the ' +
      'reason why the stream ends. A comment every 15 seconds keeps the connection open.',
    scope: null,
    effect: 'read',
    gate: 'memories',
    cursorExpires: true,
    input: WatchEvents,
    events: z.discriminatedUnion('type', [
      z.object({
        type: z
          .literal(POSITION)
          .describe('The position in the feed; comes first and while nothing happens.'),
        value: z
          .object({
            cursor: z.string().describe('Send this value as `cursor` to continue from here.'),
          })
          .describe('The position.'),
      }),
      z.object({
        type: z.literal('change').describe('A record was created, changed or deleted.'),
        value: changeOf(kinds).describe('The change.'),
      }),
      z.object({
        type: z.literal('words').describe('New words of a live recording.'),
        value: z
          .object({
            conversation_id: z.string().describe('The id of the conversation.'),
            segments: z.array(LiveSegment).describe('The new and the changed segments.'),
          })
          .describe('The words.'),
      }),
    ]),
    output: z.null(),
    run: follow,
    // While the gate is closed, a memory ends the stream with an error, because each read of a
    // memory checks the gate again.
    whileClosed: follow,
  });
}

const positionAt = (cursor: string) => ({ type: POSITION, value: { cursor } }) as const;

/** Collects further recognised words, if the caller may read conversations. */
function hearWords(context: Context, kinds: readonly RecordKind[]) {
  const user_id = userOf(context);
  let waiting: HeardWords[] = [];
  let arrival = new AbortController();
  const end = kinds.some(({ kind }) => kind === 'conversation')
    ? context.outbox.subscribe(segmentsHeard, (event) => {
        if (event.user_id !== user_id || waiting.length >= MAX_WAITING_WORDS) return;
        waiting.push(event.payload);
        arrival.abort();
      })
    : () => {};
  return {
    end,
    /** Returns the words since the last call. */
    take(): HeardWords[] {
      const taken = waiting;
      waiting = [];
      arrival = new AbortController();
      return taken;
    },
    /** Aborts when words have arrived since the last `take`. */
    arrival: () => arrival.signal,
  };
}

async function segmentsOf(context: Context, { conversation_id, segment_ids }: HeardWords) {
  const user_id = userOf(context);
  const [rows, user] = await Promise.all([
    selectSegmentsById(context.db, user_id, {
      conversation_ids: [conversation_id],
      ids: segment_ids,
    }),
    selectUser(context.db, user_id),
  ]);
  if (rows.length === 0) return null;
  const segments = rows.map((row) => segmentView(row, user?.name ?? ''));
  return { conversation_id, segments };
}
