/** Reads and makes archives of backups, also such as no backup makes. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import type { ListedEntry } from '../storage/archive/format.ts';

export interface ArchivedText {
  name: string;
  text: string;
  type?: 'file' | 'symlink';
}

export async function entriesOf(archive: Buffer): Promise<ArchivedText[]> {
  const entries: ArchivedText[] = [];
  for await (const entry of Readable.from([gunzipSync(archive)]).pipe(extract())) {
    const { name, type } = entry.header;
    const content = await buffer(entry as unknown as Readable);
    if (type === 'file') entries.push({ name, text: content.toString() });
  }
  return entries;
}

/** Returns the entries of the manifest. */
export async function listedIn(archive: Buffer): Promise<ListedEntry[]> {
  const last = (await entriesOf(archive)).at(-1)!;
  return (JSON.parse(last.text) as { entries: ListedEntry[] }).entries;
}

export async function archiveOf(entries: readonly ArchivedText[]): Promise<Buffer> {
  const tar = pack();
  for (const { name, text, type = 'file' } of entries) {
    if (type === 'symlink') tar.entry({ name, type, linkname: text });
    else tar.entry({ name }, text);
  }
  tar.finalize();
  return gzipSync(await buffer(tar as unknown as Readable));
}
