import { unitsOf } from '../../engines/words/units.ts';
import { wordsOf } from '../../engines/words/terms.ts';
import { Secrets } from '../../engines/secrets/secrets.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import * as sql from './outcomes.sql.ts';

/** What was read in a talk and is now decided by the user. */
export interface Judged {
  id: string;
  text: string;
  /** The chance that the reading gave it; null for what was not read. */
  confidence: number | null;
  conversation_id: string | null;
  segment_id: string | null;
}

/**
 * Returns the sentence of a talk from which a record was read, without secrets; null when its words
 * are gone.
 */
export async function sentenceAbout(
  context: Context,
  { text, conversation_id, segment_id }: Judged,
): Promise<string | null> {
  if (conversation_id === null || segment_id === null) return null;
  const place = { conversation_id, segment_id };
  const turns = await sql.selectTurns(context.db, userOf(context), place);
  const at = turns.findIndex(({ id }) => id === segment_id);
  if (at < 0) return null;
  const masked = new Secrets().learn(turns.map((turn) => turn.text));
  return nearestSentence(masked[at]!, text);
}

/** Returns the sentence of a turn that has the most words in common with a text. */
export function nearestSentence(turn: string, text: string): string {
  const wanted = new Set(wordsOf(text));
  let best = turn.trim();
  let most = -1;
  for (const { text: sentence } of unitsOf({ language: '', turns: [spoken(turn)] })) {
    const shared = wordsOf(sentence).filter((word) => wanted.has(word)).length;
    if (shared > most) [best, most] = [sentence, shared];
  }
  return best;
}

const spoken = (text: string) => ({ text, speaker: '', isUser: false });
