import { z } from 'zod';

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const CODE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;

/** Both names mean that the recogniser detects the language. */
const DETECTED = /^(multi|auto)$/i;

/** The spoken language, or a name that asks the recogniser to detect it. */
export const SpokenLanguage = z
  .string()
  .max(20)
  .refine(
    (code) => DETECTED.test(code) || doesExist(code),
    'Use ISO 639-1 such as `en` or `pt-BR`, or `multi`',
  )
  .transform(canonical)
  .default('en')
  .describe(
    'ISO 639-1, such as `en` or `pt-BR`. With `multi`, the recogniser detects the language.',
  );

function doesExist(code: string): boolean {
  if (!CODE.test(code)) return false;
  try {
    return NAMES.of(new Intl.Locale(code.replaceAll('_', '-')).language) !== undefined;
  } catch {
    return false;
  }
}

/** Clients write `EN`, `en_US` or `eng`, which are all English. */
function canonical(code: string): string {
  return DETECTED.test(code) ? 'multi' : new Intl.Locale(code.replaceAll('_', '-')).toString();
}
