import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { backupSettings } from './settings.ts';

test('the folder of backups is a path or an address of a bucket', () => {
  const { schema } = backupSettings.folder;
  assert.equal(schema.parse('backups'), resolve('backups'));
  assert.equal(schema.parse('s3://my-bucket/home'), 's3://my-bucket/home');
  assert.equal(schema.safeParse('s3://x').success, false);
});
