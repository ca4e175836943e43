import { z } from 'zod';
import type { NotReady } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scopes.ts';
import { Day, TextRange, Timestamp, limit } from '../../../core/wire.ts';
import { snippetOf } from '../../../engines/search/marks.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { defineOperation, may } from '../../../kit/operation.ts';
import { itemsOf } from '../../action-items/search.ts';
import { matchesOf, reasonOf } from '../../conversation-lists/conversation-matches.ts';
import { findConversations } from '../../conversation-lists/conversation-search.ts';
import { memoriesOf } from '../../memories/searching/search.ts';
import { newestOfEqual } from '../../queries/equal-hits.ts';
import { countDays, findWithin, saidTimes } from '../../queries/restricted-search.ts';
import { Narrowing, Understood, understandQuery } from '../../queries/understanding.ts';
import type { UnderstoodQuery } from '../../queries/understanding.ts';
import { Relevance, SearchText, type Searchable } from '../../queries/search-shapes.ts';
import { selectByName } from './names.sql.ts';

const RECORDS = ['conversation', 'memory', 'action_item'] as const;
const NAMES = ['person', 'folder'] as const;
const KINDS = [...RECORDS, ...NAMES] as const;
type Kind = (typeof KINDS)[number];
type RecordKind = (typeof RECORDS)[number];
type NameKind = (typeof NAMES)[number];
const INDEX: Record<RecordKind, Searchable> = {
  conversation: 'conversations',
  memory: 'memories',
  action_item: 'action_items',
};
/** A caller with one of these scopes finds records of the kind. */
const SCOPES: Record<Kind, readonly Scope[]> = {
  conversation: ['conversations:read'],
  memory: ['memories:read'],
  action_item: ['action_items:read'],
  person: ['people:read', 'conversations:read'],
  folder: ['conversations:read'],
};
const MAX_SNIPPET = 240;
/** Names that begin with the query rank first, because the user most likely means one of them. */
const SCORE_OF_START = 1;
const SCORE_OF_PART = 0.6;

const Hit = z
  .object({
    kind: z.enum(KINDS).describe('The kind of the record.'),
    id: z.string().describe('The id of the record.'),
    title: z.string().describe('The title or the name of the record.'),
    snippet: z
      .object({
        text: z.string().describe('A part of the record that fits the query.'),
        marks: z
          .array(TextRange)
          .describe(
            'The ranges of the matching words in `text`, in UTF-16 units; the end is exclusive.',
          ),
      })
      .describe('A part of the record, with the matching words.'),
    score: Relevance,
    at: Timestamp.nullable().describe('When it was said; null for people and folders.'),
    due_at: Timestamp.nullable().describe('When a task is due; null without a time.'),
    segment_id: z
      .string()
      .nullable()
      .describe(
        'The segment of the matching sentence; null unless a sentence of a conversation matches.',
      ),
    speaker_name: z
      .string()
      .nullable()
      .describe('The name of the speaker of that sentence; null without a sentence.'),
    second: z
      .number()
      .nullable()
      .describe(
        'The second of the conversation at which that sentence begins; null for other records.',
      ),
  })
  .meta({ id: 'SearchHit' });
type Hit = z.input<typeof Hit>;

const Search = z.strictObject({
  query: SearchText,
  limit: limit({ fallback: 20, max: 50 }),
  kinds: z
    .array(z.enum(KINDS))
    .max(KINDS.length)
    .nullish()
    .describe('Default: all kinds that the caller may read.'),
  ...Narrowing,
  days: z.boolean().nullish().describe('True also counts the results of each day.'),
});

export const searchEverything = defineOperation({
  name: 'searchEverything',
  summary: 'Search everything at once',
  description:
    'Searches conversations, memories, action items, people and folders. The best match ' +
    'comes first, of equal matches the newest, with its matching text and, for a conversation, ' +
    'the second at which the text was spoken. Words about time, people and folders ("last week", ' +
    '"with Ana", "in folder Work") restrict the search like the fields, which take their place; ' +
    '`understood` says which words these are. A search that says only when, with whom or where ' +
    'finds everything from then, the newest first. Quoted words are always searched.',
  scope: null,
  effect: 'read',
  waits: true,
  gate: 'memories',
  input: Search,
  output: z.object({
    items: z.array(Hit).describe('The best match comes first.'),
    understood: Understood.describe('How the service read the search.'),
    days: z
      .array(z.object({ date: Day.describe('The day.'), count: z.int().describe('The results.') }))
      .nullable()
      .describe(
        'The days of the results, also outside the time of the search; at most 1,000 results of ' +
          'each kind. Null unless asked for.',
      ),
    notice: z
      .string()
      .nullable()
      .describe('While memories are closed: the reason why they are missing; null otherwise.'),
  }),
  run: (context, input) => search(context, input),
  whileClosed: search,
});

async function search(
  context: Context,
  { kinds, query, limit, days, ...fields }: z.output<typeof Search>,
  closed?: NotReady,
) {
  const asked = await understandQuery(context, query, fields);
  const isWanted = (kind: Kind) =>
    (kinds?.includes(kind) ?? true) &&
    !(closed && kind === 'memory') &&
    SCOPES[kind].some((scope) => may(context, scope));
  const records = RECORDS.filter(isWanted);
  // A person and a folder have no time.
  const names = asked.restriction ? [] : NAMES.filter(isWanted);
  const [found, counted] = await Promise.all([
    Promise.all([
      ...records.map((kind) => hitsOf(context, kind, asked, limit)),
      ...names.map((kind) => findNames(context, kind, { query, limit })),
    ]),
    days
      ? countDays(
          context,
          asked,
          records.map((kind) => [
            INDEX[kind],
            (anyTime, most) => FIND[kind](context, anyTime, { limit: most }),
          ]),
        )
      : null,
  ]);
  const best = newestOfEqual(found.flat(), (hit) => ({
    score: hit.score,
    said: `${hit.kind} ${hit.snippet.text}`,
    at: hit.at,
  }));
  const isMissed = closed !== undefined && (kinds?.includes('memory') ?? true);
  return {
    items: best.slice(0, limit).map(({ hit, score }) => ({ ...hit, score })),
    understood: asked.understood,
    days: counted,
    notice: isMissed ? closed.notice : null,
  };
}

type SaidHit = Hit & { at: Date | null };

type Find = (
  context: Context,
  asked: UnderstoodQuery,
  page: { limit: number },
) => ReturnType<typeof findWithin>;

const FIND: Record<RecordKind, Find> = {
  conversation: findConversations,
  memory: (context, asked, page) => findWithin(context, 'memories', asked, page),
  action_item: (context, asked, page) => findWithin(context, 'action_items', asked, page),
};

async function hitsOf(
  context: Context,
  kind: RecordKind,
  asked: UnderstoodQuery,
  limit: number,
): Promise<SaidHit[]> {
  const ranked = await FIND[kind](context, asked, { limit });
  const [found, said] = await Promise.all([
    VIEW[kind](context, ranked, asked.understood.text),
    saidTimes(
      context,
      INDEX[kind],
      ranked.groups.map(({ id }) => id),
    ),
  ]);
  return found.flatMap(({ id, ...hit }) => {
    const row = said.get(id);
    if (!row) return [];
    return [{ ...NOWHERE, kind, id, ...hit, at: row.at, due_at: row.due_at }];
  });
}

type Found = Pick<Hit, 'id' | 'title' | 'snippet' | 'score'> & Partial<Hit>;
type View = (
  context: Context,
  ranked: Awaited<ReturnType<Find>>,
  query: string,
) => Promise<Found[]>;

const VIEW: Record<RecordKind, View> = {
  conversation: async (context, ranked, query) =>
    (await matchesOf(context, ranked, false)).map(({ row, ...why }) => {
      const { score, matches } = reasonOf(why, query);
      const [match] = matches;
      return {
        id: row.id,
        title: row.title,
        snippet: snippetOf(match?.text ?? row.overview, query, MAX_SNIPPET),
        score,
        segment_id: match?.segment_id ?? null,
        speaker_name: match?.speaker_name ?? null,
        second: match?.second ?? null,
      };
    }),
  memory: async (context, ranked, query) =>
    (await memoriesOf(context, ranked)).map(({ row: { id, content }, score }) =>
      textHit({ id, text: content, score }, query),
    ),
  action_item: async (context, ranked, query) =>
    (await itemsOf(context, ranked)).map(({ row: { id, description }, score }) =>
      textHit({ id, text: description, score }, query),
    ),
};

const textHit = (
  { text, ...found }: { id: string; text: string; score: number },
  query: string,
): Found => ({ ...found, title: text, snippet: snippetOf(text, query, MAX_SNIPPET) });

const NOWHERE = { segment_id: null, speaker_name: null, second: null, due_at: null };

async function findNames(
  context: Context,
  kind: NameKind,
  { query, limit }: { query: string; limit: number },
): Promise<SaidHit[]> {
  const text = query.trim();
  const table = kind === 'person' ? 'people' : 'folders';
  const rows = await selectByName(context.db, userOf(context), { table, text, limit });
  return rows.map(({ id, name, is_start }) => {
    const start = name.toLowerCase().indexOf(text.toLowerCase());
    const whole = { text: name, marks: [{ start, end: start + text.length }] };
    // A number may be written in another way than in the query.
    const snippet = start < 0 ? snippetOf(name, text, name.length) : whole;
    const score = is_start ? SCORE_OF_START : SCORE_OF_PART;
    return { ...NOWHERE, kind, id, title: name, snippet, score, at: null };
  });
}
