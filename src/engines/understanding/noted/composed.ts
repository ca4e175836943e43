/** Titles and overviews, composed of what was understood and of at most two quotes. */
import { WHOLE_DAY, type MadeActionItem, type MadeEvent, type Transcript } from '../maker.ts';
import { bare } from '../rules/bare.ts';
import { isStopWord, wordsOf } from '../rules/text.ts';
import { shortened } from '../short-text.ts';
import { knownZone } from '../wall-clock.ts';
import type { Heard } from './heard.ts';

export interface Noted {
  action_items: readonly MadeActionItem[];
  events: readonly MadeEvent[];
}

interface Wording {
  locale: string;
  agreed: string;
  todo: string;
  on: (title: string, day: string) => string;
}

const WORDINGS: Readonly<Record<string, Wording>> = {
  en: {
    locale: 'en-GB',
    agreed: 'Agreed',
    todo: 'To do',
    on: (title, day) => `${title} on ${day}`,
  },
  de: {
    locale: 'de-DE',
    agreed: 'Vereinbart',
    todo: 'Zu tun',
    on: (title, day) => `${title} am ${day}`,
  },
  es: {
    locale: 'es-ES',
    agreed: 'Acordado',
    todo: 'Pendiente',
    on: (title, day) => `${title} el ${day}`,
  },
};

const LONGEST_TITLE = 60;
/** A longer task is no title. */
const TITLE_WORDS = 8;
const MAX_LISTED = 4;
const MAX_QUOTES = 2;
const LONGEST_QUOTE = 160;

const wordingFor = ({ language }: Transcript): Wording =>
  WORDINGS[language.slice(0, 2).toLowerCase()] ?? WORDINGS['en']!;

/** "Dentist on Thursday; ring the plumber". Returns null when nothing was agreed or promised. */
export function titleFromNoted(
  { action_items, events }: Noted,
  transcript: Transcript,
  subject?: string,
): string | null {
  const { locale, on } = wordingFor(transcript);
  const timeZone = knownZone(transcript.timezone);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone });
  const event = events[0];
  const task = action_items
    .map(({ description }) => description)
    .find((text) => wordsOf(text).length <= TITLE_WORDS && !SPOKEN.test(text));
  if (!event) return task ? shortened(task, LONGEST_TITLE) : null;
  const title = on(event.title, weekday.format(event.start));
  const named = wordsOf(event.title);
  const isNew = subject && !wordsOf(subject).some((word) => named.includes(word));
  const isVague = isNew && (named.length === 1 || VAGUE.test(event.title));
  if (isVague) return shortened(`${title}: ${subject}`, LONGEST_TITLE);
  const both = task && `${title}; ${uncapitalised(task)}`;
  return both && both.length <= LONGEST_TITLE ? both : shortened(title, LONGEST_TITLE);
}

/** Names that say only that people meet. */
const VAGUE = /^(?:(?:Meeting with|Treffen mit|Quedar con) \p{Lu}|Appointment$|Termin$|Cita$)/u;

/** Words of a speaker, not a name for a talk. */
const SPOKEN =
  /(?:^|: )(?:how about|what about|why don't|that|this|there|i|i'll|i'm|we|you|it|it's|he|she|they|there|ich|wir|du|yo|tú|y|und)\b/iu;

/** "Ana: Ring …" and "NHS" keep their capital letters. */
const uncapitalised = (text: string): string =>
  /^\p{Lu}\p{Ll}+(?!\p{L}*:)/u.test(text) && !/^\p{L}+:/u.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;

/**
 * `opening` says who talks about what. There is one quote beside what was agreed or promised, else
 * two.
 */
export function overviewFromNoted(noted: Noted, heard: Heard, opening: string): string {
  const { transcript } = heard;
  const { locale, agreed, todo } = wordingFor(transcript);
  const timeZone = knownZone(transcript.timezone);
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone,
  });
  const moment = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  const events = noted.events
    .slice(0, MAX_LISTED)
    .map(
      ({ title, start, duration }) =>
        `${title}, ${(duration === WHOLE_DAY ? day : moment).format(start)}`,
    );
  const tasks = noted.action_items
    .slice(0, MAX_LISTED)
    .map(({ description, due_at }) =>
      due_at ? `${description} (${day.format(due_at)})` : description,
    );
  const parts = [
    opening,
    events.length > 0 ? `${agreed}: ${events.join('; ')}.` : '',
    tasks.length > 0 ? `${todo}: ${tasks.join('; ')}.` : '',
  ].filter(Boolean);
  const isBare = events.length + tasks.length === 0;
  parts.push(...quotesFrom(heard, noted, isBare ? MAX_QUOTES : 1));
  return parts.join(' ');
}

/** People say early what a talk is about. */
const EARLY = 0.4;
/** An answer says more than its question. */
const ASKS = 0.2;

/** The sentences with the most of the talk's own words, in their order. */
function quotesFrom(
  { read, names, segments, speakers }: Heard,
  noted: Noted,
  most: number,
): string[] {
  const told = new Set(noted.action_items.map(({ segment_id }) => segment_id));
  const counts = new Map<string, number>();
  const content = read.all.units.map((unit) => new Set(contentOf(unit.text)));
  for (const words of content)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const early = read.all.units.length / 3;
  const rated = read.all.units
    .map((unit, at) => {
      const words = [...content[at]!];
      const asks = unit.text.endsWith('?') ? ASKS : 0;
      const weight = words.reduce((sum, word) => sum + Math.log2(1 + counts.get(word)!), 0);
      return { unit, score: weight / (words.length + 3) + (at < early ? EARLY : 0) - asks };
    })
    .filter(({ unit }) => unit.tokens.length > 3 && !told.has(segments[unit.turn]!.id));
  const chosen = rated
    .toSorted((one, other) => other.score - one.score)
    .slice(0, most)
    .toSorted((one, other) => rated.indexOf(one) - rated.indexOf(other));
  return chosen.map(({ unit }) => {
    const said = shortened(unit.text, LONGEST_QUOTE);
    return speakers.length > 1 ? `${names[unit.turn]!}: “${said}”` : `“${said}”`;
  });
}

const contentOf = (text: string): string[] =>
  wordsOf(bare(text)).filter((word) => !isStopWord(word) && word.length > 2);
