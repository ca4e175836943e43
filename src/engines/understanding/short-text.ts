import { beginning } from '../../core/wire.ts';

/** Shortens a text between words. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = beginning(text, limit - 1);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > limit / 2 ? space : undefined).replace(/[\s,;:.-]+$/, '')}…`;
}
