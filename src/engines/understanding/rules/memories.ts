import type { MadeMemory } from '../maker.ts';
import { chanceOf, kindOf, TIME_BOUND, WHEN_IT_HAPPENED } from './memory-cues.ts';
import type { Reading, Sentence } from './reading.ts';
import { bare } from './retelling.ts';
import { isSameAsAny } from './similar.ts';
import { capitalised, contentStems, shortened, wordsOf } from './text.ts';
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
const MOST_WORDS = 22;

interface Candidate {
  sentence: Sentence;
  content: string;
  chance: number;
}

/** Lasting facts about the user, in the user's own first person and for certain. */
export function memoriesOf(reading: Reading): MadeMemory[] {
  const { known_memories, rejected_memories } = reading.transcript;
  const candidates = reading.sentences.flatMap((sentence) => candidateIn(sentence, reading) ?? []);
  const made: MadeMemory[] = [];
  for (const { sentence, content, chance } of candidates.toSorted((a, b) => b.chance - a.chance)) {
    if (chance < THRESHOLD) break;
    const category = kindOf(content);
    if (made.filter((memory) => memory.category === category).length >= OF_EACH_KIND) continue;
    const taken = [...known_memories, ...rejected_memories, ...made.map((memory) => memory.content)];
    if (isSameAsAny(content, taken)) continue;
    made.push({ content, category, segment_id: sentence.segment.id });
  }
  return made;
}

const OWN = /\b(?:i|i'm|i've|i'd|my|me|we|our|us|we're|we've)\b/i;
/** "Researching adoption agencies": the subject that speech leaves out is the speaker. */
const ELLIPTIC = /^(?:(?:been|still|just|also|always|currently) )?(?:[a-z]+ing)\b (?!is|was|has|are|were|can|will)/i;

function candidateIn(sentence: Sentence, reading: Reading): Candidate | null {
  const { segment, text, isQuestion, index, turn } = sentence;
  if (!segment.is_user || (segment.confidence ?? 1) < LEAST_CONFIDENCE || isQuestion) return null;
  const clause = withSubject(bare(text)).replaceAll(WHEN_IT_HAPPENED, ' ').replace(/\s+/g, ' ').trim();
  if (TIME_BOUND.test(clause) || !OWN.test(clause)) return null;
  const content = asFact(clause);
  const words = wordsOf(content).length;
  if (words < 3 || words > MOST_WORDS) return null;
  const before = reading.sentences[index - 1];
  const answers = before !== undefined && before.isQuestion && before.turn !== turn;
  return { sentence, content, chance: chanceOf(clause, new Set(contentStems(clause)).size, answers) };
} // prettier-ignore

function withSubject(clause: string): string {
  if (!ELLIPTIC.test(clause) || OWN.test(clause.split(' ').slice(0, 3).join(' '))) return clause;
  const rest = `${clause.charAt(0).toLowerCase()}${clause.slice(1)}`;
  return /^been\b/i.test(clause) ? `I've ${rest}` : `I'm ${rest}`;
}

/** Stands for the user while the sentence is turned round; a letter that no text contains. */
const USER = '\uE000';

/** "I live in Lisbon" becomes "Lives in Lisbon"; "my sister is a nurse" "Sister is a nurse". */
function asFact(clause: string): string {
  const told = inThirdPerson(clause, { speaker: USER, listener: null });
  const plain = told
    .replace(new RegExp(`^${USER}(?:'s)? `), '')
    .replaceAll(`${USER}'s`, 'their')
    .replaceAll(USER, 'they')
    .replace(/^they (?=\w+(?:ed)?\b)/i, '');
  return shortened(capitalised(plain.replace(/[\s.!,;:-]+$/, '')), LONGEST);
}
