/** The days and hours that a sentence names. */
import type { CalendarText } from './calendar-text.ts';

export interface DayMention {
  kind: 'day';
  /** The first token and the one after the last token. */
  from: number;
  to: number;
  /** The last day of a period or a range: of a week it is Friday. */
  date: string;
  /** The first day of a period such as "next week", or of a range. */
  first: string | null;
  /** How the day was said. */
  form:
    | 'relative'
    | 'weekday'
    | 'date'
    | 'ordinal'
    | 'count'
    | 'weekend'
    | 'week'
    | 'month'
    | 'part'
    /** "From the 20th to the 24th": all days between two that are named. */
    | 'range'
    /** A day of the past, or a long period: no time of a task or an appointment. */
    | 'open';
  isPast: boolean;
  /** The day of the week, when one was said. */
  weekday: number | null;
}

export interface HourMention {
  kind: 'hour';
  from: number;
  to: number;
  /** The day of an hour that counts from the moment: "in two hours". */
  date: string | null;
  /**
   * The instant (ms) of such an hour, when the moment is known exactly. The wall clock shows some
   * hours twice.
   */
  instant?: number | undefined;
  /** The IANA time zone, when the words name one: "3 pm New York time". */
  zone?: string | undefined;
  /** `HH:MM`, with the half of the day that is usual for appointments. */
  time: string;
  /** The last hour of "from two to four". */
  end: string | null;
  /** How sure the form is that a number is an hour. */
  form: 'clock' | 'half' | 'at' | 'bare';
  /** True when the words say which half of the day is meant. */
  isSure: boolean;
}

export type Mention = DayMention | HourMention;

/** Words that name a day which does not exist, such as the 31st of April. */
export interface MissingDay {
  kind: 'missing';
  from: number;
  to: number;
}

const isoOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

interface NamedDay {
  /** The places of the words. */
  at: number;
  to: number;
  /** Midnight as if it were in UTC (ms); null when no such day exists. */
  ms: number | null;
  form: DayMention['form'];
  weekday?: number | null;
  first?: number | null;
}

/** Returns the mention of a day that the words at a place name. */
export function dayMention(text: CalendarText, named: NamedDay): DayMention | MissingDay {
  const { at, to, ms, form, weekday = null, first = null } = named;
  if (ms === null) return { kind: 'missing', from: at, to };
  const { past_days } = text.calendar;
  const isPast =
    ms < text.now || past_days.includes(text.word(at - 1)) || past_days.includes(text.word(to));
  const begins = first === null ? null : isoOf(first);
  return { kind: 'day', from: at, to, date: isoOf(ms), first: begins, form, isPast, weekday };
}

/** Returns whether the day of the week that was said is not the one of the date: "Monday the 5th" on a Saturday. */
export const contradictsItself = ({ form, date, weekday }: DayMention): boolean =>
  (form === 'date' || form === 'ordinal') &&
  weekday !== null &&
  new Date(`${date}T00:00Z`).getUTCDay() !== weekday;
