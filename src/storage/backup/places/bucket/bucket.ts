/** A folder of a bucket in an S3-compatible store. */
import { Readable } from 'node:stream';
import { StartError } from '../../../../core/errors.ts';
import { isOurArchive } from '../names.ts';
import type { BucketSettings } from '../../../bucket/settings.ts';
import type { BackupFile, BackupPlace } from '../place.ts';
import { StoreRefusal } from '../../../bucket/refusals.ts';
import { BucketStore } from '../../../bucket/store.ts';
import { abortUpload, uploadSink } from './upload.ts';
import { elementsOf, valueOf } from '../../../bucket/xml.ts';

/** An unfinished upload that is older than this belongs to no running backup. */
const ABANDONED_MS = 24 * 3_600_000;

export function bucketPlace(
  { bucket, folder }: { bucket: string; folder: string },
  settings: BucketSettings,
): BackupPlace {
  const store = new BucketStore(bucket, settings);
  const prefix = folder === '' ? '' : `${folder}/`;
  const address = `s3://${bucket}/${folder}`;
  return {
    address,
    list: (signal) => listArchives(store, prefix, signal),
    prepare: () => abortAbandoned(store, prefix),
    sink: (name) => uploadSink(store, prefix + name),
    archive: (name) => ({
      address: `s3://${bucket}/${prefix}${name}`,
      open: () => openObject(store, prefix + name),
    }),
    async remove(name) {
      await store.ask({ method: 'DELETE', key: prefix + name });
    },
  };
}

async function listArchives(
  store: BucketStore,
  prefix: string,
  signal: AbortSignal | undefined,
): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  const query: Record<string, string> = { 'list-type': '2', prefix, delimiter: '/' };
  for (;;) {
    const page = await store.ask({ method: 'GET', query, signal });
    for (const object of elementsOf(page, 'Contents')) {
      const name = valueOf(object, 'Key')?.slice(prefix.length) ?? '';
      const made_at = new Date(valueOf(object, 'LastModified') ?? '');
      if (isOurArchive(name)) files.push({ name, bytes: Number(valueOf(object, 'Size')), made_at });
    }
    const next = valueOf(page, 'NextContinuationToken');
    if (next === null) break;
    query['continuation-token'] = next;
  }
  return files.toSorted((a, b) => (a.name < b.name ? 1 : -1));
}

/** The store keeps the parts of an upload until it is completed or aborted, and charges for them. */
async function abortAbandoned(store: BucketStore, prefix: string): Promise<void> {
  const list = store.ask({ method: 'GET', query: { uploads: '', prefix } });
  const uploads = await list.catch((error: unknown) => {
    // Not every access key may list uploads, and not every store can.
    if (error instanceof StoreRefusal && error.isNotPermitted) return '';
    throw error;
  });
  for (const upload of elementsOf(uploads, 'Upload')) {
    const key = valueOf(upload, 'Key') ?? '';
    const age = Date.now() - Date.parse(valueOf(upload, 'Initiated') ?? '');
    if (!isOurArchive(key.slice(prefix.length)) || !(age > ABANDONED_MS)) continue;
    await abortUpload(store, key, valueOf(upload, 'UploadId')!).catch(() => {});
  }
}

async function openObject(store: BucketStore, key: string) {
  try {
    const { bytes, chunks } = await store.open(key);
    return { bytes, content: Readable.from(chunks, { objectMode: false }) };
  } catch (cause) {
    const isMissing = cause instanceof StoreRefusal && cause.code === 'NoSuchKey';
    if (!isMissing) throw cause;
    throw new StartError(`There is no archive s3://${store.bucket}/${key}.`, { cause });
  }
}
