import { getLocale } from '../paraglide/runtime.js';

const UNITS = ['kB', 'MB', 'GB', 'TB'];

export const number = (value: number): string =>
  new Intl.NumberFormat(getLocale()).format(Math.round(value));

/** A number with one digit after the decimal point. */
export const decimal = (value: number): string =>
  new Intl.NumberFormat(getLocale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(value);

/** A number of bytes as a text such as `1.2 GB`. */
export function size(bytes: number): string {
  const power = Math.max(1, Math.min(UNITS.length, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${decimal(bytes / 1000 ** power)} ${UNITS[power - 1]!}`;
}
