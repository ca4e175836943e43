import type { When } from './command.ts';

/** Returns a function that formats times in a zone: `2026-03-02 09:30`. */
export function timeWriterOf(timeZone: string | undefined): When {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timeZone && isZone(timeZone) ? timeZone : undefined,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return (time) => (Number.isNaN(Date.parse(time)) ? time : format.format(new Date(time)));
}

export function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
