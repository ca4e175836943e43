import { comparable, textKey } from '../../core/text.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { Vocabulary, VocabularyPut } from './vocabulary.ts';
import * as sql from './vocabulary.sql.ts';
import type { WordRow } from './vocabulary.sql.ts';

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
    'lost. A live session uses the list from its next conversation on.',
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

function rowOf(context: Context, { word, place }: { word: string; place: number }): WordRow {
  return {
    user_id: userOf(context),
    id: context.newId(),
    word,
    word_key: textKey(comparable(word)),
    learned: false,
    place,
    created_at: context.clock.now(),
  };
}
