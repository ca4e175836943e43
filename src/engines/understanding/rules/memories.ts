import type { MadeMemory } from '../maker.ts';
import { cueScore, TIME_BOUND, whatKind } from './memory-cues.ts';
import type { Reading, Sentence } from './reading.ts';
import { bare } from './retelling.ts';
import { isSameAsAny } from './similar.ts';
import { capitalised, shortened, wordsOf } from './text.ts';
import { inThirdPerson } from './third-person.ts';

/** Contract: at most this many of each kind from one conversation. */
const OF_EACH_KIND = 2;
/** Chance that a sentence is a lasting fact about its speaker; below it is let go. */
const THRESHOLD = 0.35;
/**
 * Words the recogniser was less sure of than this never become a memory: a wrong fact that stays is
 * worse than a missed one. Unknown confidence (typed text) counts as certain.
 */
export const LEAST_CONFIDENCE = 0.6;
const LONGEST = 200;

interface Candidate {
  sentence: Sentence;
  content: string;
  chance: number;
}

/** Lasting facts about the user, in the user's own first person and for certain. */
export function memoriesOf(reading: Reading): MadeMemory[] {
  const { known_memories, rejected_memories } = reading.transcript;
  const candidates = reading.sentences.flatMap((sentence) => candidatesIn(sentence));
  const made: MadeMemory[] = [];
  for (const { sentence, content, chance } of candidates.toSorted((a, b) => b.chance - a.chance)) {
    if (chance < THRESHOLD) break;
    const category = whatKind(content);
    if (made.filter((memory) => memory.category === category).length >= OF_EACH_KIND) continue;
    if (isSameAsAny(content, [...known_memories, ...rejected_memories, ...made.map((memory) => memory.content)])) continue; // prettier-ignore
    made.push({ content, category, segment_id: sentence.segment.id });
  }
  return made;
}

function candidatesIn(sentence: Sentence): Candidate[] {
  const { segment } = sentence;
  if (!segment.is_user || (segment.confidence ?? 1) < LEAST_CONFIDENCE || sentence.isQuestion)
    return [];
  const clause = bare(sentence.text);
  if (TIME_BOUND.test(clause) || !/\b(?:i|i'm|i've|i'd|my|we|our|we're|we've)\b/i.test(clause))
    return [];
  const content = asFact(clause);
  const words = wordsOf(content).length;
  if (!content || words < 3 || words > 24) return [];
  return [{ sentence, content, chance: 1 / (1 + Math.exp(-cueScore(clause))) }];
}

/** "I live in Lisbon" becomes "Lives in Lisbon"; "my sister is a nurse" "Sister is a nurse". */
function asFact(clause: string): string {
  const told = inThirdPerson(clause, { speaker: '\uE000', listener: null });
  const plain = told
    .replace(/^\uE000 /, '')
    .replace(/^\uE000's /, '')
    .replaceAll("\uE000's", 'their')
    .replace(/^.*?\b(?:because|since|and|but|so) \uE000 /, '')
    .replaceAll('\uE000', 'they')
    .replace(/^(?:is|has) (?=(?:a|an|the) )/, (verb) => verb);
  return shortened(capitalised(plain.replace(/[\s.!,;:-]+$/, '')), LONGEST);
}
