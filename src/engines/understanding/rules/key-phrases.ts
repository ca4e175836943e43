import { wordList } from '../../../core/text.ts';
import { tagged, type Word } from '../language.ts';
import { isTimeWord } from '../reader/word-classes.ts';
import type { Reading } from './reading.ts';
import { isStopWord, stem } from './text.ts';

export interface KeyPhrase {
  text: string;
  /**
   * The article before at least one occurrence of the phrase: `the` for the, my, this …; empty for
   * none.
   */
  article: Article;
  stems: string[];
  /** The phrase with the words that belong to it: "the parcel" of "the parcel for number nine". */
  full: string;
}

type Article = 'the' | 'a' | '';
const DEFINITE = /^(?:the|this|that|these|those|my|your|our|his|her|their|its)$/i;

/** Nouns without content, which would fit the title of any talk. */
const EMPTY =
  /^(?:m+h*m*|hmm+|(?:ha)+h?|lol|thing|things|way|lot|lots|kind|sort|bit|time|day|people|person|one|ones|stuff|guy|guys|man|sir|madam|idea|something|anything|nothing|everything|reason|problem|matter|case|course|minute|second|moment|while|morning|noon|midnight|afternoon|evening|night|tonight|today|tomorrow|yesterday|week|month|year|hour|hours|minutes|days|years|weeks|months|way|part|point|side|end|number|name|help|look|chance|luck|fun|god|gosh|thanks|thank|please|hello|hi|bye|goodbye|ok|okay|yeah|place|question|questions|word|words|fact|rest|couple|hand|mind|sure|trouble|hundreds?|thousands?|dozens?|quarters?|favor|hurry|mistake|turn|care|deal|cause|use|cup|piece|pair|set|type|mr|mrs|ms|miss|dr|speaker|person\d|wow|um|uh|oh|hey|am|pm|dear|congratulations|everyone|someone|others?|kinds|sorts|opinion|difference|amount|choice|type|half|mine|excuse|waiter|waitress|miss|dad|mom|honey|january|february|march|april|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekend|example|course|welcome|total|amount|list|group|news|top|kind|age|feelings?|answer|thought|talk|end|rest|interest|pleasure|switch|spot|row|pile|view|start|try|bid|work)$/i;

/** Returns the noun phrases of the talk in their order. */
export function keyPhrases(reading: Reading): KeyPhrase[] {
  const found = new Map<string, KeyPhrase>();
  const names = namesIn(reading);
  const own = new Set([
    ...reading.speakers.flatMap((name) => name.toLowerCase().split(' ')),
    ...calledIn(reading),
  ]);
  for (const sentence of reading.sentences) {
    for (const { words, article, full } of nounPhrases(
      tagged(withoutCapital(sentence.text, names)),
      own,
    )) {
      const stems = words.map((word) => stem(word));
      const key = stems.join(' ');
      const known = found.get(key) ?? { text: words.join(' '), article, stems, full };
      if (full.length > known.full.length) known.full = full;
      if (article === 'the' || known.article === '') known.article = article;
      found.set(key, known);
    }
  }
  return [...found.values()];
}

/** Collects how the speakers call each other: "Good morning, Mrs Bhosale." */
function calledIn({ sentences }: Reading): string[] {
  return sentences.flatMap(({ text }) => {
    const name = CALLED.exec(text)?.[1];
    return name ? [name.toLowerCase()] : [];
  });
}

const CALLED = /,\s(?:(?:Mrs?|Ms|Miss|Dr)\.?\s)?(\p{Lu}\p{Ll}+)[.?!]*$/u;

/** Collects words with a capital letter inside a sentence, because these are names. */
function namesIn(reading: Reading): ReadonlySet<string> {
  const inside = reading.sentences.flatMap(
    ({ text }) => text.match(/(?<=[a-z,] )[A-Z][a-z]+/g) ?? [],
  );
  return new Set(inside);
}

/** The capital letter of a first word does not mark a name, and it misleads the tagger. */
function withoutCapital(text: string, names: ReadonlySet<string>): string {
  const first = /^[A-Z][a-z]+/.exec(text)?.[0];
  return first && !names.has(first) ? first.toLowerCase() + text.slice(first.length) : text;
}

/** "I'm" and "Nan'll" are no names. */
const CONTRACTED = /^(?:i|you|we|they|he|she|it|that|there)['’]|['’](?:ll|ve|re|d)$|n['’]t$/i;

/** Words that the tagger takes for nouns behind other nouns: "the stairs round the corner". */
const NO_NOUNS = new Set(
  wordList(`
    round right left back off out up down away over together outside inside just then too again
    else enough gunna gonna wanna maam love mate darling sweetheart lad lads`),
);

const endsThing = ({ text, pos }: Word): boolean =>
  pos !== 'ADJ' && !NO_NOUNS.has(text.toLowerCase());

export interface NounPhrase {
  words: string[];
  article: Article;
  full: string;
}

export function nounPhrases(words: Word[], own: ReadonlySet<string>): NounPhrase[] {
  const phrases: NounPhrase[] = [];
  let run: Word[] = [];
  let article: Article = '';
  const tellsSomething = ({ text, pos }: Word) => {
    const word = text.toLowerCase();
    const isEmpty = EMPTY.test(text) || isStopWord(word) || isTimeWord(word);
    return pos !== 'ADJ' && !isEmpty && !own.has(word);
  };
  const close = (place: number) => {
    let end = place;
    while (run.length > 0 && run[0]!.pos === 'ADJ' && isStopWord(run[0]!.text.toLowerCase()))
      run.shift();
    while (run.length > 0 && !endsThing(run.at(-1)!)) {
      run.pop();
      end -= 1;
    }
    const nouns = run.filter(({ pos }) => pos !== 'ADJ');
    const named = run.slice(-4);
    // "Doreen's gate" is about the gate.
    const isOwner =
      /['’]s$/i.test(named.at(-1)?.text ?? '') ||
      (OWNS.test(words[end]?.text ?? '') && NAMES.test(words[end + 1]?.pos ?? ''));
    if (nouns.length > 0 && !isOwner && named.some(tellsSomething)) {
      const texts = named.map(({ text }) => text);
      const owner = ownerBefore(words, end - named.length);
      const full = [...owner, ...texts, ...complementAt(words, end)].join(' ');
      phrases.push({ words: texts, article, full });
    }
    run = [];
  };
  for (const [place, word] of words.entries()) {
    const fits =
      /^(?:NOUN|PROPN|ADJ)$/.test(word.pos) &&
      /^[\p{L}][\p{L}\p{N}'&-]*$/u.test(word.text) &&
      !CONTRACTED.test(word.text);
    const empty = EMPTY.test(word.text) || own.has(word.text.toLowerCase());
    if (fits && !(empty && run.length === 0)) {
      if (empty || (word.pos === 'ADJ' && run.some(({ pos }) => pos !== 'ADJ'))) close(place);
      if (!empty && run.length === 0) article = articleOf(words[place - 1]);
      if (!empty) run.push(word);
    } else close(place);
  }
  close(words.length);
  return phrases;
}

const JOINS = /^(?:of|for|to|with|about|from|in|at|on)$/i;
const DETERMINES = /^(?:the|an?|my|your|our|his|her|their|this|that|number)$/i;
const MAX_COMPLEMENT = 3;

/** "For number nine" behind "parcel". */
function complementAt(words: readonly Word[], start: number): string[] {
  if (!words[start] || !JOINS.test(words[start].text)) return [];
  let end = start + 1;
  while (words[end] && DETERMINES.test(words[end]!.text)) end += 1;
  const first = end;
  while (words[end] && end < first + MAX_COMPLEMENT && NAMES.test(words[end]!.pos)) end += 1;
  const last = words[end - 1]!;
  if (end === first || last.pos === 'ADJ' || EMPTY.test(last.text)) return [];
  // "The keys on the fifteenth".
  if (words.slice(first, end).some(({ text }) => isTimeWord(text.toLowerCase()))) return [];
  return words.slice(start, end).map(({ text }) => text);
}

const NAMES = /^(?:NOUN|PROPN|ADJ|NUM)$/;

const OWNS = /^['’]s?$/i;

/** "Doreen's" before "gate". */
function ownerBefore(words: readonly Word[], start: number): string[] {
  const [name, mark] = words.slice(Math.max(0, start - 2), start);
  const isOwner = mark && OWNS.test(mark.text) && /^(?:NOUN|PROPN)$/.test(name!.pos);
  return isOwner ? [`${name!.text}${mark.text}`] : [];
}

function articleOf(word: Word | undefined): Article {
  if (!word) return '';
  if (DEFINITE.test(word.text)) return 'the';
  return /^an?$/i.test(word.text) ? 'a' : '';
}

/**
 * Adds the article that the phrase has inside a sentence: "The client", "an estimate", "rye flour".
 */
export function withArticle({ text, article }: KeyPhrase): string {
  if (article === '' || /^\p{Lu}/u.test(text)) return text;
  return `${article === 'a' && /^[aeio]/i.test(text) ? 'an' : article} ${text}`;
}
