import { comparable, textKey } from '../../core/text.ts';
import { z } from 'zod';
import { defineEvent } from '../../core/event.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { MAX_CHARACTERS, MAX_WORDS, Vocabulary, VocabularyPut } from './vocabulary.ts';
import * as sql from './vocabulary.sql.ts';
import type { WordRow } from './vocabulary.sql.ts';

/** Tells live sessions of the user that the list has changed. */
export const vocabularyChanged = defineEvent({
  name: 'vocabulary.changed',
  payload: z.object({}),
});

export const getVocabulary = defineOperation({
  name: 'getVocabulary',
  summary: 'List the names and terms that the user is likely to say',
  description:
    'Recognisers expect these words, and a word that sounds the same becomes one of them when the ' +
    'recogniser was not sure.',
  scope: 'conversations:read',
  effect: 'read',
  input: NoInput,
  output: Vocabulary,
  run: async (context) => ({ words: await sql.selectWords(context.db, userOf(context)) }),
});

export const replaceVocabulary = defineOperation({
  name: 'replaceVocabulary',
  summary: 'Replace the list of names and terms',
  description:
    'Sets the whole list: read it first, and send `If-Match` so that no word learned meanwhile is ' +
    'lost. A live session corrects with the new list at once, and its recogniser gets it with the ' +
    'next conversation.',
  scope: 'conversations:write',
  effect: 'write',
  input: VocabularyPut,
  output: Vocabulary,
  run: (context, { words }) =>
    transaction(context.db, async (db) => {
      const user_id = userOf(context);
      await sql.lockWords(db, user_id);
      const rows = folded(words).map((word, place) => rowOf(context, { word, place }));
      const kept = new Set(rows.map(({ word_key }) => word_key.toString('hex')));
      const before = await sql.selectWords(db, user_id);
      const removed = before.filter(({ word_key }) => !kept.has(word_key.toString('hex')));
      const ids = removed.map(({ id }) => id);
      await sql.deleteWords(db, user_id, ids);
      await sql.upsertWords(db, rows);
      await context.outbox.emit(db, vocabularyChanged, { user_id, payload: {} });
      return { words: await sql.selectWords(db, user_id) };
    }),
});

/** Returns the words without those that differ from an earlier one only in case or spaces. */
function folded(words: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const word of words) {
    const key = comparable(word);
    if (!byKey.has(key)) byKey.set(key, word.replace(/\s+/gu, ' '));
  }
  return [...byKey.values()];
}

function rowOf(
  context: Context,
  { word, place, learned = false }: { word: string; place: number; learned?: boolean },
): WordRow {
  return {
    user_id: userOf(context),
    id: context.newId(),
    word,
    word_key: textKey(comparable(word)),
    learned,
    place,
    created_at: context.clock.now(),
  };
}

/**
 * Adds a word from a correction of the user. The list has a limit: the oldest learned word makes
 * room, but a word of the user's own never does. Must run in a transaction.
 */
export async function learnWord(context: Context, word: string): Promise<void> {
  if (word.length > MAX_CHARACTERS) return;
  const user_id = userOf(context);
  await sql.lockWords(context.db, user_id);
  const rows = await sql.selectWords(context.db, user_id);
  const row = rowOf(context, { word, place: 0, learned: true });
  if (rows.some(({ word_key }) => word_key.equals(row.word_key))) return;
  if (rows.length >= MAX_WORDS) {
    const oldest = rows.at(-1)!;
    if (!oldest.learned) return;
    await sql.deleteWords(context.db, user_id, [oldest.id]);
  }
  await sql.insertWord(context.db, row);
  await context.outbox.emit(context.db, vocabularyChanged, { user_id, payload: {} });
}

/** Returns the words of the list in its order. */
export async function listedWords(context: Context): Promise<string[]> {
  const rows = await sql.selectWords(context.db, userOf(context));
  return rows.map(({ word }) => word);
}
