/** Names the appointments that were read. */
import { alternatives, capitalised } from '../../../core/text.ts';
import type { ReadTime, Sentence, TalkReading } from '../../reading/talk.ts';
import { isLearnt, SAID, type Language } from './bounds.ts';
import { timeTokens } from './said-times.ts';
import { languageOf, partnerIn, type HeardTalk } from './heard.ts';
import { thingIn } from './wording/noun-phrases.ts';
import {
  isDeterminer,
  isFunctionWord,
  overlapOf,
  phrasesIn,
  sentenceWords,
  withRest,
  type Phrase,
} from './words.ts';

/** The sentence of an appointment is at most so many turns from the words of its time. */
export const NEAR = 2;
/** The words that name it are in so many sentences around. */
const NEAR_SENTENCES = 24;
const NAME_WORDS = 8;

/** A day without an hour may be the day of any hour. */
export const isSameTime = (one: ReadTime, other: ReadTime): boolean =>
  one.date === other.date && (one.time === other.time || one.time === null || other.time === null);

/** What naming an appointment needs: the times of all, and the talk. */
interface Around {
  times: readonly ReadTime[];
  reading: TalkReading;
  heard: HeardTalk;
}

/** The words that name an appointment, or "Meeting with Ana". */
export function nameOf(sentence: Sentence, time: ReadTime, around: Around): string {
  const language = languageOf(around.heard.transcript);
  const own = isLearnt(language) ? language : 'en';
  const [meeting, appointment] = MEETING[own];
  const [name, place] = namesNear(sentence, time, around);
  const partner = partnerIn(around.heard);
  if (name !== undefined) {
    const isAlone = partner !== null && !name.includes(' ') && !OF_OTHERS.test(name);
    const who = isAlone ? `${name} ${SAID[own].with(partner)}` : name;
    const full = place === undefined ? who : `${who} ${place}`;
    return capitalised(
      full
        .split(' ')
        .slice(0, NAME_WORDS)
        .join(' ')
        .replaceAll(/["“”„]/gu, ''),
    );
  }
  const told = partner ? `${meeting} ${SAID[own].with(partner)}` : appointment!;
  return place === undefined ? told : `${meeting} ${place}`;
}

const MEETING: Readonly<Record<Language, readonly string[]>> = {
  en: ['Meeting', 'Appointment'],
  de: ['Treffen', 'Termin'],
  es: ['Cita', 'Cita'],
};

/** Returns whether a name says only that people meet. */
export const isUnnamed = (title: string): boolean =>
  Object.values(MEETING).some((words) => words.includes(title.split(' ')[0]!));

/** An appointment with a dentist is not one with the person who hears of it. */
const OF_OTHERS = new RegExp(
  alternatives(`
  dentist doctor physio vet arzt ärzt praxis klinik friseur médic fisio hospital exam prüfung
  wedding hochzeit boda birthday geburtstag cumpleaños mot service school schule`),
  'iu',
);

/** Returns whether a sentence itself names its appointment. */
export const isNamedIn = (sentence: Sentence, reading: TalkReading): boolean =>
  phrasesIn(reading, sentence, 'name').some((phrase) => withoutTimes(phrase, reading) !== '');

/** Better an unsure name than none. */
const UNSURE = 0.2;

/** Finds the name and the place of an appointment in the turns around it. */
function namesNear(
  sentence: Sentence,
  time: ReadTime,
  { times, reading, heard }: Around,
): [name: string | undefined, place: string | undefined] {
  const { turn, index } = sentence.unit;
  const isNamed = isNamedIn(sentence, reading);
  const score = (phrase: Phrase) =>
    phrase.chance * Math.min(2, phrase.to - phrase.from) -
    PER_SENTENCE * Math.abs(phrase.sentence.unit.index - index) -
    PER_WORD * wordsBetween(phrase, time);
  const near = reading.sentences
    .filter(
      ({ unit }) =>
        unit.turn >= turn - NEAR - 1 &&
        unit.turn <= turn + 1 &&
        Math.abs(unit.index - index) <= NEAR_SENTENCES,
    )
    .flatMap((one) => phrasesIn(reading, one, 'name', { bound: UNSURE }))
    .filter((phrase) => !isOfOther(phrase, { time, times, isNamed }))
    .toSorted((one, other) => score(other) - score(one))
    .map((phrase) => {
      const where = placeOf(phrase);
      const words = withoutTimes(phrase, reading);
      // "The seminar's at ten" names the seminar, and "at Lorraine's" a place.
      return { where, words: where === null ? words.replace(/'s$/u, '') : words };
    })
    .filter(({ words }) => words !== '' && !heard.speakers.includes(words));
  const [best] = near;
  const more = near.find(({ words }) => overlapOf(words, best!.words) === 0);
  const [place, what] = (best?.where ?? !more?.where) ? [best, more] : [more, best];
  if (!place?.where) return [best?.words, undefined];
  return [what?.words, `${place.where} ${place.words}`];
}

const PER_SENTENCE = 0.08;
/** A sentence may name two appointments, each beside its time. */
const PER_WORD = 0.03;

function wordsBetween({ sentence, from, to }: Phrase, { day, hour }: ReadTime): number {
  const apart = [day, hour].flatMap((placed) => {
    if (placed?.unit.index !== sentence.unit.index) return [];
    const { mention } = placed;
    return mention.from >= to ? mention.from - to : from - mention.to;
  });
  return apart.length > 0 ? Math.min(...apart) : 0;
}

/**
 * A sentence with another time names another appointment, and so does one that repeats the time of a
 * sentence with a name of its own.
 */
function isOfOther(
  { sentence }: Phrase,
  { time, times, isNamed }: { time: ReadTime; times: readonly ReadTime[]; isNamed: boolean },
): boolean {
  const isIn = ({ day, hour }: ReadTime) =>
    [day, hour].some((placed) => placed?.unit.index === sentence.unit.index);
  return !isIn(time) && times.some((other) => isIn(other) && (isNamed || !isSameTime(other, time)));
}

const AT = /^(?:at|in|im|beim?|an|am|auf|en)$/u;

/** "At the" before a phrase that says where; null for another phrase. */
function placeOf({ sentence, from }: Phrase): string | null {
  const words = sentence.unit.tokens.slice(Math.max(0, from - 2), from).map(({ word }) => word);
  const at = words.findIndex((word) => AT.test(word));
  const isPlace = at >= 0 && words.slice(at + 1).every(isDeterminer);
  return isPlace ? words.slice(at).join(' ') : null;
}

/** The words of a phrase that name a thing, without days and hours; empty for none. */
function withoutTimes({ sentence, from, to }: Phrase, reading: TalkReading): string {
  const { unit } = sentence;
  const times = timeTokens(reading, unit);
  let [first, last] = [0, 0];
  for (let start = from; start < to; start += 1) {
    let end = start;
    while (end < to && !times.has(end)) end += 1;
    if (end - start > last - first) [first, last] = [start, end];
    start = Math.max(start, end);
  }
  const isLoose = (at: number) => isFunctionWord(unit.tokens[at]!.word);
  while (first < last && isLoose(first)) first += 1;
  while (last > first && isLoose(last - 1)) last -= 1;
  if (first === last) return '';
  // The reader often leaves out with whom: "a meeting with the doctor".
  if (WITH.test(unit.tokens[last]?.word ?? '')) {
    const isEnd = (at: number) => times.has(at);
    last = withRest(reading, sentence, { from: first, to: last }, { isEnd, isWide: true }).to;
  }
  const words = sentenceWords(reading, sentence, first, last).replaceAll(/[,;:]+/gu, '');
  // A tagger takes a viewing for a verb.
  return /^\p{L}+ing$/u.test(words) ? words : thingIn(words, reading.talk.language);
}

const WITH = /^(?:with|for|mit|für|con|para)$/u;
