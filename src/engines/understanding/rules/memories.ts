import { MEMORIES_OF_EACH_KIND } from '../maker.ts';
import type { MadeMemory } from '../maker.ts';
import { answerInFull } from './memory-answers.ts';
import { chanceOf, kindOf, TIME_BOUND } from './memory-cues.ts';
import { asFact, isOpinion, MOST_WORDS, OWN, ownClause } from './memory-wording.ts';
import type { Reading, Sentence } from './reading.ts';
import { isSameAsAny } from './similar.ts';
import { contentStems, wordsOf } from './text.ts';

/** Chance that a sentence is a lasting fact about its speaker; below it is let go. Not calibrated. */
const THRESHOLD = 0.12;
/**
 * Words the recogniser was less sure of than this never become a memory: a wrong fact that stays is
 * worse than a missed one. Unknown confidence (typed text) counts as certain.
 */
export const LEAST_CONFIDENCE = 0.6;

interface Candidate {
  sentence: Sentence;
  content: string;
  chance: number;
}

/** Lasting facts about the user, in the user's own first person and for certain. */
export function memoriesOf(reading: Reading): MadeMemory[] {
  const { known_memories, rejected_memories, memories_of_each_kind } = reading.transcript;
  const most = memories_of_each_kind ?? MEMORIES_OF_EACH_KIND;
  const candidates = reading.sentences.flatMap((sentence) => candidateIn(sentence, reading) ?? []);
  const made: MadeMemory[] = [];
  for (const { sentence, content, chance } of candidates.toSorted((a, b) => b.chance - a.chance)) {
    if (chance < THRESHOLD) break;
    const category = roomFor(kindOf(content), made, most);
    if (!category) break;
    const taken = [
      ...known_memories,
      ...rejected_memories,
      ...made.map((memory) => memory.content),
    ];
    if (isSameAsAny(content, taken)) continue;
    made.push({ content, category, segment_id: sentence.segment.id });
  }
  return made;
}

/** Many facts are both: what finds its own kind full may still be told as the other. */
function roomFor(
  kind: MadeMemory['category'],
  made: MadeMemory[],
  most: number,
): MadeMemory['category'] | null {
  const other = kind === 'system' ? 'interesting' : 'system';
  const hasRoom = (one: MadeMemory['category']): boolean =>
    made.filter(({ category }) => category === one).length < most;
  return hasRoom(kind) ? kind : hasRoom(other) ? other : null;
}

function candidateIn(sentence: Sentence, reading: Reading): Candidate | null {
  const { segment, text, isQuestion, index, turn } = sentence;
  if (!segment.is_user || (segment.confidence ?? 1) < LEAST_CONFIDENCE || isQuestion) return null;
  const before = reading.sentences[index - 1];
  const answers = before !== undefined && before.isQuestion && before.turn !== turn;
  const inFull = answers ? answerInFull(before.text, text) : null;
  const clause = ownClause(inFull ?? text);
  const opinion = isOpinion(clause);
  if (TIME_BOUND.test(clause) || !(OWN.test(clause) || opinion)) return null;
  const content = asFact(clause);
  if (content === null) return null;
  const words = wordsOf(content).length;
  if (words < (inFull ? 2 : 3) || words > MOST_WORDS) return null;
  const stems = new Set(contentStems(clause)).size;
  const place = inFull ? 'full answer' : answers ? 'answer' : opinion ? 'opinion' : 'statement';
  return { sentence, content, chance: chanceOf(clause, stems, place) };
} // prettier-ignore
