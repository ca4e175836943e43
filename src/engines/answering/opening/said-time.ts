/** The day and the hour that the words of an answer name, by the day on which they were said. */
import { tokensOf } from '../../words/units.ts';
import type { DayMention, HourMention } from '../../calendar/mention.ts';
import { mentionsIn } from '../../calendar/mentions.ts';
import { minuteOf, wallClockAt } from '../../calendar/wall-clock.ts';

export interface SaidTime {
  /** `YYYY-MM-DD`. */
  date: string;
  /** `HH:MM`; null when only the day was said. */
  time: string | null;
}

interface Said {
  text: string;
  /** The place of the words in the text. */
  start: number;
  end: number;
  /** What was said shortly before, oldest first. */
  before: readonly string[];
  language: string;
  at: Date;
  timezone: string;
}

/**
 * Returns null when no single day is named. A day or an hour that the words leave out is taken from
 * the rest of their turn, and a day also from what was said before.
 */
export function saidTime(said: Said): SaidTime | null {
  const { text, start, end, before } = said;
  const turn = timesOf(text, said);
  const isInside = ({ from, to }: Placed) => from < end && to > start;
  const [days, hours] = [turn.days.filter(isInside), turn.hours.filter(isInside)];
  if (days.length + hours.length === 0 || days.length > 1) return null;
  if (days.length === 1 && !isExact(days[0]!.mention)) return null;
  const near = turn.days.findLast(({ mention }) => isExact(mention));
  const earlier = () =>
    before.flatMap((each) => timesOf(each, said).days).findLast(({ mention }) => isExact(mention));
  const hour = (hours[0] ?? (turn.hours.length === 1 ? turn.hours[0] : undefined))?.mention;
  const date = hour?.date ?? (days[0] ?? near ?? earlier())?.mention.date;
  return date === undefined ? null : { date, time: hour?.time ?? null };
}

interface Placed {
  /** The place of the words in their turn. */
  from: number;
  to: number;
}

function timesOf(text: string, { at, timezone, language }: Omit<Said, 'text'>) {
  const tokens = tokensOf(text);
  const days: (Placed & { mention: DayMention })[] = [];
  const hours: (Placed & { mention: HourMention })[] = [];
  const moment = { ...wallClockAt(at, timezone), instant: minuteOf(at), timezone };
  for (const mention of mentionsIn(tokens, moment, language)) {
    const place = { from: tokens[mention.from]!.start, to: tokens[mention.to - 1]!.end };
    if (mention.kind === 'day') days.push({ ...place, mention });
    else hours.push({ ...place, mention });
  }
  return { days, hours };
}

/** "Next week" is no day, and "two days ago" is one. */
const EXACT = new Set<DayMention['form']>(['relative', 'weekday', 'date', 'ordinal', 'count']);

const isExact = ({ form, first }: DayMention): boolean =>
  EXACT.has(form) || (form === 'open' && first === null);
