/** Describes the sentences of a talk as answers to a question. */
import { wordList } from '../../core/text.ts';
import { isStopWord, termOf, wordsOf } from '../search/words.ts';
import { hashed, scores, type LinearModel } from '../understanding/reader/model.ts';
import { bucketOf, stepFeatures } from '../understanding/reader/steps.ts';
import { classesOf, isTimeWord } from '../understanding/reader/word-classes.ts';

export interface Spoken {
  speaker: string;
  text: string;
}

export interface Candidate {
  /** The index of the turn. */
  turn: number;
  text: string;
  features: string[];
  /** The share of the question's words that occur in the sentence or beside it, 0 to 1. */
  coverage: number;
  /** True when the sentence itself has half of the question's words, and what it asks for. */
  isFull: boolean;
}

/** A candidate with its score by the model `answer`, and its lead over the next one. */
export interface BestCandidate<Of extends Candidate = Candidate> {
  candidate: Of;
  score: number;
  lead: number;
}

/** The lead of a single candidate. */
const MAX_LEAD = 3;

/** Returns null without candidates. */
export function bestOf<Of extends Candidate>(
  candidates: readonly Of[],
  model: LinearModel,
): BestCandidate<Of> | null {
  const rated = candidates.map((candidate) => ({
    candidate,
    score: scores(model, hashed(candidate.features))[0]!,
  }));
  const [best, next] = rated.toSorted((one, other) => other.score - one.score);
  return best ? { ...best, lead: next ? best.score - next.score : MAX_LEAD } : null;
}

/** Describes the best candidate to the model `answered`, which judges whether it is an answer. */
export function answeredFeatures({ candidate, score, lead }: BestCandidate): string[] {
  return [
    ...candidate.features.map((feature) => `best ${feature}`),
    ...stepFeatures('score', score),
    ...stepFeatures('lead', lead, LEADS),
    ...stepFeatures('covered', candidate.coverage, TENTHS),
  ];
}

const LEADS = [0.1, 0.3, 0.6, 1, 1.5, 2.5];
const TENTHS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** The kind of answer that a question asks for, in the languages of the reader. */
const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [
    anyOf(
      'when|what time|what day|which day|until when|since when',
      'wann|um wie ?viel uhr|welchem tag|cuándo|cuando|a qué hora|qué día',
    ),
    'time',
  ],
  [
    anyOf(
      'how (?:many|much|old|long|far|often|big|high|tall)|what does .* cost',
      'wie ?viele?|wie (?:alt|lange|oft|weit|hoch|groß)|cuánt[oa]s?|qué edad',
    ),
    'number',
  ],
  [anyOf('who|whom|whose|wer|wen|wem|wessen|quién|quien|quiénes'), 'person'],
  [anyOf('where|wo|wohin|woher|dónde|donde|adónde'), 'place'],
  [anyOf('why|warum|wieso|por qué'), 'reason'],
];

function anyOf(...words: string[]): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join('|')})(?![\p{L}\p{N}])`, 'iu');
}

type Kind = 'time' | 'number' | 'person' | 'place' | 'reason' | 'other';

export const kindOf = (question: string): Kind =>
  KINDS.find(([pattern]) => pattern.test(question))?.[1] ?? 'other';

/** Words of a question that say nothing about its matter, in the languages of the reader. */
const ASKING = new Set(
  wordList(`
  when what which who whom whose where why how many much old long often far time day kind sort does did
  wann was welche welcher welches welchen welchem wer wen wem wo wohin woher warum wie viel viele alt lange
  uhr ist sind hat haben wird der die das den dem des ein eine einen einem einer und oder mit für von vom
  zu zum zur aus auf bei nach im in am an um bis seit er sie es ihr sein seine ihre
  cuando que cual cuales quien quienes donde adonde por como cuanto cuanta cuantos cuantas hora dia es son
  esta estan ha han tiene tienen el la los las un una de del al a en con para se su sus y o le lo`),
);

/** Words are the same when their terms are, or their first letters. */
const STEM = 5;

function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  for (const word of wordsOf(text)) {
    if (isStopWord(word) || ASKING.has(word)) continue;
    terms.add(termOf(word).slice(0, STEM));
  }
  return terms;
}

const SENTENCE = /[^.!?…]+[.!?…]*["”»)]*/gu;
const SHARES = [0.01, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9];
const LENGTHS = [3, 6, 10, 16, 25];
const PARTS = [0.2, 0.4, 0.6, 0.8];
/** Names of speakers occur in every turn of theirs. */
const NAME = 0.3;

export function candidatesFor(question: string, turns: readonly Spoken[]): Candidate[] {
  const asked = [...termsOf(question)];
  if (asked.length === 0) return [];
  const said = turns.map(({ text }) => termsOf(text));
  const speakers = turns.map(({ speaker }) => termsOf(speaker));
  const weights = weightsOf(asked, said, new Set(speakers.flatMap((terms) => [...terms])));
  const kind = kindOf(question);
  const of = { question, kind, asked, turns, said, speakers, share: shareBy(weights) };
  return turns.flatMap(({ text }, turn) => {
    const near = [turn - 2, turn - 1, turn, turn + 1].flatMap((at) => [
      ...(said[at] ?? []),
      ...(speakers[at] ?? []),
    ]);
    const coverage = of.share(new Set(near));
    const shared = turnFeatures(turn, coverage, of);
    const sentences = [...text.matchAll(SENTENCE)].map(([piece]) => piece.trim());
    return sentences.filter(Boolean).map((sentence) => {
      const own = of.share(new Set([...termsOf(sentence), ...speakers[turn]!]));
      const fits = has(kind, sentence, asked);
      return {
        turn,
        text: sentence,
        features: ['bias', ...shared, ...sentenceFeatures({ sentence, own, fits }, of)],
        coverage,
        isFull: own >= FULL && fits,
      };
    });
  });
}

interface Asked {
  question: string;
  kind: Kind;
  /** The terms of the question. */
  asked: readonly string[];
  turns: readonly Spoken[];
  /** The terms of each turn, and of the name of its speaker. */
  said: readonly ReadonlySet<string>[];
  speakers: readonly ReadonlySet<string>[];
  /** Returns the share of the question that terms contain, 0 to 1. */
  share(terms: ReadonlySet<string>): number;
}

const NOTHING: ReadonlySet<string> = new Set();

function turnFeatures(turn: number, coverage: number, of: Asked): string[] {
  const { asked, turns, said, speakers } = of;
  const rate = (at: number) => of.share(said[at] ?? NOTHING);
  const isAsked = turns[turn - 1]?.text.trimEnd().endsWith('?') ?? false;
  const isNamed = (terms: ReadonlySet<string>) => [...terms].some((term) => asked.includes(term));
  return [
    ...stepFeatures('turn', rate(turn), SHARES),
    ...stepFeatures('before', rate(turn - 1), SHARES),
    ...stepFeatures('after', rate(turn + 1), SHARES),
    ...stepFeatures('further', rate(turn - 2) + rate(turn + 2), SHARES),
    ...stepFeatures('coverage', coverage, SHARES),
    `asked ${isAsked}`,
    ...(isAsked ? stepFeatures('asked before', rate(turn - 1), SHARES) : []),
    `speaker ${speakers.some(isNamed) ? isNamed(speakers[turn]!) : '-'}`,
    `part ${bucketOf(turn / turns.length, PARTS)}`,
  ];
}

interface Judged {
  sentence: string;
  /** The share of the question's words that the sentence itself has, 0 to 1. */
  own: number;
  /** True when the sentence has what the question asks for. */
  fits: boolean;
}

function sentenceFeatures({ sentence, own, fits }: Judged, { question, kind }: Asked): string[] {
  const [first, second] = wordsOf(question);
  const words = wordsOf(sentence);
  const length = bucketOf(words.length, LENGTHS);
  const classes = new Set(words.flatMap((word) => classesOf(word)));
  return [
    ...stepFeatures('own', own, SHARES),
    ...stepFeatures(`own ${kind}`, own, SHARES),
    `has ${kind} ${fits}`,
    `has ${first} ${second} ${fits}`,
    `asks ${sentence.endsWith('?')}`,
    `length ${length}`,
    `length ${kind} ${length}`,
    `first person ${FIRST_PERSON.test(sentence)}`,
    `denies ${DENIES.test(sentence)}`,
    `name ${kind} ${NAMED.test(sentence)}`,
    ...Array.from(classes, (name) => `class ${name} ${kind}`),
    ...Array.from(classes, (name) => `class ${name} ${first}`),
  ];
}

/** The share of the question's words that a full answer has. */
const FULL = 0.5;

const FIRST_PERSON = /\b(?:i|i'm|i've|i'll|my|we|our)\b/i;
const DENIES = /\b(?:no|not|never)\b|n't\b/i;
/** A capital letter behind the first word. */
const NAMED = /(?<=\S )\p{Lu}\p{Ll}+/u;

function weightsOf(
  asked: readonly string[],
  said: readonly ReadonlySet<string>[],
  names: ReadonlySet<string>,
): Map<string, number> {
  return new Map(
    asked.map((term) => {
      const count = said.filter((terms) => terms.has(term)).length;
      return [term, (names.has(term) ? NAME : 1) / Math.sqrt(1 + count)];
    }),
  );
}

function shareBy(weights: ReadonlyMap<string, number>): (terms: ReadonlySet<string>) => number {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return (terms) =>
    [...weights].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0) / total;
}

/** Returns whether a sentence contains what a question asks for, apart from the question's words. */
function has(kind: Kind, sentence: string, asked: readonly string[]): boolean {
  if (kind === 'other') return false;
  const words = (
    sentence.toLowerCase().match(/[\p{L}\p{N}]+(?:['’:.-][\p{L}\p{N}]+)*/gu) ?? []
  ).filter((word) => !asked.some((term) => word.startsWith(term)));
  if (kind === 'place') return PLACED.test(sentence);
  if (kind === 'reason') return REASON.test(sentence);
  if (kind === 'time') return words.some(isTimeWord);
  const classes = words.flatMap((word) => classesOf(word));
  if (kind === 'number') return classes.some((name) => name === 'COUNT' || name === 'CLOCK');
  return NAMED.test(sentence);
}

const PLACED = new RegExp(
  String.raw`\b(?:in|at|to|from|into|behind|under|near|above|by|on|aus|nach|bei|auf|en|a|de|desde|hacia)\s+` +
    String.raw`(?:(?:the|a|my|der|dem|den|die|el|la|los|las) )?\p{L}{3,}`,
  'u',
);
const REASON = /\b(?:because|cause|since|so|weil|denn|wegen|porque|como|por)\b/iu;
