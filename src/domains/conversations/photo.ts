import { z } from 'zod';
import { Timestamp } from '../../core/wire.ts';

/** What a photo is, as its conversation carries it. */
export const Photo = z
  .object({
    id: z.string(),
    content_type: z.string().meta({ examples: ['image/jpeg'] }),
    created_at: Timestamp,
    description: z
      .string()
      .nullable()
      .describe('The content of the photo, when a model has described it.'),
    discarded: z.boolean().describe('A model found nothing on it that is worth keeping.'),
  })
  .meta({ id: 'Photo' });
export type Photo = z.output<typeof Photo>;

/** With the picture itself. */
export const WholePhoto = Photo.extend({
  base64: z.string(),
  data_protection_level: z.literal('standard'),
}).meta({ id: 'WholePhoto' });

/** How pictures begin. */
const SIGNATURES: readonly [string, RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/heic', /^[^]{4}ftyp(heic|heix|mif1|msf1)/],
];

/** The type of a picture, by its own bytes; null when it is none that browsers or models know. */
export function pictureType(data: Uint8Array): string | null {
  const beginning = Buffer.from(data.subarray(0, 16)).toString('latin1');
  return SIGNATURES.find(([, signature]) => signature.test(beginning))?.[0] ?? null;
}
