/** Finds the days and the hours that words name, as people say them. */
import type { Token } from '../units.ts';
import { CalendarText, type Day } from './calendar-text.ts';
import { dayAt } from './days.ts';
import { hourAt } from './hours.ts';
import { CALENDARS } from './languages.ts';
import type { Mention } from './mention.ts';

/** Returns the mentions in the words of a sentence, in their order. */
export function mentionsIn(tokens: readonly Token[], today: Day, language: string): Mention[] {
  const calendar = CALENDARS[language];
  if (!calendar) return [];
  const text = new CalendarText(tokens, today, calendar);
  const mentions: Mention[] = [];
  for (let at = 0; at < text.words.length;) {
    const mention = dayAt(text, at) ?? hourAt(text, at, mentions.at(-1));
    if (mention) mentions.push(mention);
    at = mention ? mention.to : at + 1;
  }
  return joined(mentions);
}

/** "Friday the eighteenth" is one day. */
function joined(mentions: readonly Mention[]): Mention[] {
  const kept: Mention[] = [];
  for (const mention of mentions) {
    const last = kept.at(-1);
    const isSameDay =
      last?.kind === 'day' &&
      mention.kind === 'day' &&
      last.form === 'weekday' &&
      (mention.form === 'ordinal' || mention.form === 'date') &&
      mention.from - last.to <= 1;
    if (isSameDay) kept[kept.length - 1] = { ...mention, from: last.from, weekday: last.weekday };
    else kept.push(mention);
  }
  return kept;
}
