/** Names the appointments that were read. */
import { capitalised, alternatives, wordList } from '../../../core/text.ts';
import type { ReadTime, Sentence, TalkReading } from '../../reading/talk.ts';
import { USUAL_DURATION, WHOLE_DAY, type MadeEvent } from '../maker.ts';
import { BOUNDS, isLearnt, leastOf, SAID, type Language } from './bounds.ts';
import { timeTokens } from './said-times.ts';
import { instantFor, languageOf, partnerIn, type Heard } from './heard.ts';
import {
  isDeterminer,
  isFunctionWord,
  longestIn,
  overlapOf,
  phrasesIn,
  saidIn,
  wordsOf,
  type Phrase,
} from './words.ts';

const MAX_EVENTS = 8;
/** The sentence of an appointment is at most so many turns from the words of its time. */
const NEAR = 2;
const NAME_WORDS = 8;

export function eventsIn(reading: TalkReading, heard: Heard): MadeEvent[] {
  const bound = leastOf('event', heard.transcript);
  const made: MadeEvent[] = [];
  const taken: ReadTime[] = [];
  const sure = reading.times.filter(({ event }) => event >= bound);
  for (const time of sure.toSorted((one, other) => other.event - one.event)) {
    if (taken.some((other) => isSameTime(other, time))) continue;
    const sentence = sentenceOf(time, reading);
    if (!sentence || isOnlyDue(time, sentence, reading)) continue;
    taken.push(time);
    const { unit } = (time.hour ?? time.day)!;
    made.push({
      title: nameOf(sentence, reading, heard),
      description: '',
      start: instantFor(time, heard),
      duration: time.time === null ? WHOLE_DAY : durationOf(time),
      segment_id: heard.segments[unit.turn]!.id,
      found_by: 'reader: event',
      confidence: time.event,
    });
  }
  return made.slice(0, MAX_EVENTS);
}

const isSameTime = (one: ReadTime, other: ReadTime): boolean =>
  one.date === other.date && (one.time === other.time || one.time === null || other.time === null);

/** Minutes of "from two to four"; otherwise the usual ones. */
function durationOf({ time, hour }: ReadTime): number {
  const end = hour?.mention.end;
  if (!end || time === null) return USUAL_DURATION;
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const length = minutes(end) - minutes(time);
  return length > 0 ? length : USUAL_DURATION;
}

function sentenceOf(time: ReadTime, { sentences }: TalkReading): Sentence | undefined {
  const units = [time.day, time.hour].flatMap((placed) => (placed ? [placed.unit] : []));
  const near = sentences.filter(({ unit }) =>
    units.some(({ turn }) => Math.abs(turn - unit.turn) <= NEAR),
  );
  return near.toSorted((one, other) => other.event - one.event)[0];
}

/** The day by which a task is to be done is no appointment. */
function isOnlyDue(time: ReadTime, sentence: Sentence, { dues, sentences }: TalkReading): boolean {
  if (sentence.event >= BOUNDS.event) return false;
  const units = [time.day?.unit, time.hour?.unit];
  return sentences.some(({ unit, task }) => {
    const due = dues.get(unit)?.time;
    return (
      task >= BOUNDS.task &&
      units.includes(unit) &&
      due?.date === time.date &&
      due.time === time.time
    );
  });
}

/** The named thing, the words of the appointment without its time, or "Meeting with Ana". */
function nameOf(sentence: Sentence, reading: TalkReading, heard: Heard): string {
  const language = languageOf(heard.transcript);
  const own = isLearnt(language) ? language : 'en';
  const partner = partnerIn(heard);
  const name = namedNear(sentence, reading, heard) ?? nameFromSpan(sentence, reading);
  if (name === null) {
    const [meeting, appointment] = MEETING[own];
    return partner ? `${meeting} ${SAID[own].with} ${partner}` : appointment;
  }
  const words = name.split(' ');
  const isAlone = words.length === 1 && partner !== null && !OF_OTHERS.test(name);
  const full = isAlone
    ? `${name} ${SAID[own].with} ${partner}`
    : words.slice(0, NAME_WORDS).join(' ');
  return capitalised(full.replaceAll(/["“”„]/gu, ''));
}

const MEETING: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['Meeting', 'Appointment'],
  de: ['Treffen', 'Termin'],
  es: ['Cita', 'Cita'],
};

/** An appointment with a dentist is not one with the person who hears of it. */
const OF_OTHERS = new RegExp(
  alternatives(`
  dentist doctor physio vet arzt ärzt praxis klinik friseur médic fisio hospital exam prüfung
  wedding hochzeit boda birthday geburtstag cumpleaños mot service school schule`),
  'iu',
);

/** The phrases that name the appointment in the turns around, the best two of them joined. */
function namedNear(sentence: Sentence, reading: TalkReading, heard: Heard): string | null {
  const { turn, index } = sentence.unit;
  const near = reading.sentences
    .filter(({ unit }) => unit.turn >= turn - NEAR - 1 && unit.turn <= turn + 1)
    .flatMap((one) => phrasesIn(reading, one, 'name'))
    .map((phrase) => ({ phrase, words: withoutTimes(phrase, reading) }))
    .filter(({ words }) => words !== '' && !heard.speakers.includes(words));
  const score = ({ phrase }: { phrase: Phrase }) =>
    phrase.chance * Math.min(2, phrase.to - phrase.from) -
    PER_SENTENCE * Math.abs(phrase.sentence.unit.index - index);
  const [best, ...others] = near.toSorted((one, other) => score(other) - score(one));
  if (!best) return null;
  const more = others.find(({ words }) => overlapOf(words, best.words) === 0);
  const [place, what] = placeOf(best.phrase) || !more ? [best, more] : [more, best];
  const where = placeOf(place.phrase);
  return where !== null && what ? `${what.words} ${where} ${place.words}` : best.words;
}

const PER_SENTENCE = 0.08;
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
  return first < last ? saidIn(reading, sentence, first, last).replaceAll(/[,;:]+/gu, '') : '';
}

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
  const content = wordsOf(words).filter((word) => !isFunctionWord(word));
  const isClause = wordsOf(words).some((word) => PERSON.has(word));
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
