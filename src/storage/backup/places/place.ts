/** A place for archives: a folder, or a bucket of an S3-compatible store. */
import type { Readable } from 'node:stream';

export interface BackupFile {
  name: string;
  bytes: number;
  made_at: Date;
}

/** Takes one archive. The archive has its name only after `finish`. */
export interface ArchiveSink {
  /** The address of the archive, for sentences. */
  readonly address: string;
  write(content: Readable, signal: AbortSignal): Promise<void>;
  /** Returns the size of the archive. */
  finish(): Promise<number>;
  /** Removes an archive that is not finished. Leaves a former one of that name as it was. */
  discard(): Promise<void>;
}

/** An archive to read. */
export interface StoredArchive {
  readonly address: string;
  open(): Promise<{ bytes: number; content: Readable }>;
}

export interface BackupPlace {
  readonly address: string;
  /** Lists the regular backups, the newest first. */
  list(signal?: AbortSignal): Promise<BackupFile[]>;
  /** Prepares the place, and removes what interrupted backups left. */
  prepare(): Promise<void>;
  sink(name: string): ArchiveSink;
  archive(name: string): StoredArchive;
  remove(name: string): Promise<void>;
}
