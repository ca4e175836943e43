import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the first and last byte of the range that a request asks for, if it asks for a single
 * range (RFC 9110, section 14). Null means the whole file, which is a valid answer to any range
 * header, including several or invalid ranges.
 */
export function rangeOf(
  { range, 'if-range': condition }: IncomingHttpHeaders,
  { size, tag }: { size: number; tag: string },
): [number, number] | null {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(range ?? '');
  if (!asked || (condition !== undefined && condition !== tag)) return null;
  const [, from = '', to = ''] = asked;
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first <= last ? [first, last] : null;
}
