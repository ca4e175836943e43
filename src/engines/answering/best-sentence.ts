/** Finds the sentence of a talk that answers a question. */
import { classesOf } from '../understanding/reader/word-classes.ts';
import { wordList } from '../../core/text.ts';
import { isStopWord, termOf, wordsOf } from '../search/words.ts';

export interface Spoken {
  speaker: string;
  text: string;
}

export interface AnswerSentence {
  /** The index of the turn. */
  turn: number;
  speaker: string;
  text: string;
  /** The question that the sentence answers, when it is too short to stand alone. */
  before: Spoken | null;
  /** The share of the question's words that occur in the sentence or beside it, 0 to 1. */
  coverage: number;
  score: number;
}

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

const TIMES = new Set(['DAY', 'RELATIVE', 'MONTH', 'CLOCK', 'ORDINAL', 'COUNT']);

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
    const term = termOf(word);
    terms.add(term.length > STEM ? term.slice(0, STEM) : term);
  }
  return terms;
}

const SENTENCE = /[^.!?…]+[.!?…]*["”»)]*/gu;
/** A shorter answer needs its question. */
const SHORT = 5;
/** How much the words of a sentence and of the turns around it count. */
const NEAR = { own: 1, turn: 0.4, before: 0.5, after: 0.25, further: 0.15 };
/** How much it counts that a sentence has what is asked for, or asks itself. */
const [HAS, ASKS] = [0.45, -0.4];

export function bestSentence(question: string, turns: readonly Spoken[]): AnswerSentence | null {
  const asked = [...termsOf(question)];
  if (asked.length === 0) return null;
  const said = turns.map(({ text }) => termsOf(text));
  const speakers = turns.map(({ speaker }) => termsOf(speaker));
  const weights = weightsOf(asked, said, new Set(speakers.flatMap((terms) => [...terms])));
  const share = shareBy(weights);
  const kind = kindOf(question);
  const rate = (turn: number) => share(said[turn] ?? NOTHING);
  let best: AnswerSentence | null = null;
  for (const [turn, { speaker, text }] of turns.entries()) {
    const around =
      NEAR.turn * rate(turn) +
      NEAR.before * rate(turn - 1) +
      NEAR.after * rate(turn + 1) +
      NEAR.further * (rate(turn - 2) + rate(turn + 2));
    for (const [piece] of text.matchAll(SENTENCE)) {
      const sentence = piece.trim();
      if (sentence === '') continue;
      const own = new Set([...termsOf(sentence), ...speakers[turn]!]);
      const fits = has(kind, sentence, asked);
      const asks = sentence.endsWith('?');
      const score = NEAR.own * share(own) + around + (fits ? HAS : 0) + (asks ? ASKS : 0);
      if (best && score <= best.score) continue;
      const near = [turn - 2, turn - 1, turn, turn + 1].flatMap((at) => [
        ...(said[at] ?? []),
        ...(speakers[at] ?? []),
      ]);
      const before = turns[turn - 1];
      const isShort = wordsOf(sentence).length < SHORT && before?.text.includes('?');
      best = {
        turn,
        speaker,
        text: sentence,
        before: isShort ? before! : null,
        coverage: share(new Set(near)) - (kind === 'other' || fits ? 0 : MISSING),
        score,
      };
    }
  }
  return best;
}

/** The coverage that a sentence loses when it lacks what is asked for. */
const MISSING = 0.15;
const NOTHING: ReadonlySet<string> = new Set();
/** Names of speakers occur in every turn of theirs. */
const NAME = 0.3;

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
  const classes = words.flatMap((word) => classesOf(word));
  if (kind === 'time') return classes.some((name) => TIMES.has(name));
  if (kind === 'number') return classes.some((name) => name === 'COUNT' || name === 'CLOCK');
  return /(?<=\S )\p{Lu}\p{Ll}+/u.test(sentence);
}

const PLACED = new RegExp(
  String.raw`\b(?:in|at|to|from|into|behind|under|near|above|by|on|aus|nach|bei|auf|en|a|de|desde|hacia)\s+` +
    String.raw`(?:(?:the|a|my|der|dem|den|die|el|la|los|las) )?\p{L}{3,}`,
  'u',
);
const REASON = /\b(?:because|cause|since|so|weil|denn|wegen|porque|como|por)\b/iu;
