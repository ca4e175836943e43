import { z } from 'zod';
import { setting } from '../../core/setting.ts';
import { folderOrBucket } from '../bucket/settings.ts';

export const backupSettings = {
  folder: setting({
    env: 'SVC_BACKUP_FOLDER',
    doc:
      'The folder for regular backups, preferably on another disk, or `s3://bucket/folder` in an ' +
      'S3-compatible store. Without it, none are made.',
    schema: folderOrBucket.optional(),
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
};
