/** Exports and imports of accounts, through the public routes. */
import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { eventually } from '../eventually.ts';
import type { ApiUser, Json } from './api-user.ts';

export async function exportOf(user: ApiUser): Promise<Buffer> {
  const response = await fetch(`${user.url}/v1/export`, {
    headers: { Authorization: `Bearer ${user.token}` },
  });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

/** Sends a file, and returns the answer at once. */
export async function sendFile(
  user: ApiUser,
  file: Uint8Array | string,
  name = 'archive.zip',
): Promise<{ status: number; body: Json }> {
  const form = new FormData();
  form.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
  return user.call('POST', '/v1/imports', form);
}

/** Sends a file, and returns the report of the whole import. */
export async function importInto(
  user: ApiUser,
  file: Uint8Array | string,
  name?: string,
): Promise<Json> {
  const started = await sendFile(user, file, name);
  assert.equal(started.status, 200, JSON.stringify(started.body));
  return endOf(user, started.body.id);
}

export async function endOf(user: ApiUser, id: string, seconds = 60): Promise<Json> {
  return eventually(
    'the end of the import',
    async () => {
      const { body } = await user.call('GET', `/v1/imports/${id}`);
      return body.status !== 'running' && body;
    },
    { seconds },
  );
}

/** Returns the counts of a report by kind: created, unchanged, refused. */
export function countsOf({ report }: Json): Record<string, [number, number, number]> {
  return Object.fromEntries(
    report.kinds.map(({ kind, created, unchanged, refused }: Json) => [
      kind,
      [created, unchanged, refused],
    ]),
  );
}

export async function entriesOf(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(archive);
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return entries;
}

/** Makes a zip file. */
export async function zipOf(entries: Iterable<[string, Buffer | string]>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}
