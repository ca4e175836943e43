import { z } from 'zod';

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** What is spoken: a language that exists, or that the recogniser finds out. */
export const SpokenLanguage = z
  .string()
  .regex(
    /^([a-z]{2,3}(-[A-Za-z]{2,4})?|multi|auto)$/,
    'a language such as `en` or `pt-BR`, or `multi`',
  )
  .refine(
    (code) => code === 'multi' || code === 'auto' || NAMES.of(code.split('-')[0]!) !== undefined,
    'no such language; ISO 639-1 such as `en`, or `multi`',
  )
  // Two names of one thing: the recogniser finds out.
  .transform((code) => (code === 'auto' ? 'multi' : code))
  .default('en')
  .describe('ISO 639-1, such as `en` or `pt-BR`; `multi` where the recogniser finds out.');
