import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import {
  backupContradictions,
  backupSettings,
  bucketComplaint,
  parseBucketAddress,
} from './settings.ts';

const BUCKET = {
  s3Region: 'eu-test-1',
  s3Endpoint: undefined,
  s3KeyId: 'id',
  s3Secret: 'secret',
  s3SessionToken: undefined,
  s3PathStyle: undefined,
} as const;
const REGULAR = { everyHours: 24, keep: 7, key: undefined } as const;

test('an address of a bucket names the bucket and a folder in it', () => {
  assert.deepEqual(parseBucketAddress('s3://my-bucket'), { bucket: 'my-bucket', folder: '' });
  assert.deepEqual(parseBucketAddress('s3://my-bucket/our/home/'), {
    bucket: 'my-bucket',
    folder: 'our/home',
  });
  for (const wrong of ['s3://x', 's3://My_Bucket/x', 's3://my-bucket/../x', 's3://my-bucket//x'])
    assert.equal(parseBucketAddress(wrong), null, wrong);
});

test('the folder of backups is a path or an address of a bucket', () => {
  const { schema } = backupSettings.folder;
  assert.equal(schema.parse('backups'), resolve('backups'));
  assert.equal(schema.parse('s3://my-bucket/home'), 's3://my-bucket/home');
  assert.equal(schema.safeParse('s3://x').success, false);
});

test('backups into a bucket need both parts of the access key, other backups need none', () => {
  const without = [{ s3KeyId: undefined }, { s3Secret: undefined }];
  assert.equal(bucketComplaint(BUCKET), null);
  for (const part of without)
    assert.match(
      bucketComplaint({ ...BUCKET, ...part }) ?? '',
      /^Backups go to an s3:\/\/ address/,
    );
  const contradictions = (folder: string | undefined, part = {}) =>
    backupContradictions({ ...BUCKET, ...REGULAR, folder, ...part }).length;
  assert.equal(contradictions('s3://my-bucket'), 0);
  assert.equal(contradictions('s3://my-bucket', { s3KeyId: undefined }), 1);
  assert.equal(contradictions('/backups', { s3KeyId: undefined }), 0);
  assert.equal(contradictions(undefined, { s3KeyId: undefined }), 0);
});
