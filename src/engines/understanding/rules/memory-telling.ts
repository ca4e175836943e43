import { answerInFull } from './memory-answers.ts';
import { ABOUT_LISTENER, chanceOf, TIME_BOUND, TRAIT } from './memory-cues.ts';
import { asFact, isDangling, isOpinion, MOST_WORDS, OWN, ownClause } from './memory-wording.ts';
import type { Reading, Sentence } from './reading.ts';
import { contentStems, wordsOf } from './text.ts';

/**
 * Words the recogniser was less sure of than this never become a memory: a wrong fact that stays is
 * worse than a missed one. Unknown confidence (typed text) counts as certain.
 */
export const LEAST_CONFIDENCE = 0.6;

/** What a sentence of the user tells of the user. */
export interface Telling {
  sentence: Sentence;
  content: string;
  words: number;
  /** Not calibrated. */
  chance: number;
  /** It speaks of the user: in the first person, or as an opinion. */
  isOwn: boolean;
  /** "It helps me relax" needs the sentence before it. */
  leansOnBefore: boolean;
}

export function tellingOf(sentence: Sentence, reading: Reading): Telling | null {
  const { segment, text, isQuestion, index, turn } = sentence;
  if (!segment.is_user || (segment.confidence ?? 1) < LEAST_CONFIDENCE || isQuestion) return null;
  const before = reading.sentences[index - 1];
  const answers = before !== undefined && before.isQuestion && before.turn !== turn;
  const inFull = answers ? answerInFull(before.text, text) : null;
  const clause = ownClause(inFull ?? text);
  if (TIME_BOUND.test(clause) || ABOUT_LISTENER.test(clause)) return null;
  const content = asFact(clause, sentence.listener);
  const words = wordsOf(content).length;
  if (words < (inFull || TRAIT.test(clause) ? 2 : 3) || words > MOST_WORDS) return null;
  const opinion = isOpinion(clause);
  const stems = new Set(contentStems(clause)).size;
  const place = inFull ? 'full answer' : answers ? 'answer' : opinion ? 'opinion' : 'statement';
  return {
    sentence,
    content,
    words,
    chance: chanceOf(clause, stems, place),
    isOwn: (opinion || OWN.test(clause)) && !isAboutListener(clause) && !echoes(sentence, reading),
    leansOnBefore: !opinion && isDangling(content),
  };
} // prettier-ignore

/** "Your studio means a lot to me" is about the studio; "I admire your studio" about the user. */
const isAboutListener = (clause: string): boolean =>
  /\byou(?:'|r|\b)/i.test(clause) && !/^(?:i|i'm|i've|i'd|my|our)\b/i.test(clause);

/** From this share on the words are those of the other one. */
const ECHO = 0.6;

/** Says the words of the other one again: "Staying focused is key." "Yes, I have to stay focused." */
function echoes({ index, turn, stems: said }: Sentence, { sentences }: Reading): boolean {
  const stems = new Set(said);
  if (stems.size < 3) return false;
  const heard = new Set<string>();
  for (let i = index - 1; i >= 0 && sentences[i]!.turn >= turn - 1; i -= 1) {
    if (sentences[i]!.turn === turn - 1 && !sentences[i]!.isQuestion)
      for (const stem of sentences[i]!.stems) heard.add(stem);
  }
  return [...stems].filter((stem) => heard.has(stem)).length >= stems.size * ECHO;
}
