import { createHash } from 'node:crypto';
import { elementsOf, valueOf } from '../bucket/xml.ts';
import { StoreRefusal } from '../bucket/refusals.ts';
import { BucketStore } from '../bucket/store.ts';
import type { BucketSettings } from '../bucket/settings.ts';
import type { ListedObject, ObjectStore } from './store.ts';

/** Keeps each object below a folder of a bucket. */
export function bucketObjects(
  { bucket, folder }: { bucket: string; folder: string },
  settings: BucketSettings,
): ObjectStore {
  const store = new BucketStore(bucket, settings);
  const prefix = folder === '' ? '' : `${folder}/`;
  return {
    address: `s3://${bucket}/${folder}`,
    async put(name, body, signal) {
      const md5 = createHash('md5').update(body).digest('base64');
      const headers = { 'content-md5': md5 };
      const content = new Uint8Array(body);
      await store.send({ method: 'PUT', key: prefix + name, body: content, headers, signal });
    },
    async get(name, range, signal) {
      const headers = range && { range: `bytes=${range.from}-${range.to}` };
      const key = prefix + name;
      try {
        return await store.read({ method: 'GET', key, signal, ...(headers && { headers }) });
      } catch (error) {
        if (error instanceof StoreRefusal && error.code === 'NoSuchKey') return null;
        throw error;
      }
    },
    list: (below, signal) => listObjects(store, { prefix, below }, signal),
    async remove(name, signal) {
      await store.ask({ method: 'DELETE', key: prefix + name, signal });
    },
  };
}

async function* listObjects(
  store: BucketStore,
  { prefix, below }: { prefix: string; below: string },
  signal: AbortSignal | undefined,
): AsyncGenerator<ListedObject> {
  const query: Record<string, string> = { 'list-type': '2', prefix: prefix + below };
  for (;;) {
    const page = await store.ask({ method: 'GET', query, signal });
    for (const object of elementsOf(page, 'Contents')) {
      yield {
        name: valueOf(object, 'Key')!.slice(prefix.length),
        bytes: Number(valueOf(object, 'Size')),
        modified_at: new Date(valueOf(object, 'LastModified') ?? ''),
      };
    }
    const next = valueOf(page, 'NextContinuationToken');
    if (next === null) return;
    query['continuation-token'] = next;
  }
}
