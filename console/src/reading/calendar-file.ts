import { saveFile } from '../design/forms/save-file.ts';

/** Writes an appointment as an iCalendar file (RFC 5545), which every calendar can import. */
export interface Appointment {
  title: string;
  description: string;
  start: string;
  /** The duration in minutes. */
  duration: number;
}

const MAX_LINE_BYTES = 75;

export function calendarFile(
  { title, description, start, duration }: Appointment,
  id: string,
): string {
  const begins = new Date(start);
  const ends = new Date(begins.getTime() + Math.max(duration, 1) * 60_000);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Commonplace//EN',
    'BEGIN:VEVENT',
    `UID:${id}@commonplace`,
    `DTSTAMP:${stamp(new Date())}`,
    `DTSTART:${stamp(begins)}`,
    `DTEND:${stamp(ends)}`,
    `SUMMARY:${escaped(title)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('\r\n')
    .concat('\r\n');
}

const stamp = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '');

const escaped = (text: string) =>
  text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r?\n/g, String.raw`\n`);

/** A line has at most 75 bytes. A longer line continues in the next line, after a space. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let out = '';
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > MAX_LINE_BYTES) {
      out += '\r\n ';
      bytes = 1;
    }
    out += character;
    bytes += size;
  }
  return out;
}

export function downloadCalendarFile(appointment: Appointment, id: string): void {
  saveCalendar(calendarFile(appointment, id), appointment);
}

export function saveCalendar(text: string, appointment: Pick<Appointment, 'title'>): void {
  const file = new Blob([text], { type: 'text/calendar' });
  saveFile(file, `${appointment.title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)}.ics`);
}
