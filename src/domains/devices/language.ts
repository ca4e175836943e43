import { z } from 'zod';

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const CODE = /^([a-z]{2,3})(-[A-Za-z]{2,4})?$/;

/** The spoken language, or a name that asks the recogniser to detect it. */
export const SpokenLanguage = z
  .string()
  .max(20)
  .refine(
    (code) => code === 'multi' || code === 'auto' || doesExist(code),
    'Use ISO 639-1 such as `en` or `pt-BR`, or `multi`',
  )
  // Both names mean that the recogniser detects the language.
  .transform((code) => (code === 'auto' ? 'multi' : code))
  .default('en')
  .describe(
    'ISO 639-1, such as `en` or `pt-BR`. With `multi`, the recogniser detects the language.',
  );

function doesExist(code: string): boolean {
  const language = CODE.exec(code)?.[1];
  return language !== undefined && NAMES.of(language) !== undefined;
}
