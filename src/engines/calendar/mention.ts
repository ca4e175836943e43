/** The days and hours that a sentence names. */

export interface DayMention {
  kind: 'day';
  /** The first token and the one after the last token. */
  from: number;
  to: number;
  /** The last day of a period: of a week it is Friday. */
  date: string;
  /** The first day of a period such as "next week". */
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
