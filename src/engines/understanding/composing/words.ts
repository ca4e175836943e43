/** Words of texts, and the phrases that the reader marked. */
import { alternatives, entryOf, wordList } from '../../../core/text.ts';
import { isCode } from '../../facts/written-case.ts';
import type { TalkReading, Sentence, SpanKind } from '../../reading/talk.ts';
import type { Token } from '../../words/units.ts';
import { termOf } from '../../words/terms.ts';
import { CHANCES } from './bounds.ts';

/** Endless words are cut, so that patterns need not scan them again and again. */
const ENDLESS = /(\S{80})\S+/gu;

/** Repairs apostrophes and spaces in text from recognisers and keyboards. */
export function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\u200b\u2028-\u202e\ufeff]+/gu, ' ')
    .replace(/[’‘`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(
      /\b([A-Za-z]+) ' ?(t|s|m|re|ve|ll|d)\b/gi,
      (_, word: string, end: string) => `${word}'${end.toLowerCase()}`,
    )
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!?])/g, '$1')
    .replace(/([a-z]{2})([.?!])([A-Z])/g, '$1$2 $3')
    .replace(ENDLESS, '$1')
    .trim();
}

/** The words of a text in lower case, with their apostrophes. */
export const wordsAsWritten = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];

export const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Words that say nothing alone, of all three languages. */
const FUNCTION = new Set(
  wordList(`
  a about above after again all also although always am an and another any anything are aren't
  around as at away back be been before behind below both but by can can't could did didn't do
  does doesn't doing don't done down each either else even ever every for from get gets getting
  give go goes going gonna got gotta had has have haven't having he he'd he'll he's her here
  here's hers him his how i i'd i'll i'm i've if in into is isn't it it'll it's its just let let's
  like lot make may maybe me might mine more most much must my need needs never no not now of off
  oh ok okay on one ones only or other our ours out over own please put quite really right said
  same say see shall she she's should so some something soon still such sure take than thanks that
  that'll that's the their them then there there's these they they'll they're thing things this
  those through till to too two under until up us very want wants was we we'll we're we've well
  were what what's when where which while who who's why will with won't would yeah yes yet you
  you'll you're your yours first later next today tomorrow tonight aber alle alles als also am an
  andere auch auf aus bei beim bin bis bist bitte da dabei damit danach dann daran das dass dein
  deine deinen deiner dem den denn der des dich die dies diese diesen dieser dir doch dort du
  durch eben ein eine einem einen einer eines er es etwas euch euer für gar geht genau gern gerne
  gleich habe haben hat hatte heute hier ich ihm ihn ihnen ihr ihre ihren im in ins ist ja jede jeden jeder jetzt
  kann kannst kein keine können machen mache mal man mehr mein meine meinen meiner mich mir mit
  morgen muss müssen nach nee nein nicht nichts noch nur ob oder ohne schon sehr sein seine seinen
  sich sie sind so soll sollen sonst über um und uns unser unsere vom von vor war warum was weil
  wenn wer werde werden wie wieder will wir wird wo zu zum zur hab tun al algo antes aquel aquí
  allí así aunque bien bueno cada como con cosa cosas creo cual cuando de del desde después dice
  donde e el ella ellas ellos en entonces era es esa ese eso esos esta estar estas este esto estos
  está están estoy fue ha hace hacer hacia hago han hasta hay hoy la las le les lo los luego
  mañana más me mi mis mucho muy nada ni no nos nosotros o os otra otro para pero poco por porque
  pues que qué quien se sea ser si sí sin sobre solo son su sus también tan te tengo ti tiene
  tienes todo todos tu tus tú un una unas uno unos usted ustedes va vale vamos voy y ya yo vos`),
);

export const isFunctionWord = (word: string): boolean => FUNCTION.has(word.toLowerCase());

/** The stems of the content words of a text. */
export const contentOf = (text: string): Set<string> =>
  new Set(
    wordsAsWritten(text)
      .filter((word) => !FUNCTION.has(word) && (word.length > 1 || /\d/.test(word)))
      .map((word) => termOf(word.replace(/'s?$/u, '')).slice(0, STEM)),
  );

/** Words that begin alike are forms of the same word. */
const STEM = 6;

/** The share of the content words of the shorter text that the other has, 0 to 1. */
export function overlapOf(one: string, other: string): number {
  const [own, others] = [contentOf(one), contentOf(other)];
  const shared = [...own].filter((stem) => others.has(stem)).length;
  return shared / Math.max(1, Math.min(own.size, others.size));
}

/** Contiguous words of a sentence. */
export interface Phrase {
  text: string;
  sentence: Sentence;
  /** The first token and the one after the last. */
  from: number;
  to: number;
  /** The mean chance of its content words. */
  chance: number;
}

/** The words of a sentence, from a token up to another. */
export function sentenceWords(
  { talk }: TalkReading,
  { unit }: Pick<Sentence, 'unit'>,
  from: number,
  to: number,
) {
  const { text } = talk.turns[unit.turn]!;
  const [start, end] = [unit.tokens[from]!.start, unit.tokens[to - 1]!.end];
  // A mask such as "[unclear]" stays whole.
  return text.slice(text[start - 1] === '[' ? start - 1 : start, text[end] === ']' ? end + 1 : end);
}

/** Whether a mark stands before a token. */
export const isApart = (text: string, tokens: readonly Token[], at: number): boolean =>
  /[,.;:?!()"–—]/u.test(text.slice(tokens[at - 1]?.end ?? 0, tokens[at]!.start));

/** So many words of low chance between two of high chance belong to the phrase. */
const MOST_BETWEEN = 2;

/** The phrases of a sentence whose content words have a high chance; in order. */
export function phrasesIn(
  reading: TalkReading,
  sentence: Sentence,
  span: SpanKind,
  { bound = CHANCES.word as number, isLoose = false } = {},
): Phrase[] {
  const { tokens, turn } = sentence.unit;
  const chances = sentence.words[span];
  const { text } = reading.talk.turns[turn]!;
  const breaks = (at: number) => isApart(text, tokens, at);
  const isKey = (at: number) =>
    chances[at]! >= bound && (isLoose || !isFunctionWord(tokens[at]!.word));
  const phrases: Phrase[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (!isKey(at)) continue;
    let to = at + 1;
    for (let next = to; next < tokens.length && next - to <= MOST_BETWEEN; next += 1) {
      if (!isLoose && breaks(next)) break;
      if (isKey(next)) to = next + 1;
      else if (!isLoose && !isFunctionWord(tokens[next]!.word)) break;
    }
    const keys = Array.from({ length: to - at }, (_, far) => at + far).filter(isKey);
    const chance = keys.reduce((sum, key) => sum + chances[key]!, 0) / keys.length;
    phrases.push({
      text: sentenceWords(reading, sentence, at, to),
      sentence,
      from: at,
      to,
      chance,
    });
    at = to - 1;
  }
  return phrases;
}

/** The longest phrase of a sentence, with all its words. */
export const longestIn = (
  reading: TalkReading,
  sentence: Sentence,
  span: SpanKind,
): Phrase | undefined =>
  phrasesIn(reading, sentence, span, { isLoose: true }).toSorted(
    (one, other) => other.to - other.from - (one.to - one.from),
  )[0];

/** So many words may stand between a phrase and the number that belongs to it: "invoice number 21". */
const MOST_BEFORE_NUMBER = 2;
const OF = /^(?:of|von|vom|der|des|del?)$/u;
const PREPOSITION = new RegExp(
  `^(?:${alternatives(`
  of for to with at in on from about into near against von vom für mit bei beim zu zum zur aus nach
  im am an auf über gegen de del para con en a por sobre contra`)})$`,
  'u',
);
const CLAUSE = new RegExp(
  `^(?:${alternatives(`
  and or but because so if when while which that who und oder aber weil damit wenn ob dass y e o
  pero porque si cuando que`)})$`,
  'u',
);

interface Widening {
  /** True for a token that belongs to no phrase. */
  isEnd?: (at: number) => boolean;
  /** True to take every phrase behind the run: "the draft to the bank". */
  isWide?: boolean;
}

/**
 * Returns a run of words together with what stands right behind it and tells one thing from another:
 * numbers, codes and names, "of the tablets". The reader often leaves them out.
 */
export function withRest(
  { talk }: TalkReading,
  { unit }: Pick<Sentence, 'unit'>,
  run: { from: number; to: number },
  { isEnd = () => false, isWide = false }: Widening = {},
): { from: number; to: number } {
  const { text } = talk.turns[unit.turn]!;
  const start = unit.tokens[run.to]?.word ?? '';
  const isPhrase = (isWide ? PREPOSITION : OF).test(start);
  let { to } = run;
  for (let at = to; at < unit.tokens.length; at += 1) {
    const token = unit.tokens[at]!;
    if (isEnd(at) || isApart(text, unit.tokens, at) || CLAUSE.test(token.word)) break;
    if (at - to > MOST_BEFORE_NUMBER) break;
    const said = text.slice(token.start, token.end);
    const isContent = !isFunctionWord(said);
    const isName = talk.language !== 'de' && isContent && /^\p{Lu}\p{L}/u.test(said);
    if ((isPhrase && isContent) || isName || /\d/u.test(said) || isCode(said)) to = at + 1;
  }
  return { from: run.from, to };
}

/** So many words are added before a run and behind it. */
const MOST_ADDED = { before: 3, behind: 4 };
const MOST_BEHIND_LOOSE = 6;

/**
 * Returns the whole clauses that a run of words is in: those of which it has at least half. Clauses
 * end at marks and begin with words such as "and" and "because". Without such a clause, the run stays.
 */
export function inClauses(
  { talk }: TalkReading,
  { unit }: Pick<Sentence, 'unit'>,
  run: { from: number; to: number },
): { from: number; to: number } {
  const { tokens, turn } = unit;
  const { text } = talk.turns[turn]!;
  const starts = clauseStarts(text, tokens);
  const kept = starts.flatMap((from, at) => {
    const to = starts[at + 1] ?? tokens.length;
    const covered = Math.min(to, run.to) - Math.max(from, run.from);
    return covered > 0 && 2 * covered >= to - from ? [{ from, to }] : [];
  });
  if (kept.length === 0) {
    // "Book the" needs what follows.
    const end = starts.find((start) => start >= run.to) ?? tokens.length;
    const isLoose = isFunctionWord(tokens[run.to - 1]!.word) && end - run.to <= MOST_BEHIND_LOOSE;
    return isLoose ? { from: run.from, to: end } : run;
  }
  const [first, last] = [kept[0]!, kept.at(-1)!];
  // Without marks, a clause may be as long as a turn.
  return {
    from: run.from - first.from <= MOST_ADDED.before ? first.from : run.from,
    to: last.to - run.to <= MOST_ADDED.behind ? last.to : run.to,
  };
}

/** The first tokens of the clauses of a sentence. */
const clauseStarts = (text: string, tokens: readonly Token[]): number[] =>
  tokens.flatMap(({ word }, at) =>
    at === 0 || isApart(text, tokens, at) || CLAUSE.test(word) ? [at] : [],
  );

/** The clause that a token is in. */
export function clauseOf({ talk }: TalkReading, { unit }: Pick<Sentence, 'unit'>, at: number) {
  const { tokens, turn } = unit;
  const starts = clauseStarts(talk.turns[turn]!.text, tokens);
  const from = starts.findLast((start) => start <= at)!;
  return { from, to: starts.find((start) => start > at) ?? tokens.length };
}

/** Articles and possessives: the definite ones of English, German and Spanish, and others. */
const DETERMINER = new RegExp(
  `^(?:${alternatives(`
  the an? my your his her our their this that these those some d(?:er|ie|as|en|em|es) eine?[nmrs]?
  (?:mein|dein|sein|ihr|unser|euer|eur)(?:e[nmrs]?)? el la los las una? unos unas mis? tus? sus?
  nuestr[oa]s? est[ea] es[ea]`)})$`,
  'iu',
);

export const isDeterminer = (word: string): boolean => DETERMINER.test(word);

/** Removes function words and marks at both ends. */
export function trimmed(text: string): string {
  const isLoose = (word: string) => isFunctionWord(word.replace(/[^\p{L}\p{N}']/gu, ''));
  const words = text.split(' ');
  while (words.length > 0 && isLoose(words[0]!)) words.shift();
  while (words.length > 0 && isLoose(words.at(-1)!)) words.pop();
  return words.join(' ').replace(/^[\s,.;:–-]+|[\s,.;:!?–-]+$/gu, '');
}

export const substitutedWords = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replace(/[\p{L}']+/gu, (word) => entryOf(words, word.toLowerCase()) ?? word);
