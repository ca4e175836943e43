import { z } from 'zod';
import { Timestamp } from '../../core/wire.ts';

export const ModelId = z.string().meta({
  description: 'The id of a model, as in the list.',
  examples: ['en-small-stream'],
});

const Progress = z
  .object({
    phase: z
      .enum(['checking', 'downloading', 'unpacking', 'installing', 'trying'])
      .describe(
        '`installing`: the service installs the program that runs models for text. ' +
          '`trying`: the service loads and runs the model once, because a model counts as ' +
          'installed only if it works.',
      ),
    bytes: z.int().describe('The number of bytes downloaded so far.'),
    total: z.int().describe('The number of bytes to download.'),
  })
  .meta({ id: 'ModelProgress' });

export const Model = z
  .object({
    id: ModelId,
    title: z.string().describe('The name of the model, in one line.'),
    purpose: z
      .enum(['recogniser', 'speaker', 'language-model', 'encoder', 'reranker'])
      .describe(
        'The task: turning speech into words, distinguishing voices, understanding and answering, ' +
          'finding texts by their meaning, or ordering what was found for a question.',
      ),
    languages: z
      .array(z.string())
      .nullable()
      .describe(
        'ISO 639-1 codes; null for a model with many languages, and for a model that only ' +
          'distinguishes voices.',
      ),
    live: z
      .boolean()
      .describe('True for a model that returns words while somebody is still speaking.'),
    quality: z
      .enum(['low', 'medium', 'high'])
      .nullable()
      .describe('The accuracy of a recogniser; null for other models.'),
    punctuation: z
      .boolean()
      .describe(
        'True for a model that writes punctuation and capital letters itself; for other models, ' +
          'rules add them.',
      ),
    download_bytes: z.int().describe('The size of the download in bytes.'),
    disk_bytes: z.int().describe('The size on the disk in bytes.'),
    memory_bytes: z.int().describe('The memory that one process needs for the model, in bytes.'),
    licence: z
      .object({
        name: z.string().describe('The name of the licence.'),
        url: z.string().describe('The address of its text.'),
      })
      .describe('The licence of the model. If you fetch the model, you accept this licence.'),
    sha256: z
      .string()
      .nullable()
      .describe(
        'The SHA-256 of the download; null when the service does not know the hash. Your ' +
          'request must then contain the hash.',
      ),
    state: z
      .enum(['available', 'fetching', 'failed', 'installed'])
      .describe('`available`: not fetched yet.'),
    progress: Progress.nullable().describe(
      'The progress of the download and installation; null when there is none.',
    ),
    problem: z
      .string()
      .nullable()
      .describe('The reason why the last attempt failed; null when it did not.'),
    installed_at: Timestamp.nullable().describe('The time of the installation; null before it.'),
    in_use: z
      .boolean()
      .describe(
        'True when the service uses the model. The service uses a fetched model after a restart.',
      ),
  })
  .meta({ id: 'Model' });
export type Model = z.infer<typeof Model>;

export const Models = z
  .object({
    models: z.array(Model).describe('The models that the service knows.'),
    downloads_allowed: z.boolean().describe('False when the operator has set `SVC_MODELS=off`.'),
    recommended: z
      .array(ModelId)
      .describe(
        'The models that the service suggests to fetch first, without those that need more memory than ' +
          'the machine has.',
      ),
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
      description:
        'The hash that you trust; required for a model whose hash the service does not know.',
      examples: ['c8676e5ff9ac2a85296e53ee0fd4d5fb1db6770e7a7647166eeafe349ade6834'],
    }),
});
