/** Titles and overviews, composed of what was understood and of at most two quotes. */
import { WHOLE_DAY, type MadeActionItem, type MadeEvent, type Transcript } from '../maker.ts';
import { wordsOf } from '../rules/text.ts';
import { shortened } from '../short-text.ts';
import { knownZone } from '../wall-clock.ts';
import { isLabel, partnerIn, type Heard } from './heard.ts';
import { quotesFrom } from './quotes.ts';

export interface Noted {
  action_items: readonly MadeActionItem[];
  events: readonly MadeEvent[];
}

interface Wording {
  locale: string;
  withOthers: (names: string) => string;
  /** For a talk in which nobody is known to be the user. */
  between: (names: string) => string;
  further: (count: number) => string;
  agreed: string;
  /** Introduces the appointments of a person who talks alone. */
  coming: string;
  todo: string;
  on: (title: string, day: string) => string;
}

const WORDINGS: Readonly<Record<string, Wording>> = {
  en: {
    locale: 'en-GB',
    withOthers: (names) => `With ${names}.`,
    between: (names) => `${names} talk.`,
    further: (count) => `${count} others`,
    agreed: 'Agreed',
    coming: 'Coming up',
    todo: 'To do',
    on: (title, day) => `${title} on ${day}`,
  },
  de: {
    locale: 'de-DE',
    withOthers: (names) => `Mit ${names}.`,
    between: (names) => `Gespräch von ${names}.`,
    further: (count) => `${count} weiteren`,
    agreed: 'Vereinbart',
    coming: 'Geplant',
    todo: 'Zu tun',
    on: (title, day) => `${title} am ${day}`,
  },
  es: {
    locale: 'es-ES',
    withOthers: (names) => `Con ${names}.`,
    between: (names) => `Hablan ${names}.`,
    further: (count) => `${count} más`,
    agreed: 'Acordado',
    coming: 'Previsto',
    todo: 'Pendiente',
    on: (title, day) => `${title} el ${day}`,
  },
};

const LONGEST_TITLE = 60;
/** A longer task is no title. */
const TITLE_WORDS = 8;
const MAX_LISTED = 3;
const MAX_QUOTES = 2;
const MAX_NAMED = 5;

const wordingFor = ({ language }: Transcript): Wording =>
  WORDINGS[language.slice(0, 2).toLowerCase()] ?? WORDINGS['en']!;

/**
 * "Dentist on Thursday". Returns null when nothing was agreed, and when the reader found the first
 * event and `subjects`, the things that the talk is about, do not contain it.
 */
export function titleFromEvent(
  event: MadeEvent | undefined,
  transcript: Transcript,
  subjects?: readonly string[],
): string | null {
  if (!event || event.title.startsWith('“')) return null;
  if (isByReader(event.found_by) && subjects && !isAbout(event.title, subjects)) return null;
  const { locale, on } = wordingFor(transcript);
  const timeZone = knownZone(transcript.timezone);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone });
  const title = on(event.title, weekday.format(event.start));
  const more = subjects?.find((text) => !isAbout(event.title, [text]));
  // "Viewing" says little without the flat.
  return shortened(
    wordsOf(event.title).length === 1 && more ? `${title}: ${more}` : title,
    LONGEST_TITLE,
  );
}

/** "Labels and plates, with Ana": in a talk of two, the other person tells it from other talks. */
export function withPartner(title: string, { read }: Heard): string {
  const partner = partnerIn(read.all);
  const full = `${title}, with ${partner}`;
  return partner === null || title.includes(partner) || full.length > LONGEST_TITLE ? title : full;
}

const isByReader = (found_by: string | undefined): boolean =>
  found_by?.startsWith('reader') ?? false;

/** Returns whether a name shares a word with a subject. */
function isAbout(name: string, subjects: readonly string[]): boolean {
  const named = wordsOf(name);
  return subjects.some((text) => wordsOf(text).some((word) => named.includes(word)));
}

/** "Ring the plumber". Returns null without a task that reads as a title. */
export function titleFromTask({ action_items }: Pick<Noted, 'action_items'>): string | null {
  const task = action_items
    .map(({ description }) => description)
    .find((text) => wordsOf(text).length <= TITLE_WORDS && !SPOKEN.test(text));
  return task ? shortened(task, LONGEST_TITLE) : null;
}

/** Words of a speaker, not a name for a talk. */
const SPOKEN =
  /(?:^|: )(?:how about|what about|why don't|that|this|there|i|i'll|i'm|we|you|it|it's|he|she|they|there|ich|wir|du|yo|tú|y|und)\b/iu;

/** A wrong statement is worse than a missing one, so an overview tells less than the lists. */
const SURE = { event: 0.45, task: 0.4 };

/** Leaves out what only the reader found, and was not sure of. Rules are always sure. */
function sureOf<Made extends { segment_id?: string | null; found_by?: string }>(
  made: readonly Made[],
  found: readonly { chance: number; turn: number }[],
  { segments }: Heard,
  bound: number,
): Made[] {
  const unsure = new Set(
    found.filter(({ chance }) => chance < bound).map(({ turn }) => segments[turn]!.id),
  );
  return made.filter(
    ({ segment_id, found_by }) => !isByReader(found_by) || !unsure.has(segment_id ?? ''),
  );
}

export function sureEvents({ events }: Pick<Noted, 'events'>, heard: Heard): MadeEvent[] {
  const found = heard.read.events.map(({ chance, last: { turn } }) => ({ chance, turn }));
  return sureOf(events, found, heard, SURE.event);
}

/** "With Ana and Ben." What was agreed, what is to be done, and at most two quotes follow. */
export function overviewFromNoted(noted: Noted, heard: Heard): string {
  const { transcript, read, speakers } = heard;
  const { locale, agreed, coming, todo } = wordingFor(transcript);
  const timeZone = knownZone(transcript.timezone);
  const day = new Intl.DateTimeFormat(locale, { ...DAY, timeZone });
  const moment = new Intl.DateTimeFormat(locale, { ...DAY, ...HOUR, timeZone });
  const foundTasks = read.tasks.map(({ chance, unit: { turn } }) => ({ chance, turn }));
  const events = sureEvents(noted, heard).slice(0, MAX_LISTED);
  const evidence = evidenceOf(events[0], heard);
  const appointments = events.map(({ title, start, duration }, at) => {
    const text = `${title}, ${(duration === WHOLE_DAY ? day : moment).format(start)}`;
    return at === 0 ? [text, ...evidence.map(({ quote }) => `(${quote})`)].join(' ') : text;
  });
  const tasks = sureOf(noted.action_items, foundTasks, heard, SURE.task)
    .slice(0, MAX_LISTED)
    .map(({ description, due_at }) =>
      due_at ? `${description} (${day.format(due_at)})` : description,
    );
  const told = new Set([
    ...[...noted.action_items, ...noted.events, ...evidence].map(({ segment_id }) => segment_id),
    ...events.flatMap((event) => segmentsThatAgree(event, heard)),
  ]);
  const label = speakers.length > 1 ? agreed : coming;
  return [
    openingOf(heard),
    appointments.length > 0 ? `${label}: ${appointments.join('; ')}.` : '',
    tasks.length > 0 ? `${todo}: ${tasks.join('; ')}.` : '',
    ...quotesFrom(heard, told, MAX_QUOTES - evidence.length),
  ]
    .filter(Boolean)
    .join(' ');
}

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const HOUR = { hour: '2-digit', minute: '2-digit' } as const;

/** "With Ana and Ben." Empty if the speakers have no names. */
function openingOf({ transcript, segments, names, speakers }: Heard): string {
  const { locale, withOthers, between, further } = wordingFor(transcript);
  const user = names.find((_, at) => segments[at]!.is_user);
  const others = speakers.filter((name) => name !== user);
  if (speakers.length < 2 || others.some(isLabel)) return '';
  const more = others.length - MAX_NAMED;
  const named = more > 1 ? [...others.slice(0, MAX_NAMED), further(more)] : others;
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(named);
  return user === undefined ? between(list) : withOthers(list);
}

/** The segments from the proposal of an appointment to its acceptance. */
function segmentsThatAgree({ segment_id }: MadeEvent, { read, segments }: Heard): string[] {
  const at = segments.findIndex(({ id }) => id === segment_id);
  const found = read.events.find(({ last }) => last.turn === at);
  const proposed = found ? Math.min(found.unit.turn, at) : at - TURNS_OF_PROPOSAL;
  return segments.slice(Math.max(0, proposed), at + 1).map(({ id }) => id);
}

/** Rules do not tell where the proposal stands. */
const TURNS_OF_PROPOSAL = 2;

/** The sentence that says when an appointment is. A name that is a quote needs no other quote. */
function evidenceOf(
  event: MadeEvent | undefined,
  { read, segments }: Heard,
): { segment_id: string; quote: string }[] {
  if (!event || !isByReader(event.found_by) || event.title.startsWith('“')) return [];
  const found = read.events.find(({ last }) => segments[last.turn]!.id === event.segment_id);
  if (!found) return [];
  const segment_id = segments[found.unit.turn]!.id;
  return [{ segment_id, quote: `“${shortened(found.unit.text, LONGEST_EVIDENCE)}”` }];
}

const LONGEST_EVIDENCE = 120;
