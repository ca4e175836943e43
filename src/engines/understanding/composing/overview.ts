/** Tells a talk in two to four sentences: who, what about, what was agreed, and what is open. */
import type { Sentence, TalkReading } from '../../reading/talk.ts';
import { lastOf, WHOLE_DAY, type MadeEvent } from '../maker.ts';
import { shortened } from '../short-text.ts';
import { knownZone } from '../../calendar/wall-clock.ts';
import { UNCLEAR } from '../without-doubtful-words.ts';
import { declined, isLearnt, SAID, type Language } from './bounds.ts';
import { isLabel, languageOf, userNameOf, type HeardTalk } from './heard.ts';
import { thingsOf, topicsOf, type ComposedTitle } from './title.ts';
import { overlapOf } from './words.ts';

interface Forms {
  locale: string;
  talkWith: (others: string) => string;
  talkOf: (all: string) => string;
  /** What the talk is called whose speakers have no names, and that of one speaker. */
  talk: string;
  note: string;
  about: (who: string, things: string) => string;
  further: (count: number) => string;
  agreed: (day: string, title: string) => string;
  coming: (day: string, title: string) => string;
  by: (task: string, day: string) => string;
  open: (tasks: string) => string;
  says: (name: string, quote: string) => string;
}

const FORMS: Readonly<Record<Language, Omit<Forms, 'locale'>>> = {
  en: {
    talkWith: (others) => `A talk with ${others}`,
    talkOf: (all) => `${all} talk`,
    talk: 'A conversation',
    note: 'A note',
    about: (who, things) => `${who} about ${things}.`,
    further: (count) => `${count} others`,
    agreed: (day, title) => `Agreed for ${day}: ${title}.`,
    coming: (day, title) => `Coming up on ${day}: ${title}.`,
    by: (task, day) => `${task} (by ${day})`,
    open: (tasks) => `To do: ${tasks}.`,
    says: (name, quote) => `${name} says: “${quote}”`,
  },
  de: {
    talkWith: (others) => `Gespräch ${SAID.de.with(others)}`,
    talkOf: (all) => `Gespräch von ${declined(all)}`,
    talk: 'Gespräch',
    note: 'Notiz',
    about: (who, things) => `${who}. Es geht um: ${things}.`,
    further: (count) => `${count} weiteren`,
    agreed: (day, title) => `Vereinbart für ${day}: ${title}.`,
    coming: (day, title) => `Geplant für ${day}: ${title}.`,
    by: (task, day) => `${task} (bis ${day})`,
    open: (tasks) => `Zu tun: ${tasks}.`,
    says: (name, quote) => `${name} sagt: „${quote}“`,
  },
  es: {
    talkWith: (others) => `Conversación con ${others}`,
    talkOf: (all) => `Hablan ${all}`,
    talk: 'Conversación',
    note: 'Nota',
    about: (who, things) => `${who} sobre ${things}.`,
    further: (count) => `${count} más`,
    agreed: (day, title) => `Acordado para el ${day}: ${title}.`,
    coming: (day, title) => `Previsto para el ${day}: ${title}.`,
    by: (task, day) => `${task} (para el ${day})`,
    open: (tasks) => `Pendiente: ${tasks}.`,
    says: (name, quote) => `${name} dice: «${quote}»`,
  },
};

const formsOf = (language: Language): Forms => ({ ...FORMS[language], ...SAID[language] });

const MAX_LISTED = 3;
const MAX_NAMED = 5;
const MAX_TOPICS = 2;
const LONGEST_QUOTE = 140;
const LONGEST_PLAIN = 280;

export function overviewOf(reading: TalkReading, heard: HeardTalk, made: ComposedTitle): string {
  const language = languageOf(heard.transcript);
  if (!isLearnt(language)) return plainOverview(reading);
  const forms = formsOf(language);
  const told = agreedOf(heard, made);
  return [
    isShortNote(reading, heard) ? '' : openingOf(reading, heard, told, forms),
    ...told,
    quoteOf(reading, heard, forms, made),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns a sentence for each appointment, and one for the tasks; none in a language that was not learnt. */
export function agreedOf(heard: HeardTalk, made: ComposedTitle): string[] {
  const language = languageOf(heard.transcript);
  if (!isLearnt(language)) return [];
  const forms = formsOf(language);
  return [
    ...made.events.slice(0, MAX_LISTED - 1).map((event) => eventSentence(event, heard, forms)),
    tasksSentence(made, heard, forms),
  ].filter(Boolean);
}

/** What a note of a sentence is about need not be told before the sentence. */
const isShortNote = ({ sentences }: TalkReading, { speakers }: HeardTalk): boolean =>
  sentences.length === 1 && speakers.length === 1;

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const HOUR = { hour: '2-digit', minute: '2-digit' } as const;

function eventSentence(
  { title, start, duration }: MadeEvent,
  { transcript, speakers }: HeardTalk,
  { locale, agreed, coming }: Forms,
): string {
  const timeZone = knownZone(transcript.timezone);
  const isWholeDay = duration % WHOLE_DAY === 0;
  const form = isWholeDay ? DAY : { ...DAY, ...HOUR };
  const format = new Intl.DateTimeFormat(locale, { ...form, timeZone });
  const day = isWholeDay
    ? format.formatRange(start, lastOf({ start, duration }))
    : format.format(start);
  return (speakers.length > 1 ? agreed : coming)(day, title);
}

function tasksSentence(
  { action_items }: ComposedTitle,
  { transcript }: HeardTalk,
  forms: Forms,
): string {
  const timeZone = knownZone(transcript.timezone);
  const day = new Intl.DateTimeFormat(forms.locale, { ...DAY, timeZone });
  const tasks = action_items
    .slice(0, MAX_LISTED)
    .map(({ description, due_at }) =>
      due_at ? forms.by(description, day.format(due_at)) : description,
    );
  return tasks.length > 0 ? forms.open(tasks.join('; ')) : '';
}

/** Who talks with whom about what; what the next sentences say is not named twice. */
function openingOf(
  reading: TalkReading,
  heard: HeardTalk,
  told: readonly string[],
  forms: Forms,
): string {
  const { speakers } = heard;
  const topics = topicsOf(reading).filter(
    (topic) => !speakers.some((name) => overlapOf(name, topic) > 0),
  );
  const isUntold = (topic: string) => !told.some((text) => overlapOf(text, topic) >= 1);
  const own = topics.filter(isUntold);
  const untold = own.length > 0 ? own : thingsOf(reading).filter(isUntold);
  const list = new Intl.ListFormat(forms.locale, { type: 'conjunction' });
  const user = userNameOf(heard);
  const others = speakers.filter((name) => name !== user);
  const isNamed = speakers.length > 1 && !others.some(isLabel);
  const more = others.length - MAX_NAMED;
  const named = more > 1 ? [...others.slice(0, MAX_NAMED), forms.further(more)] : others;
  const names = isNamed ? list.format(named) : '';
  const nameless = speakers.length > 1 ? forms.talk : forms.note;
  const who = names && (user === null ? forms.talkOf(names) : forms.talkWith(names));
  const about = list.format(untold.slice(0, MAX_TOPICS));
  return about ? forms.about(who || nameless, about) : who && `${who}.`;
}

const MIN_WORDS = 4;
/** Of a sentence beside tasks and appointments. */
const BESIDE = { gist: 0.15, words: 5 };

/** The sentence that says most beside tasks and appointments; a question says little without its answer. */
function quoteOf(
  { sentences }: TalkReading,
  { names, segments, speakers }: HeardTalk,
  { says }: Forms,
  { action_items, events }: ComposedTitle,
): string {
  const told = new Set([...action_items, ...events].map(({ segment_id }) => segment_id));
  const isOne = sentences.length === 1;
  const clear = sentences.filter(
    ({ unit }) =>
      (isOne || unit.tokens.length >= MIN_WORDS) &&
      !unit.text.includes(UNCLEAR) &&
      !told.has(segments[unit.turn]!.id),
  );
  const statements = clear.filter(({ unit }) => !unit.text.endsWith('?'));
  const isBeside = ({ unit, gist, fact, own }: Sentence) =>
    // What the user says of themselves is listed anyway.
    gist - fact * own >= BESIDE.gist && unit.tokens.length >= BESIDE.words;
  const telling = told.size > 0 ? statements.filter(isBeside) : statements;
  const [best] = (telling.length > 0 || told.size > 0 ? telling : clear).toSorted(
    (one, other) => other.gist - one.gist,
  );
  if (!best) return '';
  const quote = shortened(best.unit.text, LONGEST_QUOTE);
  return speakers.length > 1 ? says(names[best.unit.turn]!, quote) : `“${quote}”`;
}

const plainOverview = ({ sentences }: TalkReading): string =>
  shortened(
    sentences
      .slice(0, 3)
      .map(({ unit }) => unit.text)
      .join(' '),
    LONGEST_PLAIN,
  );
