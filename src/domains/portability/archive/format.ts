/** The format of the archive of an account, version 1. docs/export.md describes it. */
import { z } from 'zod';

export const FORMAT = 'commonplace-account';
export const FORMAT_VERSION = 1;

/** Names the format; its absence means that a file is no archive of ours. */
export const HEAD = 'commonplace.json';
/** Counts and checksums of all other entries that an import reads. */
export const MANIFEST = 'manifest.json';
export const SETTINGS = 'settings.json';
export const VOICE = 'voice/profile.wav';

export const soundFile = (id: string) => `sound/${id}.ogg`;
export const photoFile = (id: string) => `photos/${id}`;
export const SOUND_FILE = /^sound\/([0-9a-f-]{36})\.ogg$/;
export const PHOTO_FILE = /^photos\/([0-9a-f-]{36})$/;

/** Limits against archives that were made to harm. */
export const MAX_ENTRIES = 500_000;
export const MAX_ROWS = 5_000_000;
/** A conversation of many hours with all its words is one line. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;
/** The largest sound or photo. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** JSON with many equal rows shrinks to a fiftieth. */
export const MAX_EXPANSION = 250;
export const FREE_EXPANSION_BYTES = 64 * 1024 * 1024;

export const ArchiveHead = z.object({ format: z.literal(FORMAT), version: z.int() });

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
