import type { MadeMemory } from '../maker.ts';
import { chanceOf, kindOf, TIME_BOUND, WHEN_IT_HAPPENED } from './memory-cues.ts';
import type { Reading, Sentence } from './reading.ts';
import { bare } from './retelling.ts';
import { isSameAsAny } from './similar.ts';
import { capitalised, contentStems, shortened, wordsOf } from './text.ts';
import { inThirdPerson } from './third-person.ts';

/** Contract: at most this many of each kind from one conversation. */
const OF_EACH_KIND = 2;
/**
 * Chance that a sentence is a lasting fact about its speaker; below it is let go. The scale is not
 * calibrated: on conversations labelled by hand two of three that pass here are wanted.
 */
const THRESHOLD = 0.15;
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
    const category = roomFor(kindOf(content), made);
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
function roomFor(kind: MadeMemory['category'], made: MadeMemory[]): MadeMemory['category'] | null {
  const other = kind === 'system' ? 'interesting' : 'system';
  const hasRoom = (one: MadeMemory['category']): boolean =>
    made.filter(({ category }) => category === one).length < OF_EACH_KIND;
  return hasRoom(kind) ? kind : hasRoom(other) ? other : null;
}

const OWN = /\b(?:i|i'm|i've|i'd|my|me|we|our|us|we're|we've)\b/i;
/** "Researching adoption agencies": the subject that speech leaves out is the speaker. */
const ELLIPTIC =
  /^(?:(?:been|still|just|also|always|currently) )?(?:[a-z]+ing)\b (?!is|was|has|are|were|can|will)/i;

/** With a verb of its own the -ing word is the subject: "painting is my favourite". */
const FINITE =
  /\b(?:is|are|was|were|has|have|helps?|makes?|gives?|brings?|keeps?|means|feels?|takes?)\b/i;

function candidateIn(sentence: Sentence, reading: Reading): Candidate | null {
  const { segment, text, isQuestion, index, turn } = sentence;
  if (!segment.is_user || (segment.confidence ?? 1) < LEAST_CONFIDENCE || isQuestion) return null;
  const clause = withSubject(mainClause(bare(text).replaceAll(WHEN_IT_HAPPENED, ' ').replace(/\s+/g, ' ').trim()));
  if (TIME_BOUND.test(clause) || !OWN.test(clause)) return null;
  const content = asFact(clause);
  const words = wordsOf(content).length;
  if (DANGLING.test(content)) return null;
  if (words < 3 || words > MOST_WORDS) return null;
  const before = reading.sentences[index - 1];
  const answers = before !== undefined && before.isQuestion && before.turn !== turn;
  return { sentence, content, chance: chanceOf(clause, new Set(contentStems(clause)).size, answers) };
} // prettier-ignore

/** Of a long sentence the first part that speaks of the user. */
function mainClause(clause: string): string {
  if (wordsOf(clause).length <= MOST_WORDS) return clause;
  const parts = clause.split(/ - |; |--|, (?:and|but|so|which|because) | (?:but|because) /);
  return parts.find((part) => OWN.test(part) && wordsOf(part).length >= 5) ?? clause;
}

/** Nobody who reads it alone would know of whom or what it speaks. */
const DANGLING =
  /^(?:they|them|their (?=\w+ (?:is|was|are) so)|if|it|its|this|that|these|those|as for|since|by|so|then|when|while|him|her|he|she)\b|^\w+ (?:it|this|that|him|her|them)\b|\b(?:him|her) (?:afterwards|too|again)\b/i;

function withSubject(clause: string): string {
  if (
    !ELLIPTIC.test(clause) ||
    FINITE.test(clause) ||
    OWN.test(clause.split(' ').slice(0, 3).join(' '))
  )
    return clause;
  const rest = `${clause.charAt(0).toLowerCase()}${clause.slice(1)}`;
  return /^been\b/i.test(clause) ? `I've ${rest}` : `I'm ${rest}`;
}

/** Stands for the user while the sentence is turned round; a letter that no text contains. */
const USER = '\uE000';

/** "I live in Lisbon" becomes "Lives in Lisbon"; "my sister is a nurse" "Sister is a nurse". */
function asFact(clause: string): string {
  const isKnown = !/^(?:i|i'm|i've|i'd|my)\b/i.test(clause);
  const told = inThirdPerson(clause, { speaker: USER, listener: null, again: 'they', isKnown });
  const plain = told
    .replace(new RegExp(`^${USER}(?:'s)? `), '')
    .replaceAll(`${USER}'s`, 'their')
    .replaceAll(USER, 'them');
  return shortened(capitalised(plain.replace(/[\s.!,;:-]+$/, '')), LONGEST);
}
