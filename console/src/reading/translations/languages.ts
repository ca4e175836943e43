import type { LiveSegment } from '../../../../client/src/index.ts';
import { getLocale } from '../../paraglide/runtime.js';

/** Returns the name of a language in the language of the page. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([getLocale()], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Returns the languages into which segments are translated. */
export function translatedInto(segments: readonly LiveSegment[]): string[] {
  const all = segments.flatMap(({ translations }) => translations.map(({ lang }) => lang));
  return [...new Set(all)];
}
