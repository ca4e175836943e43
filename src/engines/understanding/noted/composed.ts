/** Titles and overviews, composed of what was understood and of at most two quotes. */
import { WHOLE_DAY, type MadeActionItem, type MadeEvent, type Transcript } from '../maker.ts';
import { wordsOf } from '../rules/text.ts';
import { shortened } from '../short-text.ts';
import { knownZone } from '../wall-clock.ts';
import type { Heard } from './heard.ts';
import { quotesFrom } from './quotes.ts';

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

const wordingFor = ({ language }: Transcript): Wording =>
  WORDINGS[language.slice(0, 2).toLowerCase()] ?? WORDINGS['en']!;

/**
 * "Dentist on Thursday". `subjects` complete the name of an event that says little. Returns null
 * when nothing was agreed.
 */
export function titleFromEvent(
  { events: [event] }: Pick<Noted, 'events'>,
  transcript: Transcript,
  subjects: readonly string[] = [],
): string | null {
  if (!event) return null;
  const { locale, on } = wordingFor(transcript);
  const timeZone = knownZone(transcript.timezone);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone });
  const title = on(event.title, weekday.format(event.start));
  const named = wordsOf(event.title);
  const [subject, ...more] = subjects.filter(
    (text) => !wordsOf(text).some((word) => named.includes(word)),
  );
  const isVague = named.length === 1 || VAGUE.test(event.title);
  if (!subject || !isVague) return shortened(title, LONGEST_TITLE);
  const full = `${title}: ${[subject, ...more].join(' and ')}`;
  return full.length > LONGEST_TITLE ? shortened(`${title}: ${subject}`, LONGEST_TITLE) : full;
}

/** "Ring the plumber". Returns null without a task that reads as a title. */
export function titleFromTask({ action_items }: Pick<Noted, 'action_items'>): string | null {
  const task = action_items
    .map(({ description }) => description)
    .find((text) => wordsOf(text).length <= TITLE_WORDS && !SPOKEN.test(text));
  return task ? shortened(task, LONGEST_TITLE) : null;
}

/** Names that say only that people meet. */
const VAGUE = /^(?:(?:Meeting with|Treffen mit|Quedar con) \p{Lu}|Appointment$|Termin$|Cita$)/u;

/** Words of a speaker, not a name for a talk. */
const SPOKEN =
  /(?:^|: )(?:how about|what about|why don't|that|this|there|i|i'll|i'm|we|you|it|it's|he|she|they|there|ich|wir|du|yo|tú|y|und)\b/iu;

/** `opening` says who talks about what. */
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
  const told = new Set(noted.action_items.map(({ segment_id }) => segment_id));
  return [
    opening,
    ...quotesFrom(heard, told, MAX_QUOTES),
    events.length > 0 ? `${agreed}: ${events.join('; ')}.` : '',
    tasks.length > 0 ? `${todo}: ${tasks.join('; ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
