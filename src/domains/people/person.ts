import { z } from 'zod';
import { Timestamp, trimmedText } from '../../core/wire.ts';

export const Person = z
  .object({
    id: z.string(),
    name: z.string().meta({ examples: ['Ana'] }),
    created_at: Timestamp,
    updated_at: Timestamp,
    speech_samples: z.array(z.string()).default([]).describe('Addresses of recordings.'),
    speech_sample_transcripts: z.array(z.string()).default([]),
    speech_samples_version: z.int().default(1),
  })
  .meta({ id: 'Person' });

export const PersonName = trimmedText({ min: 2, max: 40 })
  .describe('Unlike that of any other person; capitals make no difference.')
  .meta({ examples: ['Ana'] });

export const PersonCreate = z.strictObject({ name: PersonName }).meta({ id: 'PersonCreate' });

export const PersonPatch = z
  .strictObject({ person_id: z.string(), name: PersonName })
  .meta({ id: 'PersonPatch' });
