/**
 * The head, the entries and the manifest of every archive. docs/export.md describes the archive of an
 * account, docs/operating.md a backup.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The version of each format that this service writes. It reads older ones too. */
export const FORMATS = {
  'commonplace-account': { version: 1, name: 'the archive of an account' },
  'commonplace-backup': { version: 2, name: 'a backup of Commonplace' },
} as const;
export type ArchiveFormat = keyof typeof FORMATS;

/** The first entry, from which a reader learns whether it can read the rest. */
export const HEAD = 'commonplace.json';
/** The last entry: the sizes and checksums of those before it. */
export const MANIFEST = 'manifest.json';

export const ArchiveHead = z.object({
  format: z.enum(Object.keys(FORMATS) as [ArchiveFormat, ...ArchiveFormat[]]),
  version: z.int(),
  /** Equal accounts have equal archives, which therefore do not have it. */
  created_at: z.string().optional(),
});
export type ArchiveHead = z.infer<typeof ArchiveHead>;

export const ArchiveManifest = z.object({
  entries: z.array(
    z.object({
      name: z.string(),
      rows: z.int().optional(),
      bytes: z.int(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});
export type ArchiveManifest = z.infer<typeof ArchiveManifest>;
export type ListedEntry = ArchiveManifest['entries'][number];

/** An entry of an archive that is being read. */
export interface ArchiveEntry {
  name: string;
  isFolder: boolean;
  content: AsyncIterable<Buffer>;
}

/** Limits against archives that were made to harm. JSON with many equal rows shrinks to a fiftieth. */
export const MAX_EXPANSION = 250;
export const FREE_EXPANSION_BYTES = 64 * 1024 * 1024;
/** The largest entry that is read as a whole. */
export const MAX_JSON_BYTES = 256 * 1024 * 1024;

/** Counts and hashes content that passes. */
export class Digest {
  readonly #hash = createHash('sha256');
  #bytes = 0;
  /** True when content has passed to its end. */
  hasEnded = false;

  add(chunk: Uint8Array): this {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    return this;
  }

  async *of(content: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.add(chunk);
      yield chunk;
    }
    this.hasEnded = true;
  }

  /** Ends the digest. */
  facts(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
