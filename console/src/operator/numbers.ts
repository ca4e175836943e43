import { getLocale } from '../paraglide/runtime.js';

const UNITS = ['kB', 'MB', 'GB', 'TB'];

export const number = (value: number): string =>
  new Intl.NumberFormat(getLocale()).format(Math.round(value));

/** A number of bytes as a text such as `1.2 GB`. */
export function size(bytes: number): string {
  const power = Math.max(1, Math.min(UNITS.length, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${(bytes / 1000 ** power).toFixed(1)} ${UNITS[power - 1]!}`;
}
