import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketComplaint, bucketContradictions, parseBucketAddress } from './settings.ts';

const BUCKET = {
  s3Region: 'eu-test-1',
  s3Endpoint: undefined,
  s3KeyId: 'id',
  s3Secret: 'secret',
  s3SessionToken: undefined,
  s3PathStyle: undefined,
} as const;

test('an address of a bucket names the bucket and a folder in it', () => {
  assert.deepEqual(parseBucketAddress('s3://my-bucket'), { bucket: 'my-bucket', folder: '' });
  assert.deepEqual(parseBucketAddress('s3://my-bucket/our/home/'), {
    bucket: 'my-bucket',
    folder: 'our/home',
  });
  for (const wrong of ['s3://x', 's3://My_Bucket/x', 's3://my-bucket/../x', 's3://my-bucket//x'])
    assert.equal(parseBucketAddress(wrong), null, wrong);
});

test('an address of a bucket needs both parts of the access key, a folder needs none', () => {
  const without = [{ s3KeyId: undefined }, { s3Secret: undefined }];
  assert.equal(bucketComplaint(BUCKET), null);
  for (const part of without)
    assert.match(
      bucketComplaint({ ...BUCKET, ...part }) ?? '',
      /^An s3:\/\/ address needs an access key/,
    );
  const contradictions = (folder: string | undefined, part = {}) =>
    bucketContradictions([undefined, folder], { ...BUCKET, ...part }).length;
  assert.equal(contradictions('s3://my-bucket'), 0);
  assert.equal(contradictions('s3://my-bucket', { s3KeyId: undefined }), 1);
  assert.equal(contradictions('/backups', { s3KeyId: undefined }), 0);
  assert.equal(contradictions(undefined, { s3KeyId: undefined }), 0);
});
