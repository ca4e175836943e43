/** A store for files: a folder, or a folder of a bucket. The files in it are called objects. */

/** The first and the last byte that are read. */
export interface ByteRange {
  from: number;
  to: number;
}

export interface ListedObject {
  name: string;
  bytes: number;
  modified_at: Date;
}

export interface ObjectStore {
  /** The folder, or `s3://bucket/folder`. */
  readonly address: string;
  /** Stores an object, which has its name only when it is complete. Replaces one of that name. */
  put(name: string, content: Buffer, signal?: AbortSignal): Promise<void>;
  /** Returns an object or a part of it; null when there is none of that name. */
  get(name: string, range?: ByteRange, signal?: AbortSignal): Promise<Buffer | null>;
  /** Yields the objects below a folder such as `ab/`, in any order. */
  list(folder: string, signal?: AbortSignal): AsyncGenerator<ListedObject>;
  /** Removes an object, which may be gone already. */
  remove(name: string, signal?: AbortSignal): Promise<void>;
}
