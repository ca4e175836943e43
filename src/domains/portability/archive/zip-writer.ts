import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ArchiveManifest } from './format.ts';

/** The same for every entry, so that equal records make equal archives. */
const OPTIONS = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true } as const;

/** Writes a zip whose entries are made while it is read, one after another. */
export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly #entries: ArchiveManifest['entries'] = [];
  readonly output: Readable;

  constructor() {
    // The output of the zip file is an old kind of stream, which a destroyed reader does not stop.
    this.output = (this.#zip.outputStream as Readable).pipe(new PassThrough());
    (this.#zip as unknown as NodeJS.EventEmitter).on('error', (error: Error) =>
      this.output.destroy(error),
    );
  }

  /** The checksums of the entries that were added with `isListed`. */
  get entries(): ArchiveManifest['entries'] {
    return this.#entries;
  }

  /** Adds an entry; resolves when its content is written. */
  async add(
    name: string,
    content: AsyncIterable<Buffer> | Iterable<Buffer>,
    {
      isListed = true,
      isCompressed = false,
      countRows,
    }: { isListed?: boolean; isCompressed?: boolean; countRows?: () => number } = {},
  ): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    const measured = async function* () {
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    const stream = Readable.from(measured(), { objectMode: false });
    const ended = Promise.withResolvers<void>();
    stream.once('end', ended.resolve);
    stream.once('error', ended.reject);
    // A reader that leaves ends the export.
    const leave = () => ended.reject(new Error('The reader of the archive left.'));
    this.output.once('close', leave);
    this.#zip.addReadStream(stream, name, { ...OPTIONS, compress: !isCompressed });
    try {
      await ended.promise;
    } finally {
      this.output.off('close', leave);
      stream.destroy();
    }
    if (!isListed) return;
    const sha256 = hash.digest('hex');
    this.#entries.push({ name, ...(countRows && { rows: countRows() }), bytes, sha256 });
  }

  end(): void {
    this.#zip.end();
  }
}
