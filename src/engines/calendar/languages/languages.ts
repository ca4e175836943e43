import type { CalendarWords } from './calendar-words.ts';
import { ENGLISH } from './english.ts';
import { GERMAN_CALENDAR } from './german.ts';
import { SPANISH_CALENDAR } from './spanish.ts';

export const CALENDARS: Readonly<Record<string, CalendarWords>> = {
  en: ENGLISH,
  de: GERMAN_CALENDAR,
  es: SPANISH_CALENDAR,
};
