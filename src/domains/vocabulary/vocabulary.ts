import { z } from 'zod';
import { CreatedAt, trimmedText } from '../../core/wire.ts';

export const MAX_WORDS = 500;
export const MAX_CHARACTERS = 60;

const EXAMPLE = { examples: ['Commalise'] };

const VocabularyWord = z
  .object({
    word: z.string().describe('The name or term, as it is written.').meta(EXAMPLE),
    learned: z
      .boolean()
      .describe('True when the service took the word from a correction of yours.'),
    created_at: CreatedAt,
  })
  .meta({ id: 'VocabularyWord' });

export const Vocabulary = z
  .object({
    words: z
      .array(VocabularyWord)
      .describe('Your own words in your order, then the learned ones, the newest first.'),
  })
  .meta({ id: 'Vocabulary' });

const Word = trimmedText({ min: 1, max: MAX_CHARACTERS })
  .refine((word) => word === '' || /[\p{L}\p{N}]/u.test(word), 'Use at least one letter or digit')
  .describe('A name or term of one or several words.')
  .meta(EXAMPLE);

export const VocabularyPut = z
  .strictObject({
    words: z
      .array(Word)
      .max(MAX_WORDS)
      .describe(
        `The whole list, the most important first, at most ${MAX_WORDS}. Learned words that are not ` +
          'in it are removed. Words that differ only in case or spaces are one word.',
      ),
  })
  .meta({ id: 'VocabularyPut' });
