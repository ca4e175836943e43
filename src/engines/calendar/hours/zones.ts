/** Hours that are said in the time of another place: "3 pm New York time", "15 Uhr MEZ", "a las 3 hora de Madrid". */
import { isStopWord } from '../../words/terms.ts';
import type { CalendarText } from '../calendar-text.ts';
import type { HourMention } from '../mention.ts';
import { instantOf, wallClockOf } from '../wall-clock.ts';

const MOST_WORDS = 4;

/** Abbreviations that are no words and name one zone. IST is three of them, and "ist" in German. */
const SHORT: Readonly<Record<string, string>> = {
  utc: 'UTC',
  gmt: 'UTC',
  et: 'America/New_York',
  est: 'America/New_York',
  edt: 'America/New_York',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  pt: 'America/Los_Angeles',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  bst: 'Europe/London',
  cet: 'Europe/Berlin',
  cest: 'Europe/Berlin',
  mez: 'Europe/Berlin',
  mesz: 'Europe/Berlin',
  jst: 'Asia/Tokyo',
};
const PLACES: Readonly<Record<string, string>> = {
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
  uk: 'Europe/London',
  british: 'Europe/London',
  britischer: 'Europe/London',
  german: 'Europe/Berlin',
  deutscher: 'Europe/Berlin',
  'central european': 'Europe/Berlin',
  mitteleuropäischer: 'Europe/Berlin',
  french: 'Europe/Paris',
  spanish: 'Europe/Madrid',
  spanischer: 'Europe/Madrid',
  española: 'Europe/Madrid',
  peninsular: 'Europe/Madrid',
  alemana: 'Europe/Berlin',
  indian: 'Asia/Kolkata',
  kolkata: 'Asia/Kolkata',
  mumbai: 'Asia/Kolkata',
  delhi: 'Asia/Kolkata',
  japanese: 'Asia/Tokyo',
  chinese: 'Asia/Shanghai',
  'nueva york': 'America/New_York',
  londres: 'Europe/London',
  berlín: 'Europe/Berlin',
};
/** "London" is Europe/London, and "New York" America/New_York. Of two zones with one name, none is meant. */
const CITIES = new Map<string, string | null>();
for (const zone of Intl.supportedValuesOf('timeZone')) {
  const city = zone.split('/').at(-1)!.replaceAll('_', ' ').toLowerCase();
  CITIES.set(city, CITIES.has(city) ? null : zone);
}

const placeOf = (name: string): string | null =>
  PLACES[name] ?? CITIES.get(name) ?? CITIES.get(name.replace(/er$/, '')) ?? null;

/** Returns the time zone that the words at a place name, and the place after them. */
export function zoneAt(text: CalendarText, at: number): { zone: string; to: number } | null {
  const short = SHORT[text.word(at)];
  if (short !== undefined) return { zone: short, to: at + (text.word(at + 1) === 'time' ? 2 : 1) };
  const isSpanish = text.word(at) === 'hora';
  const first = isSpanish ? at + (text.word(at + 1) === 'de' ? 2 : 1) : at;
  for (let length = MOST_WORDS; length > 0; length -= 1) {
    const zone = placeOf(text.phrase(first, length));
    const to = zone === null ? null : endOf(text, first + length, isSpanish);
    if (zone !== null && to !== null) return { zone, to };
  }
  return null;
}

/** Without "time", "three Eastern" is clear only when nothing that is eastern follows. */
function endOf(text: CalendarText, at: number, isSpanish: boolean): number | null {
  if (isSpanish) return at;
  if (text.phrase(at, 2) === 'standard time' || text.phrase(at, 2) === 'daylight time')
    return at + 2;
  if (text.word(at) === 'time' || text.word(at) === 'zeit') return at + 1;
  const isOfAmerica = /^(?:eastern|pacific)$/.test(text.word(at - 1));
  const isLast = text.word(at) === '' || isStopWord(text.word(at));
  return isOfAmerica && isLast ? at : null;
}

/** The instant (ms) of an hour that does not depend on the zone of the speaker; undefined for one that does. */
export function instantOfHour(
  hour: HourMention | null | undefined,
  date: string,
  time = hour?.time,
): number | undefined {
  if (hour?.zone === undefined) return hour?.instant;
  return instantOf(wallClockOf(date, time), hour.zone).getTime();
}
