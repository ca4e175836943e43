import { beginning } from '../../core/wire.ts';

/** Shortens a text between words. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = beginning(text, limit - 1);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > limit / 2 ? space : undefined).replace(/[\s,;:.-]+$/, '')}…`;
}

/** Shortens a text between words, and keeps its beginning and its end. */
export function withoutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const end = text.slice(1 - half).toWellFormed();
  const space = end.indexOf(' ');
  return `${shortened(text, half)} ${space < half / 2 ? end.slice(space + 1) : end}`;
}
