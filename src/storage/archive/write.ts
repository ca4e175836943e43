import type { Readable } from 'node:stream';
import { Digest, FORMATS, HEAD, MANIFEST } from './format.ts';
import type { ArchiveManifest, ArchiveFormat, ListedEntry } from './format.ts';

/** The file that entries become, while it is read. */
export interface Packing {
  readonly output: Readable;
  /** Resolves when the content is in the file. */
  add(name: string, content: AsyncIterable<Buffer>, facts: Content): Promise<void>;
  end(): void;
}

interface Content {
  /** The size, where it is known. A tar needs it. */
  size?: number | undefined;
  /** True for content that does not become smaller, such as sound. */
  isCompressed?: boolean;
}

interface Options extends Content {
  /** False for an entry that the manifest does not list. */
  isListed?: boolean;
  countRows?: () => number;
}

/** Writes the entries of an archive, one after another. */
export class ArchiveWriter {
  readonly #packing: Packing;
  readonly #entries: ArchiveManifest['entries'] = [];

  constructor(packing: Packing) {
    this.#packing = packing;
  }

  get output(): Readable {
    return this.#packing.output;
  }

  async begin(format: ArchiveFormat, created_at?: string): Promise<void> {
    const head = { format, version: FORMATS[format].version, ...(created_at && { created_at }) };
    await this.addJson(HEAD, head, { isListed: false });
  }

  addJson(name: string, value: unknown, options?: Options): Promise<ListedEntry> {
    return this.addText(name, `${JSON.stringify(value, null, 2)}\n`, options);
  }

  addText(name: string, text: string | Uint8Array, options?: Options): Promise<ListedEntry> {
    const content = Buffer.from(text as string);
    return this.add(name, content.length === 0 ? [] : [content], {
      ...options,
      size: content.length,
    });
  }

  /** Adds an entry. Resolves when its content is written. */
  async add(
    name: string,
    content: AsyncIterable<Buffer> | Iterable<Buffer>,
    { isListed = true, countRows, ...facts }: Options = {},
  ): Promise<ListedEntry> {
    const digest = new Digest();
    const left = Promise.withResolvers<never>();
    // A reader that leaves ends the archive.
    const leave = () => left.reject(new Error('The reader of the archive left.'));
    if (this.output.destroyed) leave();
    this.output.once('close', leave);
    try {
      await Promise.race([this.#packing.add(name, digest.of(content), facts), left.promise]);
    } finally {
      this.output.off('close', leave);
    }
    const entry = { name, ...(countRows && { rows: countRows() }), ...digest.facts() };
    if (isListed) this.#entries.push(entry);
    return entry;
  }

  async end(): Promise<void> {
    await this.addJson(MANIFEST, { entries: this.#entries }, { isListed: false });
    this.#packing.end();
  }
}
