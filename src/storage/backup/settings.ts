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

export const backupSettings = {
  folder: setting({
    env: 'SVC_BACKUP_FOLDER',
    doc:
      'The folder for regular backups, preferably on another disk, or `s3://bucket/folder` in an ' +
      'S3-compatible store. Without it, none are made.',
    schema: z
      .string()
      .min(1)
      .refine(
        (address) => !isBucketAddress(address) || parseBucketAddress(address) !== null,
        'an address such as s3://bucket/folder',
      )
      .transform((address) => (isBucketAddress(address) ? address : resolve(address)))
      .optional(),
    fallback: 'none',
  }),
  everyHours: setting({
    env: 'SVC_BACKUP_EVERY',
    doc: 'The hours between two regular backups.',
    schema: z.coerce.number().positive().max(8_760).default(24),
  }),
  keep: setting({
    env: 'SVC_BACKUP_KEEP',
    doc: 'The number of regular backups to keep. The service deletes older ones from the folder.',
    schema: z.coerce.number().int().min(1).max(1_000).default(7),
  }),
  key: setting({
    env: 'SVC_BACKUP_KEY',
    doc:
      'Encrypts backups in the format of age: a passphrase of at least 12 characters, or a public ' +
      'key (`age1…`). To restore, set it to the passphrase or to the private key ' +
      '(`AGE-SECRET-KEY-…`).',
    schema: z.string().min(12, 'at least 12 characters').optional(),
    fallback: 'none: backups are not encrypted',
    secret: true,
  }),
  s3Endpoint: setting({
    env: 'AWS_ENDPOINT_URL_S3',
    doc: 'The address of the S3-compatible store for backups, e.g. `https://s3.example.org`.',
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

type BackupSettings = Settings<typeof backupSettings>;
/** The settings that say how to reach a bucket. */
export type BucketSettings = Pick<
  BackupSettings,
  's3Endpoint' | 's3Region' | 's3KeyId' | 's3Secret' | 's3SessionToken' | 's3PathStyle'
>;

/** Returns a sentence when no bucket can be reached with these settings. */
export function bucketComplaint({ s3KeyId, s3Secret }: BucketSettings): string | null {
  if (s3KeyId !== undefined && s3Secret !== undefined) return null;
  return 'Backups go to an s3:// address: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
}

export function backupContradictions(settings: BackupSettings): string[] {
  const { folder } = settings;
  if (folder === undefined || !isBucketAddress(folder)) return [];
  const complaint = bucketComplaint(settings);
  return complaint === null ? [] : [complaint];
}
