import type { CalendarWords } from './calendar-words.ts';
import { ENGLISH } from './english.ts';
import { GERMAN } from './german.ts';
import { SPANISH } from './spanish.ts';

export const CALENDARS: Readonly<Record<string, CalendarWords>> = {
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
};
