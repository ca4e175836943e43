import { createHash } from 'node:crypto';
import { StartError } from '../../../../core/errors.ts';
import type { ArchiveSink } from '../place.ts';
import { StoreRefusal } from '../../../bucket/refusals.ts';
import type { BucketStore } from '../../../bucket/store.ts';
import { valueOf } from '../../../bucket/xml.ts';

/** Some stores want parts of one size. A larger part takes more memory, twice its size. */
const PART_BYTES = 16 * 1024 * 1024;
/** The limit of S3. It limits an archive to 156 GiB. */
const MAX_PARTS = 10_000;
/** Does not wait long for the end of an upload that failed already. */
const DISCARD_MS = 10_000;

/**
 * Uploads an archive while it is written. The last part waits for `finish`, so that nothing appears
 * in the bucket before. An archive of one part needs no upload in parts.
 */
export function uploadSink(store: BucketStore, key: string): ArchiveSink {
  const address = `s3://${store.bucket}/${key}`;
  const etags: string[] = [];
  let uploadId: string | null = null;
  let last = Buffer.alloc(0);
  let signal: AbortSignal | undefined;

  const upload = async (body: Uint8Array<ArrayBuffer>) => {
    if (etags.length === MAX_PARTS) {
      const gib = Math.floor((MAX_PARTS * PART_BYTES) / 1024 ** 3);
      throw new StartError(`${address} would have more than ${gib} GiB. Back up to a folder.`);
    }
    uploadId ??= await begin();
    const partNumber = String(etags.length + 1);
    const query = { partNumber, uploadId };
    const answer = await store.send({
      method: 'PUT',
      key,
      query,
      body,
      headers: md5Of(body),
      signal,
    });
    etags.push(answer.headers.get('etag') ?? '');
  };
  const begin = async () => {
    const answer = await store.ask({ method: 'POST', key, query: { uploads: '' }, signal });
    const id = valueOf(answer, 'UploadId');
    if (id === null)
      throw new StartError(`The store of ${address} does not know uploads in parts.`);
    return id;
  };
  const complete = async (uploaded: string) => {
    const parts = etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const body = Buffer.from(
      `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
    );
    const answer = await store.ask({
      method: 'POST',
      key,
      query: { uploadId: uploaded },
      body,
      signal,
    });
    // The store answers 200 before it is ready, and may then fail.
    const code = valueOf(answer, 'Code');
    if (code === null) return;
    throw new StartError(`The store could not complete ${address} (${code}). Try again later.`);
  };

  return {
    address,
    async write(content, stop) {
      signal = stop;
      const part = Buffer.allocUnsafeSlow(PART_BYTES);
      let used = 0;
      for await (const chunk of content as AsyncIterable<Buffer>) {
        for (let offset = 0; offset < chunk.length;) {
          if (used === PART_BYTES) {
            await upload(part);
            used = 0;
          }
          const copied = chunk.copy(part, used, offset);
          used += copied;
          offset += copied;
        }
      }
      last = part.subarray(0, used);
    },
    async finish() {
      const bytes = etags.length * PART_BYTES + last.length;
      if (uploadId === null) {
        await store.send({
          method: 'PUT',
          key,
          body: last,
          headers: md5Of(last),
          signal,
        });
        return bytes;
      }
      await upload(last);
      await complete(uploadId).catch(async (error: unknown) => {
        // The answer to an earlier try may have been lost.
        const isGone = error instanceof StoreRefusal && error.code === 'NoSuchUpload';
        if (!isGone || (await sizeOf(store, key)) !== bytes) throw error;
      });
      return bytes;
    },
    async discard() {
      if (uploadId === null) return;
      await abortUpload(store, key, uploadId);
    },
  };
}

export async function abortUpload(
  store: BucketStore,
  key: string,
  uploadId: string,
): Promise<void> {
  const limit = AbortSignal.timeout(DISCARD_MS);
  await store.ask({ method: 'DELETE', key, query: { uploadId }, signal: limit });
}

async function sizeOf(store: BucketStore, key: string): Promise<number> {
  const { headers } = await store.send({ method: 'HEAD', key });
  return Number(headers.get('content-length'));
}

function md5Of(body: Uint8Array): Record<string, string> {
  return { 'content-md5': createHash('md5').update(body).digest('base64') };
}
