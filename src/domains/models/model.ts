import { z } from 'zod';
import { Timestamp } from '../../core/wire.ts';

export const ModelId = z.string().meta({
  description: 'As in the list.',
  examples: ['en-small-stream'],
});

const Progress = z
  .object({
    phase: z
      .enum(['checking', 'downloading', 'unpacking', 'trying'])
      .describe('`trying`: it is loaded and run once, because only then it counts as installed.'),
    bytes: z.int().describe('Downloaded so far.'),
    total: z.int().describe('To download.'),
  })
  .meta({ id: 'ModelProgress' });

export const Model = z
  .object({
    id: ModelId,
    title: z.string().describe('The name of the model, in one line.'),
    purpose: z
      .enum(['recogniser', 'speaker'])
      .describe('Turns speech into words, or tells voices apart.'),
    languages: z
      .array(z.string())
      .nullable()
      .describe('ISO 639-1 codes; null when it knows many, or hears only voices.'),
    live: z.boolean().describe('Gives words while somebody is still speaking.'),
    quality: z.enum(['low', 'medium', 'high']).nullable(),
    punctuation: z
      .boolean()
      .describe('Writes sentence marks and capitals itself; else rules restore them.'),
    download_bytes: z.int(),
    disk_bytes: z.int(),
    memory_bytes: z.int().describe('Memory of one process that has loaded the model.'),
    licence: z
      .object({ name: z.string(), url: z.string() })
      .describe('The licence of the model. Fetching the model means accepting it.'),
    sha256: z
      .string()
      .nullable()
      .describe(
        'The SHA-256 of the download. Null when it is not known: then your request has to name it.',
      ),
    state: z.enum(['available', 'fetching', 'failed', 'installed']),
    progress: Progress.nullable().describe('While it is being fetched.'),
    problem: z.string().nullable().describe('Why the last try failed.'),
    installed_at: Timestamp.nullable(),
    in_use: z
      .boolean()
      .describe('The service runs with it. What was fetched is used after the next start.'),
  })
  .meta({ id: 'Model' });
export type Model = z.infer<typeof Model>;

export const Models = z
  .object({
    models: z.array(Model),
    downloads_allowed: z.boolean().describe('False where the operator has set `SVC_MODELS=off`.'),
    recommended: z.array(ModelId).describe('The models to begin with.'),
  })
  .meta({ id: 'Models' });

export const PullModel = z.strictObject({
  id: ModelId,
  accept_licence: z.literal(true).describe('Confirms that you have seen the licence of the model.'),
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'Use the 64 hexadecimal digits of a SHA-256')
    .optional()
    .meta({
      description: 'The hash that you trust, for a model whose hash is not known here.',
      examples: ['c8676e5ff9ac2a85296e53ee0fd4d5fb1db6770e7a7647166eeafe349ade6834'],
    }),
});
