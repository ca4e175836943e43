/** Replaces a wrong name wherever it is written: in words, notes, tasks and memories. */
import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import { trimmedText } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { updateActionItem } from '../action-items/action-items.ts';
import { reviseNotes } from '../conversations/conversation-changes.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';
import { updateMemory } from '../memories/memories.ts';
import { countWords, isNameLike, replacedText } from '../transcripts/replaced-words.ts';
import type { WordChange } from '../transcripts/replaced-words.ts';
import { learnWord } from '../vocabulary/words.ts';
import { replaceIn } from './word-replacement.ts';
import * as sql from './word-places.sql.ts';
import type { Notes, WordsPlace } from './word-places.sql.ts';

const Words = trimmedText({ min: 1, max: 200 });

const Change = {
  from: Words.describe('The wrong words, in upper or lower case.').meta({ examples: ['Tomas'] }),
  to: Words.describe('The right words.').meta({ examples: ['Thomas'] }),
  conversation_id: z
    .string()
    .optional()
    .describe('Only this conversation, with its tasks and memories. Default: everywhere.'),
};

const Counts = z
  .object({
    words: z.int().describe('Places in transcripts.'),
    notes: z.int().describe('Places in titles, overviews, events and summaries.'),
    tasks: z.int().describe('Places in tasks.'),
    memories: z.int().describe('Places in memories; 0 while memories are closed.'),
    total: z.int().describe('The sum.'),
  })
  .meta({ id: 'WordPlaces' });
type Counts = z.output<typeof Counts>;

const Changed = z
  .object({
    segments: z.array(z.string()).max(20_000).describe('The ids of segments.'),
    conversations: z.array(z.string()).max(20_000).describe('The ids of conversations.'),
    tasks: z.array(z.string()).max(20_000).describe('The ids of tasks.'),
    memories: z.array(z.string()).max(20_000).describe('The ids of memories.'),
  })
  .meta({ id: 'RecordsWithWords' });
type Changed = z.output<typeof Changed>;

/** Memories are left out while their gate is closed. */
interface Scope {
  withMemories: boolean;
}

export const countWordPlaces = defineOperation({
  name: 'countWordPlaces',
  summary: 'Count the places in which words would be replaced',
  description: 'Looks for whole words in transcripts, notes, tasks and memories.',
  scope: 'conversations:read',
  effect: 'read',
  gate: 'memories',
  input: z.object(Change),
  output: Counts,
  run: (context, input) => count(context, input, { withMemories: true }),
  whileClosed: (context, input) => count(context, input, { withMemories: false }),
});

export const replaceEverywhere = defineOperation({
  name: 'replaceEverywhere',
  summary: 'Replace words in transcripts, notes, tasks and memories',
  description:
    'Replaces whole words. To undo it, exchange `from` and `to`, and send `changed` of the answer ' +
    'as `only`. A name is added to the vocabulary, unless you send `only`.',
  scope: 'conversations:write',
  effect: 'write',
  gate: 'memories',
  input: z
    .strictObject({
      ...Change,
      only: Changed.optional().describe('Replaces the words only in these records.'),
    })
    .meta({ id: 'WordReplacementEverywhere' }),
  output: z
    .object({
      places: Counts.describe('The places that were changed.'),
      changed: Changed.describe('The records that were changed.'),
    })
    .meta({ id: 'ReplacedEverywhere' }),
  run: (context, input) => replace(context, input, { withMemories: true }),
  whileClosed: (context, input) => replace(context, input, { withMemories: false }),
});

type Asked = WordChange & { conversation_id?: string | undefined };

async function placeOf(
  context: Context,
  { from, to, conversation_id }: Asked,
): Promise<WordsPlace> {
  if (!/[\p{L}\p{N}]/u.test(from)) {
    throw new Invalid('Send at least one letter or digit to replace.');
  }
  if (from === to) throw new Invalid('from and to are the same words.');
  if (conversation_id !== undefined) await findConversation(context, conversation_id);
  return { user_id: userOf(context), conversation_id, words: from };
}

interface Found {
  spoken: Awaited<ReturnType<typeof sql.selectSpoken>>;
  notes: Notes[];
  tasks: { id: string; text: string }[];
  facts: { id: string; text: string }[];
}

/** Reads the records that have the words; of `only`, if it is given. */
async function read(
  context: Context,
  asked: Asked,
  { withMemories, only }: Scope & { only?: Changed | undefined },
): Promise<Found> {
  const place = await placeOf(context, asked);
  const { db } = context;
  const [spoken, notes, tasks, facts] = [
    await sql.selectSpoken(db, place),
    await sql.selectNotes(db, place),
    await sql.selectTaskTexts(db, place),
    withMemories ? await sql.selectFacts(db, place) : [],
  ];
  const has = (text: string) => countWords(text, asked) > 0;
  const wanted = <Row extends { id: string }>(rows: Row[], ids: string[] | undefined): Row[] => {
    const set = ids && new Set(ids);
    return set ? rows.filter(({ id }) => set.has(id)) : rows;
  };
  return {
    spoken: wanted(spoken, only?.segments).filter(({ text }) => has(text)),
    notes: wanted(notes, only?.conversations).filter((each) => countInNotes(each, asked) > 0),
    tasks: wanted(tasks, only?.tasks).filter(({ text }) => has(text)),
    facts: wanted(facts, only?.memories).filter(({ text }) => has(text)),
  };
}

async function count(context: Context, asked: Asked, scope: Scope): Promise<Counts> {
  return countsOf(await read(context, asked, scope), asked);
}

function countsOf({ spoken, notes, tasks, facts }: Found, change: WordChange): Counts {
  const inTexts = (rows: readonly { text: string }[]) =>
    sum(rows.map(({ text }) => countWords(text, change)));
  const counts = {
    words: inTexts(spoken),
    notes: sum(notes.map((each) => countInNotes(each, change))),
    tasks: inTexts(tasks),
    memories: inTexts(facts),
  };
  return { ...counts, total: sum(Object.values(counts)) };
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0);

function countInNotes({ title, overview, events, apps_results }: Notes, change: WordChange) {
  const texts = [
    title,
    overview,
    ...events.flatMap((event) => [event.title, event.description]),
    ...apps_results.map(({ content }) => content),
  ];
  return sum(texts.map((text) => countWords(text, change)));
}

async function replace(
  context: Context,
  { only, ...asked }: Asked & { only?: Changed | undefined },
  scope: Scope,
) {
  return transaction(context.db, async (db) => {
    const inside = { ...context, db };
    const found = await read(inside, asked, { ...scope, only });
    const changed: Changed = { segments: [], conversations: [], tasks: [], memories: [] };
    const counts = { ...countsOf(found, asked), words: 0 };
    for (const [id, segments] of Map.groupBy(found.spoken, (each) => each.conversation_id)) {
      const segment_ids = segments.map((segment) => segment.id);
      const replaced = await replaceIn(inside, id, { change: asked, segment_ids });
      counts.words += replaced.count;
      changed.segments.push(...replaced.segments.map((segment) => segment.id));
    }
    for (const notes of found.notes) {
      await reviseNotes(inside, notes.id, revised(notes, asked));
      changed.conversations.push(notes.id);
    }
    for (const { id, text } of found.tasks) {
      const description = replacedText(text, asked);
      await updateActionItem(inside, { action_item_id: id, description });
      changed.tasks.push(id);
    }
    for (const { id, text } of found.facts) {
      await updateMemory(inside, { memory_id: id, content: replacedText(text, asked) });
      changed.memories.push(id);
    }
    const total = counts.words + counts.notes + counts.tasks + counts.memories;
    if (total > 0 && !only && isNameLike(asked.to)) await learnWord(inside, asked.to);
    return { places: { ...counts, total }, changed };
  });
}

/** Returns the notes with the right words, as they are stored. */
function revised({ title, overview, events, apps_results }: Notes, change: WordChange) {
  const right = (text: string) => replacedText(text, change);
  return {
    title: right(title),
    overview: right(overview),
    events: JSON.stringify(
      events.map((event) => ({
        ...event,
        title: right(event.title),
        description: right(event.description),
      })),
    ),
    apps_results: JSON.stringify(
      apps_results.map((result) => ({ ...result, content: right(result.content) })),
    ),
  };
}
