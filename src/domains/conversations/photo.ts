import { z } from 'zod';
import { CreatedAt } from '../../core/wire.ts';

/** A photo as it appears in the JSON of its conversation. */
export const Photo = z
  .object({
    id: z.string().describe('The id of the photo.'),
    content_type: z
      .string()
      .describe('The media type of the image.')
      .meta({ examples: ['image/jpeg'] }),
    created_at: CreatedAt,
    description: z
      .string()
      .nullable()
      .describe('The description of the photo; null until a model has written one.'),
    discarded: z
      .boolean()
      .describe('True when a model found nothing in the photo that is worth keeping.'),
  })
  .meta({ id: 'Photo' });
export type Photo = z.output<typeof Photo>;

/** A photo with the image data. */
export const WholePhoto = Photo.extend({
  base64: z.string().describe('The image, in base64.'),
  data_protection_level: z
    .literal('standard')
    .describe('Always `standard`, for clients of the reference service.'),
}).meta({ id: 'WholePhoto' });

/** The first bytes of each image type. */
const SIGNATURES: readonly [string, RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/heic', /^[^]{4}ftyp(heic|heix|mif1|msf1)/],
];

/**
 * Returns the image type from the first bytes; null for types that browsers or models do not
 * support.
 */
export function pictureType(data: Uint8Array): string | null {
  const beginning = Buffer.from(data.subarray(0, 16)).toString('latin1');
  return SIGNATURES.find(([, signature]) => signature.test(beginning))?.[0] ?? null;
}
