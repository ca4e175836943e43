/** Names the appointments that were read. */
import { capitalised, alternatives, wordList } from '../../../core/text.ts';
import type { ReadTime, Sentence, TalkReading } from '../../reading/talk.ts';
import { isLearnt, SAID, type Language } from './bounds.ts';
import { tagged } from '../language.ts';
import { timeTokens } from './said-times.ts';
import { languageOf, partnerIn, type HeardTalk } from './heard.ts';
import { isNote } from './wording/commands.ts';
import { thingsIn } from './wording/noun-phrases.ts';
import {
  isDeterminer,
  isFunctionWord,
  longestIn,
  overlapOf,
  phrasesIn,
  sentenceWords,
  withRest,
  wordsAsWritten,
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

/** The named thing, the words of the appointment without its time, or "Meeting with Ana". */
export function nameOf(
  sentence: Sentence,
  time: ReadTime,
  { times, reading, heard }: Around,
): string {
  const language = languageOf(heard.transcript);
  const own = isLearnt(language) ? language : 'en';
  const partner = partnerIn(heard);
  const name =
    namedNear(sentence, time, { times, reading, heard }) ??
    nameFromSpan(sentence, reading) ??
    namedPerhaps(sentence, reading) ??
    namedNear(sentence, time, { times, reading, heard }, NAMED_FURTHER) ??
    (isNote(reading, heard) ? (thingsIn(sentence.unit.text, own)[0] ?? null) : null);
  if (name === null) {
    const [meeting, appointment] = MEETING[own];
    return partner ? `${meeting} ${SAID[own].with(partner)}` : appointment!;
  }
  const words = name.split(' ');
  const isAlone = words.length === 1 && partner !== null && !OF_OTHERS.test(name);
  const full = isAlone
    ? `${name} ${SAID[own].with(partner)}`
    : words.slice(0, NAME_WORDS).join(' ');
  return capitalised(full.replaceAll(/["“”„]/gu, ''));
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

/** Better an unsure name in the words of the sentence than none. */
function namedPerhaps(sentence: Sentence, reading: TalkReading): string | null {
  const [best] = phrasesIn(reading, sentence, 'name', { bound: UNSURE }).toSorted(
    (one, other) => other.chance - one.chance,
  );
  return best ? withoutTimes(best, reading) || null : null;
}

const UNSURE = 0.2;
/** In another sentence than that of the time, a name is surer. */
const NAMED_FURTHER = 0.35;

/** The phrases that name the appointment in the turns around, the best two of them joined. */
function namedNear(
  sentence: Sentence,
  time: ReadTime,
  { times, reading, heard }: Around,
  bound?: number,
): string | null {
  const { turn, index } = sentence.unit;
  const isNamed = isNamedIn(sentence, reading);
  const near = reading.sentences
    .filter(
      ({ unit }) =>
        unit.turn >= turn - NEAR - 1 &&
        unit.turn <= turn + 1 &&
        Math.abs(unit.index - index) <= NEAR_SENTENCES,
    )
    .flatMap((one) => phrasesIn(reading, one, 'name', { bound }))
    .filter((phrase) => !isOfOther(phrase, { time, times, isNamed }))
    .map((phrase) => ({ phrase, words: withoutTimes(phrase, reading) }))
    .filter(({ words }) => words !== '' && !heard.speakers.includes(words));
  const score = ({ phrase }: { phrase: Phrase }) =>
    phrase.chance * Math.min(2, phrase.to - phrase.from) -
    PER_SENTENCE * Math.abs(phrase.sentence.unit.index - index) -
    PER_WORD * wordsBetween(phrase, time);
  const [best, ...others] = near.toSorted((one, other) => score(other) - score(one));
  if (!best) return null;
  const more = others.find(({ words }) => overlapOf(words, best.words) === 0);
  const [place, what] = placeOf(best.phrase) || !more ? [best, more] : [more, best];
  const where = placeOf(place.phrase);
  if (where === null) return best.words;
  const [meeting] = MEETING[isLearnt(reading.talk.language) ? reading.talk.language : 'en'];
  return `${what?.words ?? meeting} ${where} ${place.words}`;
}

const PER_SENTENCE = 0.08;
/** A sentence may name two appointments, each beside its time. */
const PER_WORD = 0.03;
/** "And" parts them more than other words. */
const JOINING = /^(?:and|but|then|und|aber|dann|y|pero|luego)$/u;
const PER_JOINING = 4;

function wordsBetween({ sentence, from, to }: Phrase, { day, hour }: ReadTime): number {
  const apart = [day, hour].flatMap((placed) => {
    if (placed?.unit.index !== sentence.unit.index) return [];
    const { mention } = placed;
    const between = sentence.unit.tokens.slice(
      ...(mention.from >= to ? [to, mention.from] : [mention.to, from]),
    );
    const joining = between.filter(({ word }) => JOINING.test(word)).length;
    return between.length + joining * PER_JOINING;
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

/** The words of a phrase without days, hours, pronouns and verbs around them. */
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
  const isLoose = (at: number) =>
    isFunctionWord(unit.tokens[at]!.word) || VERB.test(unit.tokens[at]!.word);
  while (first < last && isLoose(first)) first += 1;
  while (last > first && isLoose(last - 1)) last -= 1;
  if (first === last) return '';
  // The reader often leaves out with whom: "a meeting with the doctor".
  if (WITH.test(unit.tokens[last]?.word ?? '')) {
    const isEnd = (at: number) => times.has(at);
    last = withRest(reading, sentence, { from: first, to: last }, { isEnd, isWide: true }).to;
  }
  const words = sentenceWords(reading, sentence, first, last).replaceAll(/[,;:]+/gu, '');
  // "The seminar's at ten" names the seminar, and "at Lorraine's, and" a place.
  const end = unit.tokens[last - 1]!.end;
  const isVerb = /^\s\p{L}/u.test(reading.talk.turns[unit.turn]!.text.slice(end));
  const name = isVerb && reading.talk.language === 'en' ? words.replace(/'s$/u, '') : words;
  return hasNoun(name, reading) ? name : '';
}

const WITH = /^(?:with|for|mit|für|con|para)$/u;

/** "Lovely" and "seventeenth" name nothing. */
function hasNoun(words: string, { talk }: TalkReading): boolean {
  if (talk.language !== 'en') return true;
  return tagged(words).some(
    ({ text, pos }) => (NOUN.test(pos) || text.endsWith('ing')) && !ORDINAL.test(text),
  );
}

const NOUN = /^(?:NOUN|PROPN)$/;
const ORDINAL = /(?:th|first|second|third)$/iu;

/** Verbs of meeting, which no name begins or ends with. */
const VERB = new RegExp(
  `^(?:${alternatives(`
  come comes coming meet see seeing book booked start starts starting begins? happening works?
  fits? moved? komm[etns]* treffen passt geht ist beginnt anfangen steht kommt fängt viene[ns]?
  venir empieza empezamos vemos vernos quedamos nos toca puedo podemos llega`)})$`,
  'u',
);

/** The longest words of the appointment that are no time. */
function nameFromSpan(sentence: Sentence, reading: TalkReading): string | null {
  const span = longestIn(reading, sentence, 'event');
  const words = span ? withoutTimes(span, reading) : '';
  const content = wordsAsWritten(words).filter((word) => !isFunctionWord(word));
  const isClause = wordsAsWritten(words).some((word) => PERSON.has(word));
  return content.length > 0 &&
    !isClause &&
    words.split(' ').length <= NAME_WORDS &&
    content.some((word) => word.length > 3)
    ? words
    : null;
}

const PERSON = new Set(
  wordList(`
  i i'll i'm you you're he she we we're we'll they it it's that me us ich du er sie wir ihr es
  mich dich uns yo tú te nos se lo la`),
);
