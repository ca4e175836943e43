import { z } from 'zod';
import { CreatedAt, trimmedText, UpdatedAt } from '../../core/wire.ts';

export const Person = z
  .object({
    id: z.string().describe('The id of the person.'),
    name: z
      .string()
      .describe('The name of the person.')
      .meta({ examples: ['Ana'] }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    speech_samples: z
      .array(z.string())
      .default([])
      .describe(
        'The addresses of recordings. The list is always empty, because the service keeps no ' +
          'sound of other people.',
      ),
    speech_sample_transcripts: z
      .array(z.string())
      .default([])
      .describe('The last utterances of the person, newest first.'),
    speech_samples_version: z
      .int()
      .default(1)
      .describe('Always 1, for clients of the reference service.'),
    voice_seconds: z
      .number()
      .default(0)
      .describe("The seconds of speech in the person's voiceprint."),
  })
  .meta({ id: 'Person' });

export const PersonName = trimmedText({ min: 2, max: 40 })
  .describe('Unique among the people of the user; case is ignored.')
  .meta({ examples: ['Ana'] });

export const PersonCreate = z.strictObject({ name: PersonName }).meta({ id: 'PersonCreate' });

export const PersonPatch = z
  .strictObject({ person_id: z.string(), name: PersonName })
  .meta({ id: 'PersonPatch' });
