import { z } from 'zod';
import type { NotReady } from '../../core/errors.ts';
import type { Scope } from '../../core/scopes.ts';
import { TextRange, Timestamp, limit } from '../../core/wire.ts';
import { snippetOf } from '../../engines/search/marks.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, may } from '../../kit/operation.ts';
import { searchActionItems } from '../action-items/search.ts';
import { searchConversations } from '../archive/conversation-search.ts';
import { searchMemories } from '../memories/searching/search.ts';
import { Relevance, SearchText } from '../search/search-shapes.ts';
import { selectByName } from './names.sql.ts';

const KINDS = ['conversation', 'memory', 'action_item', 'person', 'folder'] as const;
type Kind = (typeof KINDS)[number];
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
    at: Timestamp.nullable().describe('The time of the record; null for people and folders.'),
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

interface Query {
  query: string;
  limit: number;
}

const Search = z.strictObject({
  query: SearchText,
  limit: limit({ fallback: 20, max: 50 }),
  kinds: z
    .array(z.enum(KINDS))
    .max(KINDS.length)
    .nullish()
    .describe('Default: all kinds that the caller may read.'),
});

export const searchEverything = defineOperation({
  name: 'searchEverything',
  summary: 'Search everything at once',
  description:
    'Searches conversations, memories, action items, people and folders. The best match ' +
    'comes first, with its matching text and, for a conversation, the second at which the ' +
    'text was spoken.',
  scope: null,
  effect: 'read',
  waits: true,
  gate: 'memories',
  input: Search,
  output: z.object({
    items: z.array(Hit).describe('The best match comes first.'),
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
  { kinds, ...query }: z.output<typeof Search>,
  closed?: NotReady,
) {
  const isWanted = (kind: Kind) =>
    (kinds?.includes(kind) ?? true) &&
    !(closed && kind === 'memory') &&
    SCOPES[kind].some((scope) => may(context, scope));
  const found = await Promise.all(KINDS.filter(isWanted).map((kind) => FIND[kind](context, query)));
  const best = found.flat().toSorted((one, other) => other.score - one.score);
  const isMissed = closed !== undefined && (kinds?.includes('memory') ?? true);
  return { items: best.slice(0, query.limit), notice: isMissed ? closed.notice : null };
}

const FIND: Record<Kind, (context: Context, query: Query) => Promise<Hit[]>> = {
  conversation: findConversations,
  memory: findMemories,
  action_item: findActionItems,
  person: (context, query) => findNames(context, query, { kind: 'person', table: 'people' }),
  folder: (context, query) => findNames(context, query, { kind: 'folder', table: 'folders' }),
};

async function findConversations(context: Context, { query, limit }: Query): Promise<Hit[]> {
  const { items } = await searchConversations(context, { query, limit });
  return items.map(({ conversation, score, matches: [match] }) => ({
    kind: 'conversation',
    id: conversation.id,
    title: conversation.structured.title,
    snippet: snippetOf(match?.text ?? conversation.structured.overview, query, MAX_SNIPPET),
    score,
    at: new Date(conversation.started_at ?? conversation.created_at),
    segment_id: match?.segment_id ?? null,
    speaker_name: match?.speaker_name ?? null,
    second: match?.second ?? null,
  }));
}

async function findMemories(context: Context, { query, limit }: Query): Promise<Hit[]> {
  const { items } = await searchMemories(context, { query, limit });
  return items.map(({ memory, relevance_score }) =>
    hitOf('memory', memory, { query, text: memory.content, score: relevance_score }),
  );
}

async function findActionItems(context: Context, { query, limit }: Query): Promise<Hit[]> {
  const { items } = await searchActionItems(context, { query, limit });
  return items.map(({ action_item, relevance_score }) =>
    hitOf('action_item', action_item, {
      query,
      text: action_item.description,
      score: relevance_score,
    }),
  );
}

async function findNames(
  context: Context,
  { query, limit }: Query,
  { kind, table }: { kind: Kind; table: 'people' | 'folders' },
): Promise<Hit[]> {
  const text = query.trim();
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

function hitOf(
  kind: Kind,
  { id, created_at }: { id: string; created_at: string },
  { query, text, score }: { query: string; text: string; score: number },
): Hit {
  const snippet = snippetOf(text, query, MAX_SNIPPET);
  return { ...NOWHERE, kind, id, title: text, snippet, score, at: new Date(created_at) };
}

const NOWHERE = { segment_id: null, speaker_name: null, second: null };
