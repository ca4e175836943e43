/** How an S3-compatible store is reached, which backups and kept files may share. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { setting, webAddress } from '../../core/setting.ts';
import type { Settings } from '../../core/setting.ts';

const BUCKET_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]*)*)\/?$/;

export function isBucketAddress(address: string): boolean {
  return address.startsWith('s3://');
}

/** Returns null for an address that names no bucket. */
export function parseBucketAddress(address: string): { bucket: string; folder: string } | null {
  const [, bucket, folder] = BUCKET_ADDRESS.exec(address) ?? [];
  return bucket === undefined ? null : { bucket, folder: folder!.slice(1) };
}

/** The schema of settings that take a folder or a folder of a bucket. */
export const folderOrBucket = z
  .string()
  .min(1)
  .refine(
    (address) => !isBucketAddress(address) || parseBucketAddress(address) !== null,
    'an address such as s3://bucket/folder',
  )
  .transform((address) => (isBucketAddress(address) ? address : resolve(address)));

export const bucketSettings = {
  s3Endpoint: setting({
    env: 'AWS_ENDPOINT_URL_S3',
    doc: 'The address of the S3-compatible store of `s3://` addresses, e.g. `https://s3.example.org`.',
    schema: webAddress('https://s3.example.org').optional(),
    fallback: 'Amazon S3 in the region',
  }),
  s3Region: setting({
    env: 'AWS_REGION',
    doc: 'The region of the bucket. Stores without regions accept the default.',
    schema: z
      .string()
      .regex(/^[\w-]+$/, 'a name such as eu-central-1')
      .default('us-east-1'),
  }),
  s3KeyId: setting({
    env: 'AWS_ACCESS_KEY_ID',
    doc: 'The id of the access key of the store.',
    schema: z.string().optional(),
    fallback: 'none: needed for `s3://` addresses',
  }),
  s3Secret: setting({
    env: 'AWS_SECRET_ACCESS_KEY',
    doc: 'The secret of the access key of the store.',
    schema: z.string().optional(),
    fallback: 'none: needed for `s3://` addresses',
    secret: true,
  }),
  s3SessionToken: setting({
    env: 'AWS_SESSION_TOKEN',
    doc: 'The session token, if the access key is a temporary one.',
    schema: z.string().optional(),
    fallback: 'none',
    secret: true,
  }),
  s3PathStyle: setting({
    env: 'SVC_BACKUP_S3_PATH_STYLE',
    doc:
      'Where requests name the bucket: `on` for `https://host/bucket`, `off` for ' +
      '`https://bucket.host`.',
    schema: z.enum(['on', 'off']).optional(),
    fallback: '`on` with `AWS_ENDPOINT_URL_S3`, `off` with Amazon S3',
  }),
};
export type BucketSettings = Settings<typeof bucketSettings>;

/** Returns a sentence when no bucket can be reached with these settings. */
export function bucketComplaint({ s3KeyId, s3Secret }: BucketSettings): string | null {
  if (s3KeyId !== undefined && s3Secret !== undefined) return null;
  return 'An s3:// address needs an access key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
}

/** Returns complaints if one of the addresses names a bucket that cannot be reached. */
export function bucketContradictions(
  addresses: readonly (string | undefined)[],
  settings: BucketSettings,
): string[] {
  if (!addresses.some((address) => address !== undefined && isBucketAddress(address))) return [];
  const complaint = bucketComplaint(settings);
  return complaint === null ? [] : [complaint];
}
