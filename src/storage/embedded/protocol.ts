/** The messages between the main thread and the thread of the database. */
export interface WorkerOptions {
  /** The PostgreSQL data folder. */
  folder: string;
}

export type WorkerRequest =
  /** Several statements, one behind the other; `ends` says where each ends in `bytes`. */
  { type: 'query'; bytes: Uint8Array<ArrayBuffer>; ends: number[] } | { type: 'close' };

export type WorkerReply =
  /** `durable`: a commit was seen to reach the disk. */
  | { type: 'open'; durable: boolean }
  | { type: 'answers'; bytes: Uint8Array<ArrayBuffer> }
  /** PostgreSQL or the disk failed. The thread ends, and what it did not answer is not stored. */
  | { type: 'failed'; reason: string }
  | { type: 'closed' };
