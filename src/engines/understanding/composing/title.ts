/** Names a talk as a person would name it in a list. */
import { capitalised } from '../../../core/text.ts';
import type { TalkReading } from '../../reading/talk.ts';
import { lastOf, WHOLE_DAY, type MadeActionItem, type MadeEvent } from '../maker.ts';
import { shortened } from '../short-text.ts';
import { knownZone } from '../../calendar/wall-clock.ts';
import { CHANCES, declined, isLearnt, SAID, type Language } from './bounds.ts';
import { spanishVerb } from './wording/spanish-verbs.ts';
import { tagged } from '../language.ts';
import { isUnnamed } from './event-names.ts';
import { UNCLEAR } from '../without-doubtful-words.ts';
import { timeTokens } from './said-times.ts';
import { thingIn, thingsIn } from './wording/noun-phrases.ts';
import { languageOf, partnerIn, type HeardTalk } from './heard.ts';
import {
  contentOf,
  isFunctionWord,
  lowered,
  overlapOf,
  phrasesIn,
  sentenceWords,
  trimmed,
  wordsAsWritten,
  type Phrase,
} from './words.ts';

export interface ComposedTitle {
  action_items: readonly MadeActionItem[];
  events: readonly MadeEvent[];
}

const AND: Readonly<Record<Language, string>> = { en: 'and', de: 'und', es: 'y' };
const EMPTY: Readonly<Record<Language, string>> = {
  en: 'Conversation',
  de: 'Gespräch',
  es: 'Conversación',
};

const MAX_WORDS = 8;
const LONGEST = 60;
/** What was agreed or promised is named before what was only mentioned. */
const BONUS = { event: 0.12, task: 0.05, phrase: 0 };
const FEW_CANDIDATES = 4;

/** A name of at most eight words: what was agreed, the first task, or what the talk is about. */
export function titleOf(reading: TalkReading, heard: HeardTalk, made: ComposedTitle): string {
  const language = languageOf(heard.transcript);
  if (!isLearnt(language)) return firstWords(reading) || EMPTY.en;
  const chances = chancesOf(reading);
  const phrases = topicsOf(reading).filter(
    (topic) => !heard.speakers.some((name) => overlapOf(name, topic) > 0),
  );
  const events = made.events.map((event) => withDay(event, heard, language));
  const tasks = made.action_items
    .map(({ description }) => description)
    .filter(
      (text) => !POINTS.test(text) && !heard.speakers.some((who) => text.startsWith(`${who}: `)),
    );
  // "Dinner with Ana on Monday" does not say what else, and a meeting not what about.
  const [first] = made.events;
  const partner = partnerIn(heard);
  const saysLittle =
    first !== undefined &&
    (wordsAsWritten(first.title).length === 1 ||
      (partner !== null && declined(first.title).endsWith(declined(partner))));
  const withTopic = (event: string, topic: string) =>
    isUnnamed(first!.title)
      ? `${capitalised(topic)}: ${language === 'de' ? event : lowered(event)}`
      : `${event}; ${topic}`;
  const joined = (one: string, other: string) => `${one} ${AND[language]} ${other}`;
  const scored = (texts: readonly string[], bonus: number) =>
    texts.filter(fits).map((text) => ({ text, score: scoreOf(text, chances) + bonus }));
  const [best] = [
    ...scored(events.slice(0, FEW_CANDIDATES), BONUS.event),
    ...scored(tasks.slice(0, FEW_CANDIDATES), BONUS.task),
    ...scored(joinedOf(phrases, joined), BONUS.phrase),
    ...(saysLittle
      ? scored(joinedOf([...events.slice(0, 1), ...phrases], withTopic), BONUS.event)
      : []),
    ...scored(phrases, BONUS.phrase),
  ].toSorted((one, other) => other.score - one.score);
  const isReminder = reading.sentences.length === 1 && tasks.length === 1 && events.length === 0;
  const own = isReminder ? tasks.find(fits) : undefined;
  const named = () => thingsOf(reading).join(` ${AND[language]} `);
  const title = own ?? best?.text ?? (named() || firstWords(reading));
  return capitalised(withPartner(title, heard, language)) || EMPTY[language];
}

/** "Order it now" names nothing in a list of talks. */
const POINTS = /(?<![\p{L}])(?:it|them|him|her|this|that|these|those)(?![\p{L}])/iu;

/** The two things that a talk names most, when the reader is sure of none. */
export function thingsOf(reading: TalkReading): string[] {
  const { talk, sentences } = reading;
  const chances = chancesOf(reading);
  const named = new Map<string, { text: string; score: number }>();
  for (const { unit } of sentences.slice(0, MAX_PHRASES)) {
    if (unit.text.includes(UNCLEAR)) continue;
    for (const text of thingsIn(unit.text, talk.language)) {
      const stems = [...contentOf(text)];
      const isShort = wordsAsWritten(text).length <= MAX_OF_THING;
      const isSpeaker = talk.turns.some(({ speaker }) => overlapOf(speaker, text) > 0);
      if (stems.length === 0 || !isShort || isSpeaker) continue;
      const sum = stems.reduce((total, stem) => total + (chances.get(stem) ?? 0), 0);
      const before = named.get(stems[0]!);
      const score = sum / stems.length + (before ? AGAIN : 0);
      if (!before || score > before.score) named.set(stems[0]!, { text, score });
    }
  }
  const [first, ...others] = [...named.values()].toSorted((one, other) => other.score - one.score);
  const second = others.find(({ text }) => first && overlapOf(text, first.text) === 0);
  return [first, second].flatMap((one) => (one ? [one.text] : []));
}

/** Words. */
const MAX_OF_THING = 5;
/** What is named again is more likely what a talk is about. */
const AGAIN = 0.1;

const fits = (text: string): boolean =>
  wordsAsWritten(text).length <= MAX_WORDS && text.length <= LONGEST;

/** "Dinner on Sunday"; a day more than a week away has its date. */
function withDay(
  { title, start, duration }: MadeEvent,
  { transcript }: HeardTalk,
  language: Language,
): string {
  const { locale, on } = SAID[language];
  const timeZone = knownZone(transcript.timezone);
  const isNear = start.getTime() - transcript.started_at.getTime() < WEEK;
  if (duration > WHOLE_DAY && duration % WHOLE_DAY === 0) {
    const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone });
    return `${title}, ${days.formatRange(start, lastOf({ start, duration }))}`;
  }
  const form = isNear
    ? ({ weekday: 'long' } as const)
    : ({ day: 'numeric', month: 'long' } as const);
  return `${title} ${on} ${new Intl.DateTimeFormat(locale, { ...form, timeZone }).format(start)}`;
}

const WEEK = 7 * 24 * 3_600_000;

/** The highest chance of each content word to belong to the title. */
function chancesOf({ sentences }: TalkReading): Map<string, number> {
  const chances = new Map<string, number>();
  for (const { unit, words } of sentences) {
    for (const [at, { word }] of unit.tokens.entries()) {
      const [stem] = contentOf(word);
      if (stem !== undefined) chances.set(stem, Math.max(chances.get(stem) ?? 0, words.title[at]!));
    }
  }
  return chances;
}

/** How surely the words belong to the title, and how much of it they say, 0 to 1. */
function scoreOf(text: string, chances: ReadonlyMap<string, number>): number {
  const own = [...contentOf(text)];
  if (own.length === 0) return 0;
  const told = own.reduce((sum, stem) => sum + (chances.get(stem) ?? UNSAID), 0);
  const all = [...chances.values()]
    .filter((chance) => chance >= CHANCES.title)
    .toSorted((one, other) => other - one)
    .slice(0, MAX_WORDS)
    .reduce((sum, chance) => sum + chance, 0);
  const [precision, recall] = [told / own.length, Math.min(1, told / Math.max(1, all))];
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/** The chance of a word that nobody said, such as the day of an appointment. */
const UNSAID = 0.6;

const MAX_TOPICS = 6;
/** The phrases that are looked at for topics. */
const MAX_PHRASES = 200;

/** The phrases that the talk is most likely about, without repetitions. */
export function topicsOf(reading: TalkReading): string[] {
  const phrases = reading.sentences
    .filter(({ unit }) => !unit.text.includes(UNCLEAR))
    .flatMap((sentence) => phrasesIn(reading, sentence, 'title', { bound: CHANCES.title }));
  const kept: string[] = [];
  const weight = ({ chance, from, to }: Phrase) => chance * Math.sqrt(to - from);
  const likeliest = phrases.toSorted((one, other) => weight(other) - weight(one));
  for (const each of likeliest.slice(0, MAX_PHRASES)) {
    const phrase = withoutTime(each, reading);
    const text = thingIn(inSentence(phrase, reading), reading.talk.language);
    const isTelling = namesThing(text, reading) && !isOnlyTime(phrase, reading);
    if (isTelling && !kept.some((other) => overlapOf(other, text) > 0)) kept.push(text);
    if (kept.length === MAX_TOPICS) break;
  }
  return kept;
}

/** A word that begins a sentence is no name, unless it is one elsewhere. */
function inSentence({ text, from }: Phrase, { talk }: TalkReading): string {
  const plain = trimmed(text);
  if (from > 0 || talk.language === 'de' || !text.startsWith(plain)) return plain;
  const [first = ''] = plain.split(' ');
  const inside = new RegExp(`[\\p{Ll},] ${first.replaceAll(/[^\p{L}\p{N}]/gu, '.')}`, 'u');
  if (talk.turns.some((turn) => inside.test(turn.text))) return plain;
  return /^(?:\p{Lu}+|I'.*)$/u.test(first) ? plain : lowered(plain);
}

/** "Ana at 3 pm" is about Ana. */
function withoutTime(phrase: Phrase, reading: TalkReading): Phrase {
  const { sentence, from } = phrase;
  const times = timeTokens(reading, sentence.unit);
  const isFunction = (at: number) => isFunctionWord(sentence.unit.tokens[at]!.word);
  let to = from + 1;
  while (to < phrase.to && !(times.has(to) && isFunction(to - 1))) to += 1;
  if (to === phrase.to) return phrase;
  while (to > from && isFunction(to - 1)) to -= 1;
  return to === from ? phrase : { ...phrase, to, text: sentenceWords(reading, sentence, from, to) };
}

/** "Thursday" alone is no topic. */
function isOnlyTime({ sentence: { unit }, from, to }: Phrase, reading: TalkReading): boolean {
  const times = timeTokens(reading, unit);
  return unit.tokens
    .slice(from, to)
    .every(({ word }, at) => times.has(from + at) || isFunctionWord(word));
}

/** Returns whether a phrase is more than a verb. */
function namesThing(text: string, { talk }: TalkReading): boolean {
  const words = wordsAsWritten(text).filter((word) => !isFunctionWord(word) && word.length > 2);
  if (words.length !== 1) return words.length > 0;
  if (talk.language === 'en') return tagged(text).some(({ pos }) => NOUN.test(pos));
  if (talk.language === 'es') return spanishVerb(words[0]!) === null;
  const isCased = talk.turns.some((turn) => / \p{Lu}/u.test(turn.text));
  return !isCased || /\p{Lu}/u.test(text);
}

const NOUN = /^(?:NOUN|PROPN|ADJ)$/;

/** The first phrase with each of the next ones. */
function joinedOf(
  texts: readonly string[],
  join: (one: string, other: string) => string,
): string[] {
  const [first, ...others] = texts;
  return others
    .filter((other) => overlapOf(first!, other) === 0)
    .slice(0, FEW_CANDIDATES)
    .map((other) => join(first!, other));
}

/** "Labels and plates, with Ana": in a talk of two, the other person tells it from other talks. */
function withPartner(title: string, heard: HeardTalk, language: Language): string {
  const partner = partnerIn(heard);
  if (partner === null || title === '' || declined(title).includes(declined(partner))) return title;
  const full = `${title}, ${SAID[language].with(partner)}`;
  return wordsAsWritten(full).length <= MAX_WORDS - 1 && full.length <= LONGEST ? full : title;
}

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
const FIRST = 6;

/** The first words of the sentence that says most, even in a script without spaces. */
function firstWords({ sentences }: TalkReading): string {
  const [best] = sentences
    .filter(({ unit }) => unit.tokens.length > 2 || sentences.length === 1)
    .toSorted((one, other) => other.gist - one.gist);
  const text = (best ?? sentences[0])?.unit.text ?? '';
  let [words, end] = [0, 0];
  for (const { index, segment, isWordLike } of WORDS.segment(text)) {
    if (!isWordLike) continue;
    if (words === FIRST) break;
    words += 1;
    end = index + segment.length;
  }
  const first = text.slice(0, end).replace(/^[\s¿¡"'“]+/u, '');
  return shortened(end < text.length ? withoutLooseEnd(first) : first, LONGEST);
}

/** "It would cost two flats a" breaks off. */
function withoutLooseEnd(text: string): string {
  const words = text.split(' ');
  while (words.length > 2 && isFunctionWord(words.at(-1)!)) words.pop();
  return words.join(' ');
}
