import { MOVED_ELSEWHERE } from '../facts/relations/home-and-work.ts';
import { isAboutSomebody } from '../facts/fact-aspects.ts';
import { answerInFull } from './memory-answers.ts';
import {
  ABOUT_LISTENER,
  factChanceOf,
  isPlainFact,
  OF_THE_MOMENT,
  ON_A_DATE,
  PAST,
  TIME_BOUND,
} from './memory-cues.ts';
import { tagged } from '../language.ts';
import { factsJoinedIn } from './joined-facts.ts';
import { asFact, isDangling, isOpinion, MAX_WORDS, OWN, ownClause } from './memory-wording.ts';
import type { TranscriptSegment } from '../maker.ts';
import type { Reading, Sentence } from './reading.ts';
import { contentStems, wordsOf } from './text.ts';

/**
 * Words with a lower confidence never become a memory, because a wrong memory is worse than a
 * missing one. Words without a confidence (typed text) are treated as certain.
 */
export const MIN_CONFIDENCE = 0.6;

/** Returns whether the user surely said a segment, and the recogniser was sure of its words. */
export const isSurelyOwn = ({
  is_user,
  is_user_probable,
  confidence,
}: TranscriptSegment): boolean =>
  is_user && !is_user_probable && (confidence ?? 1) >= MIN_CONFIDENCE;

/** A fact about the user from one of the user's sentences. */
export interface Telling {
  sentence: Sentence;
  content: string;
  /** The content; or its facts, when "and" joins several that are clear without each other. */
  facts: string[];
  words: number;
  /** An uncalibrated probability. */
  chance: number;
  /** True for "I take my coffee black", and for short answers to questions about the user. */
  isPlain: boolean;
  /** True when the fact is about the user, either in the first person or as an opinion. */
  isOwn: boolean;
  /** True when the fact is about somebody else, who is named. */
  isAboutSomebody: boolean;
  /** True for sentences such as "It helps me relax", which need the previous sentence. */
  leansOnBefore: boolean;
}

export function tellingOf(sentence: Sentence, reading: Reading): Telling | null {
  const { segment, isQuestion, index, turn } = sentence;
  if (!segment.is_user || (segment.confidence ?? 1) < MIN_CONFIDENCE || isQuestion) return null;
  const text = spelled(sentence.text);
  const before = reading.sentences[index - 1];
  const answers = before !== undefined && before.isQuestion && before.turn !== turn;
  const inFull = answers ? answerInFull(before.text, text) : null;
  const clause = withName(
    withoutAside(withoutConsequence(ownClause(plainPartOf(inFull ?? text)))),
    sentence,
    reading,
  );
  if ([TIME_BOUND, ABOUT_LISTENER, OF_THE_MOMENT, MOVED_ELSEWHERE].some((not) => not.test(clause)))
    return null;
  const content = asFact(clause, sentence.listener);

  if (ON_A_DATE.test(content) && !PAST.test(content)) return null;
  const words = wordsOf(content).length;
  const isPlain = inFull !== null || isPlainFact(clause);
  if (words < (isPlain ? 2 : 3) || words > MAX_WORDS) return null;
  const opinion = isOpinion(clause);
  const stems = new Set(contentStems(clause)).size;
  const place = inFull ? 'full answer' : answers ? 'answer' : opinion ? 'opinion' : 'statement';
  return {
    sentence,
    content,
    facts: factsOf(clause, content, sentence),
    words,
    chance: factChanceOf(clause, stems, place),
    isPlain,
    isOwn: (opinion || OWN.test(clause)) && !isAboutListener(clause) && !echoes(sentence, reading),
    isAboutSomebody: isAboutSomebody(content) && !isAboutListener(clause),
    leansOnBefore: !opinion && isDangling(content),
  };
}

/** Restores the apostrophes and the "I" that recognisers leave out: "i dont" becomes "I don't". */
const spelled = (text: string): string =>
  text
    .replaceAll(
      /\b(ca|wo|do|did|does|is|was|are|were|could|would|should|has|have|had)nt\b/gi,
      "$1n't",
    )
    .replaceAll(/\bi(m|ve)\b/gi, "I'$1")
    .replaceAll(/\bi(?='| |$)/g, 'I');

function factsOf(clause: string, content: string, { listener }: Sentence): string[] {
  const facts = factsJoinedIn(clause);
  if (facts.length === 1) return [content];
  return facts.map((fact) => asFact(ownClause(fact), listener));
}

/** Speech joins sentences with commas: "I'm no better, I can't touch shellfish, I swell up." */
const SPLICE =
  /(?:, (?:and |but |because |cos )?| (?:and|but|because|cos) )(?=(?:[Ii]|[Ii]'m|[Ii]'ve|we|we're|we've|my|our)\b)| (?=(?:I|I'm|I've)\b)/u;
/** Words that make the next clause depend on them. */
const LEADS_ON =
  /\b(?:if|when|unless|until|till|while|whether|that|because|since|before|after|once|so|as|than|like|though|although|where|how|what|who|which|why|think|thinks|thought|hope|wish|bet|say|says|said|told|know|knows|knew|mean|means|sure|the \p{L}+|all|everything|anything|time)$/iu;

/** "My sister and I live in Porto" has one subject. */
const SUBJECT = /^(?:me|(?:my|our) \S+(?: \S+)?|\p{Lu}\p{Ll}+)$/iu;

/** Returns the part of a sentence that alone is a plain fact, if one is; otherwise the sentence. */
function plainPartOf(text: string): string {
  const parts = text.split(SPLICE);
  if (parts.length === 1) return text;
  const whole = ownClause(text);
  if (isPlainFact(whole) || factsJoinedIn(whole).length > 1) return text;
  const plain = parts.find(
    (part, at) =>
      !LEADS_ON.test(parts[at - 1] ?? '') &&
      !SUBJECT.test(parts[at - 1] ?? '') &&
      isPlainFact(ownClause(part)),
  );
  return plain ?? text;
}

const HE_OR_SHE = /^(?:he|she)(?='s\b| )/i;
/** The name of a place follows these words. */
const BEFORE_PLACE = /^(?:in|at|from|to|near|around|through|via|of)$/i;

/** "He's my husband" is clear with the name of the sentence before: "Anil's my husband". */
function withName(clause: string, { index, turn }: Sentence, { sentences }: Reading): string {
  if (!HE_OR_SHE.test(clause)) return clause;
  const before = sentences[index - 1];
  if (!before || turn - before.turn > 1) return clause;
  const words = tagged(before.text);
  const names = words.filter(
    ({ text, pos }, at) =>
      pos === 'PROPN' &&
      /^\p{Lu}\p{L}+$/u.test(text) &&
      !BEFORE_PLACE.test(words[at - 1]?.text ?? '') &&
      text !== before.listener,
  );
  const [name, ...others] = new Set(names.map(({ text }) => text));
  return name && others.length === 0 ? clause.replace(HE_OR_SHE, name) : clause;
}

/**
 * The fact may be lasting although its consequence is temporary: "I'm allergic to nuts, so no cake
 * this time".
 */
function withoutConsequence(clause: string): string {
  const fact = /^(.+?),? so (?!that\b|much\b|many\b|far\b|long\b)/i.exec(clause)?.[1];
  return fact && isPlainFact(fact) ? fact : clause;
}

/** Words to the listener and a further statement of its own: "I'm deaf in this ear, go ahead". */
const ASIDE = new RegExp(
  String.raw`,? (?:see|you see|you know|by the way|mind you|honey|love|ha)(?=,|$)|` +
    String.raw`, (?:(?:they|he|she|it|we|you|that|there|this|who|i)(?:'s|'re|'ll|'d|'m|'ve)?` +
    String.raw`|(?:and|but|so) (?:they|he|she|it|we|you|that|there|this|i)|go|come|let|don't) .*$`,
  'gi',
);
const MIN_WORDS_WITHOUT_ASIDE = 3;

function withoutAside(clause: string): string {
  const rest = clause.replaceAll(ASIDE, '').trim();
  return wordsOf(rest).length >= MIN_WORDS_WITHOUT_ASIDE && OWN.test(rest) ? rest : clause;
}

/**
 * "Your studio means a lot to me" is about the studio, but "I admire your studio" is about the
 * user.
 */
const isAboutListener = (clause: string): boolean =>
  /\byou(?:'|r|\b)/i.test(clause) && !/^(?:i|i'm|i've|i'd|my|our)\b/i.test(clause);

/** The minimum share of words that an echo has in common with the other speaker's sentence. */
const ECHO = 0.6;

/**
 * Returns true when the sentence repeats the other speaker: "Staying focused is key." "Yes, I have
 * to stay focused."
 */
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
